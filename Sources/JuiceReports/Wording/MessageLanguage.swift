/// The language of the sentences that people read.
///
/// Codes, column names, the names on the menu and what a customer hears are the same in each.
///
/// Both twins of a sentence stand side by side where it is used:
///
///     language.pick(ko: "과일 \(count)개", en: "\(counted(count, "fruit"))")
package enum MessageLanguage: String, CaseIterable, Sendable {
    case korean = "ko"
    case english = "en"

    /// The twin in this language; the other one is never made.
    package func pick(ko: @autoclosure () -> String, en: @autoclosure () -> String) -> String {
        switch self {
        case .korean: ko()
        case .english: en()
        }
    }
}
