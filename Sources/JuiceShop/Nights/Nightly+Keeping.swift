internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The removal of old files at the end of a nightly run.
extension Shop {
    private static let shelves = [Night.Shelf.done, .repeated].map(\.rawValue)

    /// The old files; nil where everything is kept.
    func oldNights(_ request: NightRequest, _ ledger: NightLedger) throws -> OldNights? {
        guard let keepDays = request.keepDays, let today = CalendarDay(surroundings.today) else { return nil }
        let search = UnresolvedFileSearch(
            root: ledger.root, now: surroundings.now(), interruption: surroundings.interruption)
        let unresolved = try search.files { try ledger.look { try $0.standingInputs() } ?? [] }
        return try OldNights(
            in: ledger.root, reports: Night.reportsFolder, shelves: Self.shelves, keepDays: keepDays, today: today,
            interruption: surroundings.interruption, unresolved: Set(unresolved.map(\.path)),
            followUps: { try ledger.look { try $0.followUps() } ?? [] }, known: ledger.knownInputs)
    }

    /// Removes what is old, and says so.
    ///
    /// - Returns: `oldNotRemoved` where something could not be removed.
    func removeOld(
        _ request: NightRequest, _ ledger: NightLedger, complain: (any Error) -> Void,
        telling listener: any NightListener
    ) throws -> ExitStatus {
        guard let keepDays = request.keepDays else { return .done }
        let messages = NightMessages(request.run.language)
        do {
            guard let old = try oldNights(request, ledger) else { return .done }
            var removal = Removal(in: ledger.root, interruption: surroundings.interruption)
            try removal.removeReports(old.reports, from: Night.reportsFolder)
            try removal.removeFiles(old.files)
            try removal.removeFolders(old.emptyFolders)
            if removal.reports + removal.files > 0 {
                try listener.say(
                    messages.removed(reports: removal.reports, files: removal.files, olderThanDays: keepDays))
            }
            try tellKept(old, messages, listener)
            for (item, error) in removal.failures {
                try listener.say(messages.notRemoved(item.text, errno: error.number))
            }
            return removal.failures.isEmpty ? .done : ExitStatus(.oldNotRemoved)
        } catch let error as BatchError {
            if case .interrupted = error { throw error }
            complain(error)
            try listener.say(messages.removalStopped)
            return ExitStatus([.oldNotRemoved, ExitReason(of: error)])
        }
    }

    /// Says what stays though it is old.
    func tellKept(_ old: OldNights, _ messages: NightMessages, _ listener: any NightListener) throws {
        if !old.open.isEmpty { try listener.say(messages.openStay(old.open.map(\.text))) }
        if !old.strange.isEmpty { try listener.say(messages.strangeStay(old.strange.map(\.text))) }
    }
}

extension NightLedger {
    /// The subset of some digests that belong to recorded inputs.
    fileprivate func knownInputs(_ digests: [String]) throws -> Set<String> {
        if digests.isEmpty { return [] }
        return try look { snapshot in Set(try digests.filter { try snapshot.holdsInput(of: $0) }) } ?? []
    }
}
