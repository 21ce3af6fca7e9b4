package import JuiceBatch
internal import Mustache

/// index.html of a chain's night: one page without a script, that needs nothing beside it.
package enum ChainPage {
    /// The mark by which a page is known as made by this program; it stands near its start.
    package static let mark = #"<meta name="generator" content="juice-batch chain">"#

    /// The file's content; lists and squares are cut until it is no longer than `HTMLReport.lengthMax`.
    package static func render(_ model: ChainModel) throws(BatchError) -> String {
        let library = try library()
        let style =
            String(decoding: PackageResources.report_css, as: UTF8.self)
            + String(decoding: PackageResources.chain_css, as: UTF8.self)
        var text = ""
        for (rowsMax, squaresMax) in [(30, 10_000), (10, 10_000), (5, 10_000), (5, 1_000), (5, 100)] {
            let story = ChainStory(model, rowsMax: rowsMax)
            text = library.render(page(story, style: style, squaresMax: squaresMax), withTemplate: "chain") ?? ""
            if text.utf8.count <= HTMLReport.lengthMax { return text }
        }
        throw .invariant("index.html takes \(text.utf8.count) bytes")
    }

    private static func library() throws(BatchError) -> MustacheLibrary {
        do {
            MustacheContentTypes.register(PageText(), named: "PAGE")
            let files = ["chain": PackageResources.chain_mustache, "table": PackageResources.table_mustache]
            return MustacheLibrary(
                templates: try files.mapValues { try MustacheTemplate(string: String(decoding: $0, as: UTF8.self)) })
        } catch {
            throw .invariant("the template of a chain's index.html: \(error)")
        }
    }

    private static func page(_ story: ChainStory, style: String, squaresMax: Int) -> PageNode {
        PageNode(
            texts: [
                "languageCode": story.language.rawValue, "title": story.title, "headline": story.headline,
                "statusWord": story.statusWord, "sumsTitle": story.sumsTitle, "files": story.filesNote,
            ],
            shapes: ["style": style, "mark": mark, "status": story.statusClass],
            nodes: [
                "look": look(story), "figures": PageContent.table(story.sums),
                "map": map(story, squaresMax: squaresMax), "buy": story.buy.map { PageContent.table($0) },
                "missing": missing(story), "exports": story.exports.map { PageContent.table($0) },
            ],
            lists: [
                "worst": story.worst.map { PageContent.table($0) }, "buyNotes": notes(story.buyNotes),
                "exportNotes": notes(story.exportNotes),
            ])
    }

    private static func notes(_ texts: [String]) -> [PageNode] { texts.map { PageNode(texts: ["text": $0]) } }

    /// The list of shops that need attention; nil if there are none.
    private static func look(_ story: ChainStory) -> PageNode? {
        let lines = story.lookFirst
        if lines.isEmpty { return nil }
        let columns = story.lookColumns
        return PageNode(
            texts: [
                "heading": story.lookTitle, "shopWord": columns.shop, "stateWord": columns.state,
                "whyWord": columns.why, "left": story.lookMore,
            ],
            lists: [
                "lines": lines.map { line in
                    PageNode(
                        texts: ["word": story.word(line.state), "why": line.why],
                        shapes: ["state": line.state.rawValue],
                        nodes: [
                            "link": line.link.map { PageNode(texts: ["to": $0, "name": line.name]) },
                            "plain": line.link == nil ? PageNode(texts: ["name": line.name]) : nil,
                        ])
                }
            ])
    }

    /// The map of the shops; nil for a chain without shops.
    private static func map(_ story: ChainStory, squaresMax: Int) -> PageNode? {
        let states = story.model.shops.map(\.state)
        if states.isEmpty { return nil }
        let map = ChainMap(states, squaresMax: squaresMax)
        return PageNode(
            texts: [
                "heading": story.mapTitle, "words": story.mapWords, "remark": story.mapRemark(map.shopsPerSquare),
            ],
            shapes: ["across": "\(map.across)", "down": "\(map.down)", "widthMax": "\(map.across * 2)"],
            lists: [
                "legend": story.stateCounts.map { state, count in
                    PageNode(
                        texts: ["word": "\(story.word(state)) \(grouped(count))"], shapes: ["state": state.rawValue])
                },
                "states": map.squares.map {
                    PageNode(shapes: ["state": $0.state.rawValue, "shape": $0.path])
                },
            ])
    }

    /// The section of shops without a report; nil where every shop has reported.
    private static func missing(_ story: ChainStory) -> PageNode? {
        let names = story.missing
        if names.isEmpty { return nil }
        return PageNode(
            texts: ["heading": story.missingTitle, "left": story.missingMore], lists: ["names": notes(names)])
    }
}
