internal import CBuild
internal import JuiceBatch

/// A part of an HTML page, written as a string literal.
///
/// Interpolated strings are escaped, and interpolated HTML is inserted unchanged; nil or an empty list adds nothing.
/// A literal is assembled in a value of this type, which is therefore its own `StringInterpolation`.
package struct HTML: Sendable, ExpressibleByStringInterpolation, StringInterpolationProtocol {
    /// The markup, which is safe to insert into a page.
    package private(set) var text = ""
    /// Whether the part contains a table that the page's script can search.
    fileprivate var isSearchable = false

    package init(stringLiteral text: String) { self.text = text }

    package init(stringInterpolation markup: HTML) { self = markup }

    package init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ piece: HTML) {
        text += piece.text
        if piece.isSearchable { isSearchable = true }
    }

    package mutating func appendInterpolation(_ piece: HTML?) { if let piece { appendInterpolation(piece) } }

    package mutating func appendInterpolation(_ pieces: [HTML]) {
        for piece in pieces { appendInterpolation(piece) }
    }

    /// Appends a text in escaped form; disfavored, so that a literal in a conditional expression becomes HTML.
    @_disfavoredOverload
    package mutating func appendInterpolation(_ text: String) { self.text += Escaping.markup(text) }

    /// Appends a message in escaped form, with its options, settings and commands as code.
    package mutating func appendInterpolation(message: String) {
        for span in Escaping.spans(of: message) {
            let escaped = Escaping.markup(span.text)
            text += span.isCode ? "<code>\(escaped)</code>" : escaped
        }
    }

    package mutating func appendInterpolation(_ number: Int) { text += String(number) }

    /// Appends markup without escaping; it must not contain text of unknown origin.
    package mutating func appendInterpolation(raw markup: String) { text += markup }

    /// The maximum length of a page, in bytes.
    package static let lengthMax = 400_000

    /// The text of the first page that is not longer than `lengthMax`, trying the `limits` of its lists in their order.
    ///
    /// - Throws: `BatchError.invariant` if the page with the last limit is too long.
    static func text<Limit>(of name: String, limits: [Limit], _ page: (Limit) -> HTML) throws(BatchError) -> String {
        var length = 0
        for limit in limits {
            let text = page(limit).text
            length = text.utf8.count
            if length <= lengthMax { return text }
        }
        throw .invariant("\(name) is too long: \(length) bytes")
    }

    /// Creates a complete page that needs no other resources.
    ///
    /// A page with a searchable table has a script, which its content security policy allows by digest; the page is
    /// usable without it. `generatorTag` is a line in the head by which the program recognizes its own page.
    static func page(
        _ language: MessageLanguage, title: String, generatorTag: String? = nil, style: [EmbeddedFile],
        moreStyle: String = "", body: HTML
    ) -> HTML {
        let script: HTML? = body.isSearchable ? "<script>\(raw: embeddedText(.tableScript))</script>\n" : nil
        // The SHA-256 of the script that sorts and searches long tables.
        let digest = "sha256-nST24PkYxMhYYt/FgfdDydFxBpMXJ1qyIkPTvbNrxJc="
        let scriptPolicy: HTML? = body.isSearchable ? "; script-src '\(raw: digest)'" : nil
        return """
            <!DOCTYPE html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            \(generatorTag.map { "\(raw: $0)\n" })<meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'\(scriptPolicy)">
            <title>\(title)</title>
            <style>
            \(raw: style.map { embeddedText($0) }.joined() + moreStyle)</style>
            </head>
            <body>
            \(body)\(script)</body>
            </html>

            """
    }

    /// A section that can be folded under its title, with an id for links that needs no escaping.
    static func section(_ id: String, _ title: String, isFolded: Bool = false, _ content: HTML) -> HTML {
        let heading: HTML = "<h2 id=\"\(raw: id)-title\">\(title)</h2>"
        return """
            <section id="\(raw: id)" aria-labelledby="\(raw: id)-title">
            \(isFolded ? "<details><summary>\(heading)</summary>\n\(content)</details>\n" : "\(heading)\n\(content)")</section>

            """
    }

    /// A message as a paragraph with a CSS class; empty if the message is nil.
    static func paragraph(_ message: String?, _ cssClass: String? = nil) -> HTML {
        message.map { "<p\(attribute(ofClasses: [cssClass]))>\(message: $0)</p>\n" } ?? ""
    }

    /// A table that can be scrolled sideways on a narrow screen; each of its attributes follows a space.
    static func table(_ title: String, attributes: HTML, head: HTML, rows: [HTML], foot: HTML? = nil) -> HTML {
        """
        <div class="scroll" role="group" aria-label="\(title)" tabindex="0">
        <table\(attributes)>
        <thead><tr>\(head)</tr></thead>
        <tbody>
        \(rows)</tbody>
        \(foot)</table>
        </div>

        """
    }

    /// A figure as a card; a value wider than 11 columns of a terminal is set in smaller type.
    static func card(_ figure: ReportViewModel.Figure) -> HTML {
        let compared = figure.compared.map { "<dd class=\"compared\">\($0)</dd>" as HTML }
        return """
            <div class="card"><dt>\(figure.name)</dt>\
            <dd class="value\(raw: figure.value.displayWidth > 11 ? " long" : "")">\(figure.value)</dd>\
            <dd class="remark">\(figure.caption)</dd>\(compared)</div>

            """
    }

    /// The attribute with the CSS classes that are not nil, after a space; nil if all are.
    static func attribute(ofClasses names: [String?]) -> HTML? {
        let names = names.compactMap(\.self)
        return names.isEmpty ? nil : " class=\"\(raw: names.joined(separator: " "))\""
    }

    /// The entries of a legend, each a square of 10 by 10 units and its meaning.
    static func legend(_ entries: [(shapes: HTML, label: String)]) -> HTML {
        """
        <ul class="legend">
        \(entries.map { "<li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\">\($0.shapes)</svg>\($0.label)</li>\n" })</ul>

        """
    }

    /// The square of a legend in the colour of a CSS class.
    static func square(_ cssClass: String) -> HTML { "<rect class=\"\(raw: cssClass)\" width=\"10\" height=\"10\"/>" }

    /// A bar chart of days or runs; a bar whose figure is nil is a day without a run, and has the text `gap`.
    ///
    /// `title` is for screen readers. There is room for at least `barsMin` bars, so that a few bars are not too broad.
    static func barChart(
        caption: HTML, title: String, cssClass: String, barsMin: Int, gap: String,
        bars: [(name: String, figure: Int?)], text: (Int) -> String
    ) -> HTML {
        let most = bars.compactMap(\.figure).max() ?? 0
        let shapes = bars.enumerated().map { index, bar in
            let height = bar.figure.map { permille($0, of: max(1, most)) } ?? 1_000
            return HTML.bar(
                "\(bar.name): \(bar.figure.map(text) ?? gap)", at: index,
                [(bar.figure == nil ? "gap" : cssClass, top: 1_000 - height, height: height)])
        }
        let (first, last) = (bars.first?.name ?? "", bars.last?.name ?? "")
        // If the bars do not reach the end of the axis, one label at its start has both names.
        let labels = bars.count < barsMin ? [first == last ? first : "\(first) – \(last)"] : [first, last]
        return barChart(
            caption: caption, label: "\(title), \(first) – \(last): 0 – \(text(most))", most: text(most),
            width: max(barsMin, bars.count) * 10, bars: shapes,
            below: "<div class=\"ends\" aria-hidden=\"true\">\(labels.map { "<span>\($0)</span>" })</div>")
    }

    /// A bar chart as an SVG image with a description, the highest value as text, and 10 units of width per bar.
    static func barChart(caption: HTML, label: String, most: String, width: Int, bars: [HTML], below: HTML) -> HTML {
        """
        <figure class="card">
        <figcaption>\(caption)</figcaption>
        <div class="plot">
        <div class="axis" aria-hidden="true"><span>\(most)</span><span>0</span></div>
        <svg class="area" role="img" aria-label="\(label)" viewBox="0 0 \(width) 1000" preserveAspectRatio="none">\(bars)</svg>
        \(below)
        </div>
        </figure>

        """
    }

    /// A bar of a chart, from top to bottom; positions are in thousandths of the chart's height.
    static func bar(_ label: String, at index: Int, _ parts: [(style: String, top: Int, height: Int)]) -> HTML {
        let shapes = parts.map { part -> HTML in
            "<rect class=\"\(raw: part.style)\" x=\"\(index * 10 + 1)\" y=\"\(part.top)\" width=\"8\" height=\"\(part.height)\"/>"
        }
        return "<g><title>\(label)</title>\(shapes)</g>"
    }

    /// The bar of a table cell, with the lengths of its two parts in thousandths.
    static func cellBar(_ part: Int, rest: Int) -> HTML {
        """
        <svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">\
        <rect class="part" width="\(part)" height="10"/><rect class="gone" x="\(part)" width="\(rest)" height="10"/></svg>
        """
    }
}

