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

/// A number with a comma between thousands.
package func grouped(_ value: Int) -> String {
    // Most numbers of a report.
    if (-999...999).contains(value) { return String(value) }
    var digits = String(abs(value))
    var groups: [String] = []
    while digits.count > 3 {
        groups.insert(String(digits.suffix(3)), at: 0)
        digits.removeLast(3)
    }
    groups.insert(digits, at: 0)
    return (value < 0 ? "-" : "") + groups.joined(separator: ",")
}

/// A number and an English noun: `1 order`, `2 orders`.
///
/// - Parameter plural: of a noun that does not just take an s.
package func counted(_ value: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(value)) \(value == 1 ? noun : plural ?? noun + "s")"
}
