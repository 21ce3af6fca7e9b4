import JuiceBatch
import JuiceReports

@testable import JuiceLedger
@testable import JuiceShop

/// A folder of the modelled disk.
struct ModelFolder: Hashable {
    /// The number of the process whose set is in it; 0 for an earlier set.
    var set: Int
    /// The unique number of the folder.
    var inode: Int
    /// Whether its reports have been removed.
    var isEmpty = false
    /// Foreign entries.
    var foreignEntries: [String] = []

    var identity: SetIdentity { SetIdentity(device: 1, inode: inode, sha256: isEmpty ? "" : "set \(set)") }
}

/// A ledger, as far as the commit order uses it.
struct ModelLedger: Hashable {
    var runs: Set<Int> = []
    /// Pending report sets by run.
    var pending: [Int: StagedSet] = [:]
    /// Folders of misplaced reports by run; empty if they are lost.
    var misplaced: [Int: String] = [:]
}

/// Everything that outlives a process: disk, ledgers and their locks.
struct ModelWorld: Hashable {
    /// By path.
    var folders: [String: ModelFolder] = [:]
    /// The folders as a power cut leaves them at least.
    var synced: [String: ModelFolder] = [:]
    /// By path.
    var ledgers: [String: ModelLedger] = [:]
    /// The runs in the run log of each ledger, by the ledger's path.
    var logs: [String: Set<Int>] = [:]
    /// The process that holds the write lock of each ledger, by path.
    var turns: [String: Int] = [:]
    /// The sets that have been in place at some time.
    var placed: Set<Int> = []
    /// Those of them that survive a power cut.
    var syncedPlaced: Set<Int> = []
    var nextInode = 1

    /// Creates a folder with a set.
    mutating func stage(_ set: Int, at path: String) -> SetIdentity {
        let folder = ModelFolder(set: set, inode: nextInode)
        nextInode += 1
        folders[path] = folder
        return folder.identity
    }

    mutating func sync() { (synced, syncedPlaced) = (folders, placed) }

    /// Discards unsynced changes.
    mutating func loseUnsynced() { (folders, placed) = (synced, syncedPlaced) }

    /// Releases the locks of a process.
    mutating func endTurns(of process: Int) {
        turns = turns.filter { $0.value != process }
    }
}

enum ModelAnswer: Hashable {
    case done
    case isSo(Bool)
    case view(PathView)
    case staged(String, SetIdentity)
    case ledger(ModelLedger)
    /// The errno.
    case failed(Int32)
}

/// A process of the model: its program, which is run again from the start for each step, with the answers that it was
/// given before; so anything may happen between any two of its steps.
///
/// A program must do nothing but ask.
final class ModelProcess {
    let number: Int
    private(set) var answers: [ModelAnswer]
    private(set) var world: ModelWorld
    /// Whether the program needs another step.
    private(set) var isSuspended = false
    /// Whether the granted step waits for another process.
    private(set) var isWaiting = false
    private let failsWith: ModelFault?
    private var next = 0
    private var isGranted = true

    /// - Parameter failsWith: the fault of the granted step.
    init(number: Int, answers: [ModelAnswer], world: ModelWorld, failsWith: ModelFault?) {
        self.number = number
        self.answers = answers
        self.world = world
        self.failsWith = failsWith
    }

    /// Whether the granted step could fail as requested.
    private(set) var hasFailed = false

    /// Performs one atomic step.
    ///
    /// - Parameter isCommit: whether a failing step may have taken effect.
    func ask(
        isCommit: Bool = false, _ body: (inout ModelWorld) -> ModelAnswer
    ) throws(BatchError) -> ModelAnswer {
        let answer: ModelAnswer
        if next < answers.count {
            answer = answers[next]
            next += 1
        } else {
            guard isGranted, !isSuspended else {
                // The program is granted nothing more.
                isSuspended = true
                throw .interrupted(signal: 0)
            }
            isGranted = false
            next += 1
            var changed = world
            let wanted = body(&changed)
            hasFailed = failsWith == .before || failsWith == .behindCommit && isCommit
            if failsWith != .before { world = changed }
            answer = hasFailed ? .failed(5) : wanted
            answers.append(answer)
        }
        if case .failed(let errno) = answer {
            throw errno == 5 ? .inputOutput(path: "disk", errno: 5) : .cannotCreate(path: "disk", errno: errno)
        }
        return answer
    }

