internal import CBuild
package import JuiceBatch

/// The page index.html with the result of a chain's nightly run: one file without scripts or external resources.
extension ChainModel {
    /// The tag near the start of a page that identifies this program as its generator.
    package static let generatorTag = #"<meta name="generator" content="juice-batch chain">"#

    /// Renders the page; lists and the map are shortened until the page is not longer than `HTML.lengthMax`.
    package func page() throws(BatchError) -> String {
        let limits = [(30, 10_000), (10, 10_000), (5, 10_000), (5, 1_000), (5, 100)]
        return try HTML.text(of: "index.html", limits: limits) { rowsMax, squaresMax in
            ChainViewModel(model: self, rowsMax: rowsMax).page(squaresMax: squaresMax)
        }
    }
}

extension ChainViewModel {
    fileprivate func page(squaresMax: Int) -> HTML {
        let shortageTables = shortageTables.map { table -> HTML in
            "<section>\n<h2>\(table.title)</h2>\n\(table.html())</section>\n"
        }
        let (buy, shopsWithoutPlan) = (buy, model.shopsWithoutPlan)
        let buyNote = pick(
            if: buy != nil && shopsWithoutPlan > 0,
            ko: "이 날짜에 실행하지 않았거나 기록이 적은 매장 \(grouped(shopsWithoutPlan))곳은 넣지 않았습니다. 그 매장에서 살 것은 매장 폴더에서 확인하세요: "
                + "juice-batch plan --ledger shop.sqlite --for \(model.planDates.last ?? "")",
            en: "This table leaves out \(counted(shopsWithoutPlan, "shop")) with no run on this date or too little "
                + "history. To see what such a shop has to buy, run in its folder: "
                + "juice-batch plan --ledger shop.sqlite --for \(model.planDates.last ?? "")")
        let exportNotes =
            model.exports.filter { $0.rowsWithoutShop > 0 }.prefix(rowsMax).map(rowsWithoutShopText)
            + model.exports.filter(\.counts.hasUncheckedTotals).prefix(rowsMax).map(uncheckedTotalsText)
        let body: HTML = """
            <header>
            <h1>\(title)</h1>
            <p class="status \(status.htmlClass)">\(status.words)</p>
            <p class="headline">\(headline)</p>
            </header>
            <main>
            \(urgentSection)\(HTML.section("sums", sums.title, sums.html()))\
            \(map(squaresMax: squaresMax))\(buy.map { HTML.section("buy", $0.title, $0.html()) })\
            \(HTML.paragraph(buyNote, "note"))\(shortageTables)\
            \(missingSection)\(exports.map { HTML.section("exports", $0.title, $0.html()) })\
            \(exportNotes.map { HTML.paragraph($0, "note") })</main>
            \(Self.patterns)
            """
        return HTML.page(
            language, title: title, generatorTag: ChainModel.generatorTag, style: [.reportStyle, .chainStyle],
            body: body)
    }

    private var urgentSection: HTML? {
        if urgentShops.isEmpty { return nil }
        let rows = urgentShops.map { shop -> HTML in
            let name = Self.clipped(shop.name)
            // The address of the last reports, relative to the page.
            let link = shop.runs.last { !$0.reports.isEmpty }.map { run -> HTML in
                let address = "../../\(Escaping.address(shop.folder.utf8))/\(Escaping.address(run.reports.utf8))/"
                return "<a href=\"\(address)\">\(name)</a>"
            }
            return """
                <tr><th scope="row">\(link ?? "\(name)")</th><td class="s">\(square(shop.state))\(word(shop.state))</td>\
                <td class="t">\(reasons(shop))</td></tr>

                """
        }
        let title = pick(ko: "먼저 볼 매장", en: "Shops to look at first")
        let columns = pick(ko: "매장|상태|이유", en: "Shop|State|Why").split(separator: "|")
        let head = columns.map { "<th scope=\"col\">\(String($0))</th>" as HTML }
        let table = HTML.table(title, attributes: " class=\"look\"", head: "\(head)", rows: rows)
        return HTML.section("look", title, "\(table)\(HTML.paragraph(moreUrgentShops, "more"))")
    }

    private func square(_ state: ShopRunState) -> HTML {
        """
        <svg class="mark" viewBox="0 0 1 1" aria-hidden="true"><rect width="1" height="1" fill="url(#of-\(raw: state.rawValue))"/></svg>
        """
    }

    /// The shops that sent no file; nil if there are none.
    private var missingSection: HTML? {
        let names = model.shops.filter { $0.state == .missing }.map { Self.clipped($0.name) }
        if names.isEmpty { return nil }
        let title = pick(
            ko: "파일이 오지 않은 매장 \(grouped(names.count))곳", en: "\(counted(names.count, "shop")) sent no file")
        return HTML.section("missing", title, HTML.paragraph(language.list(names, max: 60, "곳") + "."))
    }

