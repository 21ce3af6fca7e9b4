/// Where a row stands.
package struct RowPlace: Sendable, Equatable {
    /// The input's name.
    package let file: String
    /// The physical line on which the row starts, from 1.
    package let line: Int

    /// As `FILE:LINE`.
    package var text: String { "\(file):\(line)" }
}
