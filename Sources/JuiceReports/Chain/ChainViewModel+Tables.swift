internal import JuiceBatch
internal import JuiceCore

/// The tables of a chain's page.
extension ChainViewModel {
    /// A table of the totals of this business day beside those of earlier ones.
    var sums: TableViewModel {
        let chainDays = [model.day] + model.comparedDays
        let columns = [pick(ko: "내용", en: "What")] + chainDays.map { "#" + dayText($0.date) }
        func row(_ title: String, _ value: (ChainDay) -> String) -> [String] {
            [title] + chainDays.map(value)
        }
        func row(ko: String, en: String, _ value: (ChainFigures) -> String) -> [String] {
            row(pick(ko: ko, en: en)) { value($0.figures) }
        }
        var rows = [
            row(pick(ko: "매장", en: "Shops")) { grouped($0.shops) },
            row(ko: "만든 주문", en: "Orders served") { grouped($0.ordersServed) },
            row(ko: "못 만든 주문", en: "Short orders") { grouped($0.ordersShort) },
            row(ko: "못 만든 비율", en: "Share short") {
                percent($0.ordersShort, of: Tally.sum($0.ordersServed, $0.ordersShort))
            },
            row(ko: "만든 잔", en: "Cups served") { grouped($0.cupsServed) },
            row(ko: "못 만든 잔", en: "Cups short") { grouped($0.cupsShort) },
        ]
        for currency in Set(chainDays.flatMap { $0.money.map(\.currency) }).sorted() {
            let suffix = model.day.money.count > 1 ? " (\(currency))" : ""
            rows += [
                row(pick(ko: "매출", en: "Sales") + suffix) { figure($0, currency, \.sales) },
                row(pick(ko: "놓친 매출", en: "Lost sales") + suffix) { figure($0, currency, \.lostSales) },
            ]
        }
        rows += [
            row(ko: "행", en: "Rows") { grouped($0.rows) },
            row(ko: "처리하지 못한 행", en: "Rows that failed") { grouped($0.failure) },
        ]
        return TableViewModel(
            pick(ko: "합계", en: "Totals"), columns: columns.joined(separator: "|"), rows: rows,
            more: pick(
                if: chainDays.contains { $0.money.contains { $0.sales.total == nil || $0.lostSales.total == nil } },
                ko: "\(Self.partialSuffix)가 붙은 금액에는 가격을 모르는 매장의 금액이 빠져 있습니다.",
                en: "Amounts with \(Self.partialSuffix) do not include shops that lack a price."))
    }

    /// The suffix of an amount that is incomplete, since it is unknown for some shops.
    private static let partialSuffix = "+?"

    /// The text of an amount of a day in one currency, for a cell of the table of totals.
    private func figure(_ day: ChainDay, _ currency: String, _ sum: (CurrencySums) -> PartialSum) -> String {
        guard let sum = day.money.first(where: { $0.currency == currency }).map(sum) else { return "–" }
        return MoneyFormat(sign: currency).text(sum.known)
            + (sum.shopsWithoutAmount == 0 ? "" : " " + Self.partialSuffix)
    }

    /// The text of an amount, with the number of shops whose amount is unknown.
    func amount(_ sum: PartialSum, _ currency: String) -> String {
        let text = MoneyFormat(sign: currency).text(sum.known)
        if sum.shopsWithoutAmount == 0 { return text }
        return pick(
            ko: "\(text)(\(grouped(sum.shopsWithoutAmount))곳은 모름)",
            en: "\(text) (\(counted(sum.shopsWithoutAmount, "shop")) unknown)")
    }

