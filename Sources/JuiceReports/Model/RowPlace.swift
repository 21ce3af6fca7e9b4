/// The position of a row in an input file.
package struct RowPlace: Sendable, Equatable {
    /// The name of the input.
    package let file: String
    /// The physical line on which the row starts, from 1.
    package let line: Int

    /// The position as `FILE:LINE`.
    package var text: String { "\(file):\(line)" }
}
