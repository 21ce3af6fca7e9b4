/// A random run: everything that goes into it.
package struct RandomCase: Sendable {
    /// One input file.
    package struct Input: Sendable {
        /// Path below the case's folder, or `-` for standard input.
        package var path: String
        /// The file's bytes.
        package var bytes: [UInt8]

        /// Last path component.
        package var name: String {
            path.unicodeScalars.split(separator: "/").last.map { PlainText.string($0) } ?? path
        }

        /// An input by hand.
        package init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// The seed that makes exactly this case.
    package var seed: UInt64
    /// In the order of the command line.
    package var inputs: [Input]
    /// Text of the menu file.
    package var menu: String?
    /// Text of the stock file.
    package var stock: String?
    /// Options of the run.
    package var options: PlainOptions
    /// True when no id occurs twice, as far as the generator knows.
    package var hasDistinctIDs: Bool

    /// What the model says.
    package func modelResult() -> PlainModel.Result {
        PlainModel.run(
            inputs: inputs.map { ($0.name, $0.bytes) }, menu: menu, stock: stock, options: options)
    }
}