    /// A step that waits until `isFree` returns true.
    func wait(
        until isFree: (ModelWorld) -> Bool, then body: (inout ModelWorld) -> ModelAnswer
    ) throws(BatchError) {
        if next == answers.count, isGranted, !isSuspended, !isFree(world) {
            isWaiting = true
            isSuspended = true
            throw .interrupted(signal: 0)
        }
        _ = try ask(body)
    }
}

enum ModelFault: Hashable, CaseIterable {
    /// The step has no effect.
    case before
    /// The commit takes effect but reports an error.
    case behindCommit
}

/// The modelled disk, as one process sees it.
struct ModelDisk: ReportDisk {
    let process: ModelProcess

    func look(at path: String) throws(BatchError) -> PathView {
        let answer = try process.ask { world in
            guard let folder = world.folders[path] else { return .view(.nothing) }
            return .view(.folder(folder.identity, foreignEntries: folder.foreignEntries))
        }
        guard case .view(let view) = answer else { throw .invariant("\(answer)") }
        return view
    }

    func move(_ path: String, to newPath: String) throws(BatchError) -> Bool {
        try isSo { world in
            guard world.folders[newPath] == nil, let folder = world.folders[path] else { return false }
            world.folders[path] = nil
            world.folders[newPath] = folder
            world.placed.insert(folder.set)
            return true
        }
    }

    func exchange(_ path: String, with other: String) throws(BatchError) -> Bool {
        try isSo { world in
            guard let one = world.folders[path], let two = world.folders[other] else { return false }
            world.folders[path] = two
            world.folders[other] = one
            world.placed.insert(one.set)
            return true
        }
    }

    func removeSet(at path: String, _ identity: SetIdentity) throws(BatchError) {
        // The reports first, and then the folder.
        _ = try process.ask { world in
            if world.folders[path]?.inode == identity.inode { world.folders[path]?.isEmpty = true }
            return .done
        }
        _ = try process.ask { world in
            if let folder = world.folders[path], folder.isEmpty { world.folders[path] = nil }
            return .done
        }
    }

    func sync(_ folder: String) throws(BatchError) {
        _ = try process.ask { world in
            world.sync()
            return .done
        }
    }

