internal import JuiceBatch
internal import JuiceCore

/// What a run with a ledger did to stock, against the runs before it: a section of report.md.
struct MarkdownNights {
    /// How many runs before this one are shown.
    private static let past_max = 14
    /// How many fruits have a column.
    private static let fruits_max = 8

    let model: ReportModel
    let ledger: LedgerView
    /// How many runs before this one there is room for, at most.
    let rows_max: Int

    private var language: Language { model.language }
    private var past: [PastRun] { Array(ledger.past.prefix(min(Self.past_max, rows_max))) }
    private var fruits: Range<Int> { 0..<min(model.menu.fruits.count, Self.fruits_max) }

    /// The title of the section.
    var title: String { language.pick(ko: "지난 밤들", en: "The nights before") }

    /// What the table shows, in a sentence.
    var introduction: String {
        let hidden = model.menu.fruits.count - fruits.count
        let rest =
            hidden > 0
            ? language.pick(
                ko: " 과일 \(hidden)가지는 summary.json에 있습니다.", en: " \(counted(hidden, "fruit")) more in summary.json.")
            : ""
        return language.pick(
            ko: "과일 칸은 마감 재고이고, 괄호는 그 밤 사이의 변화입니다.\(rest)",
            en: "Fruits show closing stock, with the change since the run before in parentheses.\(rest)")
    }

    /// The header of the table, its names parted by `|`.
    var header: String {
        let names = language.pick(ko: "실행|날짜|행|나간 잔|부족|거절", en: "Run|Date|Rows|Cups|Short|Rejected")
        return ([names] + fruits.map { SafeText.markdown(model.menu.fruits[$0].name) }).joined(separator: "|")
    }

    /// The rows of the table, this run first.
    var rows: [[String]] {
        let tally = model.tally
        let cups = tally.juices.reduce(0) { min($0 + $1.cups_served, Tally.sum_max) }
        let own =
            [
                "**\(ledger.runNumber)**", model.date ?? "", grouped(tally.rows), grouped(cups),
                grouped(tally.count(.shortage)), grouped(tally.count(.rejected)),
            ] + fruits.map { change(from: tally.fruits[$0].opening, to: tally.fruits[$0].closing) }
        return [own]
            + past.indices.map { index in
                let run = past[index]
                let name = run.reverses.map { "\(run.number) (↩ \($0))" } ?? "\(run.number)"
                let before = ledger.past.indices.contains(index + 1) ? ledger.past[index + 1] : nil
                return [
                    name, run.date ?? "", grouped(run.rows), grouped(run.cups_served), grouped(run.shortage),
                    grouped(run.rejected),
                ] + fruits.map { change(from: before?.closing[$0], to: run.closing[$0]) }
            }
    }

    private func change(from opening: Int?, to closing: Int?) -> String {
        guard let closing else { return "–" }
        guard let opening, opening != closing else { return grouped(closing) }
        let change = closing - opening
        return "\(grouped(closing)) (\(change > 0 ? "+" : "−")\(grouped(abs(change))))"
    }
}
