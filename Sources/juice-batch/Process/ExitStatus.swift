internal import JuiceShop

/// What the program's end tells its caller.
struct ExitStatus: Equatable {
    /// The exit code.
    let rawValue: Int32

    /// All that was asked for is done.
    static let done = ExitStatus(.done)

    /// A code that somebody else has chosen.
    init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The exit code of a use case that ended so.
    init(_ ending: Ending) {
        rawValue = ending.code
    }
}
