internal import JuiceBatch

/// The last runs of a ledger as bars, the oldest first: rows that were short or rejected, and cups served.
struct TrendChart {
    /// A column of the chart, its heights in thousandths of the highest.
    struct Run {
        let left: Int
        let cups: Int
        let cupsTop: Int
        let trouble: Int
        let troubleTop: Int
    }

    let cupsWord: String
    let troubleWord: String
    let cupsMost: String
    let troubleMost: String
    let first: String
    let last: String
    /// Units across: 10 a run.
    let across: Int
    let runs: [Run]

    /// Nil without a ledger.
    init?(_ story: ReportStory) {
        guard let ledger = story.model.ledger else { return nil }
        let all = Array(([ledger.current(story.model)] + ledger.past).prefix(LedgerView.past_max).reversed())
        let cups = all.map(\.cups_served)
        let trouble = all.map { $0.shortage + $0.rejected }
        let most = (cups: max(1, cups.max() ?? 1), trouble: max(1, trouble.max() ?? 1))
        cupsWord = story.language.pick(ko: "나간 잔", en: "Cups served")
        troubleWord = story.language.pick(ko: "재료 부족과 거절된 행", en: "Rows short or rejected")
        cupsMost = grouped(cups.max() ?? 0)
        troubleMost = grouped(trouble.max() ?? 0)
        first = all.first.map { "#\($0.number)" } ?? ""
        last = all.last.map { "#\($0.number)" } ?? ""
        // A few runs make no broad bars.
        across = max(10, all.count) * 10
        runs = all.indices.map { index in
            let high = max(0, story.permille(cups[index], of: most.cups))
            let bad = story.permille(trouble[index], of: most.trouble)
            return Run(
                left: index * 10 + 1, cups: high, cupsTop: 1_000 - high, trouble: bad, troubleTop: 1_000 - bad)
        }
    }
}
