import JuiceBatch
import JuiceLedger
import JuiceReports

/// A folder of the modelled disk.
struct ModelFolder: Hashable {
    /// What lies in it: the set of a process by its number, 0 for the set that was there before.
    var set: Int
    /// Its number; no two folders ever have the same.
    var inode: Int
    /// Whether its reports have been removed.
    var isEmpty = false
    /// Entries that are no reports.
    var strangers: [String] = []

    var identity: SetIdentity { SetIdentity(device: 1, inode: inode, sha256: isEmpty ? "" : "set \(set)") }
}

/// A ledger, as the order of a commit sees it.
struct ModelLedger: Hashable {
    /// The processes whose runs are recorded.
    var runs: Set<Int> = []
    /// Report sets that wait, by run.
    var pending: [Int: PendingReports] = [:]
    /// Where reports are that are not in place, by run: a folder, or nothing if they are lost.
    var unplaced: [Int: String] = [:]
}

/// All that outlives a process: disk, ledgers and their turns.
struct ModelWorld: Hashable {
    /// By path.
    var folders: [String: ModelFolder] = [:]
    /// The folders as a power cut would leave them at the least.
    var synced: [String: ModelFolder] = [:]
    /// By path.
    var ledgers: [String: ModelLedger] = [:]
    /// The runs in the run log of each ledger, by the ledger's path.
    var logs: [String: Set<Int>] = [:]
    /// The process that has the turn of a ledger, by its path.
    var turns: [String: Int] = [:]
    /// The sets that have been where they belong at some time.
    var placed: Set<Int> = []
    var nextInode = 1

    /// Makes a folder with a set in it.
    mutating func stage(_ set: Int, at path: String) -> SetIdentity {
        let folder = ModelFolder(set: set, inode: nextInode)
        nextInode += 1
        folders[path] = folder
        return folder.identity
    }

    /// Ends the turns of a process, as the system does.
    mutating func endTurns(of process: Int) {
        turns = turns.filter { $0.value != process }
    }
}

/// What the world answers to a step.
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
    /// Whether the program wanted a step more than it was granted.
    private(set) var isSuspended = false
    /// Whether the step that it was granted has to wait for another process.
    private(set) var isWaiting = false
    private let failsWith: ModelFault?
    private var next = 0
    private var isGranted = true

    /// - Parameter failsWith: what goes wrong in the step that is granted.
    init(number: Int, answers: [ModelAnswer], world: ModelWorld, failsWith: ModelFault?) {
        self.number = number
        self.answers = answers
        self.world = world
        self.failsWith = failsWith
    }

    /// Whether the step that was granted could have gone wrong as wanted.
    private(set) var hasFailed = false

    /// A step: whatever is done to the world at once.
    ///
    /// - Parameter isCommit: whether one that fails may have been done all the same.
    func ask(
        isCommit: Bool = false, _ body: (inout ModelWorld) -> ModelAnswer
    ) throws(BatchError) -> ModelAnswer {
        let answer: ModelAnswer
        if next < answers.count {
            answer = answers[next]
            next += 1
        } else {
            guard isGranted, !isSuspended else {
                // Whatever the program makes of this, it is granted nothing.
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

    /// A step that has to wait as long as `isFree` says no.
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

/// How a step goes wrong.
enum ModelFault: Hashable, CaseIterable {
    /// Nothing is done.
    case before
    /// Of a commit: it is done, and only the answer says that it is not.
    case behindCommit
}
