package import JuiceBatch
package import JuiceReports

/// The result of a check.
package struct CheckOutcome {
    /// The tally of the rows, of which nothing is kept.
    package let tally: Tally
    /// The inputs and how they were read.
    package let inputs: [ReportModel.Input]
    let document: CheckDocument
    /// The exit status that a run of these inputs would have.
    package let exitStatus: ExitStatus

    /// Gives the list of problems, in pieces that may end within a character.
    package func read(_ body: ([UInt8]) throws -> Void) throws { try document.read(self, body) }
}

/// An input that was refused in a check.
package struct CheckRefusal: Error {
    private let input: RefusedInput
    private let document: CheckDocument

    init(input: RefusedInput, document: CheckDocument) {
        self.input = input
        self.document = document
    }

    /// The error that it is in any other use case.
    package var cause: BatchError { .refused(input.refusal) }

    /// The text in place of the list of problems; nil where the error's message suffices.
    package var text: String? { document.text(input) }
}
