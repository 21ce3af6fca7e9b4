import JuiceBatch
import JuiceReports

@testable import JuiceLedger
@testable import JuiceShop

/// A ledger, as far as the commit order uses it.
struct ModelLedger: Hashable {
    var runs: Set<Int> = []
    /// Pending report sets by run.
    var pending: [Int: StagedSet] = [:]
    /// Folders of misplaced reports by run; empty if they are lost.
    var misplaced: [Int: String] = [:]
}

/// Everything that outlives a process: disk, ledgers and their locks, all by path.
struct ModelWorld: Hashable {
    /// The sets of reports; the digest of each is the number of the process whose set it is, 0 for an earlier set, and
    /// empty once its reports have been removed.
    var folders: [String: SetIdentity] = [:]
    /// The folders as a power cut leaves them at least.
    var synced: [String: SetIdentity] = [:]
    var ledgers: [String: ModelLedger] = [:]
    /// The runs in the run log of each ledger.
    var logs: [String: Set<Int>] = [:]
    /// The process that holds the write lock of each ledger.
    var turns: [String: Int] = [:]
    /// The sets that have been in place at some time, by digest.
    var placed: Set<String> = []
    /// Those of them that survive a power cut.
    var syncedPlaced: Set<String> = []
    private var nextInode = 1

    /// Creates a folder with a set.
    mutating func stage(_ set: Int, at path: String) -> SetIdentity {
        let identity = SetIdentity(device: 1, inode: nextInode, sha256: "\(set)")
        nextInode += 1
        folders[path] = identity
        return identity
    }

    mutating func sync() { (synced, syncedPlaced) = (folders, placed) }

    /// Releases the locks of a process.
    mutating func endTurns(of process: Int) { turns = turns.filter { $0.value != process } }
}

enum ModelFault: Hashable, CaseIterable {
    /// The step has no effect.
    case before
    /// The commit takes effect but reports an error.
    case behindCommit
}

/// A process of the model: its program, which is run again from the start for each step, with the answers that it was
/// given before; so anything may happen between any two of its steps.
///
/// A program must do nothing but ask.
final class ModelProcess {
    let number: Int
    /// The answers to its steps so far; nil for a step that failed.
    private(set) var answers: [AnyHashable?]
    private(set) var world: ModelWorld
    /// Whether the program needs another step.
    private(set) var isSuspended = false
    /// Whether the granted step waits for another process.
    private(set) var isWaiting = false
    /// Whether the granted step could fail as requested.
    private(set) var hasFailed = false
    private let fault: ModelFault?
    private var next = 0
    private var isGranted = true

    /// - Parameter fault: the fault of the granted step.
    init(number: Int, answers: [AnyHashable?], world: ModelWorld, fault: ModelFault? = nil) {
        (self.number, self.answers, self.world, self.fault) = (number, answers, world, fault)
    }

    /// Performs one atomic step.
    ///
    /// - Parameter isCommit: whether a failing step may have taken effect.
    func ask<Answer: Hashable>(
        isCommit: Bool = false, _ body: (inout ModelWorld) -> Answer
    ) throws(BatchError) -> Answer {
        if next == answers.count {
            guard isGranted, !isSuspended else {
                isSuspended = true
                throw .interrupted(signal: 0)
            }
            isGranted = false
            var changed = world
            let answer = AnyHashable(body(&changed))
            hasFailed = fault == .before || fault == .behindCommit && isCommit
            if fault != .before { world = changed }
            answers.append(hasFailed ? nil : answer)
        }
        next += 1
        guard let answer = answers[next - 1] else { throw .inputOutput(path: "disk", errno: 5) }
        guard let answer = answer.base as? Answer else { throw .invariant("\(answer)") }
        return answer
    }

    /// Takes the write lock of a ledger in a step that waits until no other process holds it.
    func lock(_ ledger: String) throws(BatchError) {
        if next == answers.count, isGranted, !isSuspended, world.turns[ledger] != nil {
            (isWaiting, isSuspended) = (true, true)
            throw .interrupted(signal: 0)
        }
        _ = try ask { world in
            world.turns[ledger] = number
            return true
        }
    }
}

/// The modelled disk, as the process sees it.
extension ModelProcess: ReportDisk {
    func entry(at path: String) throws(BatchError) -> PathEntry {
        try ask { $0.folders[path].map { .folder($0, foreignEntries: []) } ?? PathEntry.nothing }
    }

    func move(_ path: String, to newPath: String) throws(BatchError) -> Bool {
        try ask { world in
            guard world.folders[newPath] == nil, let folder = world.folders[path] else { return false }
            world.folders[path] = nil
            world.folders[newPath] = folder
            world.placed.insert(folder.sha256)
            return true
        }
    }

    func exchange(_ path: String, with other: String) throws(BatchError) -> Bool {
        try ask { world in
            guard let one = world.folders[path], let two = world.folders[other] else { return false }
            world.folders[path] = two
            world.folders[other] = one
            world.placed.insert(one.sha256)
            return true
        }
    }

