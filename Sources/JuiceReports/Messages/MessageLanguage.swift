internal import JuiceBatch
package import JuiceCore

/// The language of texts.
///
/// Codes, column names, the names on the menu and the sentences for customers are the same in both languages.
/// Both versions of a sentence are written side by side:
///
///     language.pick(ko: "과일 \(count)개", en: "\(counted(count, "fruit"))")
package enum MessageLanguage: String, CaseIterable, Sendable, Localized {
    case korean = "ko"
    case english = "en"

    package var language: MessageLanguage { self }

    /// A list of the first elements with the number of the others: `a, b 외 3개`, `a, b and 3 more`.
    ///
    /// The unit, such as `가지`, counts the others in Korean; the noun, such as `fruit`, in English.
    func list(
        _ elements: some Collection<String>, max: Int, _ unit: String = "개", _ noun: String? = nil,
        separator: String = ", "
    ) -> String {
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

    func orders(_ count: Int) -> String { pick(ko: "주문 \(grouped(count))건", en: counted(count, "order")) }

    func shortOrders(_ count: Int) -> String {
        pick(ko: "못 만든 주문 \(grouped(count))건", en: counted(count, "short order"))
    }

    func rowsToCorrect(_ count: Int) -> String {
        pick(ko: "고칠 행 \(grouped(count))개", en: counted(count, "row to correct", plural: "rows to correct"))
    }

    func cups(_ count: Int) -> String { pick(ko: "\(grouped(count))잔", en: counted(count, "cup")) }

    /// A number of pieces, without the fruit.
    package func pieces(_ count: Int) -> String { pick(ko: "\(grouped(count))개", en: grouped(count)) }

    /// A fruit with a number of pieces, such as `딸기 3개`, for a list of purchases.
    func fruit(_ name: String, pieces: Int) -> String { "\(name) \(self.pieces(pieces))" }

    /// A number of pieces of a fruit, such as `딸기 3개`.
    func pieces(_ count: Int, of fruit: String) -> String {
        pick(ko: "\(fruit) \(grouped(count))개", en: "\(grouped(count)) \(fruit)")
    }

    private static let koreanDays = ["월", "화", "수", "목", "금", "토", "일"]
    private static let englishDays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// The day of the week in full: `월요일`, `Monday`.
    func weekday(_ day: CalendarDay) -> String {
        pick(ko: Self.koreanDays[day.weekday] + "요일", en: Self.englishDays[day.weekday])
    }

    /// The abbreviated day of the week: `월`, `Mon`.
    func shortWeekday(_ day: CalendarDay) -> String {
        pick(ko: Self.koreanDays[day.weekday], en: String(Self.englishDays[day.weekday].prefix(3)))
    }

    /// The date with its day of the week in full: `2026-11-23 월요일`, `Monday 2026-11-23`.
    func fullDayText(_ day: CalendarDay) -> String {
        pick(ko: "\(day.text) \(weekday(day))", en: "\(weekday(day)) \(day.text)")
    }

    /// The date with its day of the week: `2026-11-23 (월)`.
    func dayText(_ day: CalendarDay) -> String { "\(day.text) (\(shortWeekday(day)))" }
}

/// A value whose texts are in one language.
package protocol Localized { var language: MessageLanguage { get } }

extension Localized {
    /// The text in the language of this value; the other one is not evaluated.
    package func pick(ko: @autoclosure () -> String, en: @autoclosure () -> String) -> String {
        switch language {
        case .korean: ko()
        case .english: en()
        }
    }

    /// The text in the language of this value if a condition is true; nil otherwise.
    func pick(if condition: Bool, ko: @autoclosure () -> String, en: @autoclosure () -> String) -> String? {
        condition ? pick(ko: ko(), en: en()) : nil
    }

    /// The text in the language of this value as a message on one line, escaped for a terminal and for logs.
    func line(ko: @autoclosure () -> String, en: @autoclosure () -> String) -> String {
        Escaping.terminal(pick(ko: ko(), en: en()))
    }

    /// The content of a cell in a message.
    func shown(_ cell: String) -> String { cell.isEmpty ? pick(ko: "빈 칸", en: "empty") : quoted(cell) }
}

/// A number with commas between groups of three digits.
package func grouped(_ value: Int) -> String {
    // A fast path, since most numbers of a report are small.
    if (-999...999).contains(value) { return String(value) }
    let digits = Array(String(value.magnitude).utf8)
    var text = value < 0 ? [UInt8(ascii: "-")] : []
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
        text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
}

/// A number with an English noun: `1 order`, `2 orders`; the plural has an s if none is given.
package func counted(_ value: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(value)) \(value == 1 ? noun : plural ?? noun + "s")"
}

