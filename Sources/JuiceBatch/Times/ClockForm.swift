internal import CSV

/// A time of day as it is written, as far as its whole seconds: `18:03`, `오후 6:03:05`, or `180305` behind a date.
struct ClockForm {
    private let hour: Int
    let minute: Int
    let second: Int
    /// Whether it is written with seconds, so that a fraction may follow.
    let hasSeconds: Bool
    /// Whether marks stand between its parts, so that AM or PM may follow.
    let isMarked: Bool
    private let half: HalfOfDay?

    private init?(hour: Int, minute: Int, second: Int?, isMarked: Bool, half: HalfOfDay?) {
        guard hour <= 23, minute <= 59, second ?? 0 <= 59 else { return nil }
        self.hour = hour
        self.minute = minute
        self.second = second ?? 0
        hasSeconds = second != nil
        self.isMarked = isMarked
        self.half = half
    }

    /// The hour of the day, 0 … 23; nil where the halves of a day are named twice, or have no such hour.
    ///
    /// - Parameter later: the half that is named behind the time.
    func hourOfDay(half later: HalfOfDay?) -> Int? {
        if half != nil && later != nil { return nil }
        guard let half = half ?? later else { return hour }
        guard (1...12).contains(hour) else { return nil }
        return hour % 12 + (half == .afterNoon ? 12 : 0)
    }

    /// Reads `18:03`, `6:03:05` or `오후 6:03`.
    static func read(_ text: inout TimeText) -> ClockForm? {
        let half = text.koreanHalfOfDay()
        let hour = text.digits()
        guard (1...2).contains(hour.count), text.skip(Ascii.colon) else { return nil }
        let minute = text.digits()
        guard minute.count == 2 else { return nil }
        var second: Int?
        if text.skip(Ascii.colon) {
            let seconds = text.digits()
            guard seconds.count == 2 else { return nil }
            second = seconds.value
        }
        return ClockForm(hour: hour.value, minute: minute.value, second: second, isMarked: true, half: half)
    }

    /// Reads `1803` or `180305`; nil where anything else stands, which is then still to be read.
    static func readUnmarked(_ text: inout TimeText) -> ClockForm? {
        var ahead = text
        guard let form = ClockForm(digits: ahead.digits()) else { return nil }
        text = ahead
        return form
    }

    /// Four or six digits that stand for hours, minutes and seconds.
    init?(digits: (value: Int, count: Int)) {
        switch digits.count {
        case 4: self.init(hour: digits.value / 100, minute: digits.value % 100, second: nil, isMarked: false, half: nil)
        case 6:
            let second = digits.value % 100
            self.init(
                hour: digits.value / 10_000, minute: digits.value / 100 % 100, second: second, isMarked: false,
                half: nil)
        default: return nil
        }
    }
}
