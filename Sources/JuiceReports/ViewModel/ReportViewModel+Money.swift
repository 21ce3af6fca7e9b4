internal import JuiceBatch
internal import JuiceCore

/// The texts about money, and about sales by the values of columns that the settings list.
extension ReportViewModel {
    var moneyTitle: String { pick(ko: "매출과 재료비", en: "Sales and costs") }

    /// The tables of sales and costs; empty if the menu has no prices.
    var moneyTables: [TableViewModel] {
        guard let money = model.money else { return [] }
        return [salesByJuice(money), costsByFruit(money)].compactMap(\.self)
    }

    /// The most important figures (`figures`) if the menu has prices.
    var moneyFigures: [Figure] {
        let tally = model.tally
        let figures = model.runFigures ?? model.figures(on: CalendarDay(number: 0))
        let rate = figures.sums.sales.flatMap { sales in
            figures.fruitCost.map { percent($0.hundredths, of: sales.hundredths) }
        }
        func amount(ko: String, en: String, _ amount: (DayFigures) -> Money?, _ caption: String) -> Figure {
            figure(
                ko: ko, en: en, moneyFormat.text(amount(figures)), caption,
                compared: compared { amount($0)?.hundredths })
        }
        return [
            amount(ko: "매출", en: "Sales", \.sums.sales, language.cups(tally.cupsServed - tally.cupsCancelled)),
            amount(ko: "놓친 매출", en: "Lost sales", \.sums.lostSales, language.shortOrders(tally.ordersShort)),
            amount(
                ko: "재료비", en: "Cost of fruit", \.fruitCost,
                rate.map { pick(ko: "매출의 \($0)", en: "\($0) of sales") } ?? "–"),
            amount(ko: "이익", en: "Profit", \.profit, pick(ko: "매출 − 재료비", en: "sales − fruit")),
            amount(
                ko: "객단가", en: "Sales per order", { $0.salesPerOrder(in: model.currency) },
                language.orders(tally.ordersServed)),
        ]
    }

    private func salesByJuice(_ money: MoneyFigures) -> TableViewModel? {
        let known = model.juicesWithOrders
        guard !known.isEmpty else { return nil }
        let all = Self.sorted(known) { money.juices[$0].lostSales?.hundredths ?? 0 }
        let rows = all.prefix(rowsMax).map { juice in
            let (figures, sums) = (model.tally.juices[juice], money.juices[juice])
            return [
                model.menu.juices[juice].name, moneyFormat.text(model.menu.juices[juice].price),
                grouped(figures.cupsServed - figures.cupsCancelled), moneyFormat.text(sums.sales),
                grouped(figures.cupsShort), moneyFormat.text(sums.lostSales),
            ]
        }
        let tallies = all.map { model.tally.juices[$0] }
        let totals = [
            "–", grouped(sum(tallies.map { $0.cupsServed - $0.cupsCancelled })), moneyFormat.text(money.recorded.sales),
            grouped(sum(tallies.map(\.cupsShort))), moneyFormat.text(money.recorded.lostSales),
        ]
        return table(
            ko: "쥬스별 매출", "쥬스|#판매가|#판 잔|#매출|#못 만든 잔|#놓친 매출",
            en: "Sales by juice", "Juice|#Price|#Cups sold|#Sales|#Cups short|#Lost sales",
            rows: rows, sums: sums(of: all.count, totals), more: moreJuices(all.count - rows.count))
    }

    private func costsByFruit(_ money: MoneyFigures) -> TableViewModel {
        let totals = money.recorded
        let all = Self.sorted(Array(model.menu.fruits.indices)) { fruit in
            let (lost, found) = (money.fruits[fruit].discarded?.hundredths, money.fruits[fruit].counted?.hundredths)
            return (lost ?? 0) - min(found ?? 0, 0)
        }
        let rows = all.prefix(rowsMax).map { fruit in
            let (item, sums) = (model.menu.fruits[fruit], money.fruits[fruit])
            return [item.name]
                + [item.cost, sums.used, sums.discarded, sums.counted, sums.restock].map { moneyFormat.text($0) }
        }
        let sums = [totals.fruitUsed, totals.discarded, totals.counted, money.restock].map { moneyFormat.text($0) }
        return table(
            ko: "과일별 재료비", "과일|#원가|#쓴 것|#버린 것|#실사 차이|#채울 것",
            en: "Costs by fruit", "Fruit|#Cost|#Used|#Discarded|#Counted|#To restock",
            rows: rows, sums: self.sums(of: all.count, ["–"] + sums), more: moreFruits(all.count - rows.count))
    }