    func removeSet(at path: String, _ identity: SetIdentity) throws(BatchError) {
        // The reports first, and then the folder.
        _ = try ask { world in
            if world.folders[path]?.inode == identity.inode {
                world.folders[path] = SetIdentity(device: 1, inode: identity.inode, sha256: "")
            }
            return true
        }
        _ = try ask { world in
            if world.folders[path]?.sha256 == "" { world.folders[path] = nil }
            return true
        }
    }

    func sync(_ folder: String) throws(BatchError) {
        _ = try ask { world in
            world.sync()
            return true
        }
    }
}

/// A modelled ledger, as seen by the process that holds its lock.
struct ModelStore: RunStore {
    final class Transaction {
        var ledger: ModelLedger
        init(_ ledger: ModelLedger) { self.ledger = ledger }
    }

    let process: ModelProcess
    let path: String

    func write<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
        let ledger = try process.ask { $0.ledgers[path] ?? ModelLedger() }
        let transaction = Transaction(ledger)
        let value = try body(transaction)
        if transaction.ledger == ledger { return value }
        _ = try process.ask(isCommit: true) { world in
            world.ledgers[path] = transaction.ledger
            return true
        }
        return value
    }

    func writeAfterwards<Value>(_ body: (Transaction) throws -> Value) throws -> Value { try write(body) }

    func pendingReports(_ transaction: Transaction) throws -> [(run: Int, set: StagedSet)] {
        transaction.ledger.pending.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    func setPending(_ set: StagedSet, of run: Int, _ transaction: Transaction) throws {
        transaction.ledger.pending[run] = set
    }

    func recordReportsState(_ state: ReportsState, of run: Int, _ transaction: Transaction) throws {
        transaction.ledger.pending[run] = nil
        switch state {
        case .inPlace, .staged: break
        case .beside(let folder): transaction.ledger.misplaced[run] = folder
        case .missing: transaction.ledger.misplaced[run] = ""
        }
    }

    func checkLog(_ transaction: Transaction) throws {
        try refuseStale(process.ask { isLog(of: $0, coveredBy: transaction.ledger) })
    }

    func extendLog(_ transaction: Transaction, checked: RunLog.Extent?) throws -> RunLog.Extent {
        let isCovered = try process.ask { world in
            guard isLog(of: world, coveredBy: transaction.ledger) else { return false }
            world.logs[path] = transaction.ledger.runs
            return true
        }
        try refuseStale(isCovered)
        return RunLog.Extent(lines: transaction.ledger.runs.count, bytes: 0, fileBytes: 0)
    }

    private func isLog(of world: ModelWorld, coveredBy ledger: ModelLedger) -> Bool {
        world.logs[path]?.isSubset(of: ledger.runs) ?? true
    }

    private func refuseStale(_ isCovered: Bool) throws(BatchError) {
        if !isCovered { throw .badLedger(path: path, error: .stale(run: 0, log: path)) }
    }

    func erase(_ receipt: RunReceipt) throws {
        try write { transaction in
            transaction.ledger.runs.remove(receipt.run)
            transaction.ledger.pending[receipt.run] = nil
        }
    }

    func reopened() throws -> ModelStore { self }
}

enum ModelProgram: Hashable, Sendable {
    /// A run with a ledger, or alone.
    case run(ledger: String?)
    /// `verify` or `reverse`: completes pending report sets.
    case settle(ledger: String)

    static let target = "/shop/out"

    /// The ledger that it locks.
    var ledger: String? {
        switch self {
        case .run(let ledger): ledger
        case .settle(let ledger): ledger
        }
    }

    /// Performs the program in steps of the process, whose end releases the lock.
    func carryOut(_ process: ModelProcess) throws {
        var staged: StagedSet?
        /// Creates the staging folder with its set in one step, since no other process uses it.
        func stage() throws -> StagedSet {
            let staging = "/shop/\(ReportFolder.stagingPrefix(of: "out", ledger: ledger))00000\(process.number)"
            let identity = try process.ask { $0.stage(process.number, at: staging) }
            if ledger != nil { try process.sync("/shop") }
            let set = StagedSet(staging: staging, target: Self.target, identity: identity)
            staged = set
            return set
        }
        do {
            guard let ledger else {
                _ = try stage().move(on: process, shownTarget: "out", durable: false)
                return
            }
            try process.lock(ledger)
            let commit = RunCommit(
                store: ModelStore(process: process, path: ledger), disk: process, shownLedger: ledger,
                listener: MessageRecorder())
            guard case .run = self else { return try commit.write { _ in } }
            try commit.commit { transaction in
                let set = try stage()
                transaction.ledger.runs.insert(process.number)
                return (((process.number, "", nil), set, "out", { staged = nil }), ())
            }
        } catch {
            if let staged { try? process.removeSet(at: staged.staging, staged.identity) }
            throw error
        }
    }
}
