internal import Glibc
package import JuiceBatch

/// How a use case ended, for whoever has to decide by that: a shell, a timer, a night about the next file.
///
/// What a night says, the manual and every script know an ending by its code; those of errors are BSD's (sysexits.h)
/// where it has one. The larger one says more, so it is the ending of several.
package enum Ending: Sendable, Hashable {
    /// Done; shortages alone are business as usual.
    case done
    /// An error that is none of this program's own.
    case bug
    /// Done, and some rows were short of stock.
    case short
    /// Done, and some rows were rejected.
    case rejected
    /// Nothing is done, since the ledger knows the input.
    case known
    /// All that was asked for is done, and somebody should look at what came of it.
    case attention
    /// Two reports differ, and somebody wanted to be told so by the ending.
    case different
    /// What was asked for cannot be.
    case usage
    /// An input was refused, or too many rows were rejected; nothing was applied.
    case refused
    /// A file that is to be read is missing.
    case missing
    /// A sum does not add up.
    case broken
    /// The reports cannot be put where they belong.
    case cannotCreate
    /// Reading or writing failed.
    case inputOutput
    /// Somebody else is at work.
    case busy
    /// A menu, a stock file, a ledger or a setting does not make sense.
    case badSetting
    /// A signal asked for an end.
    case interrupted(signal: Int32)

    /// The number that it is known by; the exit code of a program that ends so.
    package var code: Int32 {
        switch self {
        case .done: 0
        case .bug: 1
        case .short: 3
        case .rejected: 4
        case .known: 5
        case .attention: 6
        case .different: 7
        case .usage: 64
        case .refused: 65
        case .missing: 66
        case .broken: 70
        case .cannotCreate: 73
        case .inputOutput: 74
        case .busy: 75
        case .badSetting: 78
        case .interrupted(let signal): 128 + signal
        }
    }
}

extension Ending: Comparable {
    /// Whether the other one says more.
    package static func < (one: Ending, other: Ending) -> Bool { one.code < other.code }
}

extension Ending {
    /// No descriptors, memory or locks.
    private static let shortages = [EMFILE, ENFILE, ENOMEM, ENOLCK]

    /// The ending that an error brings about.
    package init(of error: any Error) {
        guard let error = error as? BatchError else {
            self = .bug
            return
        }
        switch error {
        // What the system has none of at the moment is nobody's wrong file or folder.
        case .unreadable(_, let errno) where Self.shortages.contains(errno): self = .inputOutput
        case .cannotCreate(_, let errno) where Self.shortages.contains(errno): self = .inputOutput
        case .knownInputs: self = .known
        case .usage: self = .usage
        case .refused, .badReport, .irreversible, .noDemand, .notOnItsWay: self = .refused
        case .unreadable, .badChecksum: self = .missing
        case .invariant, .unsoundLedger, .unreadableArguments: self = .broken
        case .cannotCreate, .outputNotOurs, .indexNotOurs, .indexInReports: self = .cannotCreate
        case .inputOutput, .changedWhileRead, .inDoubt: self = .inputOutput
        case .ledgerBusy, .shiftOpen, .badChain(_, .busy): self = .busy
        case .badJournal(_, let fault): self.init(of: fault)
        case .badSetting, .badLedger, .badConfiguration, .badChain: self = .badSetting
        case .interrupted(let signal): self = .interrupted(signal: signal)
        }
    }

    private init(of fault: JournalFault) {
        self =
            switch fault {
            case .missing: .missing
            case .setAside: .refused
            case .inDoubt: .inputOutput
            case .contradicted: .broken
            case .replaced, .leftBehind: .badSetting
            }
    }

    /// The ending of a run that was done.
    package init(of tally: Tally, failOn: FailOn) {
        if failOn != .none && (tally.count(.rejected) > 0 || tally.isAllIgnored) {
            self = .rejected
        } else {
            self = failOn == .shortage && tally.count(.shortage) > 0 ? .short : .done
        }
    }
}
