internal import JuiceBatch
internal import JuiceCore

/// What a run says on standard output when it is done.
package enum TerminalSummary {
    /// A few lines in Korean.
    ///
    /// - Parameter folder: where the reports are, as the user named it; nil if none were written.
    package static func render(_ model: ReportModel, folder: String?) -> String {
        var lines = [SafeText.terminal(Headline.sentence(model))]
        let tally = model.tally
        lines.append(
            "행 \(grouped(tally.rows)) = 성공 \(grouped(tally.success)) + 실패 \(grouped(tally.failure)) "
                + "(재료 부족 \(grouped(tally.count(.shortage))), 거절 \(grouped(tally.count(.rejected))), "
                + "이미 처리 \(grouped(tally.count(.skipped))))")
        let needs = zip(model.menu.fruits, model.restocks).filter { $1 > 0 }
        if !needs.isEmpty {
            let shown = needs.prefix(20).map { "\($0.name) \(grouped($1))개" }.joined(separator: ", ")
            lines.append("채울 것: " + SafeText.terminal(needs.count > 20 ? "\(shown) 외 \(needs.count - 20)가지" : shown))
        }
        if let folder {
            lines.append("보고서: \(SafeText.terminal(folder))/report.md")
        } else {
            lines.append("보고서는 쓰지 않았습니다.")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