extension TableViewModel {
    /// The table as an HTML element; one with 10 or more columns is set in smaller type.
    ///
    /// A table with 10 or more rows can be searched and sorted; `language` is that of its search field, nil for none.
    func html(searchedIn language: MessageLanguage? = nil) -> HTML {
        let cssClasses = [columns.count >= 10 ? "wide" : nil, isCards ? "cards" : nil]
        let search = (rows.count < 10 ? nil : language).map { language -> HTML in
            " data-find=\"\(language.pick(ko: "찾기", en: "Find")): \(title)\""
        }
        let foot = sums.map { sums -> HTML in
            let cells = columns.indices.dropFirst().map { cell(sums[$0], columns[$0]) }
            return "<tfoot><tr><th scope=\"row\">\(sums[0])</th>\(cells)</tr></tfoot>\n"
        }
        let head = columns.map { column -> HTML in
            "<th scope=\"col\" class=\"\(raw: column.kind.cssClass)\">\(column.title)</th>"
        }
        var table = HTML.table(
            title, attributes: "\(HTML.attribute(ofClasses: cssClasses))\(search)", head: "\(head)",
            rows: rows.indices.map(row), foot: foot)
        table.isSearchable = search != nil
        return "\(table)\(HTML.paragraph(more, "more"))"
    }

    private func row(_ index: Int) -> HTML {
        let texts = rows[index]
        let bar = (bars?[index]).map { permille -> HTML in
            let rest = columns[1].kind == .share ? 1_000 - permille : 0
            return "<td class=\"b\"><span>\(texts[1])</span>\(HTML.cellBar(permille, rest: rest))</td>"
        }
        let cells = ((bar == nil ? 1 : 2)..<columns.count).map { cell(texts[$0], columns[$0]) }
        return "<tr><th scope=\"row\"\(name(of: columns[0]))>\(texts[0])</th>\(bar)\(cells)</tr>\n"
    }

    private func cell(_ text: String, _ column: Column) -> HTML {
        "<td class=\"\(raw: column.kind.cssClass)\"\(name(of: column))>\(message: text)</td>"
    }

    /// The attribute that makes a card show the column's name.
    private func name(of column: Column) -> HTML? { isCards ? " data-name=\"\(column.title)\"" : nil }
}
