internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// What the program's end tells its caller.
struct ExitStatus: Error, RawRepresentable, Equatable {
    let rawValue: Int32

    /// Done; shortages alone are business as usual.
    static let done = ExitStatus(rawValue: 0)
    /// Done, and some rows were short of stock.
    static let short = ExitStatus(rawValue: 3)
    /// Done, and some rows were rejected.
    static let rejected = ExitStatus(rawValue: 4)
    /// An input was refused, or too many rows were rejected; nothing was applied.
    static let refused = ExitStatus(rawValue: 65)

    /// No descriptors, memory or locks.
    private static let shortages = [EMFILE, ENFILE, ENOMEM, ENOLCK]

    init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The exit code of an error.
    init(for error: BatchError) {
        switch error {
        // What the system has none of at the moment is nobody's wrong file or folder.
        case .unreadable(_, let errno) where Self.shortages.contains(errno): self.init(rawValue: 74)
        case .cannotCreate(_, let errno) where Self.shortages.contains(errno): self.init(rawValue: 74)
        case .knownInputs: self.init(rawValue: 5)
        case .usage: self.init(rawValue: 64)
        case .refused, .badReport, .irreversible: self = .refused
        case .unreadable: self.init(rawValue: 66)
        case .invariant, .unsoundLedger: self.init(rawValue: 70)
        case .cannotCreate, .outputNotOurs: self.init(rawValue: 73)
        case .inputOutput, .changedWhileRead, .inDoubt: self.init(rawValue: 74)
        case .ledgerBusy: self.init(rawValue: 75)
        case .badSetting, .badLedger, .badConfiguration: self.init(rawValue: 78)
        case .interrupted(let signal): self.init(rawValue: 128 + signal)
        }
    }

    /// What standard error says of an error: `FILE:LINE: …` where it has a place in a file.
    static func diagnostic(for error: BatchError, in language: MessageLanguage) -> String {
        let text = SafeText.terminal(ErrorMessages(language).text(error))
        switch error {
        case .refused, .badSetting: return text
        default: return "juice-batch: " + text
        }
    }
}
