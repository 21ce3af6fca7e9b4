internal import CSV
internal import JuiceBatch

/// The stock of a fruit over the run, as shapes for the page and stock.svg.
///
/// One unit of width is an interval; with a time scale, the run's time takes `ClockScale.width` units. At y = `height`, the
/// stock is 0; near y = 0, it is `top`. Each of the lanes below the curve is one unit high.
struct StockCurve: Sendable {
    static let height = 200

    /// The width in units, at least 1.
    let width: Int
    /// The stock at the upper edge, at least 1.
    let top: Int
    let range: ClosedRange<Int>
    /// The range of stock in each interval, as the data of an SVG path.
    let band: String
    /// The times at which the fruit was sold out, as a path over the full height.
    let soldOutArea: String
    /// The times at which the fruit was sold out, as a path in the upper lane.
    let soldOutMarks: String
    /// The times at which an order exceeded the remaining stock, as a path in the upper lane.
    let refusedMarks: String
    /// The times at which the fruit was restocked, as a path in the lower lane.
    let restockedMarks: String
    /// The lowest stock in each of at most 24 parts of the run, as block characters, for formats without drawings.
    let sparkline: String

    /// Creates a curve with a level for each interval; on a time scale, also with the times of being sold out.
    init(_ levels: [StockTimeline.Level], _ scale: ClockScale?, soldOut: [ClosedRange<Int>]) {
        let intervals = scale?.intervals
        precondition(intervals.map { $0.count == levels.count } ?? true, "levels and intervals have the same count")
        func ranges(_ condition: (StockTimeline.Level) -> Bool) -> [Range<Int>] {
            guard let intervals else { return Array(levels.indices(where: condition).ranges) }
            return Self.widened(zip(levels, intervals).filter { condition($0.0) }.map(\.1))
        }
        width = intervals == nil ? max(levels.count, 1) : ClockScale.width
        range = Self.range(levels[...])
        let top = max(1, range.upperBound)
        self.top = top
        let borders = intervals ?? levels.indices.map { $0...$0 + 1 }
        band = Self.band(levels, at: borders, keepsClosing: intervals != nil, top: top)
        let soldOut = intervals == nil ? ranges(\.isSoldOut) : Self.widened(soldOut)
        soldOutArea = Self.rectangles(soldOut, from: 0, height: Self.height)
        soldOutMarks = Self.rectangles(soldOut, from: 0, height: 1)
        refusedMarks = Self.rectangles(ranges(\.isRefused), from: 0, height: 1)
        restockedMarks = Self.rectangles(ranges(\.isRestocked), from: 1, height: 1)
        sparkline = Self.sparkline(levels, top: top)
    }

    /// The lowest and the highest stock; 0 if there are no intervals.
    static func range(_ levels: ArraySlice<StockTimeline.Level>) -> ClosedRange<Int> {
        (levels.map(\.low).min() ?? 0)...(levels.map(\.high).max() ?? 0)
    }

    /// The vertical position of a stock level, from the top; 8 units above the highest stock keep its line visible.
    static func y(_ stock: Int, top: Int) -> Int { height - (2 * stock * (height - 8) + top) / (2 * top) }

    static func sparkline(_ levels: [StockTimeline.Level], top: Int) -> String {
        let parts = min(24, levels.count)
        let blocks = Array("▁▂▃▄▅▆▇█")
        return String(
            (0..<parts).map { part in
                let intervals = levels[part * levels.count / parts..<(part + 1) * levels.count / parts]
                return blocks[range(intervals).lowerBound * (blocks.count - 1) / top]
            })
    }

    /// Rectangles for horizontal ranges, as the data of an SVG path.
    static func rectangles(_ runs: [Range<Int>], from y: Int, height: Int) -> String {
        var path = ByteBuffer(pathCommands: 5 * runs.count)
        for run in runs {
            path.move(to: run.lowerBound, y)
            path.across(to: run.upperBound)
            path.down(to: y + height)
            path.across(to: run.lowerBound)
            path.close()
        }
        return path.pathText
    }

    /// The ranges widened to at least 8 units within the edges, so that they are visible.
    private static func widened(_ ranges: [ClosedRange<Int>]) -> [Range<Int>] {
        let widthMin = 8
        return ranges.map { range in
            let start = min(range.lowerBound, ClockScale.width - widthMin)
            return start..<max(range.upperBound, start + widthMin)
        }
    }

    /// The band between the lowest and the highest stock; with `keepsClosing`, each interval's closing stock holds until
    /// the next one.
    private static func band(
        _ levels: [StockTimeline.Level], at intervals: [ClosedRange<Int>], keepsClosing: Bool, top: Int
    ) -> String {
        // One edge of the band, as horizontal and vertical lines.
        func line(_ stock: (StockTimeline.Level) -> Int) -> [(x: Int, y: Int)] {
            var points: [(x: Int, y: Int)] = []
            func extend(to x: Int, then stock: Int) {
                let height = y(stock, top: top)
                if let last = points.last, last.x != x { points.append((x, last.y)) }
                if points.last?.y != height { points.append((x, height)) }
            }
            for (level, interval) in zip(levels, intervals) {
                extend(to: interval.lowerBound, then: stock(level))
                extend(to: interval.upperBound, then: keepsClosing ? level.closing : stock(level))
            }
            return points
        }
        let (upper, lower) = (line(\.high), line(\.low))
        guard var last = upper.first else { return "" }
        var path = ByteBuffer(pathCommands: upper.count + lower.count + 2)
        path.move(to: last.x, last.y)
        for point in upper.dropFirst() + lower.reversed() {
            if point.x != last.x { path.across(to: point.x) }
            if point.y != last.y { path.down(to: point.y) }
            last = point
        }
        path.close()
        return path.pathText
    }
}

