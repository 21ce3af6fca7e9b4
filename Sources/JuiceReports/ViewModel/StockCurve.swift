internal import CSV
internal import JuiceBatch
internal import JuiceCore

/// The stock of a fruit over the run, as shapes: what the page and stock.svg draw.
///
/// Across, a unit is a stretch of the run, or its time goes from 0 to `ClockScale.width`; down, `height` is no stock, and `top` pieces are near 0. Of the lanes, which
/// lie below, one is as high as a unit.
struct StockCurve: Sendable {
    /// The height of the drawing, in its own units.
    static let height = 200
    /// The free space above the highest stock, which keeps a line there fully visible.
    private static let headroom = 8

    private static let blocks = Array("▁▂▃▄▅▆▇█")

    /// Stretches, at least one.
    let width: Int
    /// The stock at the upper edge; at least 1.
    let top: Int
    /// The lowest and the highest stock of the run.
    let range: ClosedRange<Int>
    /// The band from the lowest to the highest stock of each stretch, as the data of an SVG path.
    let band: String
    /// Each time the fruit was sold out, as a path over the whole height.
    let soldOut: String
    /// Each time the fruit was sold out, as a path in the upper lane.
    let soldOutLane: String
    /// Each time an order was lost that was too large for what was left, as a path in the upper lane.
    let refusedLane: String
    /// Each time it was restocked, as a path in the lower lane.
    let restockedLane: String
    /// The lowest stock in at most 24 parts of the run, each as a block of eight heights: a curve where nothing can be
    /// drawn.
    let sparkline: String

    init(_ levels: [StockTimeline.Level]) {
        width = max(levels.count, 1)
        range = Self.range(levels[...])
        top = max(1, range.upperBound)
        band = Self.band(levels, top: top)
        let runs = Self.runs(levels) { $0.isSoldOut }.map { Range($0) }
        soldOut = Self.boxes(runs, from: 0, height: Self.height)
        soldOutLane = Self.boxes(runs, from: 0, height: 1)
        refusedLane = Self.boxes(Self.runs(levels) { $0.isRefused }.map { Range($0) }, from: 0, height: 1)
        restockedLane = Self.boxes(Self.runs(levels) { $0.isRestocked }.map { Range($0) }, from: 1, height: 1)
        sparkline = Self.sparkline(levels, top: top)
    }

    /// The lowest and the highest stock; 0 of no stretches.
    static func range(_ levels: ArraySlice<StockTimeline.Level>) -> ClosedRange<Int> {
        guard let first = levels.first else { return 0...0 }
        return levels.dropFirst().reduce(first.low...first.high) { range, level in
            min(range.lowerBound, level.low)...max(range.upperBound, level.high)
        }
    }

    private static func band(_ levels: [StockTimeline.Level], top: Int) -> String {
        guard let first = levels.first else { return "" }
        var path = PathData(commands: 4 * levels.count + 2)
        path.move(to: 0, y(first.high, top: top))
        for (index, level) in levels.enumerated() {
            if index > 0 { path.down(to: y(level.high, top: top)) }
            path.across(to: index + 1)
        }
        for (index, level) in levels.enumerated().reversed() {
            path.down(to: y(level.low, top: top))
            path.across(to: index)
        }
        path.close()
        return path.text
    }

    /// The vertical position of a stock level, from the top.
    static func y(_ stock: Int, top: Int) -> Int { height - (2 * stock * (height - headroom) + top) / (2 * top) }

    static func sparkline(_ levels: [StockTimeline.Level], top: Int) -> String {
        let parts = min(24, levels.count)
        var line = ""
        for part in 0..<parts {
            let stretches = levels[part * levels.count / parts..<(part + 1) * levels.count / parts]
            line.append(blocks[range(stretches).lowerBound * (blocks.count - 1) / top])
        }
        return line
    }

    /// The stretches in which something holds, neighbours together, each with its first and last stretch, from 0.
    private static func runs(
        _ levels: [StockTimeline.Level], _ holds: (StockTimeline.Level) -> Bool
    ) -> [ClosedRange<Int>] {
        var runs: [ClosedRange<Int>] = []
        for (index, level) in levels.enumerated() where holds(level) {
            if let last = runs.last, last.upperBound == index - 1 {
                runs[runs.count - 1] = last.lowerBound...index
            } else {
                runs.append(index...index)
            }
        }
        return runs
    }

