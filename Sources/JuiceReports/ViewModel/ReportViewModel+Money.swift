internal import JuiceBatch
internal import JuiceCore

/// The texts about money; empty if nothing on the menu has a price.
extension ReportViewModel {
    var moneyTitle: String { language.pick(ko: "매출과 재료비", en: "Sales and costs") }

    /// The tables of sales and costs; empty if the menu has no prices.
    var moneyTables: [TableViewModel] {
        guard let money = model.money else { return [] }
        return [sums(money.recorded), salesByJuice(money), costsByFruit(money)].compactMap(\.self)
    }

    /// The most important figures (`figures`) if the menu has prices.
    var moneyFigures: [Figure] {
        guard let money = model.money else { return [] }
        let tally = model.tally
        let price = withoutPrice(money).map { language.pick(ko: "판매가 없음: \($0)", en: "no price: \($0)") }
        let cost = withoutCost(money).map { language.pick(ko: "원가 없음: \($0)", en: "no cost: \($0)") }
        let figures = model.runFigures ?? model.figures(on: CalendarDay(number: 0))
        let rate = figures.sales.flatMap { sales in
            figures.fruitCost.map { percent($0.hundredths, of: sales.hundredths) }
        }
        // An unknown figure states which price is missing; the others have a remark.
        func figure(
            ko: String, en: String, _ amount: @escaping (DayFigures) -> Money?, lacking missing: String?,
            _ caption: String
        ) -> Figure {
            let value = amount(figures)
            return Figure(
                name: language.pick(ko: ko, en: en), value: moneyFormat.text(value),
                caption: value == nil ? missing ?? caption : caption, compared: compared { amount($0)?.hundredths })
        }
        return [
            figure(ko: "매출", en: "Sales", \.sales, lacking: price, language.cups(tally.cupsServed)),
            figure(
                ko: "놓친 매출", en: "Lost sales", \.lostSales, lacking: price, language.shortOrders(tally.ordersShort)),
            figure(
                ko: "재료비", en: "Cost of fruit", \.fruitCost, lacking: cost,
                rate.map { language.pick(ko: "매출의 \($0)", en: "\($0) of sales") } ?? "–"),
            figure(
                ko: "이익", en: "Profit", \.profit, lacking: figures.sales == nil ? price : cost,
                language.pick(ko: "매출 − 재료비", en: "sales − fruit")),
            figure(
                ko: "객단가", en: "Sales per order", { $0.salesPerOrder(in: model.currency) },
                lacking: figures.sales == nil ? price : nil, language.orders(tally.ordersServed)),
        ]
    }

    /// The notes about missing prices and the figures that are therefore unknown.
    var moneyNotes: [String] {
        guard let money = model.money else { return [] }
        let price = withoutPrice(money).map {
            language.pick(
                ko: "메뉴에 판매가가 없는 쥬스가 있어 매출 합계를 계산할 수 없습니다: \($0).",
                en: "Total sales are unknown because these juices have no price: \($0).")
        }
        let cost = withoutCost(money).map {
            language.pick(
                ko: "메뉴에 원가가 없는 과일이 있어 재료비를 계산할 수 없습니다: \($0).",
                en: "The total cost of fruit is unknown because these fruits have no cost: \($0).")
        }
        return [price, cost].compactMap(\.self)
    }

    private func sums(_ money: RecordedMoney) -> TableViewModel {
        let rows: [(String, Money?)] = [
            (language.pick(ko: "매출", en: "Sales"), money.sales),
            (language.pick(ko: "놓친 매출", en: "Lost sales"), money.lostSales),
            (language.pick(ko: "쓴 과일", en: "Fruit used"), money.fruitUsed),
            (language.pick(ko: "버린 과일", en: "Fruit discarded"), money.discarded),
            (language.pick(ko: "실사로 바뀐 과일", en: "Changed by counts"), money.counted),
        ]
        return TableViewModel(
            language.pick(ko: "합계", en: "Totals"), columns: language.pick(ko: "항목|#금액", en: "Item|#Amount"),
            rows: rows.map { [$0, moneyFormat.text($1)] })
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
                grouped(figures.cupsShort),
                moneyFormat.text(sums.lostSales),
            ]
        }
        return TableViewModel(
            language.pick(ko: "쥬스별 매출", en: "Sales by juice"),
            columns: language.pick(
                ko: "쥬스|#판매가|#판 잔|#매출|#못 만든 잔|#놓친 매출", en: "Juice|#Price|#Cups sold|#Sales|#Cups short|#Lost sales"),
            rows: rows,
            sums: sums(
                of: all.count,
                [
                    "–",
                    grouped(sum(all.map { model.tally.juices[$0].cupsServed - model.tally.juices[$0].cupsCancelled })),
                    moneyFormat.text(money.recorded.sales), grouped(sum(all.map { model.tally.juices[$0].cupsShort })),
                    moneyFormat.text(money.recorded.lostSales),
                ]),
            more: moreJuices(all.count - rows.count, in: "summary.json"))
    }

    private func costsByFruit(_ money: MoneyFigures) -> TableViewModel {
        let totals = money.recorded
        let all = Self.sorted(Array(model.menu.fruits.indices)) { fruit in
            let (lost, found) = (money.fruits[fruit].discarded?.hundredths, money.fruits[fruit].counted?.hundredths)
            return (lost ?? 0) - min(found ?? 0, 0)
        }
        let rows = all.prefix(rowsMax).map { fruit in
            let sums = money.fruits[fruit]
            return [
                model.menu.fruits[fruit].name, moneyFormat.text(model.menu.fruits[fruit].cost),
                moneyFormat.text(sums.used),
                moneyFormat.text(sums.discarded), moneyFormat.text(sums.counted), moneyFormat.text(sums.restock),
            ]
        }
        return TableViewModel(
            language.pick(ko: "과일별 재료비", en: "Costs by fruit"),
            columns: language.pick(
                ko: "과일|#원가|#쓴 것|#버린 것|#실사 차이|#채울 것", en: "Fruit|#Cost|#Used|#Discarded|#Counted|#To restock"),
            rows: Array(rows),
            sums: sums(
                of: all.count,
                [
                    "–", moneyFormat.text(totals.fruitUsed), moneyFormat.text(totals.discarded),
                    moneyFormat.text(totals.counted), moneyFormat.text(money.restock),
                ]),
            more: moreFruits(all.count - rows.count, in: "summary.json"))
    }

    private func withoutPrice(_ money: MoneyFigures) -> String? {
        names(money.juicesWithoutPrice.map { model.menu.juices[$0].name }, ko: "쥬스", en: "juice")
    }

    private func withoutCost(_ money: MoneyFigures) -> String? {
        names(money.fruitsWithoutCost.map { model.menu.fruits[$0].name }, ko: "과일", en: "fruit")
    }

    /// A list of the first names, with the number of others; nil if there are none.
    private func names(_ all: [String], ko: String, en: String) -> String? {
        all.isEmpty ? nil : language.list(all, max: 3, "가지 \(ko)", en)
    }
}

