import Foundation

/// A time as a cell says it, read by one regular expression for each form: for reading, and not for speed.
package struct PlainTime: Equatable, Sendable {
    /// Days from 0001-01-01, from 0; nil where the cell says no date.
    package var day: Int?
    /// Seconds from midnight by the cell's own clock; nil where the cell says none.
    package var secondOfDay: Int?
    package var nanoseconds = 0
    /// The offset of the cell's clock from UTC in minutes; nil if the cell has none.
    package var offsetMinutes: Int?

    /// The parts that a time has; only times of the same kind can be compared.
    package struct Kind: Equatable, Sendable {
        package var hasDate: Bool
        package var hasClock: Bool
        package var hasOffset: Bool
    }

    package var kind: Kind {
        Kind(hasDate: day != nil, hasClock: secondOfDay != nil, hasOffset: offsetMinutes != nil)
    }

    package struct Rules: Sendable {
        /// `mdy`, `dmy`, `ymd`, or nil.
        package var dateOrder: String?
        /// Minutes behind midnight.
        package var dayStart = 0
        /// Whether dates are those of business days.
        package var movesDates = false

        package init(dateOrder: String? = nil, dayStart: Int = 0, movesDates: Bool = false) {
            (self.dateOrder, self.dayStart, self.movesDates) = (dateOrder, dayStart, movesDates)
        }
    }

    /// Seconds since 1970-01-01 00:00, less the offset if there is one; without a date, of that day.
    package var seconds: Int {
        ((day ?? Self.epoch) - Self.epoch) * 86_400 + (secondOfDay ?? 0) - (offsetMinutes ?? 0) * 60
    }

    package func isBefore(_ other: PlainTime) -> Bool {
        (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
    }

    /// The time that a cell says; nil when it says none.
    ///
    /// The day that `dayStart` adds is in `day`, and where there is no date in `secondOfDay`.
    package static func read(_ cell: String, _ rules: Rules = Rules()) -> PlainTime? {
        let text = PlainNumber.narrow(PlainText.trimmed(cell)).precomposedStringWithCanonicalMapping
        guard let first = text.first, first.isNumber || "오AaPp".contains(first) else { return nil }
        for form in PlainForm.byOrder[rules.dateOrder ?? "", default: []] {
            guard let parts = form.match(text), var time = PlainTime(parts) else { continue }
            if let clock = time.secondOfDay, clock < rules.dayStart * 60 {
                if time.day == nil { time.secondOfDay = clock + 86_400 }
                if rules.movesDates { time.day = time.day.map { $0 + 1 } }
            }
            return time
        }
        return nil
    }

    private init?(_ parts: [String: String]) {
        func number(_ name: String) -> Int? { parts[name].flatMap { Int($0) } }
        if let month = number("m"), let dayOfMonth = number("d") {
            guard let year = number("Y") ?? number("y").map({ 2_000 + $0 }),
                let day = Self.day(year, month, dayOfMonth)
            else { return nil }
            self.day = day
        }
        guard let minute = number("i") else { return }
        let second = number("s") ?? 0
        guard var hour = number("h"), minute < 60, second < 60 else { return nil }
        if let half = parts["p"] {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (["오후", "pm"].contains(half.lowercased()) ? 12 : 0)
        }
        guard hour < 24 else { return nil }
        secondOfDay = (hour * 60 + minute) * 60 + second
        nanoseconds = Int(((parts["f"] ?? "") + "000000000").prefix(9)) ?? 0
        if let zone = parts["z"] {
            let digits = zone.filter(\.isNumber)
            let (hours, minutes) = (Int(digits.prefix(2)) ?? 0, Int(digits.dropFirst(2)) ?? 0)
            guard hours < 24, minutes < 60 else { return nil }
            offsetMinutes = (zone.hasPrefix("-") ? -1 : 1) * (hours * 60 + minutes)
        }
    }

    /// The date of a day, counted from 0001-01-01, as `YYYY-MM-DD`.
    static func date(_ day: Int) -> String {
        Date(timeIntervalSince1970: Double(day - epoch) * 86_400)
            .formatted(Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day())
    }

    /// The days from 0001-01-01 to a day; nil when there is no such day.
    package static func day(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        guard (1...9_999).contains(year), (1...12).contains(month) else { return nil }
        let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[month - 1]).contains(day) else { return nil }
        let past = year - 1
        return past * 365 + past / 4 - past / 100 + past / 400 + lengths[..<(month - 1)].reduce(day - 1, +)
    }

    private static let epoch = 719_162
}

