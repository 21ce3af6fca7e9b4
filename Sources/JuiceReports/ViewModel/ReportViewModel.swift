internal import JuiceBatch
internal import JuiceCore
internal import JuiceInspect

/// The texts of a report, shared by all formats, which escape names and values.
///
/// The curves take more time than all texts together, so they are computed once for all formats.
package struct ReportViewModel: Localized, Sendable {
    let model: ReportModel
    private(set) var rowsMax = Int.max
    /// The fruits whose stock over the run is shown.
    let curves: [FruitCurve]
    /// The time scale of the curves; nil if they show rows instead of times.
    let scale: ClockScale?

    /// Creates all texts of a report.
    package init(_ model: ReportModel) {
        self.model = model
        let scale = model.axis.map { ClockScale(axis: $0, clockFormat: model.clock) }
        self.scale = scale
        curves = model.chartedFruits.map { model.curve(of: $0, scale) }
    }

    func cut(to rowsMax: Int) -> ReportViewModel {
        var viewModel = self
        viewModel.rowsMax = rowsMax
        return viewModel
    }

    package var language: MessageLanguage { model.language }
    var moneyFormat: MoneyFormat { model.moneyFormat }
    var status: ReportModel.Status { model.status }

    var statusWord: String {
        switch status {
        case .empty: pick(ko: "처리할 행 없음", en: "No rows")
        case .fine: pick(ko: "이상 없음", en: "No problems")
        case .low: pick(ko: "채울 재료 있음", en: "Time to restock")
        case .short: pick(ko: "재료 부족", en: "Short of stock")
        case .rejected where model.tally.isAllIgnored: pick(ko: "설정 확인", en: "Check the settings")
        case .rejected: pick(ko: "고칠 행 있음", en: "Rows to correct")
        }
    }

    var title: String {
        model.shop.map { pick(ko: "\($0) 보고서", en: "\($0): report") } ?? pick(ko: "쥬스 가게 보고서", en: "Juice shop report")
    }

    /// The business day with its weekday, or as it is if the calendar does not support it; nil if the run has none.
    var dateText: String? { model.date.map { date in CalendarDay(date).map { language.fullDayText($0) } ?? date } }

    var todoTitle: String { pick(ko: "지금 할 일", en: "To do now") }

    /// Whether there is a buying plan, which makes the fruits for a repetition of the short orders less important.
    var hasPlan: Bool { model.plan != nil }

    /// A sentence about rows that have to be corrected; nil if there are none.
    var correction: String? {
        // Values that the settings do not list require a decision and not a correction (`unknownCells`).
        let undecided = model.first.unknownCells.isEmpty ? 0 : model.tally.count(.unknownValue)
        let rejected = model.tally.count(.rejected) - undecided
        return pick(
            if: rejected > 0, ko: "failure.csv에서 잘못 적힌 행 \(grouped(rejected))개를 고치세요. 원인은 아래 '\(failuresTitle)'에 있습니다.",
            en: "Correct \(counted(rejected, "row")) in failure.csv. For the reasons, see '\(failuresTitle)' below.")
    }

    /// Whether there are failed rows to run again.
    var hasRerun: Bool { !restocksOfRerun.isEmpty || correction != nil }

    /// The points of the to-do list in their order.
    var steps: [String] {
        let others = [overdrawn] + model.lowStockSentences + [correction]
        return model.checks + (hasPlan ? [] : restocksOfRerun) + others.compactMap(\.self)
    }

    /// The sentences on the stock that short orders need; with a plan, they belong to the command for the failed rows.
    var restocksOfRerun: [String] {
        let short = model.tally.ordersShort
        return [
            model.purchaseList.map { list in
                pick(
                    ko: "못 만든 주문을 다시 만들려면 \(hasPlan ? "더 " : "")채우세요: \(list).",
                    en: "To make the short orders after all, \(hasPlan ? "also " : "")restock: \(list).")
            },
            pick(
                if: model.purchases.allSatisfy { $0 == 0 } && model.tally.fruits.contains { $0.orderNeed > 0 },
                ko: "못 만든 주문 \(grouped(short))건은 지금 재고로 다시 만들 수 있습니다.",
                en: "Stock is now enough for \(counted(short, "short order"))."),
        ].compactMap(\.self)
    }

    var nothingToDo: String { pick(ko: "할 일이 없습니다.", en: "There is nothing to do.") }

    var rerunWord: String {
        pick(ko: "가게 컴퓨터의 이 폴더에서 아래 명령을 실행하세요.", en: "Run this command in this folder on the shop's computer:")
    }

    var rerunSummary: String {
        pick(ko: "다시 실행하려면(가게 컴퓨터에서)", en: "To run the failed rows again (on the shop's computer)")
    }

    var rerunCommand: String {
        let inputs = needsRestock ? "restock.csv failure.csv" : "failure.csv"
        let start = model.ledger == nil ? "--stock stock.csv" : "--ledger LEDGER"
        return "juice-batch run \(inputs) \(start) --output ../retry" + (language == .english ? " --language en" : "")
    }

    /// A note about options that the command omits and, with a ledger, about nightly runs, which replace it.
    var rerunNote: String {
        let settings = pick(
            ko: "메뉴나 설정 파일을 쓰면 같은 --menu나 --config를 붙이세요.",
            en: "If you use a menu or settings file, add the same --menu or --config.")
        if model.ledger == nil { return settings }
        let ledger = pick(
            ko: "LEDGER 자리에는 장부 파일을 적으세요. \(settings) ",
            en: "Replace LEDGER with your ledger file. \(settings) ")
        return ledger
            + (needsRestock
                ? pick(
                    ko: "야간 처리를 쓰면 명령 대신 restock.csv는 retry-1.csv로, failure.csv는 retry-2.csv로 이름을 바꿔 inbox에 넣으세요. "
                        + "이름 순서대로 적용합니다.",
                    en: "If you use nightly runs, put restock.csv into inbox as retry-1.csv and failure.csv as "
                        + "retry-2.csv instead. Files are applied in the order of their names.")
                : pick(
                    ko: "야간 처리를 쓰면 명령 대신 고친 failure.csv를 inbox에 넣으세요.",
                    en: "If you use nightly runs, put the corrected failure.csv into inbox instead."))
    }

    /// Whether short orders need fruit, which restock.csv adds.
    private var needsRestock: Bool { model.restocks.contains { $0 != 0 } }

    /// A sentence about the rows that a list leaves out, and the file that contains them; nil if it is complete.
    func moreRows(_ count: Int, in file: String = "summary.json") -> String? { more(count, "", "건은", "", in: file) }

    /// A sentence about the juices that a list leaves out; nil if it is complete.
    func moreJuices(_ count: Int) -> String? { more(count, "쥬스 ", "가지는", " juice") }

    /// A sentence about the fruits that a list leaves out; nil if it is complete.
    func moreFruits(_ count: Int, in file: String = "summary.json") -> String? {
        more(count, "과일 ", "가지는", " fruit", in: file)
    }

    /// A text cut to 60 characters.
    func short(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }

    /// The position of a row as text; only the line if the run has one input.
    func position(_ position: RowPosition) -> String {
        model.inputs.count == 1 ? String(position.line) : "\(short(position.file)):\(position.line)"
    }

    /// Whether positions include file names, so that a phone shows the rows of a table as cards.
    var namesFiles: Bool { model.inputs.count > 1 }
}

