/// The text of report.html or stock.svg, read element by element.
package struct PageText {
    package private(set) var viewModel = ReportText()
    package private(set) var sections: [String] = []
    package private(set) var contents: [String] = []
    /// The texts of the curves, with their legend and axes.
    package private(set) var picture: Set<String> = []

    private var section = ""
    private var figures: [[String]] = [[], [], []]

    /// Reads the markup that `PlainMarkup` finds in order.
    package init(_ markup: String) {
        // Links to other pages are no part of it.
        for (text, elements) in PlainMarkup.texts(in: markup)
        where !elements.contains(where: { $0.attribute("class") == "around" }) {
            section = elements.compactMap { $0.attribute("id") }.first { !$0.hasSuffix("-title") } ?? section
            read(text, elements)
        }
        if let part = sections.firstIndex(of: "figures") { viewModel.parts[part].tables = [figures] }
    }

    package func parts(_ section: String) -> [ReportText.Part] {
        zip(viewModel.parts, sections).filter { $1 == section }.map(\.0)
    }

    private mutating func read(_ text: String, _ elements: [PlainMarkup.Element]) {
        let classes = Set(elements.compactMap { $0.attribute("class") })
        let names = elements.map(\.name)
        guard let inner = elements.last, !names.contains("head"), !classes.contains("skip"),
            // Words for the signs in report.md.
            inner.attribute("class")?.hasPrefix("status ") != true
        else { return }
        // Folded parts have a summary that is not part of the text.
        if inner.name == "summary" { return }
        if names.contains("nav") { return contents.append(text) }
        if section == "stock" || names.first == "svg" { picture.insert(text) }
        if ["svg", "figure"].contains(where: names.contains) && section == "trend" { return }
        if classes.contains("legend") || classes.contains("plot") || names.first == "svg" { return }
        if let heading = elements.last(where: { ["h1", "h2", "h3"].contains($0.name) }) {
            if heading.isFirstText {
                viewModel.parts.append(ReportText.Part(heading: text))
                sections.append(section)
            } else {
                viewModel.parts[viewModel.parts.count - 1].heading += " " + text
            }
        } else if inner.attribute("class") == "compared", let last = figures[2].indices.last {
            figures[2][last] += "; " + text
        } else if let row = ["dt", "value", "remark"].firstIndex(
            // A long value is `value long`.
            of: inner.attribute("class").map { String($0.prefix { $0 != " " }) } ?? inner.name)
        {
            figures[row].append(text)
        } else if let last = viewModel.parts.indices.last {
            if names.contains("table") {
                add(text, elements, to: &viewModel.parts[last])
            } else {
                viewModel.parts[last].prose.append(text)
            }
        }
    }

    private func add(_ cell: String, _ elements: [PlainMarkup.Element], to part: inout ReportText.Part) {
        if elements.last(where: { $0.name == "table" })?.isFirstText == true { part.tables.append([]) }
        let table = part.tables.count - 1
        if elements.last(where: { $0.name == "tr" })?.isFirstText == true { part.tables[table].append([]) }
        part.tables[table][part.tables[table].count - 1].append(cell)
    }
}

/// The text of a report in any format: headings, tables and sentences.
package struct ReportText {
    /// The content below a heading, up to the next one.
    package struct Part {
        package var heading: String
        /// Rows of cells, the heads of columns first.
        ///
        /// No cell may be empty, since a page does not show the position of an empty one.
        package var tables: [[[String]]] = []
        /// All other text: a piece of it for each element or line.
        package var prose: [String] = []
    }

    package internal(set) var parts: [Part] = []

    /// The differences between two reports; `self` is the one whose prose is in smaller pieces.
    package func differences(from other: ReportText) -> [String] {
        let (own, others) = (parts.map(\.heading), other.parts.map(\.heading))
        guard own == others else { return ["the headings are \(own) and \(others)"] }
        return zip(parts, other.parts).flatMap { part, other in
            let tables = part.tables == other.tables ? [] : ["\(part.heading): \(part.tables) and \(other.tables)"]
            let prose = Self.differences(part.prose, other.prose.joined(separator: "\n"))
            return tables + prose.map { "\(part.heading): \($0)" }
        }
    }

    /// Removes the pieces from a text; reports missing pieces and remaining words.
    private static func differences(_ pieces: [String], _ text: String) -> [String] {
        var rest = text
        var found: [String] = []
        for piece in pieces.sorted(by: { ($0.count, $0) > ($1.count, $1) }) {
            if let index = rest.firstRange(of: piece) {
                rest.replaceSubrange(index, with: "\n")
            } else {
                found.append("'\(piece)' is said by one only")
            }
        }
        let words = rest.split { $0.isWhitespace || ":,.".contains($0) }
        return found + words.map { "'\($0)' is said by the other only" }
    }
}

extension ReportText {
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

    /// A line or cell without Markdown syntax, curves and bars.
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