/// The forms that a time may be written in, each as a regular expression.
///
/// The groups of an expression are named by a letter: Y and y for years of four digits and of two, m, d, h, i and s for
/// numbers, f for the digits of a fraction, p for AM, PM, 오전 or 오후, and z for an offset.
struct PlainForm: Sendable {
    private let expression: NSRegularExpression
    private let names: [String]

    private init(_ pattern: String) throws {
        expression = try NSRegularExpression(pattern: "^(?:\(pattern))$")
        names = pattern.matches(of: /\(\?<([a-zA-Z])>/).map { String($0.output.1) }
    }

    /// The texts of a time's parts by their names; nil for a text that is not in this form.
    func match(_ text: String) -> [String: String]? {
        let whole = NSRange(text.startIndex..., in: text)
        guard let match = expression.firstMatch(in: text, range: whole), match.range == whole else { return nil }
        var parts: [String: String] = [:]
        for name in names {
            if let range = Range(match.range(withName: name), in: text) { parts[name] = String(text[range]) }
        }
        return parts
    }

    // MARK: Patterns

    private static let blank = "[\\p{White_Space}]"
    private static let offset = "(?:\(blank)?(?<z>Z|[+-][0-9]{2}(?::?[0-9]{2})?))?"
    private static let half = "(?<p>오전|오후|[AaPp][Mm])\(blank)*"
    private static let hour = "(?<h>[0-9]{1,2})"
    private static let clock = "\(hour):(?<i>[0-9]{2})(?::(?<s>[0-9]{2})(?:\\.(?<f>[0-9]+))?)?"
    private static let clocks = [
        clock + offset, clock + "\(blank)*(?<p>[AaPp][Mm])" + offset, half + clock + offset,
        "(?:\(half))?\(hour)시\(blank)*(?<i>[0-9]{1,2})분(?:\(blank)*(?<s>[0-9]{1,2})초)?\(offset)",
    ]
    private static let digitsOfClock =
        "(?<h>[0-9]{2})(?<i>[0-9]{2})(?:(?<s>[0-9]{2})(?:\\.(?<f>[0-9]+))?)?\(offset)"
    private static let digitsOfDate = "(?<Y>[0-9]{4})(?<m>[0-9]{2})(?<d>[0-9]{2})"
    private static let gap = "(?:T|\(blank)+)"

    /// The forms of dates with marks, by the order that the rules know.
    private static let dates: [String: [String]] = [
        "": ["Y년m월d일", "Y?m?d"], "ymd": ["Y년m월d일", "y년m월d일", "Y?m?d", "y?m?d"],
        "mdy": ["Y년m월d일", "y년m월d일", "Y?m?d", "m?d?Y", "m?d?y"], "dmy": ["Y년m월d일", "y년m월d일", "Y?m?d", "d?m?Y", "d?m?y"],
    ]

    private static func pattern(ofDate form: String) -> [String] {
        let numbers = ["Y": "{4}", "y": "{2}", "m": "{1,2}", "d": "{1,2}"]
        let spelled = form.map { letter in
            numbers[String(letter)].map { "(?<\(letter)>[0-9]\($0))" }
                ?? (letter == "?" ? "?SEPARATOR" : letter == "일" ? "일" : "\(letter)\(blank)*")
        }.joined()
        guard form.contains("?") else { return [spelled] }
        return ["-", "/", "\(blank)*\\.\(blank)*"].map { mark in
            spelled.replacing("?SEPARATOR", with: mark) + (mark.count > 1 ? "\\.?" : "")
        }
    }

    /// All forms in which a time may be written where dates have an order, `mdy`, `dmy` or `ymd`, or the empty one.
    static let byOrder: [String: [PlainForm]] = dates.mapValues { forms in
        let dates = forms.flatMap(pattern)
        let days = dates.flatMap { date in [date] + clocks.map { date + gap + $0 } }
        let digits = [digitsOfDate] + (clocks + [digitsOfClock]).map { digitsOfDate + gap + $0 }
        let all = clocks + days + digits + [digitsOfDate + digitsOfClock]
        return all.compactMap { try? PlainForm($0) }
    }
}
