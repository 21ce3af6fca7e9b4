import JuiceBatch
import JuiceLedger
import JuiceReports
import JuiceShop

/// What a process of the model does.
enum ModelProgram: Hashable, Sendable, CustomStringConvertible {
    /// A run with a ledger.
    case run(ledger: String)
    /// `verify` or `reverse`: settles what earlier runs have left.
    case settle(ledger: String)
    /// A run without a ledger.
    case runAlone

    /// Where all reports go.
    static let target = "/shop/out"

    var description: String {
        switch self {
        case .run(let ledger): "run \(ledger)"
        case .settle(let ledger): "settle \(ledger)"
        case .runAlone: "run alone"
        }
    }

    /// The ledger whose turn it needs.
    var ledger: String? {
        switch self {
        case .run(let ledger), .settle(let ledger): ledger
        case .runAlone: nil
        }
    }

    /// Does it; nothing but steps of the process.
    func carryOut(_ process: ModelProcess) throws {
        guard let ledger else {
            let set = try stage(process, ledger: nil)
            do {
                _ = try set.place(on: ModelDisk(process: process), shownTarget: "out", durable: false)
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
        // The turn ends with the process, whatever fails.
        try result.get()
    }

    private func carryOut(_ process: ModelProcess, ledger: String) throws {
        let disk = ModelDisk(process: process)
        let commit = RunCommit(
            book: ModelBook(process: process, path: ledger), disk: disk, shownLedger: ledger, tell: { _ in },
            tellLog: { _ in })
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

    /// Makes the folder of the process and its set in one step: no other process knows of it before.
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
