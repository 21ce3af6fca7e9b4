/// The newest times with a date, separately for each kind, since only times of one kind can be compared.
package struct Watermarks: Equatable, Sendable {
    /// The newest `RowTime.seconds`, by `RowTime.Kind.rawValue`.
    private var seconds = [Int64](repeating: .min, count: 8)

    /// Creates a value without any times.
    package init() {}

    /// The kinds of times that exist, in the order of their numbers, each with its newest time in `RowTime.seconds`.
    package var times: [(kind: RowTime.Kind, seconds: Int64)] {
        seconds.indices.filter { seconds[$0] != .min }.map { (RowTime.Kind(rawValue: UInt8($0)), seconds[$0]) }
    }

    /// Adds a time; one without a date has no order and is ignored.
    package mutating func add(_ kind: RowTime.Kind, seconds newer: Int64) {
        guard kind.contains(.date), Int(kind.rawValue) < seconds.count else { return }
        seconds[Int(kind.rawValue)] = max(seconds[Int(kind.rawValue)], newer)
    }

    /// Adds the times of other watermarks.
    mutating func merge(_ others: Watermarks) {
        for (kind, seconds) in others.times { add(kind, seconds: seconds) }
    }

    /// The newest of a time's kind, if that is later than the time itself; in `RowTime.seconds`.
    func newer(than time: RowTime) -> Int64? { newer(than: time.kind, seconds: time.seconds) }

    /// The newest of a kind of time, if that is later than a time of the kind; both in `RowTime.seconds`.
    func newer(than kind: RowTime.Kind, seconds older: Int64) -> Int64? {
        let place = Int(kind.rawValue)
        guard place < seconds.count, older < seconds[place] else { return nil }
        return seconds[place]
    }
}

/// The rows that reached the stock and whose times are older than those of rows that an earlier run applied.
package struct LateArrivals: Equatable, Sendable {
    /// The number of late rows.
    package private(set) var count = 0
    /// The newest time of earlier runs, in `RowTime.seconds`, than which a row was older; nil if there are no such
    /// rows.
    private var newest: Int64?

    /// Creates a count of no rows.
    package init() {}

    /// Adds a row to the count.
    ///
    /// - Parameter newer: The newer time of an earlier run, in `RowTime.seconds`.
    package mutating func add(newer: Int64) {
        count += 1
        newest = max(newest ?? newer, newer)
    }

    /// Adds the rows of other counts.
    mutating func merge(_ others: LateArrivals) {
        count += others.count
        if let other = others.newest { newest = max(newest ?? other, other) }
    }

    /// The newest time as `YYYY-MM-DD HH:MM`, or the date alone if the time is midnight; nil if there is none.
    package var newestText: String? {
        newest.map { newest in
            let time = ClockTime(seconds: newest, hasDate: true, offset: nil)
            return newest % ClockTime.daySeconds == 0 ? time.day.text : "\(time.day.text) \(time.clockText)"
        }
    }
}
