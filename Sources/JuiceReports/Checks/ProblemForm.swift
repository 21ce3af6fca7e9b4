package import JuiceBatch

/// How a failed row is listed.
package protocol ProblemForm: Sendable {
    /// The list that rows of this code are in, from 0; nil if they are in none.
    func list(of code: OutcomeCode) -> Int?
    /// What stands for a row.
    ///
    /// - Parameter path: the input's as its user gave it.
    func text(of problem: FailureDetail, path: String) -> String
}

/// A line each for people: `FILE:LINE: code: text`.
package struct ProblemLine: ProblemForm {
    private let ink: Ink

    /// - Parameter ink: the colours of the place where they are read.
    package init(ink: Ink) {
        self.ink = ink
    }

    package func list(of code: OutcomeCode) -> Int? { code == .success ? nil : 0 }

    package func text(of problem: FailureDetail, path: String) -> String { problem.diagnostic(ink) + "\n" }
}
