package import JuiceCore

/// The ids of earlier runs, which do not change during a run.
package protocol IDHistory: Sendable {
    /// Creates the lookup of one worker; nil if no id has ever been used.
    ///
    /// - Parameter inputBytes: The number of bytes that all workers together have to read.
    func makeLookup(inputBytes: Int) throws -> (any IDLookup)?
}

/// The lookup of earlier runs' ids by one worker.
package protocol IDLookup: AnyObject {
    /// Looks up the uses of ids by earlier runs.
    ///
    /// - Parameter found: Called for each id that was used, with its index in `ids`, in no particular order.
    func find(_ ids: [IDKey], found: (Int, IDUse) -> Void) throws
}

/// The number of rows that had no effect because an earlier run had used their ids, for each such run.
package struct EarlierIDs: Sendable, Equatable {
    /// The numbers of rows whose ids one earlier run had used.
    package struct Counts: Sendable, Equatable {
        /// The number of rows with the same instruction again.
        package var same = 0
        /// The number of rows whose id belongs to a different instruction.
        package var conflicts = 0
    }

    /// The runs that used the ids, newest first, each with its numbers of rows.
    package var runs: [(run: Int, counts: Counts)] {
        var all = counts
        if let last { all[last.run] = last.counts }
        return all.sorted { $0.key > $1.key }.map { (run: $0.key, counts: $0.value) }
    }

    private var counts: [Int: Counts] = [:]
    /// The run of the latest row, kept apart because most rows belong to the same run as the row before.
    private var last: (run: Int, counts: Counts)?

    /// Creates a count of no rows.
    package init() {}

    /// Adds a row to the count.
    ///
    /// - Parameters:
    ///   - run: The number, from 1, of the run that used its id.
    ///   - isConflict: Whether the row's instruction differs from the one that used the id.
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

    /// The total number of rows.
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

/// An id that a row of this run has used, with the instruction of that row.
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
