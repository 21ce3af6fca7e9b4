/// How many rows did nothing since an earlier run had used their ids, by that run.
package struct EarlierIDs: Sendable, Equatable {
    /// The rows of one run's ids.
    package struct Counts: Sendable, Equatable {
        /// How many asked for the same again.
        package var same = 0
        /// How many asked for something else.
        package var conflicts = 0
    }

    /// The runs that used the ids, the newest first, each with its rows.
    package var runs: [(run: Int, counts: Counts)] {
        var all = counts
        if let last { all[last.run] = last.counts }
        return all.sorted { $0.key > $1.key }.map { (run: $0.key, counts: $0.value) }
    }

    private var counts: [Int: Counts] = [:]
    /// The run of the row that came last, with all of its rows; most rows are of the same run as the one before.
    private var last: (run: Int, counts: Counts)?

    /// No rows.
    package init() {}

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - run: which used its id, from 1.
    ///   - isConflict: whether the row asks for something else than the one that used it.
    package mutating func add(run: Int, isConflict: Bool) {
        if last?.run != run {
            if let last { counts[last.run] = last.counts }
            last = (run, counts[run] ?? Counts())
        }
        if isConflict {
            last?.counts.conflicts += 1
        } else {
            last?.counts.same += 1
        }
    }

    /// How many rows there are.
    package var rows: Int { runs.reduce(0) { $0 + $1.counts.same + $1.counts.conflicts } }
    /// How many of them asked for something else.
    package var conflicts: Int { runs.reduce(0) { $0 + $1.counts.conflicts } }

    package static func == (left: EarlierIDs, right: EarlierIDs) -> Bool {
        left.runs.elementsEqual(right.runs) { $0 == $1 }
    }
}