    /// A table of the purchases of all shops together; nil if nothing is to be bought.
    var buy: TableViewModel? {
        let lines = model.purchases.filter { $0.buy > 0 }
        if lines.isEmpty { return nil }
        let hasCost = lines.contains { $0.cost != nil }
        let rows = lines.prefix(rowsMax).map { line in
            let cost = line.cost.map { MoneyFormat(sign: line.currency ?? "").text($0) } ?? "–"
            return [Self.clipped(line.fruit), grouped(line.buy), grouped(line.shops)] + (hasCost ? [cost] : [])
        }
        let more = lines.count - rows.count
        return table(
            ko: buyTitle, "과일|#살 수량|#매장" + (hasCost ? "|#금액" : ""),
            en: buyTitle, "Fruit|#Pieces|#Shops" + (hasCost ? "|#Cost" : ""), rows: rows,
            more: self.more(more, "과일 \(grouped(more))가지는", "fruit", in: "chain.json"))
    }

    private var buyTitle: String {
        let dates = model.planDates
        guard let first = dates.first, let last = dates.last else { return pick(ko: "살 것", en: "What to buy") }
        if first == last { return pick(ko: "\(dayText(first))에 쓸 과일 구매 목록", en: "What to buy for \(dayText(first))") }
        return pick(
            ko: "\(dayText(first)) ~ \(dayText(last))에 쓸 과일 구매 목록",
            en: "What to buy for \(dayText(first)) to \(dayText(last))")
    }

    /// The notes about shops that the purchases do not include.
    var buyNotes: [String] {
        let unknown = model.shops.count { $0.facts.plan == nil }
        if buy == nil || unknown == 0 { return [] }
        return [
            pick(
                ko: "매장 \(grouped(unknown))곳은 무엇이 필요한지 아직 알 수 없어 넣지 않았습니다. 매장별로 살 것은 buy.csv에 있습니다.",
                en: "This table does not include \(counted(unknown, "shop")) with no plan yet. buy.csv lists what each "
                    + "shop has to buy.")
        ]
    }

    private static let shortageRowsMax = 10

    /// The tables of the juices and fruits with the highest losses.
    var shortageTables: [TableViewModel] {
        let tables = [
            table(
                ko: "가장 많이 못 만든 쥬스", "쥬스|#못 만든 잔|#만든 잔|#매장", en: "Juices most often short",
                "Juice|#Cups short|#Cups served|#Shops", rows: shortageRows(model.juices)),
            table(
                ko: "가장 자주 모자란 과일", "과일|#못 만든 주문|#쓴 개수|#매장", en: "Fruits most often short",
                "Fruit|#Short orders|#Pieces used|#Shops", rows: shortageRows(model.fruits)),
        ]
        return tables.filter { !$0.rows.isEmpty }
    }

    /// The rows of the items that were short, which are the first ones.
    private func shortageRows(_ items: [ChainItem]) -> [[String]] {
        items.filter { $0.shortage > 0 }.prefix(min(rowsMax, Self.shortageRowsMax)).map { item in
            [Self.clipped(item.name)] + [item.shortage, item.used, item.shopsWithShortage].map(grouped)
        }
    }

    func word(_ state: ExportFacts.State) -> String {
        switch state {
        case .done: pick(ko: "나눔", en: "distributed")
        case .refused: pick(ko: "거절", en: "refused")
        case .unread: pick(ko: "읽지 않음", en: "not read")
        case .waiting: pick(ko: "남음", en: "not finished yet")
        }
    }

    /// A table of the exports of head office; nil if there are none.
    var exports: TableViewModel? {
        if model.exports.isEmpty { return nil }
        let hasRowsWithoutShop = model.exports.contains { $0.rowsWithoutShop > 0 }
        let hasReason = model.exports.contains { !$0.text.isEmpty }
        let rows = model.exports.prefix(rowsMax).map { export -> [String] in
            [Self.clipped(export.file), word(export.state), grouped(export.rows), grouped(export.assignedRows)]
                + (hasRowsWithoutShop ? [grouped(export.rowsWithoutShop)] : [])
                + (hasReason ? [export.text.isEmpty ? "–" : Self.clipped(export.text)] : [])
        }
        let more = model.exports.count - rows.count
        return table(
            ko: "본사가 보낸 파일",
            "파일|상태|#행|#나눠 준 행" + (hasRowsWithoutShop ? "|#매장을 알 수 없는 행" : "") + (hasReason ? "|이유" : ""),
            en: "Exports from head office",
            "File|State|#Rows|#Distributed" + (hasRowsWithoutShop ? "|#Unknown shop" : "") + (hasReason ? "|Why" : ""),
            rows: rows, more: self.more(more, "파일 \(grouped(more))개는", "export", in: "chain.json"))
    }

