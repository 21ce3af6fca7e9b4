/// What a report says to people, whatever its format: heading after heading, its tables and its sentences.
package struct ReportText {
    /// What stands under a heading, up to the next.
    package struct Part {
        /// The heading.
        package var heading: String
        /// Rows of cells, the heads of columns first.
        ///
        /// No cell may be empty: a page does not show where one is.
        package var tables: [[[String]]] = []
        /// All other text: a piece of it for each element or line.
        package var prose: [String] = []
    }

    /// In the order of the report.
    package internal(set) var parts: [Part] = []

    /// Where two reports do not say the same; `self` is the one whose prose is in smaller pieces.
    package func differences(from other: ReportText) -> [String] {
        let (own, others) = (parts.map(\.heading), other.parts.map(\.heading))
        guard own == others else { return ["the headings are \(own) and \(others)"] }
        return zip(parts, other.parts).flatMap { part, other in
            let tables = part.tables == other.tables ? [] : ["\(part.heading): \(part.tables) and \(other.tables)"]
            let prose = Self.differences(part.prose, other.prose.joined(separator: "\n"))
            return tables + prose.map { "\(part.heading): \($0)" }
        }
    }

    /// Takes the pieces out of a text; no piece may be missing, and no word may be left.
    private static func differences(_ pieces: [String], _ text: String) -> [String] {
        var rest = text
        var found: [String] = []
        for piece in pieces.sorted(by: { ($0.count, $0) > ($1.count, $1) }) {
            if let place = rest.firstRange(of: piece) {
                rest.replaceSubrange(place, with: "\n")
            } else {
                found.append("'\(piece)' is said by one only")
            }
        }
        let words = rest.split { $0.isWhitespace || ":,.".contains($0) }
        return found + words.map { "'\($0)' is said by the other only" }
    }
}

extension ReportText {
    /// The text of a report.md.
    package init(markdown: String) {
        for line in markdown.split(separator: "\n").map(String.init) {
            if let heading = line.firstMatch(of: /^#+ (.*)$/) {
                parts.append(Part(heading: String(heading.1.filter { !"()".contains($0) })))
            } else if let last = parts.indices.last {
                Self.read(line, into: &parts[last])
            }
        }
    }

    private static func read(_ line: String, into part: inout Part) {
        if line.hasPrefix("| ") {
            let cells = line.dropFirst(2).dropLast(2).split(separator: " | ", omittingEmptySubsequences: false)
            if cells.allSatisfy({ $0 == "---" || $0 == "---:" }) { return }
            if part.tables.isEmpty { part.tables.append([]) }
            part.tables[0].append(cells.map { plain(String($0)) })
        } else if line != "```" && !["![", "<details>", "</details>"].contains(where: line.hasPrefix) {
            part.prose.append(plain(line.replacing(/^(- \[ \] |- |[0-9]+\. |[–✓▲✕] )/, with: "")))
        }
    }

    /// A line or cell without what Markdown reads as its own, and without curves and bars.
    private static func plain(_ text: String) -> String {
        let shown = text.replacing(#/`[▁▂▃▄▅▆▇█]+` /#, with: "").replacing(#/^[█░]+ /#, with: "")
            .replacing("@<!-- -->", with: "@")
        var kept = ""
        var isEscaped = false
        for character in shown {
            if isEscaped || !"\\*`".contains(character) { kept.append(character) }
            isEscaped = !isEscaped && character == "\\"
        }
        return PlainMarkup.unescaped(kept)
    }
}
