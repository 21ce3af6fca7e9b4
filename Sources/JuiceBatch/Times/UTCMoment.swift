/// Moments as ledgers write them: in UTC, as in `2026-11-20T18:30:00Z`.
package enum UTCMoment {
    /// The moment so many seconds after 1970-01-01 00:00 UTC.
    package static func text(of seconds: Int) -> String {
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let rest = seconds - day * 86_400
        let parts = [rest / 3_600, rest / 60 % 60, rest % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(CalendarDay(number: day).text)T\(parts.joined(separator: ":"))Z"
    }

    /// Seconds since 1970-01-01 00:00 UTC; nil of any other text.
    package static func seconds(of text: String) -> Int? {
        let parts = text.utf8.split(separator: UInt8(ascii: "T"), omittingEmptySubsequences: false)
        guard parts.count == 2, let day = CalendarDay(String(decoding: parts[0], as: UTF8.self)),
            parts[1].count == 9, parts[1].last == UInt8(ascii: "Z")
        else { return nil }
        let clock = parts[1].dropLast().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let isDigits = clock.joined().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let numbers = clock.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard isDigits, clock.map(\.count) == [2, 2, 2], numbers.count == 3, numbers[0] < 24, numbers[1] < 60,
            numbers[2] < 60
        else { return nil }
        return day.number * 86_400 + numbers[0] * 3_600 + numbers[1] * 60 + numbers[2]
    }
}
