internal import GRDB
internal import JuiceBatch
internal import Synchronization

/// Says of most ids that a ledger does not have that it does not have them, without a look at the ledger.
///
/// If the ledger keeps a filter, that is all. Else two workers fill one, one from the lowest key upwards and one from
/// the highest downwards, until they meet; others go on without it meanwhile. A worker alone goes all the way.
final class IDPrefilter: @unchecked Sendable {
    // Safe to share: each filter is written by one worker during its sweep, and read by other workers only after all
    // sweeps have ended.

    /// The number and the progress of the threads that fill the prefilter.
    private enum State: Int {
        case untouched, oneSweeps, twoSweep, oneOfTwoSweeps, swept, complete

        /// The state after another thread has joined the sweep; nil if no work is left for it.
        var joined: State? { self == .untouched ? .oneSweeps : self == .oneSweeps ? .twoSweep : nil }
        /// The state after a thread has left the sweep.
        var left: State { self == .twoSweep ? .oneOfTwoSweeps : .swept }
    }

    /// The number of ids that a worker adds between two reports of its progress.
    private static let stretch = 1024

    private let state = Atomic<Int>(State.untouched.rawValue)
    private let count: Int
    /// The filter of the upward sweep or of the ledger's stored ids; in the end, of all ids.
    private var upward: IDFilter
    private var isStored = false
    private let downward: IDFilter
    /// Every prefix below is in.
    private let lower = Atomic<Int64>(.min)
    /// Every prefix above is in.
    private let upper = Atomic<Int64>(.max)

    /// An empty prefilter for so many ids; memory is taken as it fills.
    ///
    /// Nil if the system has none to promise.
    init?(count: Int) {
        guard let upward = IDFilter(count: count), let downward = IDFilter(count: count) else { return nil }
        self.count = count
        self.upward = upward
        self.downward = downward
    }

    /// Whether all ids are in.
    var isComplete: Bool { state.load(ordering: .acquiring) == State.complete.rawValue }

    /// The filter of all ids, once it is complete.
    var filter: IDFilter? { isComplete ? upward : nil }

    /// Whether the ledger may have an id; false only if it has not.
    ///
    /// Asks for a complete prefilter.
    func mayHold(_ key: IDKey) -> Bool {
        upward.mayHold(key.high)
    }

    /// Does this worker's share of taking in all ids, if there is one left to do.
    func fill(from database: Database) throws {
        switch change({ $0.joined }) {
        case .oneSweeps:
            if let stored = try StoredFilter.load(from: database, count: count) {
                upward = stored
                isStored = true
                // The other one has nothing to do any more.
                lower.store(.max, ordering: .releasing)
                break
            }
            try sweep(database, order: "ASC", into: upward) { prefix in
                lower.store(prefix, ordering: .releasing)
                return prefix > upper.load(ordering: .acquiring)
            }
        case .twoSweep:
            try sweep(database, order: "DESC", into: downward) { prefix in
                upper.store(prefix, ordering: .releasing)
                return prefix < lower.load(ordering: .acquiring)
            }
        default: return
        }
        guard change({ $0.left }) == .swept else { return }
        if !isStored { upward.formUnion(downward) }
        state.store(State.complete.rawValue, ordering: .releasing)
    }

    /// Goes over to the next state; nil if there is none.
    private func change(_ next: (State) -> State?) -> State? {
        var value = state.load(ordering: .acquiring)
        while let to = State(rawValue: value).flatMap(next) {
            let (isDone, seen) = state.weakCompareExchange(
                expected: value, desired: to.rawValue, ordering: .acquiringAndReleasing)
            if isDone { return to }
            value = seen
        }
        return nil
    }

    /// Takes in ids in an order of their prefixes.
    ///
    /// - Parameter hasMet: is told of a prefix when all before it are in, and says whether that makes all.
    private func sweep(
        _ database: Database, order: String, into filter: IDFilter, hasMet: (Int64) -> Bool
    ) throws {
        let statement = try IDStatement(
            database, sql: "SELECT high, prefix FROM used_id ORDER BY prefix \(order), high \(order), low \(order)")
        defer { statement.reset() }
        var highs: [Int64] = []
        highs.reserveCapacity(Self.stretch)
        while try statement.step() {
            highs.append(Int64(statement.int(column: 0)))
            guard highs.count == Self.stretch else { continue }
            filter.add(highs)
            highs.removeAll(keepingCapacity: true)
            if hasMet(Int64(statement.int(column: 1))) { return }
        }
        filter.add(highs)
    }
}