/// The parts of a report that its views and the terminal share.
extension ReportModel {
    /// The overall result of a run, which determines a word and a colour.
    package enum Status: String, Sendable {
        case empty, fine, low, short, rejected

        var cssClass: String { self == .low ? Status.short.rawValue : rawValue }
    }

    /// The most severe problem of a run: short orders, unless at least as many rows were rejected.
    package var status: Status {
        let rejected = tally.count(.rejected)
        if tally.rows == 0 { return .empty }
        if tally.isAllIgnored || rejected > 0 && rejected >= tally.ordersShort { return .rejected }
        if tally.count(.shortage) > 0 { return .short }
        return isLow ? .low : .fine
    }

    /// The headline of a report: a sentence about orders, and further ones about problems.
    package var headline: String {
        let (cancels, cups) = (tally.cancels, tally.cupsCancelled)
        let (skipped, rejected) = (tally.count(.skipped), tally.count(.rejected))
        let fruitsMax = 3
        let list = language.list(missing.map { language.pieces($0.pieces, of: $0.fruit) }, max: fruitsMax, "가지")
        let most = tally.fruits.map(\.shortOrders).max() ?? 0
        let shortFruits = zip(menu.fruits, tally.fruits).filter { $1.shortOrders == most }.map { $0.0.name }
        let (shortList, isOne) = (shortFruits.joined(separator: ", "), shortFruits.count == 1)
        let sentences: [String?] = [
            ordersSentence,
            pick(
                if: tally.ordersShort > 0 && most > 0 && shortFruits.count <= fruitsMax,
                ko: "가장 자주 모자란 재료는 \(shortList)입니다(\(isOne ? "" : "각 ")\(grouped(most))건).",
                en: "The \(isOne ? "fruit" : "fruits") most often short \(isOne ? "was" : "were") \(shortList) "
                    + "(\(counted(most, "order"))\(isOne ? "" : " each"))."),
            pick(
                if: cancels > 0, ko: "취소가 \(grouped(cancels))건(\(grouped(cups))잔) 있었습니다.",
                en: "There \(cancels == 1 ? "was" : "were") \(counted(cancels, "cancellation")) "
                    + "(\(counted(cups, "cup")))."),
            pick(if: !missing.isEmpty, ko: "실사에서 \(list)가 모자랐습니다.", en: "Stock counts found fruit missing: \(list)."),
            pick(
                if: skipped > 0, ko: "건너뛴 행이 \(grouped(skipped))개 있습니다.",
                en: "\(counted(skipped, "row was", plural: "rows were")) skipped."),
            pick(
                if: rejected > 0, ko: "고쳐야 할 행이 \(grouped(rejected))개 있습니다.",
                en: "\(counted(rejected, "row needs", plural: "rows need")) correcting."),
        ]
        return sentences.compactMap(\.self).joined(separator: " ")
    }

