package import JuiceBatch
package import JuiceReports

/// What came of a check.
package struct CheckOutcome {
    /// What became of the rows; nothing of it is kept.
    package let tally: Tally
    /// How the inputs were read.
    package let inputs: [ReportModel.Input]
    /// A line for each failed row, in their order.
    package let problems: TextSpool
    /// How a run of these inputs would end.
    package let ending: Ending
}
