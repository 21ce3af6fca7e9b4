internal import CBuild
internal import JuiceBatch

/// A piece of an HTML page, written as a literal.
///
/// What is interpolated is escaped and may be of any origin, unless it is a piece of HTML itself. An optional piece that is
/// nil, and an empty list, leave nothing.
package struct HTML: Sendable, ExpressibleByStringInterpolation {
    /// The markup, safe to be put into a page.
    package private(set) var text = ""
    /// Whether the page has a table that its script can search.
    private(set) var isSearched = false

    package init(stringLiteral text: String) { self.text = text }

    package init(stringInterpolation pieces: StringInterpolation) { self = pieces.html }

    /// The markup while a literal is put together.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var html = HTML(stringLiteral: "")

        package init(literalCapacity: Int, interpolationCount: Int) {
            html.text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) { html.text += literal }

        package mutating func appendInterpolation(_ piece: HTML) {
            html.text += piece.text
            if piece.isSearched { html.isSearched = true }
        }

        package mutating func appendInterpolation(_ piece: HTML?) { if let piece { appendInterpolation(piece) } }

        package mutating func appendInterpolation(_ pieces: [HTML]) {
            for piece in pieces { appendInterpolation(piece) }
        }

        /// Appends words in their escaped form.
        ///
        /// It is disfavored so that a literal that is interpolated, such as one of two to choose from, is a piece of HTML.
        @_disfavoredOverload
        package mutating func appendInterpolation(_ words: String) { html.text += Escaping.markup(words) }

        package mutating func appendInterpolation(_ number: Int) { html.text += String(number) }

        /// Appends markup without escaping; it must be this program's own.
        package mutating func appendInterpolation(raw markup: String) { html.text += markup }

        /// Appends the attribute of a table that the page's script can search, with the words of its search field.
        mutating func appendInterpolation(searchedBy words: String) {
            appendInterpolation(" data-find=\"\(words)\"" as HTML)
            html.isSearched = true
        }
    }
}

extension HTML {
    /// The maximum length of a page, in bytes.
    package static let lengthMax = 400_000

    /// A page with all its parts, that needs nothing beside it.
    ///
    /// A page with a table that is long enough to be searched has a script for that, whose digest it names, so that no other
    /// script runs. It works without it.
    ///
    /// - Parameters:
    ///   - mark: a line of the head by which the program knows its own page; nil for none.
    ///   - style: its style sheets; `more` stands behind them.
    ///   - body: the content of the body.
    static func page(
        _ language: MessageLanguage, title: String, mark: String? = nil, style: [EmbeddedFile], more: String = "",
        body: HTML
    ) -> HTML {
        let script: HTML? = body.isSearched ? "<script>\(raw: tableScript)</script>\n" : nil
        let allowed: HTML? = body.isSearched ? "; script-src '\(raw: tableScriptDigest)'" : nil
        return """
            <!DOCTYPE html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            \(mark.map { "\(raw: $0)\n" })<meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'\(allowed)">
            <title>\(title)</title>
            <style>
            \(raw: style.map { String(cString: embedded_text($0)) }.joined() + more)</style>
            </head>
            <body>
            \(body)\(script)</body>
            </html>

            """
    }

    /// The script that sorts and searches long tables.
    private static var tableScript: String { String(cString: embedded_text(.tableScript)) }

    /// The SHA-256 of the script between its tags, as a Content-Security-Policy has it.
    private static let tableScriptDigest = "sha256-nST24PkYxMhYYt/FgfdDydFxBpMXJ1qyIkPTvbNrxJc="

    /// A section with a title, that the page's contents can lead to.
    ///
    /// - Parameters:
    ///   - id: the id of the section, one of the program's own names.
    ///   - isFolded: whether the title opens and closes it.
    static func section(_ id: String, _ title: String, isFolded: Bool = false, _ content: HTML) -> HTML {
        let heading: HTML = "<h2 id=\"\(raw: id)-title\">\(title)</h2>"
        return """
            <section id="\(raw: id)" aria-labelledby="\(raw: id)-title">
            \(isFolded ? "<details><summary>\(heading)</summary>\n\(content)</details>\n" : "\(heading)\n\(content)")</section>

            """
    }

    /// A paragraph of a class, on a line of its own; nothing where there is no text.
    static func paragraph(_ text: String?, _ cssClass: String? = nil) -> HTML {
        guard let text else { return "" }
        return cssClass.map { "<p class=\"\(raw: $0)\">\(text)</p>\n" } ?? "<p>\(text)</p>\n"
    }

    /// An entry of a legend: a square drawn by shapes of 10 times 10 units, and what it means.
    static func legend(_ entries: [(shapes: HTML, words: String)]) -> HTML {
        """
        <ul class="legend">
        \(entries.map { "<li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\">\($0.shapes)</svg>\($0.words)</li>\n" })</ul>

        """
    }

    /// The square of one class in a legend.
    static func square(_ cssClass: String) -> HTML { "<rect class=\"\(raw: cssClass)\" width=\"10\" height=\"10\"/>" }