    /// The sentence about the orders of the run, or about the rows if there were none.
    private var ordersSentence: String {
        let (served, short) = (tally.ordersServed, tally.ordersShort)
        if tally.rows == 0 { return pick(ko: "처리할 행이 없었습니다.", en: "There were no rows to process.") }
        if tally.isAllIgnored {
            return pick(ko: "설정에 따라 모든 행을 건너뛰었습니다. 설정을 확인하세요.", en: "The settings skip all rows. Check the settings.")
        }
        if short > 0, served == 0 {
            return pick(
                ko: "재료가 모자라 주문 \(grouped(short))건을 \(short == 1 ? "" : "하나도 ")만들지 못했습니다.",
                en: short == 1
                    ? "The only order was not served, for lack of fruit."
                    : "None of the \(grouped(short)) orders was served, for lack of fruit.")
        }
        if short > 0 {
            return pick(
                ko: "주문 \(grouped(served + short))건 중 \(grouped(served))건을 만들었고, "
                    + "\(grouped(short))건은 재료가 모자라 만들지 못했습니다.",
                en: "Of \(counted(served + short, "order")), \(grouped(served)) \(served == 1 ? "was" : "were") "
                    + "served and \(grouped(short)) \(short == 1 ? "was" : "were") not, for lack of fruit.")
        }
        if served > 0 {
            if tally.count(.rejected) > 0 {
                return pick(ko: "주문 \(grouped(served))건을 만들었습니다.", en: "\(counted(served, "order")) served.")
            }
            return pick(
                ko: "주문 \(grouped(served))건을 모두 만들었습니다.",
                en: served == 1 ? "The only order was served." : "All \(grouped(served)) orders were served.")
        }
        let changes = tally.success - tally.cancels - tally.assertsPassed
        if changes > 0 {
            return pick(
                ko: "주문은 없었고 재고만 \(grouped(changes))번 바뀌었습니다.",
                en: "There were no orders, only \(counted(changes, "stock change")).")
        }
        return tally.success == 0
            ? pick(ko: "적용한 행이 없습니다.", en: "No rows were applied.")
            : pick(ko: "주문은 없었습니다.", en: "There were no orders.")
    }

    /// The juices that were ordered or cancelled, as indices on the menu.
    var juicesWithOrders: [Int] {
        menu.juices.indices.filter { juice in
            let figures = tally.juices[juice]
            return figures.served + figures.short + figures.cancelled > 0
        }
    }

    /// The fruits to buy for short orders, in a list; nil if there are none.
    var purchaseList: String? {
        let needs = zip(menu.fruits, purchases).filter { $1 > 0 }.map { language.fruit($0.name, pieces: $1) }
        return needs.isEmpty ? nil : language.list(needs, max: 20, "가지 과일", "fruit")
    }

