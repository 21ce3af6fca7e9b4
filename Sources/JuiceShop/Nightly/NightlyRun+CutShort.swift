internal import JuiceBatch
internal import JuiceReports

/// The steps of a nightly run before it processes a file.
extension NightlyRun {
    /// The files that were put away before all others, by name, and how that ended.
    struct Finished {
        var names: Set<FileName> = []
        var status = ExitStatus.done
    }

    /// Checks the ledger before anything is applied to it.
    ///
    /// - Returns: why the nightly run ends if the ledger cannot be used; nil if it can.
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
    /// All evidence has to agree: the file is recorded as taken and is the same one, not written to since, and a later
    /// run of the ledger has applied its content. Any other file of known content may be a further day of orders.
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

    /// - Returns: how putting it away ended; nil if it was not applied.
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
