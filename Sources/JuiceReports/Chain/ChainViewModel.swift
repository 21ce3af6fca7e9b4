internal import JuiceBatch
internal import JuiceCore

/// The texts of a chain's report, shared by all formats.
struct ChainViewModel: Localized {
    let model: ChainModel
    let rowsMax: Int

    var language: MessageLanguage { model.language }

    /// A name or a reason, cut to 200 characters.
    static func clipped(_ text: String) -> String {
        let scalars = text.unicodeScalars
        return scalars.count <= 200 ? text : String(String.UnicodeScalarView(scalars.prefix(200))) + "…"
    }

    func dayText(_ date: String) -> String { CalendarDay(date).map { language.dayText($0) } ?? date }

    var title: String {
        let date = CalendarDay(model.day.date).map { language.fullDayText($0) } ?? model.day.date
        return pick(ko: "전 매장 야간 처리 \(date)", en: "All shops, \(date)")
    }

    /// The number of shops in each state, the worst state first.
    var stateCounts: [(state: ShopRunState, count: Int)] { ShopRunState.allCases.map { ($0, model.count($0)) } }

    func word(_ state: ShopRunState) -> String { state.word(in: language) }

    /// The state of the run in a few words, with the class of its element on the page and its colour on a terminal.
    var status: (htmlClass: HTML, words: String, colour: TerminalStyle.Colour) {
        if model.shops.isEmpty && model.exports.isEmpty { return ("empty", pick(ko: "매장 없음", en: "No shops"), .bad) }
        return switch model.exitStatus.code {
        case 0: ("fine", pick(ko: "모두 끝남", en: "All done"), .good)
        case 3: ("short", pick(ko: "재료가 모자란 곳 있음", en: "Some ran short"), .notable)
        default: ("rejected", pick(ko: "확인할 곳 있음", en: "Some need attention"), .bad)
        }
    }

    /// Sentences with the number of shops in each state, of short orders, and of rows that belong to no shop.
    var headline: String {
        let all = model.shops.count
        if all == 0 { return pick(ko: "실행할 매장이 없었습니다.", en: "There were no shops to run.") }
        let applied = model.count(.done) + model.count(.rejected)
        let states = stateCounts.filter { $0.count > 0 }
        let others = states.filter { $0.state != .done }
        let shops =
            applied == all
            ? pick(ko: "매장 \(grouped(all))곳을 모두 처리했습니다.", en: "\(counted(all, "shop")), all processed.")
                + (others.isEmpty ? "" : " " + list(others))
            : pick(ko: "매장 \(grouped(all))곳: ", en: "\(counted(all, "shop")): ") + list(states)
        let (short, rows) = (model.day.figures.ordersShort, model.exports.rowsWithoutShop)
        let problems = [
            pick(
                if: short > 0, ko: "재료가 모자라 못 만든 주문이 \(grouped(short))건입니다.",
                en: "\(counted(short, "order was", plural: "orders were")) short of fruit."),
            pick(
                if: rows > 0, ko: "어느 매장의 것인지 알 수 없는 행이 \(grouped(rows))개 있습니다.",
                en: "\(counted(rows, "row belongs", plural: "rows belong")) to no shop."),
        ]
        return ([shops] + problems.compactMap(\.self)).joined(separator: " ")
    }

    private func list(_ states: [(state: ShopRunState, count: Int)]) -> String {
        let parts = states.map { state, count in
            pick(
                ko: "\(word(state)) \(grouped(count))곳",
                en: "\(grouped(count)) \(state == .missing ? "with no file" : word(state))")
        }
        return parts.joined(separator: ", ") + "."
    }

    /// The shops that need attention, the most urgent first, at most `rowsMax`.
    var urgentShops: ArraySlice<ShopFacts> { model.shopsByUrgency.prefix(rowsMax) }

    /// A sentence about the shops that the list leaves out; nil if it is complete.
    var moreUrgentShops: String? { more(model.shopsByUrgency.count - rowsMax, "", "곳은", " shop", in: "chain.csv") }

    func reasons(_ shop: ShopFacts) -> String {
        let hasProblem = !shop.problem.isEmpty
        let lost = MoneyFormat(sign: shop.currency ?? "").text(shop.lostSales)
        let figures = shop.figures
        let parts = [
            hasProblem ? Self.clipped(shop.problem) : nil,
            pick(if: !hasProblem && shop.state == .missing, ko: "파일이 오지 않았습니다", en: "no file arrived"),
            pick(if: !hasProblem && shop.state == .notRun, ko: "이 날짜로 아직 실행하지 않았습니다", en: "not run for this date"),
            figures.rejected > 0 ? language.rowsToCorrect(figures.rejected) : nil,
            figures.ordersShort > 0 ? language.shortOrders(figures.ordersShort) : nil,
            pick(if: (shop.lostSales?.hundredths ?? 0) > 0, ko: "놓친 매출 \(lost)", en: "\(lost) of sales lost"),
        ].compactMap(\.self)
        if !parts.isEmpty { return parts.joined(separator: " · ") }
        let hasNoneToApply = figures.rows > 0 && figures.rows == figures.skipped
        return hasNoneToApply ? pick(ko: "적용할 행이 없었습니다", en: "no rows to apply") : "–"
    }