/// The commands of an SVG path, written as bytes: with a string for each number, drawing took longer than all else.
extension ByteBuffer {
    /// Creates an empty path with room for a number of commands.
    fileprivate init(pathCommands count: Int) { self.init(capacity: count * 4) }

    fileprivate var pathText: String { String(decoding: bytes, as: UTF8.self) }

    fileprivate mutating func move(to x: Int, _ y: Int) {
        command("M", x)
        append(Ascii.space)
        append(decimal: y)
    }

    fileprivate mutating func across(to x: Int) { command("H", x) }
    fileprivate mutating func down(to y: Int) { command("V", y) }

    fileprivate mutating func close() { append(UInt8(ascii: "Z")) }

    private mutating func command(_ letter: Unicode.Scalar, _ value: Int) {
        append(UInt8(ascii: letter))
        append(decimal: value)
    }
}

/// The time scale of a drawing, with positions from 0 to `width` for times in the unit of `Timestamp.clockSeconds`.
struct ClockScale: Sendable {
    static let width = 1_000

    let axis: TimeAxis
    let clockFormat: ClockFormat

    /// The times with grid lines and labels, in ascending order; there are at most 5 intervals between them.
    var ticks: [(position: Int, text: String)] {
        let (length, stepsMax): (Int64, Int64) = (axis.last - axis.first, 5)
        // The possible intervals, in seconds.
        let steps: [Int64] =
            [1, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map { $0 * 60 } + [1, 2, 7, 14, 28].map { $0 * 86_400 }
        var step = steps.first { length / $0 <= stepsMax } ?? 28 * 86_400
        while length / step > stepsMax { step *= 2 }
        let firstTick = axis.first - (axis.first % step + step) % step + step
        return stride(from: firstTick, through: axis.last, by: Int(step)).compactMap { seconds in
            let position = position(seconds)
            // On a phone, a label at an end takes a sixth of the width, and half a label beside it a twelfth. Without
            // its label, a grid line there would seem to belong to the label at the end, so both are omitted.
            return (250...750).contains(position) ? (position, clockFormat.tick(axis.time(seconds))) : nil
        }
    }

    func position(_ seconds: Int64) -> Int {
        Int(Int128(seconds - axis.first) * Int128(Self.width) / max(Int128(axis.last - axis.first), 1))
    }

    /// The positions of the rows in each interval.
    var intervals: [ClosedRange<Int>] { axis.intervals.map { position($0.lowerBound)...position($0.upperBound) } }

    /// The ranges in which a fruit of the menu was sold out, up to the right edge if it still was at the end.
    func soldOut(_ fruit: Int) -> [ClosedRange<Int>] {
        axis.soldOut[fruit].map { position($0.start.seconds)...($0.end.map { position($0.seconds) } ?? Self.width) }
    }

    var ends: (start: String, end: String) {
        (clockFormat.end(axis.time(axis.first)), clockFormat.end(axis.time(axis.last)))
    }
}

/// The format of times of day for readers, to the minute.
struct ClockFormat: Sendable {
    let language: MessageLanguage
    /// Whether times are shown with their dates, since the time of day alone would be ambiguous.
    let showsDates: Bool

    /// A time such as `18:03` or `11/20 18:03`.
    func text(_ time: Timestamp) -> String { (day(time).map { $0 + " " } ?? "") + time.clockText }

    /// A time span such as `18:03–20:15`; without an end, such as `18:03부터`.
    func text(from start: Timestamp, to end: Timestamp?) -> String {
        let from = text(start)
        guard let end else { return language.pick(ko: "\(from)부터", en: "from \(from)") }
        let isSameDay = start.day == end.day
        let to = isSameDay ? end.clockText : text(end)
        return isSameDay && to == start.clockText ? from : "\(from)–\(to)"
    }

    /// The label of a grid line; for midnight, the date that begins.
    func tick(_ time: Timestamp) -> String { time.clockText == "00:00" ? end(time) : time.clockText }

    /// The label at an end of a drawing: the date or, if dates are not shown, the time of day.
    func end(_ time: Timestamp) -> String { day(time) ?? time.clockText }

    /// A date such as `11/20` or `Nov 20`, which is not broken across lines; nil if it is not shown.
    private func day(_ time: Timestamp) -> String? {
        guard showsDates, time.kind.contains(.date) else { return nil }
        let (_, month, day) = time.day.parts
        return language.pick(ko: "\(month)/\(day)", en: "\(Self.months[month - 1]) \(day)")
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
