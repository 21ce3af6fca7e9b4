package import JuiceBatch

/// One failed row as people are told of it.
package struct FailureDetail: Sendable {
    package let file: String
    /// The physical line on which the row starts, from 1.
    package let line: Int
    package let code: OutcomeCode
    /// The item, as in failure.csv.
    package let item: String
    package let message: String
}
