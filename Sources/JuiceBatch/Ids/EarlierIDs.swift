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
        counts.sorted { $0.key > $1.key }.map { (run: $0.key, counts: $0.value) }
    }

    private var counts: [Int: Counts] = [:]

    /// No rows.
    package init() {}

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - run: which used its id, from 1.
    ///   - isConflict: whether the row asks for something else than the one that used it.
    package mutating func add(run: Int, isConflict: Bool) {
        if isConflict {
            counts[run, default: Counts()].conflicts += 1
        } else {
            counts[run, default: Counts()].same += 1
        }
    }

    /// How many rows there are.
    package var rows: Int { counts.values.reduce(0) { $0 + $1.same + $1.conflicts } }
    /// How many of them asked for something else.
    package var conflicts: Int { counts.values.reduce(0) { $0 + $1.conflicts } }
}
