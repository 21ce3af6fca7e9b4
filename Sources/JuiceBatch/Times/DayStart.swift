/// The time at which a shop's day starts.
package struct DayStart: Sendable, Equatable {
    /// Minutes from midnight, 0 … 1,439.
    package let minutes: Int

    /// 00:00.
    package static let midnight = DayStart(minutes: 0)

    private init(minutes: Int) {
        self.minutes = minutes
    }

    /// Reads `HH:MM`, 00:00 to 23:59; nil for anything else.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard parts.map(\.count) == [2, 2], parts.joined().allSatisfy({ (0x30...0x39).contains($0) }),
            let hours = Int(String(decoding: parts[0], as: UTF8.self)), hours < 24,
            let minutes = Int(String(decoding: parts[1], as: UTF8.self)), minutes < 60
        else { return nil }
        self.init(minutes: hours * 60 + minutes)
    }
}
