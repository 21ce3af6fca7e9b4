/// What report.html or stock.svg says, read element by element.
package struct PageText {
    /// What both formats for people say.
    package private(set) var viewModel = ReportText()
    /// Under which section each part of the story stands.
    package private(set) var sections: [String] = []
    /// The table of contents.
    package private(set) var contents: [String] = []
    /// The words of the curves, with their legend and axes.
    package private(set) var picture: Set<String> = []

    private var section = ""
    private var figures: [[String]] = [[], [], []]

    /// Reads the markup that `PlainMarkup` finds in order.
    package init(_ markup: String) {
        for (text, elements) in PlainMarkup.texts(in: markup) {
            section = elements.compactMap { $0.attribute("id") }.first { !$0.hasSuffix("-title") } ?? section
            read(text, elements)
        }
        if let part = sections.firstIndex(of: "figures") { viewModel.parts[part].tables = [figures] }
    }

    /// The parts of the story in a section.
    package func parts(_ section: String) -> [ReportText.Part] {
        zip(viewModel.parts, sections).filter { $1 == section }.map(\.0)
    }

    private mutating func read(_ text: String, _ elements: [PlainMarkup.Element]) {
        let classes = Set(elements.compactMap { $0.attribute("class") })
        let names = elements.map(\.name)
        guard let inner = elements.last, !names.contains("head"), !classes.contains("skip"),
            // A word where report.md has a sign.
            inner.attribute("class")?.hasPrefix("status ") != true
        else { return }
        // What is folded away has a word to touch, unless that is its heading.
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
        } else if let row = ["dt", "value", "remark"].firstIndex(of: inner.attribute("class") ?? inner.name) {
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
