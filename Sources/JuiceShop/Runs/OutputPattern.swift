/// The folder of the reports as it is written once for many runs: `{date}` stands for the run's date, `{name}` for the
/// first input's name without extension.
package enum OutputPattern {
    /// The error of a pattern that names no folder.
    package enum Mistake: Error, Equatable {
        /// The text in braces, or a single brace, has no meaning.
        case unknown(String)
        /// It wants a date, and the run has none.
        case noDate
    }

    /// The folder that a pattern names for a run.
    ///
    /// - Parameters:
    ///   - date: of the run, `YYYY-MM-DD`, if it has one.
    ///   - inputs: the paths of its inputs as their user gave them.
    package static func folder(_ pattern: String, date: String?, inputs: [String]) throws(Mistake) -> String {
        var folder = ""
        var rest = pattern[...]
        while let brace = rest.firstIndex(where: { "{}".contains($0) }) {
            folder += rest[..<brace]
            guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else {
                throw .unknown(String(rest[brace...]))
            }
            switch rest[brace...end] {
            case "{date}":
                guard let date else { throw .noDate }
                folder += date
            case "{name}": folder += name(of: inputs)
            default: throw .unknown(String(rest[brace...end]))
            }
            rest = rest[rest.index(after: end)...]
        }
        return folder + rest
    }

    /// The name of a run: its first input's without extension, or `stdin` for standard input.
    static func name(of inputs: [String]) -> String {
        let name = InputWork.names(of: inputs).first ?? "-"
        if name == "-" { return "stdin" }
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}
