package import JuiceBatch
internal import JuiceCore

/// What a command says when it is done.
package enum TerminalSummary {
    /// A few lines on a run, for standard output.
    ///
    /// - Parameter folder: where the reports are, as the user named it; nil if none were written.
    package static func render(_ model: ReportModel, folder: String?) -> String {
        let language = model.language
        var lines = [SafeText.terminal(Headline.sentence(model)), rows(model.tally, language)]
        let needs = zip(model.menu.fruits, model.restocks).filter { $1 > 0 }
        if !needs.isEmpty {
            let shown = needs.prefix(20).map { fruit, need in
                language.pick(ko: "\(fruit.name) \(grouped(need))개", en: "\(fruit.name) \(grouped(need))")
            }.joined(separator: ", ")
            let more = needs.count - 20
            let rest = more > 0 ? language.pick(ko: " 외 \(more)가지", en: " and \(more) more") : ""
            lines.append(language.pick(ko: "채울 것: ", en: "To restock: ") + SafeText.terminal(shown + rest))
        }
        if let folder {
            lines.append(language.pick(ko: "보고서: ", en: "Reports: ") + "\(SafeText.terminal(folder))/report.md")
        } else {
            lines.append(language.pick(ko: "보고서는 쓰지 않았습니다.", en: "No reports were written."))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func rows(_ tally: Tally, _ language: Language) -> String {
        let (rows, success, failure) = (grouped(tally.rows), grouped(tally.success), grouped(tally.failure))
        let shortage = grouped(tally.count(.shortage))
        let rejected = grouped(tally.count(.rejected))
        let skipped = grouped(tally.count(.skipped))
        return language.pick(
            ko: "행 \(rows) = 성공 \(success) + 실패 \(failure) (재료 부족 \(shortage), 거절 \(rejected), 이미 처리 \(skipped))",
            en: "Rows \(rows) = success \(success) + failure \(failure) "
                + "(short of stock \(shortage), rejected \(rejected), already processed \(skipped))")
    }

    /// The last line of `check`.
    package static func checked(_ tally: Tally, _ language: Language) -> String {
        guard tally.failure > 0 else {
            return language.pick(
                ko: "문제가 없습니다. 행 \(grouped(tally.rows))개를 살폈습니다.\n",
                en: "No problems in \(counted(tally.rows, "row")).\n")
        }
        return language.pick(
            ko: "문제 \(grouped(tally.failure))건, 행 \(grouped(tally.rows))개를 살폈습니다.\n",
            en: "\(counted(tally.failure, "problem")) in \(counted(tally.rows, "row")).\n")
    }

    /// The first rejected rows, and how many more there are: for standard error.
    package static func rejected(_ first: FirstFailures, _ tally: Tally, _ language: Language) -> String {
        let shown = first.rejected.map { $0.diagnostic + "\n" }.joined()
        let more = tally.count(.rejected) - first.rejected.count
        guard more > 0 else { return shown }
        return shown
            + language.pick(
                ko: "juice-batch: 외 \(grouped(more))건 (juice-batch check로 모두 볼 수 있습니다)\n",
                en: "juice-batch: \(grouped(more)) more (juice-batch check lists them all)\n")
    }
}
