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
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return year > 0 && (1...12).contains(month) && (1...days[month - 1]).contains(day)
    }
}
