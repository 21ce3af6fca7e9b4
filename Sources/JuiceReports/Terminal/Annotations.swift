package import JuiceBatch

/// Rejected rows as commands by which a GitHub workflow marks lines of files.
package enum Annotations {
    /// How many rows are marked; GitHub shows no more of a step.
    package static let rowsMax = 10

    /// A line for each of the first rejected rows, and one that says how many more there are.
    ///
    /// - Parameter paths: the path of each input by its name in the reports; one that is missing is no file.
    package static func lines(
        _ first: FirstFailures, _ tally: Tally, paths: [String: String], _ language: MessageLanguage
    ) -> String {
        let shown = first.rejected.prefix(rowsMax)
        var lines = shown.map { failure in
            let place = paths[failure.file].map { "file=\(property($0)),line=\(failure.line)," } ?? ""
            let text = place.isEmpty ? "\(failure.file):\(failure.line): \(failure.message)" : failure.message
            return "::error \(place)title=\(property(failure.code.name))::\(data(SafeText.terminal(text)))\n"
        }
        let more = tally.count(.rejected) - shown.count
        if more > 0 {
            let text = language.pick(
                ko: "거절된 행이 \(grouped(more))건 더 있습니다. failure.csv를 보세요.",
                en: "\(counted(more, "more row was", plural: "more rows were")) rejected. See failure.csv.")
            lines.append("::notice::\(data(text))\n")
        }
        return lines.joined()
    }

    /// The text of a command, in which a line end would begin a new one.
    private static func data(_ text: String) -> String {
        escaped(text) { ["%": "%25", "\r": "%0D", "\n": "%0A"][$0] }
    }

    /// A property of a command, which ends at a colon or a comma.
    private static func property(_ text: String) -> String {
        escaped(text) { ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"][$0] }
    }

    private static func escaped(_ text: String, _ escape: (Unicode.Scalar) -> String?) -> String {
        text.unicodeScalars.map { escape($0) ?? SafeText.terminal(String($0)) }.joined()
    }
}
