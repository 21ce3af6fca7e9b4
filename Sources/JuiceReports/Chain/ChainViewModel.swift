internal import JuiceBatch
internal import JuiceCore

/// The texts of a chain's report, shared by all formats.
struct ChainViewModel: Localized {
    let model: ChainModel
    /// The maximum number of rows shown in a list.
    let rowsMax: Int

    /// The maximum number of characters shown of a name or a reason.
    private static let textMax = 200

    var language: MessageLanguage { model.language }

    static func clipped(_ text: String) -> String {
        let scalars = text.unicodeScalars
        if scalars.count <= textMax { return text }
        return String(String.UnicodeScalarView(scalars.prefix(textMax))) + "…"
    }

    func dayText(_ date: String) -> String { CalendarDay(date).map { language.dayText($0) } ?? date }

    var title: String {
        let date = CalendarDay(model.date).map { language.fullDayText($0) } ?? model.date
        return pick(ko: "전 매장 야간 처리 \(date)", en: "All shops, \(date)")
    }

    /// The number of shops in each state, the worst state first.
    var stateCounts: [(state: ShopRunState, count: Int)] { ShopRunState.allCases.map { ($0, model.count($0)) } }

    func word(_ state: ShopRunState) -> String { state.word(in: language) }

    /// The CSS class for the result of the run.
    var statusClass: String {
        if model.shops.isEmpty && model.exports.isEmpty { return "empty" }
        return switch model.exitStatus.code {
        case 0: "fine"
        case 3: "short"
        default: "rejected"
        }
    }

    var statusWord: String {
        switch statusClass {
        case "empty": pick(ko: "매장 없음", en: "No shops")
        case "fine": pick(ko: "모두 끝남", en: "All done")
        case "short": pick(ko: "재료가 모자란 곳 있음", en: "Some ran short")
        default: pick(ko: "확인할 곳 있음", en: "Some need attention")
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
        let (short, rows) = (model.day.figures.ordersShort, model.rowsWithoutShop)
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
}

/// The list of shops that need attention, with the reasons.
extension ChainViewModel {
    var urgentShopsTitle: String { pick(ko: "먼저 볼 매장", en: "Shops to look at first") }

    /// The shops that need attention; a link is the address of the shop's reports relative to the page, nil for none.
    var urgentShops: [(name: String, state: ShopRunState, reasons: String, link: String?)] {
        model.shopsByUrgency.prefix(rowsMax).map { index in
            let shop = model.shops[index]
            return (Self.clipped(shop.name), shop.state, reasons(shop), Self.link(to: shop))
        }
    }

    /// A sentence about the shops that the list leaves out; nil if it is complete.
    var moreUrgentShops: String? { moreShops(model.shopsByUrgency.count - rowsMax) }

    private func moreShops(_ count: Int) -> String? {
        more(count, "\(grouped(count))곳은", "shop", in: "chain.csv")
    }

    /// A sentence about the elements that a list leaves out, and the file that contains them; nil if it is complete.
    ///
    /// The Korean words are those for the elements, with their number and a particle.
    func more(_ count: Int, _ korean: String, _ noun: String, in file: String) -> String? {
        pick(if: count > 0, ko: "나머지 \(korean) \(file)에 있습니다.", en: "\(file) lists \(counted(count, "more \(noun)")).")
    }

    /// The reasons why a shop needs attention, as one text.
    func reasons(_ shop: ChainShop) -> String {
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

    /// The address of the reports of a shop's last run that has any, relative to the page; nil if there are none.
    static func link(to shop: ChainShop) -> String? {
        guard let reports = shop.facts.runs.last(where: { !$0.reports.isEmpty })?.reports else { return nil }
        return "../../\(Escaping.address(shop.facts.folder.utf8))/\(Escaping.address(reports.utf8))/"
    }
}

/// The map of all shops, and the list of those that sent no file.
extension ChainViewModel {
    var mapTitle: String { pick(ko: "매장 지도", en: "Map of all shops") }

    /// A description of the map for readers who cannot see it.
    var mapDescription: String {
        let counts = stateCounts.filter { $0.count > 0 }.map { "\(word($0.state)) \(grouped($0.count))" }
        return mapTitle + ": " + counts.joined(separator: ", ")
    }

    func mapCaption(_ shopsPerSquare: Int) -> String {
        let order = pick(
            ko: "왼쪽 위부터 chain.csv에 적힌 순서대로 놓았습니다.",
            en: "The squares follow the order of chain.csv, row by row from the top left.")
        if shopsPerSquare == 1 { return pick(ko: "한 칸이 매장 한 곳입니다. ", en: "Each square is a shop. ") + order }
        return pick(
            ko: "한 칸에 매장 \(grouped(shopsPerSquare))곳을 묶어, 그중 가장 나쁜 상태를 표시합니다. ",
            en: "Each square is a group of \(grouped(shopsPerSquare)) shops, and shows the worst state among them. ")
            + order
    }

    var shopsWithoutFileTitle: String {
        let count = model.count(.missing)
        return pick(ko: "파일이 오지 않은 매장 \(grouped(count))곳", en: "\(counted(count, "shop")) sent no file")
    }

    private static let namesMax = 60

    var shopsWithoutFile: [String] {
        model.shops.lazy.filter { $0.state == .missing }.prefix(Self.namesMax).map { Self.clipped($0.name) }
    }

    var moreShopsWithoutFile: String? { moreShops(model.count(.missing) - Self.namesMax) }

    /// A sentence about the files beside the page.
    var filesNote: String {
        pick(
            ko: "매장별 요약은 chain.csv에, 매장별로 살 것은 buy.csv에, 프로그램이 읽을 합계는 chain.json에 있습니다.",
            en: "chain.csv has a row for each shop, buy.csv lists what each shop has to buy, and chain.json has the "
                + "totals for programs.")
    }
}
