/// The newest times with a date that rows had, each kind by itself, since only times of one kind can be compared.
package struct NewestTimes: Equatable, Sendable {
    /// The newest `RowTime.seconds`, by `RowTime.Kind.rawValue`.
    private var seconds = [Int64](repeating: .min, count: 8)

    /// Creates a value without any times.
    package init() {}

    /// The kinds of which there are times, in the order of their numbers, each with its newest, in `RowTime.seconds`.
    package var times: [(kind: RowTime.Kind, seconds: Int64)] {
        seconds.indices.filter { seconds[$0] != .min }.map { (RowTime.Kind(rawValue: UInt8($0)), seconds[$0]) }
    }

    /// Takes a time; one without a date says nothing of which came first.
    package mutating func take(_ kind: RowTime.Kind, seconds newer: Int64) {
        guard kind.contains(.date), Int(kind.rawValue) < seconds.count else { return }
        seconds[Int(kind.rawValue)] = max(seconds[Int(kind.rawValue)], newer)
    }

    /// Takes all of others.
    mutating func take(_ others: NewestTimes) {
        for (kind, seconds) in others.times { take(kind, seconds: seconds) }
    }

    /// The newest of a time's kind, if that is later than the time itself; in `RowTime.seconds`.
    func newer(than time: RowTime) -> Int64? { newer(than: time.kind, seconds: time.seconds) }

    /// The same of a time by its kind and `RowTime.seconds`.
    func newer(than kind: RowTime.Kind, seconds older: Int64) -> Int64? {
        let place = Int(kind.rawValue)
        guard place < seconds.count, older < seconds[place] else { return nil }
        return seconds[place]
    }
}
