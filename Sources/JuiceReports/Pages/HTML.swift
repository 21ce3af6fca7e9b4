internal import CBuild
internal import JuiceBatch

/// A part of an HTML page, written as a string literal.
///
/// Interpolated strings are escaped, so they may come from any source; interpolated HTML is inserted unchanged. An
/// interpolated nil or empty list adds nothing.
package struct HTML: Sendable, ExpressibleByStringInterpolation {
    /// The markup, which is safe to insert into a page.
    package private(set) var text = ""
    /// Whether the part contains a table that the page's script can search.
    private(set) var isSearchable = false

    package init(stringLiteral text: String) { self.text = text }

    package init(stringInterpolation pieces: StringInterpolation) { self = pieces.html }

    /// The markup of a literal under construction.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var html = HTML(stringLiteral: "")

        package init(literalCapacity: Int, interpolationCount: Int) {
            html.text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) { html.text += literal }

        package mutating func appendInterpolation(_ piece: HTML) {
            html.text += piece.text
            if piece.isSearchable { html.isSearchable = true }
        }

        package mutating func appendInterpolation(_ piece: HTML?) { if let piece { appendInterpolation(piece) } }

        package mutating func appendInterpolation(_ pieces: [HTML]) {
            for piece in pieces { appendInterpolation(piece) }
        }

        /// Appends a text in escaped form.
        ///
        /// The overload is disfavored so that an interpolated literal, for example in a conditional expression, becomes
        /// HTML.
        @_disfavoredOverload
        package mutating func appendInterpolation(_ text: String) { html.text += Escaping.markup(text) }

        /// Appends a message in escaped form, with its options, settings and commands as code.
        package mutating func appendInterpolation(message: String) {
            for span in Escaping.spans(of: message) {
                let text = Escaping.markup(span.text)
                html.text += span.isCode ? "<code>\(text)</code>" : text
            }
        }

        package mutating func appendInterpolation(_ number: Int) { html.text += String(number) }

        /// Appends markup without escaping; it must not contain text of unknown origin.
        package mutating func appendInterpolation(raw markup: String) { html.text += markup }

        /// Appends the attribute that makes a table searchable by the page's script.
        ///
        /// - Parameter label: the label of the search field.
        mutating func appendInterpolation(searchedBy label: String) {
            appendInterpolation(" data-find=\"\(label)\"" as HTML)
            html.isSearchable = true
        }
    }
}

extension HTML {
    /// The maximum length of a page, in bytes.
    package static let lengthMax = 400_000