/// A share as a rounded percentage; `–` if the whole is 0.
///
/// Only nothing is `0%`, and only the whole is `100%`; shares that would be rounded to these are `<1%` and `>99%`.
package func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "–" }
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

/// The rules for the name of a shop in texts.
package enum ShopName {
    static let bytesMax = 100

    /// Whether a text is allowed as a shop's name: it has visible characters, and none that break a line.
    package static func isValid(_ text: String) -> Bool {
        (1...bytesMax).contains(text.utf8.count) && Escaping.isShown(text)
            && text.unicodeScalars.contains { !$0.properties.isWhitespace }
    }
}

/// The format of amounts of money in texts.
package struct MoneyFormat: Sendable {
    /// The currency sign of a shop that has not set one.
    package static let usualSign = "원"
    /// The maximum length of a currency sign, in Unicode scalars.
    package static let signLengthMax = 10

    private let sign: String

    /// Creates a format with a currency sign, such as `원`, `₩` or `EUR`.
    package init(sign: String) { self.sign = sign }

    /// Whether a text is a currency sign: not empty, not too long, and without characters that break a line or table.
    package static func isValidCurrencySign(_ text: String) -> Bool {
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

/// A reason why the business day of a run may be wrong.
package enum BusinessDayWarning: Sendable, Equatable {
    /// The name of the input contains another date than the rows, whose date is used.
    case contradicted(named: String, date: String)
    /// The business day of some runs is derived from their files' times only, and is long after that of all others.
    ///
    /// `date` is the first business day of these runs, and `newest` the last one of the other runs.
    case ahead(date: String, newest: String, runs: [Int])

    package func sentence(_ language: MessageLanguage) -> String {
        switch self {
        case .contradicted(let named, let date):
            language.pick(
                ko: "파일 이름의 날짜는 \(named)인데 행의 날짜는 \(date)입니다. 행의 날짜에 따라 \(date) 영업일로 기록했습니다.",
                en: "The date in the file name is \(named), but the rows are dated \(date). The run is recorded "
                    + "for the business day \(date), the date of the rows.")
        case .ahead(let date, let newest, let runs):
            language.pick(
                ko: "실행 #\(list(runs))의 영업일 \(date, .topic) 파일의 시각만 보고 정했는데, 다른 영업일 중 가장 늦은 \(newest)보다 7일 넘게 늦습니다. "
                    + "시계가 틀렸다면 juice-batch reverse \(runs.last ?? 0) 명령으로 취소하고, 파일을 --date와 함께 다시 적용하세요. "
                    + "시계가 맞다면 다음 영업일부터 이 안내가 사라집니다.",
                en: "The business day \(date) of \(runs.count == 1 ? "run" : "runs") \(list(runs)) was taken only from "
                    + "the time of the file, and is more than 7 days after \(newest), the latest business day of any "
                    + "other run. If the clock was wrong, use juice-batch reverse \(runs.last ?? 0), and apply the "
                    + "file again with --date. If the clock was right, this warning disappears with the next business "
                    + "day.")
        }
    }

    private func list(_ runs: [Int]) -> String { runs.map { "\($0)" }.joined(separator: ", ") }
}
