package import JuiceCore

/// The language of texts.
///
/// Codes, column names, the names on the menu and the sentences for customers are the same in both languages.
///
/// Both versions of a sentence are written side by side:
///
///     language.pick(ko: "과일 \(count)개", en: "\(counted(count, "fruit"))")
package enum MessageLanguage: String, CaseIterable, Sendable {
    case korean = "ko"
    case english = "en"

    /// The text in this language; the other one is not evaluated.
    package func pick(ko: @autoclosure () -> String, en: @autoclosure () -> String) -> String {
        switch self {
        case .korean: ko()
        case .english: en()
        }
    }

    /// A list of the first elements with the number of the others: `a, b 외 3개`, `a, b and 3 more`.
    ///
    /// - Parameters:
    ///   - max: the maximum number of elements shown.
    ///   - unit: the Korean unit for the number of others, such as `가지 과일`.
    ///   - noun: the English noun for the others; nil for none.
    func list(
        _ elements: some Collection<String>, max: Int, _ unit: String = "개", _ noun: String? = nil,
        separator: String = ", "
    )
        -> String
    {
        let more = andMore(elements.count - max, unit, noun).map { " " + $0 } ?? ""
        return elements.prefix(max).joined(separator: separator) + more
    }

    /// The phrase for the elements that a list leaves out, such as `외 3개` and `and 3 more`; nil if there are none.
    func andMore(_ count: Int, _ unit: String = "개", _ noun: String? = nil) -> String? {
        guard count > 0 else { return nil }
        let more = noun.map { counted(count, "more \($0)") } ?? "\(grouped(count)) more"
        return pick(ko: "외 \(grouped(count))\(unit)", en: "and \(more)")
    }

    /// The sentence for the elements that a list leaves out, such as `외 3개.` and `And 3 more.`; nil if there are none.
    func andMoreSentence(_ count: Int, _ unit: String) -> String? {
        andMore(count, unit).map { pick(ko: $0, en: "A" + $0.dropFirst()) + "." }
    }
}

/// A number with commas between groups of three digits.
package func grouped(_ value: Int) -> String {
    // A fast path, since most numbers of a report are small.
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

/// A number with an English noun: `1 order`, `2 orders`.
///
/// - Parameter plural: the plural of the noun; nil to add an s.
package func counted(_ value: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(value)) \(value == 1 ? noun : plural ?? noun + "s")"
}

/// A share as a rounded percentage.
///
/// The result is `100%` only for everything, `0%` only for nothing, `<1%` or `>99%` close to these, and `–` if the
/// whole is 0.
package func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "–" }
    if part == 0 || part == whole { return part == 0 ? "0%" : "100%" }
    let rounded = (Int128(part) * 200 + Int128(whole)) / (Int128(whole) * 2)
    if part > 0, part < whole, !(1...99).contains(rounded) { return rounded == 0 ? "<1%" : ">99%" }
    return "\(rounded)%"
}

/// A change in percent, such as `▲12%`, `▼<1%` or `=`; nil if the earlier value is 0 and the later one is not.
func percentChange(from before: Int, to now: Int) -> String? {
    if now == before { return "=" }
    guard before > 0 else { return nil }
    let (change, whole) = (Int128(now) - Int128(before), Int128(before))
    let rounded = (change.magnitude * 200 + whole.magnitude) / (whole.magnitude * 2)
    return (change > 0 ? "▲" : "▼") + (rounded == 0 ? "<1" : grouped(Int(rounded))) + "%"
}

/// A share in thousandths, for drawings; 1000 only for the whole, and 0 only for nothing.
func permille(_ part: Int, of whole: Int) -> Int {
    guard whole > 0, part > 0 else { return 0 }
    return max(1, Int(Int128(part) * 1_000 / Int128(whole)))
}

/// The format of amounts of money in texts.
package struct MoneyFormat: Sendable {
    /// The currency sign of a shop that has not set one.
    package static let usualSign = "원"
    /// The maximum length of a currency sign, in Unicode scalars.
    package static let signLengthMax = 10

    private let sign: String

    /// Creates a format with a currency sign, such as `원`, `₩` or `EUR`.
    package init(sign: String) {
        self.sign = sign
    }

    /// Whether a text is allowed as a currency sign: not empty, not too long, and without characters that break a line
    /// or a table.
    package static func isSign(_ text: String) -> Bool {
        (1...signLengthMax).contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control && !("0"..."9").contains($0)
            }
    }

    /// An amount with its sign: `4,500원`, `-$12.50`, `12.50 EUR`.
    package func text(_ money: Money) -> String {
        let digits = Money(hundredths: abs(money.hundredths)).digits.split(separator: ".")
        let number = ([grouped(Int(digits[0]) ?? 0)] + digits.dropFirst().map(String.init)).joined(separator: ".")
        let minus = money.hundredths < 0 ? "-" : ""
        let scalars = sign.unicodeScalars
        // Currency symbols precede the number; letters follow it, Latin ones after a space.
        if scalars.allSatisfy({ $0.properties.generalCategory == .currencySymbol }) { return minus + sign + number }
        let isLatin = scalars.first.map { $0.isASCII && $0.properties.isAlphabetic } == true
        return minus + number + (isLatin ? " " : "") + sign
    }

    /// An amount as text; a dash if it is unknown.
    package func text(_ money: Money?) -> String { money.map { text($0) } ?? "–" }
}

/// The rules for a shop's name in reports.
package enum ShopName {
    /// The maximum length of a name, in bytes.
    package static let bytesMax = 100

    /// Whether a text is allowed as a name: it has visible characters, and none that break a line.
    package static func isName(_ text: String) -> Bool {
        (1...bytesMax).contains(text.utf8.count) && Escaping.isShown(text)
            && text.unicodeScalars.contains { !$0.properties.isWhitespace }
    }
}