    /// The text of the first page that is not longer than `lengthMax`.
    ///
    /// - Parameters:
    ///   - name: the file name of the page, for the error.
    ///   - limits: limits for the lists on the page, in descending order.
    ///   - page: renders the page with one of the limits.
    /// - Throws: `BatchError.invariant` if the page with the last limit is too long.
    static func text<Limit>(
        of name: String, limits: [Limit], _ page: (Limit) -> HTML
    ) throws(BatchError) -> String {
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
    /// A page with a searchable table contains a script. The page's security policy allows only this script, by its
    /// digest. The page is usable without it.
    ///
    /// - Parameters:
    ///   - generatorTag: a line in the head by which the program recognizes its own page; nil for none.
    ///   - style: the style sheets.
    ///   - moreStyle: CSS rules that follow the style sheets.
    ///   - body: the content of the body.
    static func page(
        _ language: MessageLanguage, title: String, generatorTag: String? = nil, style: [EmbeddedFile],
        moreStyle: String = "", body: HTML
    ) -> HTML {
        let script: HTML? = body.isSearchable ? "<script>\(raw: embeddedText(.tableScript))</script>\n" : nil
        let scriptPolicy: HTML? = body.isSearchable ? "; script-src '\(raw: tableScriptDigest)'" : nil
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

    /// The SHA-256 of the script that sorts and searches long tables, in the form of a Content-Security-Policy.
    private static let tableScriptDigest = "sha256-nST24PkYxMhYYt/FgfdDydFxBpMXJ1qyIkPTvbNrxJc="

    /// A section with a title that the table of contents can link to.
    ///
    /// - Parameters:
    ///   - id: the id of the section, which must not need escaping.
    ///   - isFolded: whether the section is collapsed under its title.
    static func section(_ id: String, _ title: String, isFolded: Bool = false, _ content: HTML) -> HTML {
        let heading: HTML = "<h2 id=\"\(raw: id)-title\">\(title)</h2>"
        return """
            <section id="\(raw: id)" aria-labelledby="\(raw: id)-title">
            \(isFolded ? "<details><summary>\(heading)</summary>\n\(content)</details>\n" : "\(heading)\n\(content)")</section>

            """
    }

    /// A message as a paragraph with a CSS class; empty if the message is nil.
    static func paragraph(_ message: String?, _ cssClass: String? = nil) -> HTML {
        guard let message else { return "" }
        return cssClass.map { "<p class=\"\(raw: $0)\">\(message: message)</p>\n" } ?? "<p>\(message: message)</p>\n"
    }

    /// A table that can be scrolled sideways on a narrow screen.
    ///
    /// - Parameters:
    ///   - attributes: the attributes of the table element, each after a space.
    ///   - head: the cells of the head.
    ///   - rows: the complete rows of the body.
    ///   - foot: the complete foot; nil for none.
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

    /// A figure as a card.
    ///
    /// - Parameters:
    ///   - isLong: whether the value is set in smaller type, so that it fits on one line of a phone.
    ///   - compared: the changes compared with earlier days.
    static func card(
        _ name: String, _ value: String, isLong: Bool, caption: String, compared: [String] = []
    ) -> HTML {
        """
        <div class="card"><dt>\(name)</dt><dd class="value\(raw: isLong ? " long" : "")">\(value)</dd>\
        <dd class="remark">\(caption)</dd>\(compared.map { "<dd class=\"compared\">\($0)</dd>" })</div>

        """
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

    /// A bar chart as an SVG image with a caption.
    ///
    /// - Parameters:
    ///   - caption: the text above the chart.
    ///   - label: the description for screen readers.
    ///   - most: the value of the highest bar, as text.
    ///   - width: the width in units, 10 for each bar.
    ///   - bars: the bars, each with its title.
    ///   - below: the text below the chart.
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

    /// A bar of a chart with its description.
    ///
    /// - Parameters:
    ///   - index: the index of the bar in the chart.
    ///   - parts: the parts of the bar from top to bottom, each with a CSS class; positions are in thousandths of the
    ///     chart's height.
    static func bar(_ label: String, at index: Int, _ parts: [(style: String, top: Int, height: Int)]) -> HTML {
        let shapes = parts.map { part -> HTML in
            "<rect class=\"\(raw: part.style)\" x=\"\(index * 10 + 1)\" y=\"\(part.top)\" width=\"8\" height=\"\(part.height)\"/>"
        }
        return "<g><title>\(label)</title>\(shapes)</g>"
    }

    /// The labels of the first and the last bar of a chart, at the two ends of its axis.
    ///
    /// - Parameter isFull: whether the bars reach the end of the axis; otherwise, one label at its start has both.
    static func ends(_ first: String, _ last: String, isFull: Bool) -> HTML {
        let labels = isFull ? [first, last] : [first == last ? first : "\(first) – \(last)"]
        return "<div class=\"ends\" aria-hidden=\"true\">\(labels.map { "<span>\($0)</span>" })</div>"
    }
}

extension TableViewModel {
    /// The minimum number of columns of a table that is set in smaller type.
    private static let wideTableColumnsMin = 10

    /// The minimum number of rows of a table that can be searched and sorted.
    private static let searchableRowsMin = 10

    /// The table as an HTML element.
    ///
    /// - Parameter language: the language of the search field of a long table; nil for a page without a search.
    func html(searchedIn language: MessageLanguage?) -> HTML {
        let cssClasses = [columns.count >= Self.wideTableColumnsMin ? "wide" : nil, isCards ? "cards" : nil].compactMap(
            \.self)
        let classAttribute: HTML? = cssClasses.isEmpty ? nil : " class=\"\(raw: cssClasses.joined(separator: " "))\""
        let search =
            rows.count < Self.searchableRowsMin
            ? nil
            : language.map { language -> HTML in "\(searchedBy: "\(language.pick(ko: "찾기", en: "Find")): \(title)")" }
        let foot = sums.map { sums -> HTML in
            let cells = columns.indices.dropFirst().map { cell(sums[$0], columns[$0]) }
            return "<tfoot><tr><th scope=\"row\">\(sums[0])</th>\(cells)</tr></tfoot>\n"
        }
        let head = columns.map { column -> HTML in
            "<th scope=\"col\" class=\"\(raw: column.kind.cssClass)\">\(column.title)</th>"
        }
        let table = HTML.table(
            title, attributes: "\(classAttribute)\(search)", head: "\(head)", rows: rows.indices.map(row), foot: foot)
        return "\(table)\(HTML.paragraph(more, "more"))"
    }

    /// The row at an index as an HTML element.
    private func row(_ index: Int) -> HTML {
        let texts = rows[index]
        let bar = (bars?[index]).map { permille -> HTML in
            let rest = columns[1].kind == .share ? 1_000 - permille : 0
            return """
                <td class="b"><span>\(texts[1])</span><svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" \
                aria-hidden="true"><rect class="part" width="\(permille)" height="10"/>\
                <rect class="gone" x="\(permille)" width="\(rest)" height="10"/></svg></td>
                """
        }
        let cells = ((bar == nil ? 1 : 2)..<columns.count).map { cell(texts[$0], columns[$0]) }
        return "<tr><th scope=\"row\"\(name(of: columns[0]))>\(texts[0])</th>\(bar)\(cells)</tr>\n"
    }

    private func cell(_ text: String, _ column: Column) -> HTML {
        let start: HTML = "<td class=\"\(raw: column.kind.cssClass)\"\(name(of: column))>"
        guard column.kind == .dates else { return "\(start)\(message: text)</td>" }
        let dates = Self.dates(in: text).map { "<span>\(Escaping.markup($0))</span>" }.joined(separator: " ")
        return "\(start)\(raw: dates)</td>"
    }

    /// The attribute that makes a card show the column's name.
    private func name(of column: Column) -> HTML? { isCards ? " data-name=\"\(column.title)\"" : nil }
}

extension TableViewModel.Kind {
    /// The CSS class for this kind of column.
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
