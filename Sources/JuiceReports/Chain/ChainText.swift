internal import JuiceBatch
internal import JuiceCore

/// The night of a chain for a terminal, on some 10 to 25 lines.
package enum ChainText {
    private static let shopsMax = 10
    private static let fruitsMax = 8
    private static let exportsMax = 3

    /// Its lines, each with a line end.
    ///
    /// - Parameter page: the path of the roll-up's page, as the user knows it; nil where none was written.
    package static func render(_ model: ChainModel, on screen: Screen, page: String?) -> String {
        let story = ChainStory(model, rowsMax: shopsMax)
        let tone: Ink.Colour = story.statusClass == "fine" ? .good : story.statusClass == "short" ? .notable : .bad
        var lines = [screen.ink.paint(screen.folded(safe(story.headline)), tone)]
        for line in story.lookFirst {
            let colour: Ink.Colour = line.state == .done || line.state == .rejected ? .notable : .bad
            let text = screen.folded(safe("\(line.name): \(line.why)"))
            lines.append("- " + screen.ink.paint("[\(story.word(line.state))]", colour) + " " + text)
        }
        lines += ([story.lookMore] + sums(story) + [buy(story)]).compactMap(\.self).map { screen.folded(safe($0)) }
        lines += exports(story).map { screen.folded(safe($0)) }
        if let page {
            lines.append(
                screen.folded(
                    safe(story.language.pick(ko: "온 매장의 보고서: \(page)", en: "The report of all shops: \(page)"))))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func safe(_ text: String) -> String { SafeText.terminal(text) }

    private static func sums(_ story: ChainStory) -> [String?] {
        let (day, language) = (story.model.day, story.language)
        if day.shops == 0 { return [] }
        let orders = language.pick(
            ko: "주문: 나감 \(grouped(day.ordersServed)), 못 나감 \(grouped(day.ordersShort)) · "
                + "잔: 나감 \(grouped(day.cupsServed)), 못 나감 \(grouped(day.cupsShort)) · 행 \(grouped(day.rows))",
            en: "Orders: \(grouped(day.ordersServed)) served, \(grouped(day.ordersShort)) lost · "
                + "cups: \(grouped(day.cupsServed)) served, \(grouped(day.cupsShort)) lost · "
                + counted(day.rows, "row"))
        let money = day.money.map { sums in
            let (sales, lost) = (
                story.amount(sums.sales, sums.currency), story.amount(sums.lostSales, sums.currency)
            )
            return language.pick(ko: "매출 \(sales), 놓친 매출 \(lost)", en: "Sales \(sales), lost \(lost)")
        }
        return [orders] + money
    }

    /// The purchases of all shops, the largest first; nil where nothing is to be bought.
    private static func buy(_ story: ChainStory) -> String? {
        let lines = story.model.purchases.filter { $0.buy > 0 }
        guard let table = story.buy else { return nil }
        let names = lines.prefix(fruitsMax).map { "\(ChainStory.clipped($0.fruit)) \(grouped($0.buy))" }
        let left = lines.count - names.count
        let more =
            left > 0
            ? [story.language.pick(ko: "그 밖에 \(grouped(left))가지", en: "\(grouped(left)) more")] : []
        return table.title + ": " + (names + more).joined(separator: ", ")
    }

    /// Exports that are not done, or of which rows are left over.
    private static func exports(_ story: ChainStory) -> [String] {
        let open = story.model.exports.filter { $0.state != .done || $0.leftOver > 0 || $0.hasUncheckedTotals }
        let shown = open.prefix(exportsMax).map { export in
            if export.state == .done {
                return export.leftOver > 0 ? story.leftOver(export) : story.uncheckedTotals(export)
            }
            let text = export.text.isEmpty ? "" : ": " + ChainStory.clipped(export.text)
            return "\(ChainStory.clipped(export.file)): \(story.word(export.state))\(text)"
        }
        let left = open.count - shown.count
        if left == 0 { return shown }
        return shown + [
            story.language.pick(
                ko: "살펴볼 파일이 \(grouped(left))개 더 있습니다.", en: "\(counted(left, "more export")) to look at.")
        ]
    }
}