    /// The map of the shops; nil for a chain without shops.
    private func map(squaresMax: Int) -> HTML? {
        let states = model.shops.map(\.state)
        if states.isEmpty { return nil }
        let map = chainMap(of: states, squaresMax: squaresMax)
        let legend = stateCounts.map { state, count -> HTML in
            "<li>\(square(state))\(word(state)) \(grouped(count))</li>\n"
        }
        let shapes = map.paths.map { state, path -> HTML in
            "<path fill=\"url(#of-\(raw: state.rawValue))\" d=\"\(raw: path)\"/>"
        }
        let title = pick(ko: "매장 지도", en: "Map of all shops")
        let counts = stateCounts.filter { $0.count > 0 }.map { "\(word($0.state)) \(grouped($0.count))" }
        let squares =
            map.shopsPerSquare == 1
            ? pick(ko: "한 칸이 매장 한 곳입니다.", en: "Each square is a shop.")
            : pick(
                ko: "한 칸에 매장 \(grouped(map.shopsPerSquare))곳을 묶어, 그중 가장 나쁜 상태를 표시합니다.",
                en: "Each square is a group of \(grouped(map.shopsPerSquare)) shops, and shows the worst state "
                    + "among them.")
        let order = pick(
            ko: "왼쪽 위부터 chain.csv에 적힌 순서대로 놓았습니다.",
            en: "The squares follow the order of chain.csv, row by row from the top left.")
        return HTML.section(
            "map", title,
            """
            <ul class="legend">
            \(legend)</ul>
            <svg class="map" role="img" aria-labelledby="map-words" viewBox="0 0 \(map.across) \(map.down)" \
            style="max-width:\(map.across * 2)rem"><title id="map-words">\(title): \(counts.joined(separator: ", "))</title>\
            \(shapes)</svg>
            <p class="more">\(squares) \(order)</p>

            """)
    }

    private static let patterns: HTML = """
        <svg class="shapes" aria-hidden="true"><defs>
        <pattern id="of-failed" width="1" height="1" patternUnits="userSpaceOnUse"><path class="dark" d="M.06.06h.88v.88h-.88z"/></pattern>
        <pattern id="of-refused" width="1" height="1" patternUnits="userSpaceOnUse"><path class="gone" d="M.06.06h.62l-.62.62zM.94.94h-.62l.62-.62z"/></pattern>
        <pattern id="of-not_run" width="1" height="1" patternUnits="userSpaceOnUse"><path class="frame" d="M.06.06h.88v.88h-.88zM.18.18v.64h.64v-.64zM.4.4h.2v.2h-.2z"/></pattern>
        <pattern id="of-missing" width="1" height="1" patternUnits="userSpaceOnUse"><path class="frame" d="M.06.06h.88v.88h-.88zM.26.26v.48h.48v-.48z"/></pattern>
        <pattern id="of-rejected" width="1" height="1" patternUnits="userSpaceOnUse"><path class="pale" d="M.06.06h.88v.88h-.88z"/><path class="half" d="M.06.5h.88v.44h-.88z"/></pattern>
        <pattern id="of-done" width="1" height="1" patternUnits="userSpaceOnUse"><path class="pale" d="M.06.06h.88v.88h-.88z"/></pattern>
        </defs></svg>

        """
}

/// Lays out the states of one or more shops, in their order, as at most `squaresMax` squares of a grid, row by row.
///
/// - Returns: the number of squares in each row and column; the number of shops in a square, which shows the worst
///   state among them; and the SVG path of the squares of each state that occurs, the worst state first.
private func chainMap(
    of states: [ShopRunState], squaresMax: Int
) -> (across: Int, down: Int, shopsPerSquare: Int, paths: [(state: ShopRunState, path: String)]) {
    let shopsPerSquare = max(1, (states.count + squaresMax - 1) / squaresMax)
    let ranks = stride(from: 0, to: states.count, by: shopsPerSquare).map { start in
        states[start..<min(start + shopsPerSquare, states.count)].map(\.rank).min() ?? 0
    }
    // At least ten squares across if there are as many, and about five across for each four down.
    var across = min(ranks.count, 10)
    while across * across * 4 < ranks.count * 5 { across += 1 }
    // Adjacent squares of the same state in a line form one rectangle.
    var paths = Array(repeating: "", count: ShopRunState.allCases.count)
    var start = 0
    while start < ranks.count {
        let (rank, column) = (ranks[start], start % across)
        let lineEnd = min(start - column + across, ranks.count)
        var end = start + 1
        while end < lineEnd, ranks[end] == rank { end += 1 }
        paths[rank] += "M\(column) \(start / across)h\(end - start)v1h-\(end - start)z"
        start = end
    }
    let down = (ranks.count + across - 1) / across
    return (across, down, shopsPerSquare, zip(ShopRunState.allCases, paths).filter { !$1.isEmpty }.map { ($0, $1) })
}
