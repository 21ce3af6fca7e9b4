/// The sentence for reports that took the place of earlier ones.
package struct ReplacementWording {
    private let language: MessageLanguage

    /// The sentence in a language.
    package init(_ language: MessageLanguage) {
        self.language = language
    }

    /// The message about the report set that was replaced; at least one of the figures is more than 0.
    ///
    /// - Parameter folder: the folder of the reports as the user named it.
    package func text(_ folder: String, ordersShort: Int, rowsRejected: Int) -> String {
        var held: [String] = []
        if ordersShort > 0 {
            held.append(
                language.pick(ko: "못 한 주문 \(grouped(ordersShort))건", en: counted(ordersShort, "lost order")))
        }
        if rowsRejected > 0 {
            held.append(
                language.pick(
                    ko: "고칠 행 \(grouped(rowsRejected))개",
                    en: counted(rowsRejected, "row to correct", plural: "rows to correct")))
        }
        let list = held.joined(separator: language.pick(ko: ", ", en: " and "))
        return language.pick(
            ko: "\(folder): 앞선 보고서를 바꾸었습니다. 그 failure.csv에 \(list)\(Particle.subject.behind(list)) 들어 있었습니다. "
                + "따로 남기려면 --output에 {date}나 {name}을 넣으세요.",
            en: "\(folder): took the place of earlier reports, whose failure.csv held \(list). "
                + "To keep each set, put {date} or {name} into --output.")
    }
}
