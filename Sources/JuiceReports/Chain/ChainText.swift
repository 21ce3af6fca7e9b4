internal import JuiceBatch
internal import JuiceCore

/// The result of a chain's nightly run for a terminal, in about 10 to 25 lines.
package enum ChainText {
    private static let shopsMax = 10
    private static let fruitsMax = 8
    private static let exportsMax = 3

    /// Renders the roll-up; each line ends with a line end.
    ///
    /// - Parameter page: the path of the roll-up's page as shown to the user; nil if none was written.
    package static func render(_ model: ChainModel, on screen: TerminalStyle, page: String?) -> String {
        let viewModel = ChainViewModel(model, rowsMax: shopsMax)
        let tone: ANSIStyle.Colour =
            viewModel.statusClass == "fine" ? .good : viewModel.statusClass == "short" ? .notable : .bad
        var lines = [screen.ink.paint(screen.folded(safe(viewModel.headline)), tone)]
        for line in viewModel.lookFirst {
            let colour: ANSIStyle.Colour = line.state == .done || line.state == .rejected ? .notable : .bad
            let text = screen.folded(safe("\(line.name): \(line.why)"))
            lines.append("- " + screen.ink.paint("[\(viewModel.word(line.state))]", colour) + " " + text)
        }
        var others = [viewModel.lookMore] + sums(viewModel) + [buy(viewModel)] + exports(viewModel)
        if let page {
            others.append(viewModel.language.pick(ko: "모든 매장의 보고서: \(page)", en: "The report of all shops: \(page)"))
        }
        lines += others.compactMap(\.self).map { screen.folded(safe($0)) }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func safe(_ text: String) -> String { Escaping.terminal(text) }

    private static func sums(_ viewModel: ChainViewModel) -> [String?] {
        let (day, language) = (viewModel.model.day, viewModel.language)
        if day.shops == 0 { return [] }
        let orders = language.pick(
            ko: "주문: 만듦 \(grouped(day.ordersServed)), 못 만듦 \(grouped(day.ordersShort)) · "
                + "잔: 만듦 \(grouped(day.cupsServed)), 못 만듦 \(grouped(day.cupsShort)) · 행 \(grouped(day.rows))",
            en: "Orders: \(grouped(day.ordersServed)) served, \(grouped(day.ordersShort)) short · "
                + "cups: \(grouped(day.cupsServed)) served, \(grouped(day.cupsShort)) short · "
                + counted(day.rows, "row"))
        let money = day.money.map { sums in
            let (sales, lost) = (
                viewModel.amount(sums.sales, sums.currency), viewModel.amount(sums.lostSales, sums.currency)
            )
            return language.pick(ko: "매출 \(sales), 못 판 매출 \(lost)", en: "Sales \(sales), lost \(lost)")
        }
        return [orders] + money
    }

    /// The purchases for all shops, the largest first; nil if nothing is to be bought.
    private static func buy(_ viewModel: ChainViewModel) -> String? {
        let lines = viewModel.model.purchases.filter { $0.buy > 0 }
        guard let table = viewModel.buy else { return nil }
        let names = lines.prefix(fruitsMax).map { "\(ChainViewModel.clipped($0.fruit)) \(grouped($0.buy))" }
        let left = lines.count - names.count
        let more =
            left > 0
            ? [viewModel.language.pick(ko: "그 밖에 \(grouped(left))가지", en: "\(grouped(left)) more")] : []
        return table.title + ": " + (names + more).joined(separator: ", ")
    }

    /// The lines about exports that are not done or have rows that belong to no shop.
    private static func exports(_ viewModel: ChainViewModel) -> [String] {
        let open = viewModel.model.exports.filter { $0.state != .done || $0.leftOver > 0 || $0.hasUncheckedTotals }
        let shown = open.prefix(exportsMax).map { export in
            if export.state == .done {
                return export.leftOver > 0 ? viewModel.leftOver(export) : viewModel.uncheckedTotals(export)
            }
            let text = export.text.isEmpty ? "" : ": " + ChainViewModel.clipped(export.text)
            return "\(ChainViewModel.clipped(export.file)): \(viewModel.word(export.state))\(text)"
        }
        let left = open.count - shown.count
        if left == 0 { return shown }
        return shown + [
            viewModel.language.pick(
                ko: "살펴볼 파일이 \(grouped(left))개 더 있습니다.", en: "\(counted(left, "more export")) to check.")
        ]
    }
}
