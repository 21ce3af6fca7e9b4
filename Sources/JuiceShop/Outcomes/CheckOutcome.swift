package import JuiceBatch
package import JuiceReports

/// What came of a check.
package struct CheckOutcome {
    /// What became of the rows; nothing of it is kept.
    package let tally: Tally
    /// How the inputs were read.
    package let inputs: [ReportModel.Input]
    let document: CheckDocument
    /// How a run of these inputs would end.
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

    /// What stands in place of the list of problems; nil where the error's message says as much.
    package var text: String? { document.text(input) }
}
