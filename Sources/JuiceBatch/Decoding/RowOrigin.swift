/// The origin of a row in a batch whose rows come from several inputs.
package struct RowOrigin: Equatable, Sendable {
    /// The input's place among all, from 0.
    package let input: Int
    /// The physical line on which the row starts in its input, from 1.
    package let line: Int

    package init(input: Int, line: Int) {
        self.input = input
        self.line = line
    }
}
