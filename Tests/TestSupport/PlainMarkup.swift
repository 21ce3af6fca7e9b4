/// Reads HTML or SVG as the program writes it, more strictly than any browser would.
package struct PlainMarkup {
    /// Elements without content in HTML.
    private static let empty: Set<String> = ["meta", "rect", "path", "input"]
    private static let known = Set(
        """
        html head meta title style body a header main nav section h1 h2 h3 p ul ol li dl dt dd div span strong small pre code \
        time figure figcaption svg g rect path text table thead tbody tfoot details summary tr th td defs pattern label \
        input
        """.split(separator: " ").map(String.init))

    /// The errors of a text: tags that no template has, or that do not match, and characters that
    /// hide something.
    ///
    /// Empty when all is well.
    package static func violations(in text: String) -> [String] {
        var found: [String] = []
        var open: [String] = []
        var rest = Substring(text)
        if rest.hasPrefix("<!DOCTYPE html>") { rest = rest.dropFirst("<!DOCTYPE html>".count) }
        while let start = rest.firstIndex(where: { $0.unicodeScalars.first == "<" }) {
            guard let end = rest[start...].firstIndex(of: ">") else { return found + ["a tag is not closed"] }
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            let name = String(tag.drop { $0 == "/" }.prefix { !$0.isWhitespace && $0 != "/" })
            // The one script there is; between its tags nothing is one.
            if name == "script", rest.hasPrefix("\"use strict\";\nfor (const table of "),
                let close = rest.firstRange(of: "</script>")
            {
                rest = rest[close.upperBound...]
                continue
            }
            if !known.contains(name) { found.append("<\(tag.prefix(40))> is no tag of ours") }
            if tag.count(where: { $0 == "\"" }) % 2 != 0 { found.append("<\(tag.prefix(80))>: a quote is not closed") }
            if tag.hasPrefix("/") {
                if open.popLast() != name { found.append("</\(name)> closes something else") }
            } else if !tag.hasSuffix("/") && !(empty.contains(name)) {
                open.append(name)
                // Style sheets hold signs that only look like tags.
                if name == "style", let close = rest.firstRange(of: "</style>") { rest = rest[close.lowerBound...] }
            }
        }
        if !open.isEmpty { found.append("\(open) are left open") }
        let hidden = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar != "\n"
            case .format: scalar != "\u{200D}"
            case .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
        if let first = hidden.first { found.append("U+\(String(first.value, radix: 16)) is hidden in it") }
        return found
    }
}

extension PlainMarkup {
    package struct Element {
        package let name: String
        fileprivate let tag: String
        /// Whether the text is the first in it.
        package fileprivate(set) var isFirstText = true

        /// The value of an attribute; nil if it has none of the name.
        package func attribute(_ name: String) -> String? {
            guard let start = tag.firstRange(of: " \(name)=\"") else { return nil }
            return String(tag[start.upperBound...].prefix { $0 != "\"" })
        }
    }

    /// The texts of a document that has no violations, each with the elements that contain it, the outermost first.
    package static func texts(in markup: String) -> [(text: String, elements: [Element])] {
        var found: [(text: String, elements: [Element])] = []
        var open: [Element] = []
        for piece in markup.split(separator: "<").dropFirst(markup.hasPrefix("<!") ? 1 : 0) {
            guard let end = piece.firstIndex(of: ">") else { continue }
            let tag = String(piece[..<end])
            let name = String(tag.prefix { !$0.isWhitespace && $0 != "/" })
            if tag.hasPrefix("/") {
                open.removeLast()
            } else if !tag.hasSuffix("/") && !empty.contains(name) {
                open.append(Element(name: name, tag: tag))
            }
            let text = PlainText.trimmed(String(piece[piece.index(after: end)...]))
            if text.isEmpty || open.last?.name == "style" { continue }
            found.append((unescaped(text), open))
            for index in open.indices { open[index].isFirstText = false }
        }
        return found
    }

    package static func unescaped(_ text: String) -> String {
        let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        return signs.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
