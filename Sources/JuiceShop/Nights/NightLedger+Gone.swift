internal import JuiceBatch
internal import JuiceLedger

/// Keeps a night from beginning anew where the shop's ledger is gone.
extension NightLedger {
    /// Throws `badLedger` where there is no run on record, and the folder shows that some were.
    func refuseGone() throws {
        // What is wrong with one that is there is found, and told, when the settings are tried.
        guard let lastRun = try? look({ try $0.lastRun() }) ?? 0, lastRun == 0,
            let evidence = try AppliedEvidence(in: root, interruption: surroundings.interruption).path()
        else {
            return
        }
        throw BatchError.badLedger(path: file.shownPath, fault: .gone(evidence: evidence))
    }

    /// The same before a file, for little: it may have gone since the night began.
    func refuseGoneMeanwhile() throws {
        if file.isBlank { try refuseGone() }
    }
}
