package import JuiceCore

/// The ids of earlier runs, which do not change during a run.
package protocol IDHistory: Sendable {
    /// A view for one worker; nil if no id has ever been used.
    ///
    /// - Parameter inputBytes: how much there is to read, by all workers together.
    func makeLookup(inputBytes: Int) throws -> (any IDLookup)?
}

/// The lookup of earlier runs' ids by one worker.
package protocol IDLookup: AnyObject {
    /// Looks up the uses of ids by earlier runs.
    ///
    /// - Parameter found: is called with the index of the id in `ids`, in no order.
    func find(_ ids: [IDKey], found: (Int, IDUse) -> Void) throws
}

/// The number of rows without effect because an earlier run had used their ids, by that run.
package struct EarlierIDs: Sendable, Equatable {
    /// The rows of one run's ids.
    package struct Counts: Sendable, Equatable {
        /// The number of rows that ask for the same again.
        package var same = 0
        /// The number of rows whose id belongs to a different instruction.
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
    /// The number of rows whose id belongs to a different instruction.
    package var conflicts: Int { runs.reduce(0) { $0 + $1.counts.conflicts } }

    package static func == (left: EarlierIDs, right: EarlierIDs) -> Bool {
        left.runs.elementsEqual(right.runs) { $0 == $1 }
    }
}

/// The instruction that used an id.
package struct IDUse: Equatable, Sendable {
    package let action: Action
    /// The index on the menu, from 0, of the juice of an order or cancel, or of the fruit of any other instruction; nil
    /// if this menu lacks it.
    package let item: Int?
    /// The number of cups or pieces.
    package let quantity: Int
    /// The number, from 1, of the run that used the id; 0 if it is unknown.
    package let run: Int

    /// Creates the use of an id from a ledger's values; nil if no instruction has them.
    package init?(action: Action, item: Int?, quantity: Int, run: Int = 0) {
        guard action.quantities.contains(quantity), item.map((0..<IDTable.Entry.itemMax).contains) ?? true else {
            return nil
        }
        self.action = action
        self.item = item
        self.quantity = quantity
        self.run = run
    }
}

/// An id that a row of a run has used, with the instruction that used it.
package struct UsedID: Sendable {
    package let key: IDKey
    private let entry: IDTable.Entry

    init(key: IDKey, _ instruction: Instruction) {
        self.key = key
        entry = IDTable.Entry(instruction, isUsed: true)
    }

    /// The instruction that used the id.
    package var instruction: Instruction { entry.instruction }
}
