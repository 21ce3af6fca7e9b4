/// The predicted result of a run.
package struct TrialOutcome: Sendable, Equatable {
    /// Cells that made rows fail, and in how many rows.
    package struct FailedCell: Sendable, Equatable {
        package let code: OutcomeCode
        /// Trimmed; empty where no cell is to blame.
        package let cell: String
        package let count: Int

        package init(code: OutcomeCode, cell: String, count: Int) {
            self.code = code
            self.cell = cell
            self.count = count
        }
    }

    /// Why the run is refused; nil if it is not.
    package var refusal: Refusal?
    package var rows = 0
    /// Rows by what becomes of them; only codes that occur, in the order of every report.
    package var codes: [(code: OutcomeCode, count: Int)] = []
    /// The most frequent first.
    package var failures: [FailedCell] = []

    /// Nothing has been tried.
    package init() {}

    /// Whether nothing is refused or rejected, and not all is left out.
    package var isGood: Bool {
        if refusal != nil { return false }
        let ignored = codes.first { $0.code == .ignored }?.count ?? 0
        return codes.allSatisfy { $0.code.failureClass != .rejected } && (rows == 0 || ignored < rows)
    }

    package static func == (a: Self, b: Self) -> Bool {
        a.refusal == b.refusal && a.rows == b.rows && a.failures == b.failures
            && a.codes.elementsEqual(b.codes) { $0.code == $1.code && $0.count == $1.count }
    }
}
