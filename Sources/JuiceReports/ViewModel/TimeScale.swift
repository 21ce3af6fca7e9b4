internal import JuiceBatch

/// The time scale of a drawing: the horizontal position of each time, and the times with grid lines.
///
/// Times are in the unit of `ClockTime.seconds`; positions are between 0 and `width`.
struct ClockScale: Sendable {
    /// The width of a drawing in its units.
    static let width = 1_000

    /// A time with a grid line and a label.
    struct Tick: Sendable {
        let place: Int
        let text: String
    }

    private let axis: TimeAxis
    private let words: ClockFormat
    /// The times with grid lines, in ascending order.
    let ticks: [Tick]

    /// The maximum number of intervals between grid lines.
    private static let stepsMax: Int64 = 5
    /// The possible intervals between grid lines, in seconds.
    private static let steps: [Int64] =
        [1, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map { $0 * 60 } + [1, 2, 7, 14, 28].map { $0 * 86_400 }

    init(_ axis: TimeAxis, _ words: ClockFormat) {
        self.axis = axis
        self.words = words
        let length = axis.last - axis.first
        var step = Self.steps.first { length / $0 <= Self.stepsMax } ?? 28 * 86_400
        while length / step > Self.stepsMax { step *= 2 }
        // On a phone, the labels at the ends take a sixth of the width each, and half a label beside them takes a
        // twelfth.
        let room = 250...750
        let firstTick = axis.first - (axis.first % step + step) % step + step
        // A grid line without a label would seem to belong to the nearest label, so both are omitted.
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

    /// The positions of the rows in each stretch.
    var stretches: [ClosedRange<Int>] { axis.stretches.map { place($0.first)...place($0.last) } }

    /// The ranges in which a fruit, given its index on the menu, was sold out.
    ///
    /// If it was still sold out at the end, the range extends to the right edge.
    func soldOut(_ fruit: Int) -> [ClosedRange<Int>] {
        axis.soldOut[fruit].map { place($0.start.seconds)...($0.end.map { place($0.seconds) } ?? Self.width) }
    }

    /// The labels of the two ends.
    var ends: (start: String, end: String) {
        (words.end(axis.time(axis.first)), words.end(axis.time(axis.last)))
    }
}

/// The format of times of day for readers, to the minute.
struct ClockFormat: Sendable {
    let language: MessageLanguage
    /// Whether times are shown with their dates, since the time of day alone would be ambiguous.
    let showsDates: Bool

    /// A time such as `18:03` or `11/20 18:03`.
    func text(_ time: ClockTime) -> String {
        showsDates && time.hasDate ? "\(day(time)) \(time.clockText)" : time.clockText
    }

    /// A time span such as `18:03–20:15`; without an end, such as `18:03부터`.
    func text(from start: ClockTime, to end: ClockTime?) -> String {
        let from = text(start)
        guard let end else { return language.pick(ko: "\(from)부터", en: "from \(from)") }
        let isSameDay = start.day == end.day
        let to = isSameDay ? end.clockText : text(end)
        return isSameDay && to == start.clockText ? from : "\(from)–\(to)"
    }

    /// The label of a grid line; for midnight, the date that begins.
    func tick(_ time: ClockTime) -> String {
        showsDates && time.hasDate && time.clockText == "00:00" ? day(time) : time.clockText
    }

    /// The label at an end of a drawing: the date or, if dates are not shown, the time of day.
    func end(_ time: ClockTime) -> String { showsDates && time.hasDate ? day(time) : time.clockText }

    /// A date such as `11/20` or `Nov 20`, which is not broken across lines.
    private func day(_ time: ClockTime) -> String {
        let (_, month, day) = time.day.parts
        return language.pick(ko: "\(month)/\(day)", en: "\(Self.months[month - 1]) \(day)")
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
