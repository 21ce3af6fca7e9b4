/// The time at which a shop's business day begins; earlier rows belong to the day before.
package struct DayStart: Equatable, Sendable {
    /// The minutes from midnight, 0 … 1,439.
    package let minutes: Int

    /// Days that begin at 00:00.
    package static let midnight = DayStart()

    package static let minutesPerDay = 1_440

    private init() {
        minutes = 0
    }

    /// Creates a start from minutes after midnight, wrapped to one day.
    package init(minutes: Int) {
        precondition(minutes >= 0, "a time of day is not before midnight")
        self.minutes = minutes % Self.minutesPerDay
    }

    /// Reads `HH:MM`, from `00:00` to `23:59`; nil for anything else.
    package init?(_ text: String) {
        let digits = text.utf8.map { Int($0) - 0x30 }
        guard digits.count == 5, digits[2] == 10 else { return nil }
        let values = [digits[0], digits[1], digits[3], digits[4]]
        guard values.allSatisfy((0...9).contains) else { return nil }
        let hour = values[0] * 10 + values[1]
        let minute = values[2] * 10 + values[3]
        guard hour <= 23, minute <= 59 else { return nil }
        minutes = hour * 60 + minute
    }

    /// The time as `HH:MM`, which parses back to the same.
    package var text: String {
        let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return parts.joined(separator: ":")
    }

    /// The seconds from midnight.
    var seconds: Int { minutes * 60 }
}