    /// A chart of bars.
    ///
    /// - Parameters:
    ///   - caption: the words above it.
    ///   - label: the words for a reader that sees no picture.
    ///   - most: the height of the highest bar, as text.
    ///   - across: its width in units, of which each bar has 10.
    ///   - bars: the bars, each with its title.
    ///   - below: the words below it.
    static func barChart(
        caption: HTML, label: String, most: String, across: Int, bars: [HTML], below: HTML
    ) -> HTML {
        """
        <figure class="card">
        <figcaption>\(caption)</figcaption>
        <div class="plot">
        <div class="axis" aria-hidden="true"><span>\(most)</span><span>0</span></div>
        <svg class="area" role="img" aria-label="\(label)" viewBox="0 0 \(across) 1000" preserveAspectRatio="none">\(bars)</svg>
        \(below)
        </div>
        </figure>

        """
    }

    /// A bar of a chart, with the words that belong to it.
    ///
    /// - Parameters:
    ///   - place: its place in the chart, from 0.
    ///   - parts: its parts by their classes, from above, in thousandths of the chart's height.
    static func bar(_ words: String, at place: Int, _ parts: [(style: String, top: Int, height: Int)]) -> HTML {
        let shapes = parts.map { part -> HTML in
            "<rect class=\"\(raw: part.style)\" x=\"\(place * 10 + 1)\" y=\"\(part.top)\" width=\"8\" height=\"\(part.height)\"/>"
        }
        return "<g><title>\(words)</title>\(shapes)</g>"
    }

    /// The two ends of a chart's time.
    static func ends(_ first: String?, _ last: String?) -> HTML {
        "<div class=\"ends\" aria-hidden=\"true\"><span>\(first ?? "")</span><span>\(last ?? "")</span></div>"
    }
}

extension TableViewModel {
    /// The number of columns from which a table is printed smaller.
    private static let wideTableColumns = 10

    /// The number of rows from which a table can be searched and sorted.
    private static let searchedRows = 10

    /// The table as markup.
    ///
    /// - Parameter language: that of the search field of a long table; nil for a page without one.
    func html(searchedIn language: MessageLanguage?) -> HTML {
        let looks = [columns.count >= Self.wideTableColumns ? "wide" : nil, isCards ? "cards" : nil].compactMap(\.self)
        let look: HTML? = looks.isEmpty ? nil : " class=\"\(raw: looks.joined(separator: " "))\""
        let search =
            rows.count < Self.searchedRows
            ? nil
            : language.map { language -> HTML in
                "\(searchedBy: "\(language.pick(ko: "찾기", en: "Find")): \(title)")"
            }
        let foot = sums.map { sums -> HTML in
            let cells = columns.indices.dropFirst().map { cell(sums[$0], columns[$0]) }
            return "<tfoot><tr><th scope=\"row\">\(sums[0])</th>\(cells)</tr></tfoot>\n"
        }
        let head = columns.map { column -> HTML in
            "<th scope=\"col\" class=\"\(raw: column.kind.cssClass)\">\(column.title)</th>"
        }
        return """
            <div class="scroll" role="group" aria-label="\(title)" tabindex="0">
            <table\(look)\(search)>
            <thead><tr>\(head)</tr></thead>
            <tbody>
            \(rows.map(html))</tbody>
            \(foot)</table>
            </div>
            \(HTML.paragraph(more, "more"))
            """
    }

    private func html(_ row: Row) -> HTML {
        let bar = row.barPermille.map { permille -> HTML in
            let rest = columns[1].kind == .share ? 1_000 - permille : 0
            return """
                <td class="b"><span>\(row.cells[1])</span><svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" \
                aria-hidden="true"><rect class="part" width="\(permille)" height="10"/>\
                <rect class="gone" x="\(permille)" width="\(rest)" height="10"/></svg></td>
                """
        }
        let cells = ((bar == nil ? 1 : 2)..<columns.count).map { cell(row.cells[$0], columns[$0]) }
        return "<tr><th scope=\"row\"\(name(of: columns[0]))>\(row.cells[0])</th>\(bar)\(cells)</tr>\n"
    }

    private func cell(_ text: String, _ column: Column) -> HTML {
        let start: HTML = "<td class=\"\(raw: column.kind.cssClass)\"\(name(of: column))>"
        guard column.kind == .dates else { return "\(start)\(text)</td>" }
        let dates = Self.dates(in: text).map { "<span>\(Escaping.markup($0))</span>" }.joined(separator: " ")
        return "\(start)\(raw: dates)</td>"
    }

    /// The attribute by which a card shows a column's name.
    private func name(of column: Column) -> HTML? { isCards ? " data-name=\"\(column.title)\"" : nil }
}

extension TableViewModel.Column.Kind {
    /// The class by which the style sheet knows it.
    fileprivate var cssClass: String {
        switch self {
        case .text: "t"
        case .dates: "d"
        case .number: "n"
        case .code: "c"
        case .share, .bar: "b"
        }
    }
}
