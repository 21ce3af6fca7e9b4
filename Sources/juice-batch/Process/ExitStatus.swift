internal import Glibc
internal import JuiceShop

/// What the program's end tells its caller.
struct ExitStatus: Equatable {
    /// The exit code.
    let rawValue: Int32

    /// All that was asked for is done.
    static let done = ExitStatus(.done)

    /// The command line makes no sense.
    static let misused = ExitStatus(rawValue: EX_USAGE)

    /// A code that somebody else has chosen.
    init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The exit code of a use case that ended so.
    init(_ ending: Ending) {
        rawValue = ending.code
    }
}
