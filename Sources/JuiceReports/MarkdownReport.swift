internal import JuiceBatch
internal import JuiceCore

/// report.md: what a shop's owner can act on in ten seconds, and then the whole reckoning.
package enum MarkdownReport {
    /// The longest report, in bytes.
    package static let length_max = 60_000

    /// The file's content; lists are cut until it is no longer than `length_max`.
    package static func render(_ model: ReportModel) -> String {
        var text = ""
        for rows_max in [60, 20, 5, 1] {
            text = MarkdownPage(model: model, rows_max: rows_max).text
            if text.utf8.count <= length_max { return text }
        }
        return text
    }
}

/// A report with no list longer than `rows_max`.
private struct MarkdownPage {
    let model: ReportModel
    let rows_max: Int

    var text: String {
        [title, todo, juices, fruits, lost, failures, inputs].filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    private var title: String {
        let date = model.date.map { " (\($0))" } ?? ""
        return "# 쥬스 가게 보고서\(date)\n\n**\(escaped(Headline.sentence(model)))**"
    }

    private var todo: String {
        var steps: [String] = []
        let needs = zip(model.menu.fruits, model.restocks).filter { $1 > 0 }
        if !needs.isEmpty {
            let shown = needs.prefix(rows_max).map { "\(escaped($0.name)) **\(grouped($1))개**" }.joined(separator: ", ")
            let more = needs.count > rows_max ? " 외 \(needs.count - rows_max)가지는 restock.csv" : ""
            steps.append("채우세요: \(shown)\(more). 그러면 모자라서 못 한 \(grouped(shortages))건을 다시 할 수 있습니다.")
        }
        let rejected = model.tally.count(.rejected)
        if rejected > 0 {
            steps.append("고치세요: failure.csv에서 잘못 적힌 행 \(grouped(rejected))개 (원인은 아래 '실패').")
        }
        guard !steps.isEmpty else { return "## 지금 할 일\n\n없습니다." }
        steps.append("이 폴더에서 다시 실행하세요:")
        let inputs = needs.isEmpty ? "failure.csv" : "restock.csv failure.csv"
        let list = steps.enumerated().map { "\($0.offset + 1). \($0.element)" }.joined(separator: "\n")
        return "## 지금 할 일\n\n\(list)\n\n```\njuice-batch run \(inputs) --stock stock.csv --output ../retry\n```\n\n"
            + "메뉴 파일을 썼다면 같은 `--menu`를 붙이세요."
    }

    private var shortages: Int { model.tally.count(.shortage) }

    private var juices: String {
        let all = zip(model.menu.juices, model.tally.juices).filter { $1.served + $1.short > 0 }
        guard !all.isEmpty else { return "" }
        let rows = all.prefix(rows_max).map { juice, figures in
            [
                escaped(juice.name), grouped(figures.served + figures.short), grouped(figures.served),
                grouped(figures.short), grouped(figures.cups_served), grouped(figures.cups_short),
                bar(figures.served, of: figures.served + figures.short),
            ]
        }
        return "## 쥬스\n\n"
            + table(["쥬스", "주문", "나감", "못 나감", "나간 잔", "못 나간 잔", "나간 비율"], rows)
            + more(all.count, "summary.json")
    }

    private var fruits: String {
        let rows = zip(model.menu.fruits, model.tally.fruits).prefix(rows_max).map { fruit, figures in
            let sum =
                figures.opening + figures.restocked - figures.discarded + figures.counted - figures.used
            return [
                escaped(fruit.name), grouped(figures.opening), grouped(figures.restocked),
                grouped(figures.discarded), grouped(figures.counted), grouped(figures.used),
                grouped(figures.closing), sum == figures.closing ? "✓" : "✗",
            ]
        }
        return "## 과일\n\n시작 + 입고 − 폐기 + 실사 − 사용 = 마감\n\n"
            + table(["과일", "시작", "입고", "폐기", "실사", "사용", "마감", "검산"], rows)
            + more(model.menu.fruits.count, "summary.json")
    }

    private var lost: String {
        let all = zip(model.menu.fruits, model.tally.fruits).filter { $1.lostOrders > 0 || $1.peakDeficit > 0 }
        guard !all.isEmpty else { return "" }
        let rows = all.prefix(rows_max).map { fruit, figures in
            [escaped(fruit.name), grouped(figures.lostOrders), grouped(figures.peakDeficit)]
        }
        // A count sets stock to what it is, whatever there was before: then nothing can be promised.
        let hasCounts = model.tally.actions[Int(Action.count.rawValue)].success > 0
        let promise =
            hasCounts
            ? "실사가 있었던 날이라 '미리 더 있었다면'은 어림입니다."
            : "'미리 더 있었다면'만큼 더 가지고 시작했다면 아무도 돌아가지 않았습니다."
        return "## 모자란 재료\n\n\(promise)\n\n"
            + table(["과일", "못 나간 주문", "미리 더 있었다면"], rows) + more(all.count, "summary.json")
    }

    private var failures: String {
        let codes = OutcomeCode.failures.filter { model.tally.count($0) > 0 }
        guard !codes.isEmpty else { return "" }
        let parts = codes.map { code in
            let first = model.first.byCode[Int(code.rawValue)].prefix(rows_max)
            let rows = first.map { failure in
                [
                    escaped(short(failure.file)), String(failure.line), escaped(short(failure.item)),
                    escaped(failure.message),
                ]
            }
            let rest = model.tally.count(code) - first.count
            return "### \(code.name): \(grouped(model.tally.count(code)))건\n\n"
                + table(["파일", "줄", "품목", "까닭"], Array(rows))
                + (rest > 0 ? "\n\n외 \(grouped(rest))건은 failure.csv" : "")
        }
        return "## 실패\n\n" + parts.joined(separator: "\n\n")
    }

    private var inputs: String {
        let rows = model.inputs.prefix(rows_max).map { input in
            [
                escaped(short(input.name)), grouped(input.rows), grouped(input.blank), grouped(input.bytes),
                input.encoding, input.delimiter == "\t" ? "TAB" : escaped(input.delimiter), "`\(input.sha256)`",
            ]
        }
        return "## 입력\n\n" + table(["파일", "행", "빈 행", "바이트", "인코딩", "구분 기호", "SHA-256"], rows)
            + more(model.inputs.count, "summary.json")
    }

    /// A table; the first column is text, the others are aligned as numbers read best.
    private func table(_ header: [String], _ rows: [[String]]) -> String {
        ([header, header.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
            .joined(separator: "\n")
    }

    private func more(_ count: Int, _ place: String) -> String {
        count > rows_max ? "\n\n외 \(grouped(count - rows_max))건은 \(place)" : ""
    }

    /// Ten blocks, of which as many are full as the share says.
    private func bar(_ part: Int, of whole: Int) -> String {
        let full = whole == 0 ? 0 : part * 10 / whole
        return String(repeating: "█", count: full) + String(repeating: "░", count: 10 - full)
    }

    private func short(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }

    private func escaped(_ text: String) -> String { SafeText.markdown(text) }
}
