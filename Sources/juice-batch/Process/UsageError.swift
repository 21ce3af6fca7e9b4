/// A command line that makes no sense.
struct UsageError: Error {
    /// The message in lines: the error, the synopsis, and where to find help.
    let text: String
}