    /// A table of the totals of this business day beside those of earlier ones.
    var sums: TableViewModel {
        let chainDays = [model.day] + model.comparedDays
        let days = chainDays.map { "|#" + dayText($0.date) }.joined()
        var rows: [(ko: String, en: String, value: (ChainDay) -> String)] = [
            ("매장", "Shops", { grouped($0.shops) }),
            ("만든 주문", "Orders served", { grouped($0.figures.ordersServed) }),
            ("못 만든 주문", "Short orders", { grouped($0.figures.ordersShort) }),
            ("못 만든 비율", "Share short", { percent($0.figures.ordersShort, of: $0.figures.orders) }),
            ("만든 잔", "Cups served", { grouped($0.figures.cupsServed) }),
            ("못 만든 잔", "Cups short", { grouped($0.figures.cupsShort) }),
        ]
        if let currency = model.currency {
            rows.append(("매출", "Sales", { figure($0, currency, \.sales) }))
            rows.append(("놓친 매출", "Lost sales", { figure($0, currency, \.lostSales) }))
        }
        rows.append(("행", "Rows", { grouped($0.figures.rows) }))
        rows.append(("처리하지 못한 행", "Rows that failed", { grouped($0.figures.failure) }))
        return table(
            ko: "합계", "내용" + days, en: "Totals", "What" + days,
            rows: rows.map { row in [pick(ko: row.ko, en: row.en)] + chainDays.map(row.value) })
    }

    /// The text of an amount of a day in one currency, for a cell of the table of totals.
    private func figure(_ day: ChainDay, _ currency: String, _ sum: (CurrencySums) -> PartialSum) -> String {
        day.money.first { $0.currency == currency }.map { amount(sum($0), currency) } ?? "–"
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
        guard !lines.isEmpty, let first = model.planDates.first, let last = model.planDates.last else { return nil }
        let (start, end) = (dayText(first), dayText(last))
        let span = start == end ? start : pick(ko: "\(start) ~ \(end)", en: "\(start) to \(end)")
        let hasCost = lines.contains { $0.cost != nil }
        let rows = lines.prefix(rowsMax).map { line in
            let cost = MoneyFormat(sign: model.currency ?? "").text(line.cost)
            return [Self.clipped(line.fruit), grouped(line.buy), grouped(line.shops)] + (hasCost ? [cost] : [])
        }
        return table(
            ko: "\(span)에 쓸 과일 구매 목록", "과일|#살 수량|#매장" + (hasCost ? "|#금액" : ""),
            en: "What to buy for \(span)", "Fruit|#Pieces|#Shops" + (hasCost ? "|#Cost" : ""), rows: rows,
            more: more(lines.count - rows.count, "과일 ", "가지는", " fruit", in: "chain.json"))
    }

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
        items.filter { $0.shortage > 0 }.prefix(min(rowsMax, 10)).map { item in
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
            let counts = [export.counts.rows, export.counts.assignedRows].map(grouped)
            return [Self.clipped(export.file), word(export.state)] + counts
                + (hasRowsWithoutShop ? [grouped(export.rowsWithoutShop)] : [])
                + (hasReason ? [export.text.isEmpty ? "–" : Self.clipped(export.text)] : [])
        }
        return table(
            ko: "본사가 보낸 파일",
            "파일|상태|#행|#나눠 준 행" + (hasRowsWithoutShop ? "|#매장을 알 수 없는 행" : "") + (hasReason ? "|이유" : ""),
            en: "Exports from head office",
            "File|State|#Rows|#Distributed" + (hasRowsWithoutShop ? "|#Unknown shop" : "") + (hasReason ? "|Why" : ""),
            rows: rows, more: more(model.exports.count - rows.count, "파일 ", "개는", " export", in: "chain.json"))
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
        let (file, counts) = (Self.clipped(export.file), export.counts)
        var parts: [String] = []
        if counts.unknownShopRows > 0 {
            let names = counts.unknownNames.prefix(10).map { name in
                let rows = pick(ko: "\(grouped(name.rows))행", en: counted(name.rows, "row"))
                let closed = name.closedSince.map { pick(ko: ", \($0)부터 닫은 매장", en: ", closed since \($0)") }
                return "\(Self.clipped(name.name)) (\(rows), \(file):\(name.line)\(closed ?? ""))"
            }
            let remaining = counts.unknownNames.count - names.count
            let isAll = counts.unknownNames.count < PartitionCounts.unknownNamesMax
            let more = pick(
                if: remaining > 0, ko: "그 밖에 이름 \(grouped(remaining))개\(isAll ? "" : " 이상")",
                en: (isAll ? "" : "at least ") + counted(remaining, "more name"))
            let hasClosed = counts.unknownNames.contains { $0.closedSince != nil }
            parts.append(
                pick(
                    ko: "체인에 \(hasClosed ? "없거나 닫은" : "없는") 매장의 행 \(grouped(counts.unknownShopRows))개: ",
                    en: "\(counted(counts.unknownShopRows, "row")) of "
                        + "\(hasClosed ? "unknown or closed" : "unknown") shops: ")
                    + (names + [more].compactMap(\.self)).joined(separator: ", "))
        }
        let (unnamed, misfits) = (counts.unnamedShopRows, counts.wrongFieldCountRows)
        parts += [
            pick(
                if: unnamed > 0, ko: "매장 칸이 빈 행 \(grouped(unnamed))개",
                en: "\(counted(unnamed, "row")) without a shop"),
            pick(
                if: misfits > 0, ko: "칸 수가 다른 행 \(grouped(misfits))개",
                en: "\(counted(misfits, "row")) with the wrong number of cells"),
            model.exports.coveringExport(of: export).map { again in
                pick(
                    ko: "\(Self.clipped(again.file))\(Particle.toward.withParticle(again.file)) 다시 들어왔습니다",
                    en: "received again as \(Self.clipped(again.file))")
            },
        ].compactMap(\.self)
        let unknownFile = export.unknownFile.map {
            pick(
                ko: " 이 행들은 \(Self.clipped($0))에 모아 두었습니다.",
                en: " These rows are kept in \(Self.clipped($0)).")
        }
        return "\(file): " + parts.joined(separator: "; ") + "." + (unknownFile ?? "")
    }
}
