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

    private var language: Language { model.language }

    var text: String {
        [title, todo, juices, fruits, nights, lost, failures, inputs].filter { !$0.isEmpty }.joined(separator: "\n\n")
            + "\n"
    }

    private var title: String {
        let date = model.date.map { " (\($0))" } ?? ""
        let name = language.pick(ko: "쥬스 가게 보고서", en: "Juice shop report")
        return "# \(name)\(date)\n\n**\(escaped(Headline.sentence(model)))**"
    }

    private var todo: String {
        let title = "## " + language.pick(ko: "지금 할 일", en: "To do now")
        let needs = zip(model.menu.fruits, model.restocks).filter { $1 > 0 }
        let rejected = model.tally.count(.rejected)
        var steps: [String] = []
        if !needs.isEmpty { steps.append(restockStep(needs)) }
        if rejected > 0 {
            steps.append(
                language.pick(
                    ko: "고치세요: failure.csv에서 잘못 적힌 행 \(grouped(rejected))개 (원인은 아래 '실패').",
                    en: "Correct \(counted(rejected, "row")) in failure.csv (for why, see 'Failures' below)."))
        }
        guard !steps.isEmpty else { return title + "\n\n" + language.pick(ko: "없습니다.", en: "Nothing.") }
        steps.append(language.pick(ko: "이 폴더에서 다시 실행하세요:", en: "Run them again, in this folder:"))
        let inputs = needs.isEmpty ? "failure.csv" : "restock.csv failure.csv"
        let list = steps.enumerated().map { "\($0.offset + 1). \($0.element)" }.joined(separator: "\n")
        let start = model.ledger == nil ? "--stock stock.csv" : "--ledger LEDGER"
        return "\(title)\n\n\(list)\n\n```\njuice-batch run \(inputs) \(start) --output ../retry\n```\n\n\(retryHint)"
    }

    private var retryHint: String {
        let menu = language.pick(
            ko: "메뉴 파일을 썼다면 같은 `--menu`를 붙이세요.", en: "If you gave a menu file, add the same `--menu`.")
        guard model.ledger != nil else { return menu }
        return language.pick(
            ko: "`LEDGER` 자리에는 이 실행의 장부 파일을 적으세요. ", en: "For `LEDGER` write the ledger of this run. ") + menu
    }

    private func restockStep(_ needs: [(Fruit, Int)]) -> String {
        let shown = needs.prefix(rows_max).map { fruit, need in
            let quantity = language.pick(ko: "\(grouped(need))개", en: grouped(need))
            return "\(escaped(fruit.name)) **\(quantity)**"
        }.joined(separator: ", ")
        let rest = needs.count - rows_max
        let more =
            rest > 0 ? language.pick(ko: " 외 \(rest)가지는 restock.csv", en: ", and \(rest) more in restock.csv") : ""
        return language.pick(
            ko: "채우세요: \(shown)\(more). 그러면 모자라서 못 한 \(grouped(shortages))건을 다시 할 수 있습니다.",
            en: "Restock: \(shown)\(more). Then \(counted(shortages, "short row")) can be run again.")
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
        let header = language.pick(
            ko: "쥬스|주문|나감|못 나감|나간 잔|못 나간 잔|나간 비율", en: "Juice|Orders|Served|Short|Cups served|Cups short|Share served")
        return "## \(language.pick(ko: "쥬스", en: "Juices"))\n\n" + table(header, rows)
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
        let title = language.pick(
            ko: "## 과일\n\n시작 + 입고 − 폐기 + 실사 − 사용 = 마감",
            en: "## Fruits\n\nopening + restocked − discarded + counted − used = closing")
        let header = language.pick(
            ko: "과일|시작|입고|폐기|실사|사용|마감|검산", en: "Fruit|Opening|Restocked|Discarded|Counted|Used|Closing|Check")
        return "\(title)\n\n" + table(header, rows)
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
            ? language.pick(
                ko: "실사가 있었던 날이라 '미리 더 있었다면'은 어림입니다.", en: "There were counts, so 'more beforehand' is an estimate.")
            : language.pick(
                ko: "'미리 더 있었다면'만큼 더 가지고 시작했다면 아무도 돌아가지 않았습니다.",
                en: "With as much more as 'more beforehand' says, nobody would have gone without.")
        let title = language.pick(ko: "모자란 재료", en: "Missing fruit")
        let header = language.pick(ko: "과일|못 나간 주문|미리 더 있었다면", en: "Fruit|Orders lost|More beforehand")
        return "## \(title)\n\n\(promise)\n\n" + table(header, rows) + more(all.count, "summary.json")
    }

    private var nights: String {
        guard let ledger = model.ledger else { return "" }
        let nights = MarkdownNights(model: model, ledger: ledger, rows_max: rows_max)
        return "## \(nights.title)\n\n\(nights.introduction)\n\n" + table(nights.header, nights.rows)
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
            let count = model.tally.count(code)
            let number = language.pick(ko: "\(grouped(count))건", en: counted(count, "row"))
            return "### \(code.name): \(number)\n\n"
                + table(language.pick(ko: "파일|줄|품목|까닭", en: "File|Line|Item|Why"), Array(rows))
                + rest(count - first.count, "failure.csv")
        }
        return "## \(language.pick(ko: "실패", en: "Failures"))\n\n" + parts.joined(separator: "\n\n")
    }

    private var inputs: String {
        let rows = model.inputs.prefix(rows_max).map { input in
            [
                escaped(short(input.name)), grouped(input.rows), grouped(input.blank), grouped(input.bytes),
                input.encoding, input.delimiter == "\t" ? "TAB" : escaped(input.delimiter), "`\(input.sha256)`",
            ]
        }
        let header = language.pick(
            ko: "파일|행|빈 행|바이트|인코딩|구분 기호|SHA-256", en: "File|Rows|Blank|Bytes|Encoding|Delimiter|SHA-256")
        return "## \(language.pick(ko: "입력", en: "Inputs"))\n\n" + table(header, rows)
            + more(model.inputs.count, "summary.json")
    }

    /// A table; the names of its columns are parted by `|`.
    private func table(_ header: String, _ rows: [[String]]) -> String {
        let names = header.split(separator: "|").map(String.init)
        return ([names, names.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
            .joined(separator: "\n")
    }

    private func more(_ count: Int, _ place: String) -> String { rest(count - rows_max, place) }

    /// Where to find what a list leaves out.
    private func rest(_ count: Int, _ place: String) -> String {
        guard count > 0 else { return "" }
        return "\n\n"
            + language.pick(ko: "외 \(grouped(count))건은 \(place)", en: "\(grouped(count)) more in \(place)")
    }

    /// Ten blocks, of which as many are full as the share says.
    private func bar(_ part: Int, of whole: Int) -> String {
        let full = whole == 0 ? 0 : part * 10 / whole
        return String(repeating: "█", count: full) + String(repeating: "░", count: 10 - full)
    }

    private func short(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }

    private func escaped(_ text: String) -> String { SafeText.markdown(text) }
}