/// The texts about sales by the values of columns; empty if no setting lists any.
extension ReportViewModel {
    /// The heading of the tables.
    var salesByColumnTitle: String {
        let names = model.salesByColumn.map(\.column).joined(separator: ", ")
        return language.pick(ko: "\(names)별", en: "By \(names)")
    }

    /// A table for each column.
    var salesByColumn: [TableViewModel] { model.salesByColumn.map(table) }

    private func table(_ figures: SalesByColumn) -> TableViewModel {
        let sold = figures.valuesWithOrders
        let hasCancels = sold.contains { $0.cancelled > 0 }
        var columns: [TableViewModel.Column] = [(figures.column, .text)]
        func addColumn(ko: String, en: String) {
            columns.append((language.pick(ko: ko, en: en), .number))
        }
        addColumn(ko: "만든 주문", en: "Orders served")
        if hasCancels { addColumn(ko: "취소", en: "Cancels") }
        if model.money == nil {
            addColumn(ko: "판 잔", en: "Cups sold")
        } else {
            addColumn(ko: "매출", en: "Sales")
        }
        let rows = sold.prefix(rowsMax).map { value in
            var cells = [model.name(value), grouped(value.served)]
            if hasCancels { cells.append(grouped(value.cancelled)) }
            cells.append(model.amount(value))
            return cells
        }
        var totals = [grouped(sum(sold.map(\.served)))]
        if hasCancels { totals.append(grouped(sum(sold.map(\.cancelled)))) }
        if let money = model.money {
            totals.append(moneyFormat.text(money.recorded.sales))
        } else {
            totals.append(grouped(sum(sold.map(\.totalCups))))
        }
        return TableViewModel(
            figures.column, columns: columns, rows: rows, sums: sums(of: sold.count, totals),
            more: moreRows(sold.count - rows.count, in: "summary.json"))
    }
}

/// The lines for the terminal.
extension ReportModel {
    /// The format of amounts in the currency of the run.
    var moneyFormat: MoneyFormat { MoneyFormat(sign: currency) }

    /// A line for the terminal; nil if the menu has no prices.
    var moneyLine: String? {
        guard let totals = money?.recorded else { return nil }
        let (sales, lost) = (moneyFormat.text(totals.sales), moneyFormat.text(totals.lostSales))
        let (used, discarded) = (moneyFormat.text(totals.fruitUsed), moneyFormat.text(totals.discarded))
        return language.pick(
            ko: "매출 \(sales), 놓친 매출 \(lost), 쓴 과일 \(used), 버린 과일 \(discarded)",
            en: "Sales \(sales), lost sales \(lost), fruit used \(used), fruit discarded \(discarded)")
    }

    /// The orders and sales of each value, one line per column, for the terminal.
    var salesByColumnLines: [String] {
        salesByColumn.map { figures in
            let values = figures.valuesWithOrders.map { value in
                let orders = language.pick(ko: "\(grouped(value.served))건", en: counted(value.served, "order"))
                let cups = money == nil ? language.pick(ko: "잔", en: " cups") : ""
                return "\(name(value)) \(orders) \(amount(value))\(cups)"
            }
            let list = values.isEmpty ? language.pick(ko: "없음", en: "none") : values.joined(separator: ", ")
            return "\(figures.column): \(list)"
        }
    }

    fileprivate func name(_ value: SalesByColumn.Value) -> String {
        guard let cell = value.cell else { return language.pick(ko: "그 밖", en: "others") }
        return cell.isEmpty ? language.pick(ko: "빈 칸", en: "empty") : cell
    }

    /// The sales of the rows with a value; the number of cups if the menu has no prices.
    fileprivate func amount(_ value: SalesByColumn.Value) -> String {
        money == nil ? grouped(value.totalCups) : moneyFormat.text(value.sales(menu))
    }
}
