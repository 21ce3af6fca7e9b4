internal import JuiceBatch
internal import JuiceLedger
package import JuiceReports

/// The dry run of a nightly run.
extension Shop {
    /// Reports which files a nightly run would apply or refuse and which it would remove, without changing anything.
    package func dryRunNight(_ request: NightlyRequest, telling listener: any NightlyListener) throws -> ExitStatus {
        try refuseChain(".")
        let messages = NightlyMessages(request.language)
        let ledger = try NightlyLedger(request.ledger, in: environment)
        func end(_ error: any Error, _ line: (Int) -> String) throws -> ExitStatus {
            listener.failed(error)
            let reason = ExitReason(of: error)
            try listener.say(line(reason.code))
            return ExitStatus(reason)
        }
        do {
            try ledger.check()
        } catch {
            return try end(error, messages.unusableLedger(code:))
        }
        do {
            if let shift = try ledger.file.shift() {
                try listener.say(messages.wouldCloseShift(shift.shiftLog))
            } else {
                try trySettings(request, telling: listener)
            }
        } catch {
            return try end(error, messages.settings(code:))
        }
        try Inbox.check(in: ledger.root, marks: NightlyRequest.marks)
        var status = ExitStatus.done
        let taken = InFlightLog(in: ledger.root)
        try taken.load(environment.cancellation)
        var seen: [String: String] = [:]
        for folder in [FileArchive.handName, NightlyRun.inboxFolder] {
            guard case .folder(let opened) = try ledger.root.inner(FileName(folder)) else { continue }
            let listing = try Inbox(folder: opened).entries()
            for other in listing.others { try listener.say(messages.noFile(other.name.text, other.kind)) }
            for name in listing.orphans { try listener.say(messages.orphan(name.text)) }
            for file in listing.files {
                let record = taken.files.first { $0.isSame(file.identity) }
                let fate =
                    try rehearse(file, in: Inbox(folder: opened), record, ledger, &seen, messages)
                    ?? rehearseRun(of: file, in: opened, request, messages, listener)
                if let reason = fate.reason { status.add(reason) }
                try listener.say(fate.line)
            }
        }
        if let old = try oldNights(request, ledger) {
            for item in old.reports + old.files { try listener.say(messages.wouldRemove(item.text)) }
            try tellKept(old, messages, listener)
        }
        try listener.say(messages.rehearsed)
        return status
    }

    /// Predicts whether a run would apply or refuse a file, and reports the error of a refusal.
    private func rehearseRun(
        of file: Inbox.Entry, in folder: OpenFolder, _ request: NightlyRequest, _ messages: NightlyMessages,
        _ listener: any NightlyListener
    ) throws -> (line: String, reason: ExitReason?) {
        let name = file.name.text
        let run = request.run(of: "\(folder.path)/\(name)", reports: "")
        do {
            _ = try check(run.input, language: request.language, form: .json, telling: listener)
            return (messages.wouldApply(name), nil)
        } catch let refusal as CheckRefusal {
            listener.failed(refusal.cause)
            let reason = ExitReason.inputRefused
            return (messages.refused(name, code: reason.code), reason)
        }
    }

    /// Predicts the result for a file from its bytes alone; nil if a run would have to read its rows.
    ///
    /// - Parameter seen: the names of earlier files by their digests.
    private func rehearse(
        _ file: Inbox.Entry, in inbox: Inbox, _ record: InFlightFile?, _ ledger: NightlyLedger,
        _ seen: inout [String: String],
        _ messages: NightlyMessages
    ) throws -> (line: String, reason: ExitReason?)? {
        let name = file.name.text
        let cancellation = environment.cancellation
        switch try inbox.open(file, cancellation: cancellation) {
        case .gone: return (messages.gone(name), nil)
        case .changed: return (messages.unfinished(name), nil)
        case .unreadable: return (messages.refused(name, code: ExitReason.unreadable.code), .inputRefused)
        case .opened(let opened):
            let input = try InputFile(
                opened: opened, path: "\(inbox.folder.path)/\(name)", name: name, identity: file.identity,
                cancellation: cancellation)
            let sha256 = try input.sha256(cancellation: cancellation)
            if let record, let run = try ledger.run(thatApplied: sha256, since: record.ledger) {
                return (messages.known(name, run: run), nil)
            }
            if let run = try ledger.look({ try $0.run(thatApplied: sha256) }) ?? nil {
                return (messages.wouldRepeat(name, run: run), .inputRepeated)
            }
            if let first = seen.updateValue(name, forKey: sha256) {
                return (messages.wouldRepeat(name, first: first), .inputRepeated)
            }
            return nil
        }
    }
}
