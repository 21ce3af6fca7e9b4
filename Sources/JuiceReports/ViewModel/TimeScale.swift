internal import JuiceBatch

/// The time of a run from its left to its right: where a time stands, and which full times are written below.
///
/// Times are as `ClockTime.seconds`; places go from 0 to `width`.
struct ClockScale: Sendable {
    /// The width of a drawing, in its own units.
    static let width = 1_000

    /// A full time with a line of its own.
    struct Tick: Sendable {
        let place: Int
        let text: String
    }

    private let axis: TimeAxis
    private let words: ClockFormat
    /// The times with lines, in their order.
    let ticks: [Tick]

    /// The most steps between lines.
    private static let stepsMax: Int64 = 5
    /// The possible distances between lines, in seconds.
    private static let steps: [Int64] =
        [1, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map { $0 * 60 } + [1, 2, 7, 14, 28].map { $0 * 86_400 }

    init(_ axis: TimeAxis, _ words: ClockFormat) {
        self.axis = axis
        self.words = words
        let length = axis.last - axis.first
        var step = Self.steps.first { length / $0 <= Self.stepsMax } ?? 28 * 86_400
        while length / step > Self.stepsMax { step *= 2 }
        // On a phone, what stands at an end takes a sixth, and half of what stands beside it a twelfth.
        let room = 250...750
        let firstTick = axis.first - (axis.first % step + step) % step + step
        // A line without a label would be read as the time that stands beside it.
        ticks = stride(from: firstTick, through: axis.last, by: Int(step)).compactMap { seconds in
            let place = Self.place(seconds, axis)
            return room.contains(place) ? Tick(place: place, text: words.tick(axis.time(seconds))) : nil
        }
    }

    /// The position of a time on the scale.
    func place(_ seconds: Int64) -> Int { Self.place(seconds, axis) }

    private static func place(_ seconds: Int64, _ axis: TimeAxis) -> Int {
        let length = Int128(axis.last - axis.first)
        return Int(Int128(seconds - axis.first) * Int128(width) / max(length, 1))
    }

    /// The positions of the rows of each stretch.
    var stretches: [ClosedRange<Int>] { axis.stretches.map { place($0.first)...place($0.last) } }

    /// The positions at which a fruit, by its index on the menu, was sold out; a shortage that lasted reaches to the
    /// right edge.
    func soldOut(_ fruit: Int) -> [ClosedRange<Int>] {
        axis.soldOut[fruit].map { place($0.start.seconds)...($0.end.map { place($0.seconds) } ?? Self.width) }
    }

    /// The labels of the two ends.
    var ends: (start: String, end: String) {
        (words.end(axis.time(axis.first)), words.end(axis.time(axis.last)))
    }
}

/// Times as people read them, to the minute.
struct ClockFormat: Sendable {
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
