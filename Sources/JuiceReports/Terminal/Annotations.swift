package import JuiceBatch

/// The problems of a run as GitHub workflow commands, which mark lines of files.
extension MessageLanguage {
    /// The maximum number of errors, and of warnings, that GitHub shows per step.
    private static let annotationsMax = 10

    /// The annotation of a refused input, as an error; the path is nil unless a single file is concerned.
    package func annotation(of refusal: Refusal, path: String?) -> String {
        command("error", (refusal.file, refusal.line), path: path, title: refusal.code, text(refusal))
    }

    /// The annotations of the first rejected rows, as errors, and short rows, as warnings; then the number of others.
    ///
    /// `paths` has the path of each input that is a file, by its name in the reports. Short rows are left out without
    /// `hasShortages`. The text about the others names failure.csv or, without `hasFailureFile`, `juice-batch check`.
    package func annotations(
        of first: FirstFailures, _ tally: Tally, paths: [String: String], hasShortages: Bool, hasFailureFile: Bool
    ) -> String {
        let rejected = first.rejected.prefix(Self.annotationsMax)
        let short = hasShortages ? first.short.prefix(Self.annotationsMax) : []
        var lines = rejected.map { command("error", $0, paths) } + short.map { command("warning", $0, paths) }
        let moreRejected = tally.count(.rejected) - rejected.count
        let moreShort = hasShortages ? tally.count(.shortage) - short.count : 0
        let parts = [
            pick(if: moreRejected > 0, ko: "거절 \(grouped(moreRejected))건", en: counted(moreRejected, "rejected row")),
            pick(
                if: moreShort > 0, ko: "재료 부족 \(grouped(moreShort))건",
                en: counted(moreShort, "row short of stock", plural: "rows short of stock")),
        ].compactMap(\.self)
        if !parts.isEmpty {
            let list = parts.joined(separator: pick(ko: ", ", en: " and "))
            let place = pick(
                ko: hasFailureFile ? "failure.csv를 보세요" : "juice-batch check로 모두 볼 수 있습니다",
                en: hasFailureFile ? "See failure.csv" : "juice-batch check lists all of them")
            let more = pick(ko: "여기에 표시하지 않은 행: \(list). \(place).", en: "Not annotated here: \(list). \(place).")
            lines.append("::notice::\(Self.escaped(more))\n")
        }
        return lines.joined()
    }

    private func command(_ kind: String, _ failure: FailureDetail, _ paths: [String: String]) -> String {
        command(
            kind, failure.position, path: paths[failure.position.file], title: failure.code.name,
            // The message of a short row is meant for the customer and does not name the item, so the item is added.
            failure.code.failureClass == .shortage
                ? "\(failure.item): \(failure.terminalMessage)" : failure.terminalMessage)
    }

    /// A workflow command with its line end; a text that is not attached to a line of a file begins with its position.
    private func command(
        _ kind: String, _ position: RowPosition, path: String?, title: String, _ text: String
    ) -> String {
        let location = path.map { "file=\(Self.escaped($0, isProperty: true)),line=\(position.line)," } ?? ""
        let text = location.isEmpty ? "\(position.file):\(position.line): \(text)" : text
        return "::\(kind) \(location)title=\(Self.escaped(title, isProperty: true))::\(Self.escaped(text))\n"
    }

    /// Escapes the text of a command, which ends at a line end, or a property, which ends at a colon or a comma.
    private static func escaped(_ text: String, isProperty: Bool = false) -> String {
        let escapes: [Unicode.Scalar: String] = ["%": "%25", "\r": "%0D", "\n": "%0A"]
        let escapesOfProperty: [Unicode.Scalar: String] = isProperty ? [":": "%3A", ",": "%2C"] : [:]
        return text.unicodeScalars.map { escapes[$0] ?? escapesOfProperty[$0] ?? Escaping.terminal(String($0)) }
            .joined()
    }
}
