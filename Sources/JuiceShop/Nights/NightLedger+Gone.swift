internal import JuiceBatch
internal import JuiceLedger

/// Checks of the shop's ledger before a nightly run applies anything to it.
extension NightLedger {
    /// Verifies the ledger, and throws what `verify` finds.
    ///
    /// A ledger without runs is `badLedger` where the shop's folder shows that there were some.
    func check() throws {
        try refuseGone(
            runs: try look {
                try file.runLog.check($0)
                return try $0.verify().runs
            } ?? 0)
    }

    /// The same before a file, for little: the ledger may have gone since the nightly run began.
    func refuseGoneMeanwhile() throws {
        if try file.isBlank() { try refuseGone(runs: 0) }
    }

    private func refuseGone(runs: Int) throws {
        guard runs == 0,
            let evidence = try AppliedEvidence(in: root, interruption: surroundings.interruption).path()
        else { return }
        throw BatchError.badLedger(path: file.shownPath, fault: .gone(evidence: evidence))
    }
}