    var salesByColumnTitle: String {
        let names = model.salesByColumn.map(\.column).joined(separator: ", ")
        return pick(ko: "\(names)별", en: "By \(names)")
    }

    var salesByColumn: [TableViewModel] { model.salesByColumn.map(table) }

    private func table(_ figures: SalesByColumn) -> TableViewModel {
        let sold = figures.valuesWithOrders
        let hasCancels = sold.contains { $0.cancelled > 0 }
        let columns = TableViewModel.columns(
            pick(
                ko: "#만든 주문\(hasCancels ? "|#취소" : "")|#\(model.money == nil ? "판 잔" : "매출")",
                en: "#Orders served\(hasCancels ? "|#Cancels" : "")|#\(model.money == nil ? "Cups sold" : "Sales")"))
        func cells(served: Int, cancelled: Int, _ amount: String) -> [String] {
            [grouped(served)] + (hasCancels ? [grouped(cancelled)] : []) + [amount]
        }
        let rows = sold.prefix(rowsMax).map { value in
            [model.name(value)] + cells(served: value.served, cancelled: value.cancelled, model.amount(value))
        }
        let amount = model.money.map { moneyFormat.text($0.recorded.sales) } ?? grouped(sum(sold.map(\.totalCups)))
        let totals = cells(served: sum(sold.map(\.served)), cancelled: sum(sold.map(\.cancelled)), amount)
        return TableViewModel(
            figures.column, columns: [(figures.column, .text)] + columns, rows: rows,
            sums: sums(of: sold.count, totals), more: moreRows(sold.count - rows.count))
    }
}

extension ReportModel {
    var moneyFormat: MoneyFormat { MoneyFormat(sign: currency) }

    /// A line for the terminal; nil if the menu has no prices.
    var moneyLine: String? {
        guard let totals = money?.recorded else { return nil }
        let (sales, lost) = (moneyFormat.text(totals.sales), moneyFormat.text(totals.lostSales))
        let (used, discarded) = (moneyFormat.text(totals.fruitUsed), moneyFormat.text(totals.discarded))
        return pick(
            ko: "매출 \(sales), 놓친 매출 \(lost), 쓴 과일 \(used), 버린 과일 \(discarded)",
            en: "Sales \(sales), lost sales \(lost), fruit used \(used), fruit discarded \(discarded)")
    }

    /// The orders and sales of each value, one line per column, for the terminal.
    var salesByColumnLines: [String] {
        salesByColumn.map { figures in
            let values = figures.valuesWithOrders.map { value in
                let orders = pick(ko: "\(grouped(value.served))건", en: counted(value.served, "order"))
                let cups = money == nil ? pick(ko: "잔", en: " cups") : ""
                return "\(name(value)) \(orders) \(amount(value))\(cups)"
            }
            let list = values.isEmpty ? pick(ko: "없음", en: "none") : values.joined(separator: ", ")
            return "\(figures.column): \(list)"
        }
    }

    fileprivate func name(_ value: SalesByColumn.Value) -> String {
        guard let cell = value.cell else { return pick(ko: "그 밖", en: "others") }
        return cell.isEmpty ? pick(ko: "빈 칸", en: "empty") : cell
    }

    /// The sales of the rows with a value; the number of cups if the menu has no prices.
    fileprivate func amount(_ value: SalesByColumn.Value) -> String {
        money == nil ? grouped(value.totalCups) : moneyFormat.text(value.sales(menu))
    }
}
