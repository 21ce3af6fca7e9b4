/// A format in which failed rows are listed.
package protocol ProblemForm: Sendable {
    /// The text that stands for a row.
    func text(of problem: FailureDetail) -> String
}

/// A line each for people: `FILE:LINE: code: text`.
package struct ProblemLine: ProblemForm {
    private let ink: Ink

    /// - Parameter ink: the colours of the place where they are read.
    package init(ink: Ink) {
        self.ink = ink
    }

    package func text(of problem: FailureDetail) -> String { problem.diagnostic(ink) + "\n" }
}
