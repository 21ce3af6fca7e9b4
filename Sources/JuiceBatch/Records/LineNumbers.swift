/// A set of line numbers, counted from 1 and stored as ranges.
package struct LineNumbers: Sendable, Equatable {
    /// Collects line numbers in any order; consecutive ones take no additional memory.
    struct Builder {
        private var ranges: [ClosedRange<Int>] = []

        mutating func add(_ line: Int) {
            if let last = ranges.last, last.upperBound + 1 == line {
                ranges[ranges.count - 1] = last.lowerBound...line
            } else {
                ranges.append(line...line)
            }
        }

        mutating func add(_ other: Builder) { ranges += other.ranges }

        var lines: LineNumbers { LineNumbers(ranges) }
    }

    /// The maximum line number in a text.
    private static let lineMax = 1 << 53

    /// The ranges in ascending order, with a gap between any two.
    package private(set) var ranges: [ClosedRange<Int>] = []

    package init() {}

    /// Creates a set of lines from ranges in any order.
    package init(_ ranges: [ClosedRange<Int>]) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last, range.lowerBound <= last.upperBound + 1 {
                self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                self.ranges.append(range)
            }
        }
    }

    package init(_ lines: some Sequence<Int>) { self.init(lines.map { $0...$0 }) }

    /// Parses the output of `text`; nil for any other text.
    package init?(text: String) {
        if text.isEmpty { return }
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let bounds = part.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
            guard let first = bounds.first, let last = bounds.last, 1 <= first, first <= last, last <= Self.lineMax
            else { return nil }
            ranges.append(first...last)
        }
        guard LineNumbers(ranges).text == text else { return nil }
    }

    /// The lines as text, such as `3,17-19`; empty if there are none.
    package var text: String { Self.text(ranges) }

    /// The text of the first ranges, followed by `…` if there are more.
    package func text(rangesMax: Int) -> String {
        ranges.count <= rangesMax ? text : Self.text(Array(ranges.prefix(rangesMax))) + ",…"
    }

    private static func text(_ ranges: [ClosedRange<Int>]) -> String {
        ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
    }

    package var isEmpty: Bool { ranges.isEmpty }

    /// The number of lines.
    package var count: Int { ranges.reduce(0) { $0 + $1.count } }

    package func contains(_ line: Int) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < line { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(line)
    }

    /// The lines that are in either set.
    package func union(_ other: LineNumbers) -> LineNumbers { LineNumbers(ranges + other.ranges) }

    /// The lines that are not in `other`.
    package func subtracting(_ other: LineNumbers) -> LineNumbers {
        var rest: [ClosedRange<Int>] = []
        var place = 0
        for range in ranges {
            var first = range.lowerBound
            while place < other.ranges.count, other.ranges[place].upperBound < first { place += 1 }
            var next = place
            while next < other.ranges.count, other.ranges[next].lowerBound <= range.upperBound {
                if first < other.ranges[next].lowerBound { rest.append(first...(other.ranges[next].lowerBound - 1)) }
                first = other.ranges[next].upperBound + 1
                next += 1
            }
            if first <= range.upperBound { rest.append(first...range.upperBound) }
        }
        return LineNumbers(rest)
    }
}
