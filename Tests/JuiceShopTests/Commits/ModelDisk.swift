import JuiceBatch
import JuiceLedger
import JuiceReports
import JuiceShop

/// The modelled disk, as one process sees it.
struct ModelDisk: ReportDisk {
    let process: ModelProcess

    func look(at path: String) throws(BatchError) -> PathView {
        let answer = try process.ask { world in
            guard let folder = world.folders[path] else { return .view(.nothing) }
            return .view(.folder(folder.identity, strangers: folder.strangers))
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
            world.synced = world.folders
            return .done
        }
    }

    private func isSo(_ body: (inout ModelWorld) -> Bool) throws(BatchError) -> Bool {
        let answer = try process.ask { .isSo(body(&$0)) }
        guard case .isSo(let value) = answer else { throw .invariant("\(answer)") }
        return value
    }
}

/// A modelled ledger, as the process sees it that has its turn.
struct ModelBook: RunBook {
    /// What a transaction has changed so far.
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

    func pendingReports(_ transaction: Transaction) throws -> [PendingReports] {
        transaction.ledger.pending.values.sorted { $0.run < $1.run }
    }

    func setPending(_ reports: PendingReports, _ transaction: Transaction) throws {
        transaction.ledger.pending[reports.run] = reports
    }

    func settle(_ run: Int, _ state: ReportsState, _ transaction: Transaction) throws {
        transaction.ledger.pending[run] = nil
        switch state {
        case .inPlace, .staged: break
        case .beside(let folder): transaction.ledger.unplaced[run] = folder
        case .lost: transaction.ledger.unplaced[run] = ""
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
            throw BatchError.badLedger(path: path, fault: .stale(run: 0, log: path))
        }
    }

    func erase(_ receipt: RunReceipt) throws {
        try write { transaction in
            transaction.ledger.runs.remove(receipt.run)
            transaction.ledger.pending[receipt.run] = nil
        }
    }

    func reopened() throws -> ModelBook { self }
}
