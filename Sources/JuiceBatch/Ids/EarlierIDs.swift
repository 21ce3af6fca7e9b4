/// The number of rows without effect because an earlier run had used their ids, by that run.
package struct EarlierIDs: Sendable, Equatable {
    /// The rows of one run's ids.
    package struct Counts: Sendable, Equatable {
        /// The number of rows that ask for the same again.
        package var same = 0
        /// The number of rows that ask for something else.
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

    /// Creates a count of no rows.
    package init() {}

    /// Adds a row to the count.
    ///
    /// - Parameters:
    ///   - run: the run that used its id, from 1.
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

    /// The number of all rows.
    package var rows: Int { runs.reduce(0) { $0 + $1.counts.same + $1.counts.conflicts } }
    /// The number of rows that ask for something else.
    package var conflicts: Int { runs.reduce(0) { $0 + $1.counts.conflicts } }

    package static func == (left: EarlierIDs, right: EarlierIDs) -> Bool {
        left.runs.elementsEqual(right.runs) { $0 == $1 }
    }
}