    private func isSo(_ body: (inout ModelWorld) -> Bool) throws(BatchError) -> Bool {
        let answer = try process.ask { .isSo(body(&$0)) }
        guard case .isSo(let value) = answer else { throw .invariant("\(answer)") }
        return value
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
        let answer = try process.ask { [path] in .ledger($0.ledgers[path] ?? ModelLedger()) }
        guard case .ledger(let ledger) = answer else { throw BatchError.invariant("\(answer)") }
        let transaction = Transaction(ledger)
        let value = try body(transaction)
        if transaction.ledger == ledger { return value }
        _ = try process.ask(isCommit: true) { [path] world in
            world.ledgers[path] = transaction.ledger
            return .done
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

    func settle(_ run: Int, _ state: ReportsState, _ transaction: Transaction) throws {
        transaction.ledger.pending[run] = nil
        switch state {
        case .inPlace, .staged: break
        case .beside(let folder): transaction.ledger.misplaced[run] = folder
        case .missing: transaction.ledger.misplaced[run] = ""
        }
    }

    func lastRun(_ transaction: Transaction) throws -> Int { transaction.ledger.runs.count }

    func checkLog(_ transaction: Transaction) throws {
        try refuseStale(try process.ask { [path] in .isSo(Self.isCovered($0.logs[path], by: transaction.ledger)) })
    }

    func extendLog(
        _ transaction: Transaction, checked: RunLog.Extent?
    ) throws -> (extent: RunLog.Extent, failure: BatchError?) {
        let extent = RunLog.Extent(lines: transaction.ledger.runs.count, bytes: 0, fileBytes: 0)
        let answer: ModelAnswer
        do {
            answer = try process.ask { [path] world in
                guard Self.isCovered(world.logs[path], by: transaction.ledger) else { return .isSo(false) }
                world.logs[path] = transaction.ledger.runs
                return .isSo(true)
            }
        } catch {
            return (extent, error)
        }
        try refuseStale(answer)
        return (extent, nil)
    }

    private static func isCovered(_ log: Set<Int>?, by ledger: ModelLedger) -> Bool {
        log?.isSubset(of: ledger.runs) ?? true
    }

    private func refuseStale(_ answer: ModelAnswer) throws {
        guard case .isSo(true) = answer else {
            throw BatchError.badLedger(path: path, error: .stale(run: 0, log: path))
        }
    }

    func erase(_ receipt: RunReceipt) throws {
        try write { transaction in
            transaction.ledger.runs.remove(receipt.run)
            transaction.ledger.pending[receipt.run] = nil
        }
    }

    func reopened() throws -> ModelStore { self }
}

enum ModelProgram: Hashable, Sendable, CustomStringConvertible {
    /// A run with a ledger.
    case run(ledger: String)
    /// `verify` or `reverse`: completes pending report sets.
    case settle(ledger: String)
    /// A run without a ledger.
    case runAlone

    static let target = "/shop/out"

    var description: String {
        switch self {
        case .run(let ledger): "run \(ledger)"
        case .settle(let ledger): "settle \(ledger)"
        case .runAlone: "run alone"
        }
    }

    /// The ledger that it locks.
    var ledger: String? {
        switch self {
        case .run(let ledger), .settle(let ledger): ledger
        case .runAlone: nil
        }
    }

    /// Performs the program in steps of the process.
    func carryOut(_ process: ModelProcess) throws {
        guard let ledger else {
            let set = try stage(process, ledger: nil)
            do {
                _ = try set.move(on: ModelDisk(process: process), shownTarget: "out", durable: false)
            } catch {
                try? discard(set, process)
                throw error
            }
            return
        }
        try process.wait(
            until: { $0.turns[ledger] == nil },
            then: { world in
                world.turns[ledger] = process.number
                return .done
            })
        let result = Result { try carryOut(process, ledger: ledger) }
        // The lock is released with the process, whatever fails.
        try result.get()
    }

    private func carryOut(_ process: ModelProcess, ledger: String) throws {
        let disk = ModelDisk(process: process)
        let commit = RunCommit(
            store: ModelStore(process: process, path: ledger), disk: disk, shownLedger: ledger, notify: { _ in },
            reportIncompleteLog: { _ in })
        guard case .run = self else {
            try commit.write { _ in }
            return
        }
        var staged: StagedSet?
        do {
            _ = try commit.commit { transaction in
                let set = try stage(process, ledger: ledger)
                staged = set
                transaction.ledger.runs.insert(process.number)
                return .init(
                    receipt: RunReceipt(run: process.number, sha256: ""), set: set, shownTarget: "out",
                    leave: { staged = nil })
            }
        } catch {
            if let staged { try? discard(staged, process) }
            throw error
        }
    }

    /// Creates the staging folder with its set in one step, since no other process uses it.
    private func stage(_ process: ModelProcess, ledger: String?) throws -> StagedSet {
        let answer = try process.ask { world in
            let prefix = ReportFolder.stagingPrefix(of: "out", ledger: ledger)
            let staging = "/shop/\(prefix)00000\(process.number)"
            return .staged(staging, world.stage(process.number, at: staging))
        }
        guard case .staged(let staging, let identity) = answer else { throw BatchError.invariant("\(answer)") }
        if ledger != nil { try ModelDisk(process: process).sync("/shop") }
        return StagedSet(staging: staging, target: Self.target, identity: identity)
    }

    private func discard(_ set: StagedSet, _ process: ModelProcess) throws {
        try ModelDisk(process: process).removeSet(at: set.staging, set.identity)
    }
}
