internal import JuiceBatch

/// The destination of a file whose run ended in an error.
enum FileFate: Equatable {
    /// It goes to done/: the run of this number had applied it.
    case known(run: Int)
    /// It goes to failed/: it cannot be applied as it is.
    case failed
    /// It stays, and the night goes on: it is still being written.
    case unsettled
    /// It stays, and so do all behind it: what is wrong is wrong for all of them.
    case stopped

    /// Whom an error of a file's run is about.
    ///
    /// - Parameter path: what messages call the file.
    init(of error: any Error, path: String) {
        guard let error = error as? BatchError else {
            self = .stopped
            return
        }
        switch error {
        case .knownInputs(let inputs): self = inputs.first.map { .known(run: $0.run) } ?? .stopped
        case .usage(let mistake): self = Self.fate(of: mistake)
        case .refused: self = .failed
        // A menu or stock file may be gone since the settings were tried.
        case .unreadable(path, _), .unreadable(path + ChecksumFile.suffix, _), .badChecksum: self = .failed
        case .changedWhileRead: self = .unsettled
        case .unreadable, .missingInbox, .inputOutput, .cannotCreate, .outputNotOurs, .indexNotOurs, .indexInReports,
            .badSetting, .badReport, .noDemand, .notOnItsWay, .ledgerBusy, .shiftOpen, .badJournal, .badLedger,
            .notRestored, .unsoundLedger, .irreversible, .inDoubt, .badConfiguration, .badChain, .invariant,
            .unreadableArguments, .interrupted:
            self = .stopped
        }
    }

    private static func fate(of mistake: UsageMistake) -> FileFate {
        switch mistake {
        case .columnNowhere, .inputInOutput, .sameBytes, .ledgerIsInput: .failed
        case .unknownRole, .malformedColumn, .repeatedRole, .till, .malformedExpectation, .repeatedExpectation,
            .noDate, .standardInputTwice, .ledgerInOutput,
            .stockOfExistingLedger, .noSuchRun, .alreadyReversed, .isReversal, .hasNoRejectedRows, .notRejected,
            .ambiguousRow, .alreadySettled, .rowsRunAgain, .hasNoReports, .otherInputs, .otherSettings, .chain:
            .stopped
        }
    }
}
