package import JuiceBatch

/// What stands in place of report.md where a run has applied nothing, since an input was refused or too many rows were
/// rejected.
package struct StopMarkdown {
    private let language: MessageLanguage
    private let shop: String?

    /// - Parameter shop: the shop's name; nil if nobody says it.
    package init(language: MessageLanguage, shop: String?) {
        self.language = language
        self.shop = shop
    }

    /// What is said of an input that was refused.
    package func text(_ refusal: Refusal) -> String {
        let message = RefusalMessages(language).text(refusal)
        return page(
            language.pick(
                ko: "입력을 거절해서 아무것도 적용하지 않았습니다.", en: "An input was refused, so nothing was applied."),
            [line(refusal.file, refusal.line, refusal.code, message)])
    }

    /// What is said where more rows were rejected than are allowed.
    package func text(_ first: FirstFailures, rejected: Int, allowed: Int) -> String {
        let sentence = language.pick(
            ko: "거절된 행이 \(grouped(rejected))건이라 아무것도 적용하지 않았습니다. \(grouped(allowed))건까지 받습니다.",
            en: "\(counted(rejected, "row was", plural: "rows were")) rejected, and \(grouped(allowed)) allowed, "
                + "so nothing was applied.")
        let rows = first.rejected.map { line($0.file, $0.line, $0.code.name, $0.message) }
        let more = rejected - rows.count
        let rest = language.pick(
            ko: "그 밖에 \(grouped(more))건이 더 있습니다. juice-batch check로 모두 볼 수 있습니다.",
            en: "\(grouped(more)) more: juice-batch check lists them all.")
        return page(sentence, rows + (more > 0 ? ["- " + SafeText.markdown(rest)] : []))
    }

    private func page(_ sentence: String, _ lines: [String]) -> String {
        let title = SafeText.markdown(ReportStory.title(of: shop, language))
        return "# \(title)\n\n✕ **\(SafeText.markdown(sentence))**\n\n\(lines.joined(separator: "\n"))\n"
    }

    private func line(_ file: String, _ line: Int, _ code: String, _ message: String) -> String {
        "- **\(SafeText.markdown("\(file):\(line)"))** \(SafeText.markdown("\(code): \(message)"))"
    }
}
