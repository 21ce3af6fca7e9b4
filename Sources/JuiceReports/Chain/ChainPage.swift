package import JuiceBatch
internal import Mustache

/// index.html of a chain's night: one page without a script, that needs nothing beside it.
package enum ChainPage {
    /// The mark by which a page is known as made by this program; it stands near its start.
    package static let mark = #"<meta name="generator" content="juice-batch chain">"#

    /// The file's content; lists and squares are cut until it is no longer than `HTMLReport.lengthMax`.
    package static func render(_ model: ChainModel) throws(BatchError) -> String {
        let library = try PageText.library(
            ["chain": PackageResources.chain_mustache, "table": PackageResources.table_mustache],
            of: "a chain's index.html")
        let style =
            String(decoding: PackageResources.report_css, as: UTF8.self)
            + String(decoding: PackageResources.chain_css, as: UTF8.self)
        var text = ""
        for (rowsMax, squaresMax) in [(30, 10_000), (10, 10_000), (5, 10_000), (5, 1_000), (5, 100)] {
            let viewModel = ChainViewModel(model, rowsMax: rowsMax)
            text = library.render(page(viewModel, style: style, squaresMax: squaresMax), withTemplate: "chain") ?? ""
            if text.utf8.count <= HTMLReport.lengthMax { return text }
        }
        throw .invariant("index.html takes \(text.utf8.count) bytes")
    }

    private static func page(_ viewModel: ChainViewModel, style: String, squaresMax: Int) -> PageNode {
        PageNode(
            texts: [
                "languageCode": viewModel.language.rawValue, "title": viewModel.title, "headline": viewModel.headline,
                "statusWord": viewModel.statusWord, "sumsTitle": viewModel.sumsTitle, "files": viewModel.filesNote,
            ],
            shapes: ["style": style, "mark": mark, "status": viewModel.statusClass],
            nodes: [
                "look": look(viewModel), "figures": PageContent.table(viewModel.sums),
                "map": map(viewModel, squaresMax: squaresMax), "buy": viewModel.buy.map { PageContent.table($0) },
                "missing": missing(viewModel), "exports": viewModel.exports.map { PageContent.table($0) },
            ],
            lists: [
                "worst": viewModel.worst.map { PageContent.table($0) }, "buyNotes": notes(viewModel.buyNotes),
                "exportNotes": notes(viewModel.exportNotes),
            ])
    }

    private static func notes(_ texts: [String]) -> [PageNode] { texts.map { PageNode(texts: ["text": $0]) } }

    /// The list of shops that need attention; nil if there are none.
    private static func look(_ viewModel: ChainViewModel) -> PageNode? {
        let lines = viewModel.lookFirst
        if lines.isEmpty { return nil }
        let columns = viewModel.lookColumns
        return PageNode(
            texts: [
                "heading": viewModel.lookTitle, "shopWord": columns.shop, "stateWord": columns.state,
                "whyWord": columns.why, "left": viewModel.lookMore,
            ],
            lists: [
                "lines": lines.map { line in
                    PageNode(
                        texts: ["word": viewModel.word(line.state), "why": line.why],
                        shapes: ["state": line.state.rawValue],
                        nodes: [
                            "link": line.link.map { PageNode(texts: ["to": $0, "name": line.name]) },
                            "plain": line.link == nil ? PageNode(texts: ["name": line.name]) : nil,
                        ])
                }
            ])
    }

    /// The map of the shops; nil for a chain without shops.
    private static func map(_ viewModel: ChainViewModel, squaresMax: Int) -> PageNode? {
        let states = viewModel.model.shops.map(\.state)
        if states.isEmpty { return nil }
        let map = ChainMap(states, squaresMax: squaresMax)
        return PageNode(
            texts: [
                "heading": viewModel.mapTitle, "words": viewModel.mapWords,
                "remark": viewModel.mapRemark(map.shopsPerSquare),
            ],
            shapes: ["across": "\(map.across)", "down": "\(map.down)", "widthMax": "\(map.across * 2)"],
            lists: [
                "legend": viewModel.stateCounts.map { state, count in
                    PageNode(
                        texts: ["word": "\(viewModel.word(state)) \(grouped(count))"], shapes: ["state": state.rawValue]
                    )
                },
                "states": map.squares.map {
                    PageNode(shapes: ["state": $0.state.rawValue, "shape": $0.path])
                },
            ])
    }

    /// The section of shops without a report; nil where every shop has reported.
    private static func missing(_ viewModel: ChainViewModel) -> PageNode? {
        let names = viewModel.missing
        if names.isEmpty { return nil }
        return PageNode(
            texts: ["heading": viewModel.missingTitle, "left": viewModel.missingMore], lists: ["names": notes(names)])
    }
}

/// All shops of a chain as squares of a grid, by state.
struct ChainMap {
    /// The squares of a state, as one path.
    struct Squares {
        let state: ShopRunState
        let path: String
    }

    /// The number of squares in each row and column of the map.
    let across: Int
    let down: Int
    /// The number of shops that a square stands for; the square shows the worst of them.
    let shopsPerSquare: Int
    /// The states that have squares, the worst first.
    let squares: [Squares]

    /// - Parameters:
    ///   - states: those of all shops, at least one, in their order, which is that of reading.
    ///   - squaresMax: how many squares there may be.
    init(_ states: [ShopRunState], squaresMax: Int) {
        let perSquare = max(1, (states.count + squaresMax - 1) / squaresMax)
        let ranks = Dictionary(uniqueKeysWithValues: ShopRunState.allCases.enumerated().map { ($1, $0) })
        let places = stride(from: 0, to: states.count, by: perSquare).map { start in
            states[start..<min(start + perSquare, states.count)].compactMap { ranks[$0] }.min() ?? 0
        }
        var across = min(places.count, 10)
        while across * across * 4 < places.count * 5 { across += 1 }
        self.across = across
        down = (places.count + across - 1) / max(across, 1)
        shopsPerSquare = perSquare
        let paths = Self.paths(places, across: across)
        squares = zip(ShopRunState.allCases, paths).filter { !$1.isEmpty }.map { Squares(state: $0, path: $1) }
    }

    /// A path for each state: neighbours of one state in a line are one rectangle.
    private static func paths(_ places: [Int], across: Int) -> [String] {
        var paths = Array(repeating: "", count: ShopRunState.allCases.count)
        var start = 0
        while start < places.count {
            let (state, column) = (places[start], start % across)
            let lineEnd = min(start - column + across, places.count)
            var end = start + 1
            while end < lineEnd, places[end] == state { end += 1 }
            paths[state] += "M\(column) \(start / across)h\(end - start)v1h-\(end - start)z"
            start = end
        }
        return paths
    }
}
