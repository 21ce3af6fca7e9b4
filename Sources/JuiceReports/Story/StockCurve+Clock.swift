internal import JuiceBatch

/// The same curve over the time of the run.
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
        restockedLane = Self.boxes(
            Self.marks(zip(levels, stretches).filter { $0.0.isRestocked }.map(\.1)), from: 1, height: 1)
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
