internal import JuiceBatch

/// Times as people read them, to the minute.
struct ClockWords: Sendable {
    let language: MessageLanguage
    /// Whether a time of day alone does not say which time is meant.
    let showsDates: Bool

    /// `18:03`, or `11/20 18:03`.
    func text(_ time: ClockTime) -> String {
        showsDates && time.hasDate ? "\(day(time)) \(time.clockText)" : time.clockText
    }

    /// `18:03–20:15`; `18:03부터` where there is no end.
    func text(from start: ClockTime, to end: ClockTime?) -> String {
        let from = text(start)
        guard let end else { return language.pick(ko: "\(from)부터", en: "from \(from)") }
        let isSameDay = start.day == end.day
        let to = isSameDay ? end.clockText : text(end)
        return isSameDay && to == start.clockText ? from : "\(from)–\(to)"
    }

    /// A full time below a drawing: midnight by the date that begins.
    func tick(_ time: ClockTime) -> String {
        showsDates && time.hasDate && time.clockText == "00:00" ? day(time) : time.clockText
    }

    /// The time at an end of a drawing: the date alone, where it says enough.
    func end(_ time: ClockTime) -> String { showsDates && time.hasDate ? day(time) : time.clockText }

    /// `11/20`, `Nov 20`: what no line of a page breaks in the middle of a number.
    private func day(_ time: ClockTime) -> String {
        let (_, month, day) = time.day.parts
        return language.pick(ko: "\(month)/\(day)", en: "\(Self.months[month - 1]) \(day)")
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