    /// The points to check first, such as an uncertain business day, unknown values, or late rows.
    var checks: [String] {
        let listMax = 5
        let lost = missing.map { missing in
            let cost = missing.cost.map { "(\(moneyFormat.text($0)))" }.map { pick(ko: $0, en: " " + $0) } ?? ""
            return language.pieces(missing.pieces, of: missing.fruit) + cost
        }
        let missingList = language.list(lost, max: listMax, "가지 과일", "fruit")
        let surplus = overstock.map { fruit, pieces, need in
            pick(
                ko: "\(fruit) \(grouped(pieces))개(\(grouped(need))개 필요)",
                en: "\(grouped(pieces)) \(fruit) (\(grouped(need)) needed)")
        }
        let overstockList = language.list(surplus, max: listMax, "가지 과일", "fruit")
        let late = tally.lateRows
        return [
            language.unknownCells(first), dayWarning?.sentence(language),
            daysWithoutRun.flatMap { $0.isEmpty ? nil : language.daysWithoutRun($0) },
            late.newestText.map { newest in
                pick(
                    ko: "앞선 실행의 마지막 시각 \(newest)보다 이른 행이 \(grouped(late.count))개 있습니다. 확인하세요. 늦게 온 파일의 행은 그때 재고가 "
                        + "아니라 지금 재고에 적용됩니다. 날짜 순서대로 다시 적용하려면 이 실행과 그보다 나중 날짜의 실행을 최근 것부터 `juice-batch reverse`로 "
                        + "취소하세요. 재고만 맞추려면 실사를 입력하세요.",
                    en: "Check \(counted(late.count, "row")) older than \(newest), the newest time of an earlier run. "
                        + "If a file arrived late, its rows were applied to current stock, not to the stock at that "
                        + "time. To apply the files in order, first reverse this run and all runs of later days, "
                        + "newest first, with `juice-batch reverse`. To correct only the stock, enter a count.")
            },
            pick(
                if: !missing.isEmpty,
                ko: "실사에서 모자란 과일이 있습니다: \(missingList). 팔지도 버리지도 않았으니 모자란 이유를 확인하세요.",
                en: "Stock counts found fruit missing: \(missingList). It was neither sold nor discarded: find out "
                    + "where it went."),
            pick(
                if: !overstock.isEmpty,
                ko: "\(overstockDays)일 치 이상 남은 과일이 있습니다: \(overstockList). 상하기 전에 쓰세요.",
                en: "There is enough of these fruits for at least \(counted(overstockDays, "day")): \(overstockList). "
                    + "Use them before they spoil."),
        ].compactMap(\.self)
    }

    /// The remarks of a nightly run about a file that it applied; empty if nothing needs attention.
    package var nightlyNotes: [String] {
        [dayWarning?.sentence(language), language.undescribed(inputs)].compactMap(\.self)
    }
}

extension MessageLanguage {
    /// A sentence about business days without a run, of which at least one is given, oldest first.
    func daysWithoutRun(_ days: [CalendarDay]) -> String {
        let list = list(days.reversed().map(dayText), max: 4, "일")
        return pick(
            ko: "빠진 영업일이 있습니다: \(list). 그날 파일을 적용하거나, 쉬는 날이면 설정의 closed에 적으세요.",
            en: "Some business days have no run: \(list). Apply the files of those days, or, if the shop was "
                + "closed, list them under \"closed\" in the settings.")
    }

    /// A sentence about the values that the settings do not list, with the setting to change; nil if there are none.
    package func unknownCells(_ first: FirstFailures) -> String? {
        guard !first.unknownCells.isEmpty else { return nil }
        let found = first.unknownCells.map { cell in
            let (column, location) = (quoted(cell.column), "\(cell.first.file):\(cell.first.line)")
            let value = cell.cell.isEmpty ? pick(ko: "빈 칸", en: "an empty cell") : quoted(cell.cell)
            return pick(
                ko: "\(column) 열의 \(value) \(grouped(cell.rows))행(\(location)\(cell.rows > 1 ? "부터" : ""))",
                en: "\(value) in column \(column) in \(counted(cell.rows, "row")) "
                    + "(\(cell.rows > 1 ? "from " : "")\(location))")
        }.joined(separator: ", ")
        let others = first.otherUnknownCells
        let rest =
            others == 0 ? "" : pick(ko: ", 그 밖에 \(grouped(others))칸", en: ", and \(counted(others, "other cell"))")
        let cells = first.unknownCells.map { ($0.column, $0.cell) }
        let known = cells.reduce(SettingsProposal()) { $0.adding(.listing($1.0, [$1.1])) }.shortLines
        let ignore = SettingsProposal.ignoring(oneOf: cells)?.shortLines ?? "…"
        return pick(
            ko: "설정에 없는 값이 있습니다: \(found)\(rest). 적용할 값은 설정의 known에(`\(known)`), 건너뛸 값은 "
                + "ignore에(`\(ignore)`) 더한 뒤 failure.csv를 다시 적용하세요.",
            en: "Some values are not in the settings: \(found)\(rest). To apply a value, "
                + "list it under \"known\" in the settings (`\(known)`); to skip it, under \"ignore\" (`\(ignore)`). "
                + "Then run failure.csv again.")
    }
}