    /// Rectangles over ranges across, as the data of an SVG path.
    static func boxes(_ runs: [Range<Int>], from y: Int, height: Int) -> String {
        var path = PathData(commands: 5 * runs.count)
        for run in runs {
            path.move(to: run.lowerBound, y)
            path.across(to: run.upperBound)
            path.down(to: y + height)
            path.across(to: run.lowerBound)
            path.close()
        }
        return path.text
    }
}

/// The stock curve over the time of the run.
extension StockCurve {
    /// The minimum width of a mark, so that it is visible.
    private static let markMin = 8

    /// Across, `ClockScale.width` units are the time of the run.
    ///
    /// - Parameters:
    ///   - levels: of as many stretches as the scale has.
    ///   - soldOut: where the fruit was sold out.
    init(_ levels: [StockTimeline.Level], _ scale: ClockScale, soldOut: [ClosedRange<Int>]) {
        let stretches = scale.stretches
        precondition(levels.count == stretches.count, "a time for each stretch")
        width = ClockScale.width
        range = Self.range(levels[...])
        top = max(1, range.upperBound)
        band = Self.band(levels, at: stretches, top: top)
        let marks = Self.marks(soldOut)
        self.soldOut = Self.boxes(marks, from: 0, height: Self.height)
        soldOutLane = Self.boxes(marks, from: 0, height: 1)
        func lane(_ holds: (StockTimeline.Level) -> Bool, from y: Int) -> String {
            Self.boxes(Self.marks(zip(levels, stretches).filter { holds($0.0) }.map(\.1)), from: y, height: 1)
        }
        refusedLane = lane(\.isRefused, from: 0)
        restockedLane = lane(\.isRestocked, from: 1)
        sparkline = Self.sparkline(levels, top: top)
    }

    /// Broad enough to be seen, and none beyond the edges.
    private static func marks(_ ranges: [ClosedRange<Int>]) -> [Range<Int>] {
        ranges.map { range in
            let start = min(range.lowerBound, ClockScale.width - markMin)
            return start..<max(range.upperBound, start + markMin)
        }
    }

    /// The band of stock levels; between two stretches stock does not change.
    private static func band(_ levels: [StockTimeline.Level], at stretches: [ClosedRange<Int>], top: Int) -> String {
        let upper = line(levels, at: stretches, top: top, \.high)
        let lower = line(levels, at: stretches, top: top, \.low)
        guard var last = upper.first else { return "" }
        var path = PathData(commands: upper.count + lower.count + 2)
        path.move(to: last.x, last.y)
        for point in upper.dropFirst() + lower.reversed() {
            if point.x != last.x { path.across(to: point.x) }
            if point.y != last.y { path.down(to: point.y) }
            last = point
        }
        path.close()
        return path.text
    }

    /// An edge of the band in steps, across and down.
    private static func line(
        _ levels: [StockTimeline.Level], at stretches: [ClosedRange<Int>], top: Int,
        _ stock: (StockTimeline.Level) -> Int
    ) -> [(x: Int, y: Int)] {
        guard let first = levels.first, let start = stretches.first else { return [] }
        var points = [(x: start.lowerBound, y: y(stock(first), top: top))]
        func go(to x: Int, then stock: Int) {
            guard let last = points.last else { return }
            if last.x != x { points.append((x, last.y)) }
            let height = y(stock, top: top)
            if last.y != height { points.append((x, height)) }
        }
        for (level, stretch) in zip(levels, stretches) {
            go(to: stretch.lowerBound, then: stock(level))
            go(to: stretch.upperBound, then: level.closing)
        }
        return points
    }
}

/// The data of an SVG path, as bytes: with a text a number, drawing took longer than everything it shows.
struct PathData: ~Copyable {
    private var bytes: ByteBuffer

    /// Creates an empty path.
    ///
    /// - Parameter commands: the expected number of commands.
    init(commands: Int) {
        bytes = ByteBuffer(capacity: commands * 4)
    }

    /// The path so far.
    var text: String { String(decoding: bytes.bytes, as: UTF8.self) }

    /// Begins a line at a point.
    mutating func move(to x: Int, _ y: Int) {
        command("M", x)
        bytes.append(Ascii.space)
        bytes.append(decimal: y)
    }

    /// Draws to a place across.
    mutating func across(to x: Int) { command("H", x) }

    /// Draws to a place down.
    mutating func down(to y: Int) { command("V", y) }

    /// Draws back to where the line began.
    mutating func close() { bytes.append(UInt8(ascii: "Z")) }

    private mutating func command(_ letter: Unicode.Scalar, _ value: Int) {
        bytes.append(UInt8(ascii: letter))
        bytes.append(decimal: value)
    }
}
