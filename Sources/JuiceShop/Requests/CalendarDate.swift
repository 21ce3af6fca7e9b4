internal import JuiceBatch

/// Dates as a request takes them.
package enum CalendarDate {
    /// Whether a text is a date of the Gregorian calendar, written `YYYY-MM-DD`.
    package static func isValid(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ (0x30...0x39).contains($0) }),
            let year = Int(String(decoding: parts[0], as: UTF8.self)),
            let month = Int(String(decoding: parts[1], as: UTF8.self)),
            let day = Int(String(decoding: parts[2], as: UTF8.self))
        else { return false }
        return CalendarDay(year: year, month: month, day: day) != nil
    }
}