    /// The maximum number of listed names that belong to no open shop.
    private static let namesMax = 10

    /// The notes about exports that do not fit into the table.
    var exportNotes: [String] {
        model.exports.filter { $0.rowsWithoutShop > 0 }.prefix(rowsMax).map(rowsWithoutShopText)
            + model.exports.filter(\.hasUncheckedTotals).prefix(rowsMax).map(uncheckedTotalsText)
    }

    /// A sentence saying that the figures of an export's totals rows were not checked.
    func uncheckedTotalsText(_ export: ExportFacts) -> String {
        let file = Self.clipped(export.file)
        return pick(
            ko: "\(file): 합계 행 위에 칸 수가 다른 행이 있어 합계를 확인하지 않았습니다.",
            en: "\(file): the totals were not checked, because a row above them has the wrong number of cells.")
    }

    /// A sentence about the rows of an export that belong to no shop: their number, their file, and unknown names.
    func rowsWithoutShopText(_ export: ExportFacts) -> String {
        let file = Self.clipped(export.file)
        var parts: [String] = []
        if export.unknownShopRows > 0 {
            let names = export.unknownNames.prefix(Self.namesMax).map { name in
                let rows = pick(ko: "\(grouped(name.rows))행", en: counted(name.rows, "row"))
                let closed = name.closedSince.map { pick(ko: ", \($0)부터 닫은 매장", en: ", closed since \($0)") }
                return "\(Self.clipped(name.name)) (\(rows), \(file):\(name.line)\(closed ?? ""))"
            }
            let remaining = export.unknownNames.count - names.count + export.moreUnknownNames
            let isAll = export.moreUnknownNames < PartitionedExport.UnknownRows.furtherNamesMax
            let more = pick(
                if: remaining > 0, ko: "그 밖에 이름 \(grouped(remaining))개\(isAll ? "" : " 이상")",
                en: (isAll ? "" : "at least ") + counted(remaining, "more name"))
            let hasClosed = export.unknownNames.contains { $0.closedSince != nil }
            parts.append(
                pick(
                    ko: "체인에 \(hasClosed ? "없거나 닫은" : "없는") 매장의 행 \(grouped(export.unknownShopRows))개: ",
                    en:
                        "\(counted(export.unknownShopRows, "row")) of \(hasClosed ? "unknown or closed" : "unknown") shops: "
                )
                    + (names + [more].compactMap(\.self)).joined(separator: ", "))
        }
        let (unnamed, misfits) = (export.unnamedShopRows, export.wrongFieldCountRows)
        parts += [
            pick(
                if: unnamed > 0, ko: "매장이 비어 있는 행 \(grouped(unnamed))개", en: "\(counted(unnamed, "row")) without a shop"
            ),
            pick(
                if: misfits > 0, ko: "칸 수가 다른 행 \(grouped(misfits))개",
                en: "\(counted(misfits, "row")) with the wrong number of cells"),
            model.coveringExport(of: export).map { again in
                pick(
                    ko: "\(Self.clipped(again.file))\(Particle.toward.withParticle(again.file)) 다시 들어왔습니다",
                    en: "received again as \(Self.clipped(again.file))")
            },
        ].compactMap(\.self)
        let unknownFile = export.unknownFile.map {
            pick(
                ko: " 이 행들은 그대로 \(Self.clipped($0))에 두었습니다.",
                en: " These rows are kept unchanged in \(Self.clipped($0)).")
        }
        return "\(file): " + parts.joined(separator: "; ") + "." + (unknownFile ?? "")
    }
}
