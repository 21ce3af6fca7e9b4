internal import JuiceBatch
internal import JuiceReports

/// The steps of a nightly run before it processes a file.
extension NightlyRun {
    /// The files that were archived before all others since an interrupted run had applied them, and the resulting
    /// status.
    struct Finished {
        var names: Set<FileName> = []
        var status = ExitStatus.done
    }

    /// Checks the ledger before any file is applied.
    ///
    /// - Returns: the reason to end the nightly run if the ledger cannot be used; nil if it can.
    func unusableLedger() throws -> ExitReason? {
        do {
            try host.checkLedger()
            return nil
        } catch BatchError.interrupted(let signal) {
            throw BatchError.interrupted(signal: signal)
        } catch {
            let reason = complain(error)
            try host.say(messages.unusableLedger(code: reason.code))
            return reason
        }
    }

    /// Archives the files that an interrupted run has applied and not archived.
    ///
    /// A file counts as applied only if it is listed as taken and unchanged since, and a later run of the ledger has
    /// applied its content. Any other file with known content may be another day of orders.
    func finishCutShort() throws -> Finished {
        try taken.load(cancellation)
        var finished = Finished()
        guard !taken.files.isEmpty else { return finished }
        let left = taken.files
        for file in try inbox.entries().files {
            guard let record = left.first(where: { $0.isSame(file.identity) }) else { continue }
            try cancellation.check()
            if let status = try finish(file, record) {
                finished.names.insert(file.name)
                finished.status.add(status)
            }
        }
        taken.keep(try inbox.entries().files.map(\.identity))
        return finished
    }

    /// Archives a file if the interrupted run has applied it.
    ///
    /// - Returns: the status of archiving the file; nil if the file was not applied.
    private func finish(_ file: Inbox.Entry, _ record: InFlightFile) throws -> ExitStatus? {
        let name = file.name.text
        do {
            guard case .opened(let opened) = try inbox.open(file, cancellation: cancellation) else { return nil }
            let input = try InputFile(
                opened: opened, path: "\(inbox.folder.path)/\(name)", name: name, identity: file.identity,
                cancellation: cancellation)
            guard let run = try host.run(thatApplied: input.sha256(cancellation: cancellation), since: record.ledger)
            else {
                return nil
            }
            try host.say(messages.known(name, run: run))
            return try putAwayApplied(file, opened, run: run)
        } catch BatchError.changedWhileRead {
            return nil
        } catch {
            let reason = complain(error)
            try host.say(messages.stopped(name, code: reason.code))
            throw Stop(reason: reason)
        }
    }
}
