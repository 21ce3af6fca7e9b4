internal import JuiceBatch
internal import JuiceCore

/// What a report tells people, in words and in the order of importance, the same for every format.
///
/// Names and cells stand in it as they came: whoever writes them into a format makes them harmless there.
///
/// The curves, which cost more than all sentences together, are worked out once, for every format.
package struct ReportStory: Sendable {
    let model: ReportModel
    /// The longest list or table.
    private(set) var rowsMax = Int.max
    /// The fruits whose stock over the run is shown.
    let curves: [FruitCurve]
    /// The time across the curves; nil where they go from row to row.
    let scale: ClockScale?

    /// The whole story.
    package init(_ model: ReportModel) {
        self.model = model
        let scale = model.axis.map { ClockScale($0, Self.clock(model)) }
        self.scale = scale
        curves = model.chartedFruits.map { Self.curve(of: $0, model, scale) }
    }

    /// The same story with lists and tables of at most `rowsMax` rows.
    func cut(to rowsMax: Int) -> ReportStory {
        var story = self
        story.rowsMax = rowsMax
        return story
    }

    var language: MessageLanguage { model.language }

    /// The night in a word, for those who only look for colour.
    enum Status: String, Sendable {
        case empty, fine, short, rejected
    }

    /// The worst of what happened.
    var status: Status {
        if model.tally.rows == 0 { return .empty }
        if model.tally.count(.rejected) > 0 || model.tally.isAllIgnored { return .rejected }
        return model.tally.count(.shortage) > 0 ? .short : .fine
    }

    var statusWord: String {
        switch status {
        case .empty: language.pick(ko: "할 일 없음", en: "Nothing to do")
        case .fine: language.pick(ko: "이상 없음", en: "All well")
        case .short: language.pick(ko: "재료 부족", en: "Short of stock")
        case .rejected where model.tally.isAllIgnored: language.pick(ko: "설정 확인", en: "Check the settings")
        case .rejected: language.pick(ko: "고칠 행 있음", en: "Rows to correct")
        }
    }

    /// The status as a sign that shows where colours do not.
    var statusSign: String {
        switch status {
        case .empty: "–"
        case .fine: "✓"
        case .short: "▲"
        case .rejected: "✕"
        }
    }

    var title: String { language.pick(ko: "쥬스 가게 보고서", en: "Juice shop report") }

    var headline: String { Headline.sentence(model) }

    // MARK: What to do now

    var todoTitle: String { language.pick(ko: "지금 할 일", en: "To do now") }

    /// What to restock, with how many pieces.
    var needs: [(fruit: String, pieces: String)] {
        zip(model.menu.fruits, model.restocks).filter { $1 > 0 }.map { ($0.name, pieces($1)) }
    }

    /// What restocking is good for; nil where there is nothing to restock.
    var restockPromise: String? {
        guard !needs.isEmpty else { return nil }
        let count = model.tally.count(.shortage)
        return language.pick(
            ko: "그러면 모자라서 못 한 \(grouped(count))건을 다시 할 수 있습니다.",
            en: "Then \(counted(count, "short row")) can be run again.")
    }

    /// Says that rows have to be corrected; nil where none have.
    var correction: String? {
        let rejected = model.tally.count(.rejected)
        guard rejected > 0 else { return nil }
        return language.pick(
            ko: "고치세요: failure.csv에서 잘못 적힌 행 \(grouped(rejected))개. 원인은 아래 '\(failuresTitle)'에 있습니다.",
            en: "Correct \(counted(rejected, "row")) in failure.csv. For why, see '\(failuresTitle)' below.")
    }

    /// Says that rows came late; nil where none did.
    var lateRows: String? { Self.lateRows(model) }

    /// The same for whoever needs nothing else of the story.
    static func lateRows(_ model: ReportModel) -> String? {
        let (late, language) = (model.tally.lateRows, model.language)
        guard let newest = late.newestText else { return nil }
        return language.pick(
            ko: "확인하세요: 앞선 실행이 이미 적용한 \(newest)보다 이른 행이 \(grouped(late.count))개 있습니다. 늦게 온 파일이면 "
                + "그때의 재고가 아니라 지금 재고로 처리되었습니다.",
            en: "Look at \(counted(late.count, "row")) older than \(newest), which an earlier run has applied. "
                + "If a file came late, its rows met the stock of now, not of then.")
    }

    /// Whether there are rows to run again.
    var hasRerun: Bool { !needs.isEmpty || correction != nil }

    var hasNothingToDo: Bool { !hasRerun && lateRows == nil }

    var nothingToDo: String { language.pick(ko: "없습니다.", en: "Nothing.") }

    var restockWord: String { language.pick(ko: "채우세요", en: "Restock") }

    var rerunWord: String { language.pick(ko: "이 폴더에서 다시 실행하세요", en: "Run them again, in this folder") }

    /// The command that runs failed rows again.
    var rerunCommand: String {
        let inputs = needs.isEmpty ? "failure.csv" : "restock.csv failure.csv"
        let start = model.ledger == nil ? "--stock stock.csv" : "--ledger LEDGER"
        return "juice-batch run \(inputs) \(start) --output ../retry"
    }

    /// What the command leaves out.
    var rerunNote: String {
        let menu = language.pick(
            ko: "메뉴 파일을 썼다면 같은 --menu를 붙이세요.", en: "If you gave a menu file, add the same --menu.")
        if model.ledger == nil { return menu }
        return language.pick(
            ko: "LEDGER 자리에 장부 파일을 적고, \(menu)", en: "LEDGER stands for your ledger file. \(menu)")
    }

    // MARK: Figures

    var figuresTitle: String { language.pick(ko: "한눈에 보기", en: "At a glance") }

    /// The figures of the night: what is counted, how much, and a remark.
    var figures: [(name: String, value: String, remark: String)] {
        let tally = model.tally
        let (served, short) = (tally.ordersServed, tally.ordersShort)
        let share = percent(served, of: served + short)
        return [
            (
                language.pick(ko: "나간 주문", en: "Orders served"), grouped(served),
                served + short == 0
                    ? language.pick(ko: "주문 없음", en: "no orders")
                    : language.pick(
                        ko: "\(grouped(served + short))건 중 \(share)", en: "\(share) of \(grouped(served + short))")
            ),
            (
                language.pick(ko: "놓친 주문", en: "Orders lost"), grouped(short),
                language.pick(ko: "재료가 모자라서", en: "for lack of fruit")
            ),
            (
                language.pick(ko: "나간 잔", en: "Cups served"), grouped(tally.cupsServed),
                language.pick(ko: "쥬스", en: "of juice")
            ),
            (
                language.pick(ko: "고칠 행", en: "Rows to correct"), grouped(tally.count(.rejected)),
                language.pick(ko: "\(grouped(tally.rows))행 중", en: "of \(grouped(tally.rows))")
            ),
            (
                language.pick(ko: "이미 처리한 행", en: "Already processed"), grouped(tally.count(.alreadyProcessed)),
                language.pick(ko: "건너뜀", en: "skipped")
            ),
        ] + moneyFigures + figuresOfSomeRuns
    }

    /// Figures that only runs have in which such rows occur.
    private var figuresOfSomeRuns: [(name: String, value: String, remark: String)] {
        let tally = model.tally
        var figures: [(name: String, value: String, remark: String)] = []
        if tally.cancels > 0 {
            figures.append(
                (
                    language.pick(ko: "취소한 잔", en: "Cups cancelled"), grouped(tally.cupsCancelled),
                    language.pick(
                        ko: "취소 \(grouped(tally.cancels))건", en: "in \(counted(tally.cancels, "cancellation"))")
                ))
        }
        if tally.count(.ignored) > 0 {
            figures.append(
                (
                    language.pick(ko: "뺀 행", en: "Rows left out"), grouped(tally.count(.ignored)),
                    language.pick(ko: "설정에 따라", en: "as the settings say")
                ))
        }
        return figures
    }

    // MARK: Parts that stories share

    /// A number of pieces: `24개`.
    func pieces(_ count: Int) -> String { language.pick(ko: "\(grouped(count))개", en: grouped(count)) }

    /// A share in whole percent; 100 only where it is all, and 0 only where it is nothing.
    func percent(_ part: Int, of whole: Int) -> String {
        guard whole > 0 else { return "–" }
        let rounded = Int((Double(part) / Double(whole) * 100).rounded())
        return "\(part == 0 ? 0 : part == whole ? 100 : min(99, max(1, rounded)))%"
    }

    /// A share in thousandths.
    func permille(_ part: Int, of whole: Int) -> Int {
        whole > 0 ? Int(Double(part) / Double(whole) * 1_000) : 0
    }

    /// Where to find what a list leaves out; nil if it leaves out nothing.
    func more(_ count: Int, in place: String) -> String? {
        guard count > 0 else { return nil }
        return language.pick(ko: "외 \(grouped(count))건은 \(place)", en: "\(grouped(count)) more in \(place)")
    }

    /// The start of a text that may be long.
    func short(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }

    /// Where a row stands, as people read it.
    func place(_ place: RowPlace) -> String { "\(short(place.file)):\(place.line)" }
}
