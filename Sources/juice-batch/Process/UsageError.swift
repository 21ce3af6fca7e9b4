/// A command line that makes no sense.
struct UsageError: Error {
    /// What is wrong with it, how the command is called, and where more is said, in lines.
    let text: String
}
