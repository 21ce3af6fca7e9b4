/// A random run: everything that goes into it.
package struct RandomCase: Sendable {
    package struct Input: Sendable {
        /// Path below the case's folder, or `-` for standard input.
        package var path: String
        package var bytes: [UInt8]
        /// The bytes of its `.sha256`, if there is one.
        package var checksum: [UInt8]?

        package var name: String {
            path.unicodeScalars.split(separator: "/").last.map { PlainText.string($0) } ?? path
        }

        package init(path: String, bytes: [UInt8], checksum: [UInt8]? = nil) {
            self.path = path
            self.bytes = bytes
            self.checksum = checksum
        }
    }

    /// The seed that makes exactly this case.
    package var seed: UInt64
    package var inputs: [Input]
    package var menu: String?
    package var stock: String?
    package var options: PlainOptions

    package init(
        seed: UInt64, inputs: [Input], menu: String? = nil, stock: String? = nil,
        options: PlainOptions = PlainOptions()
    ) {
        self.seed = seed
        (self.inputs, self.menu, self.stock, self.options) = (inputs, menu, stock, options)
    }

    /// The run of the case's failure.csv after its restock.csv, with its closing stock.
    package func retry(_ set: ReportSet, options: PlainOptions = PlainOptions()) -> RandomCase {
        let inputs = [Input(path: "restock.csv", bytes: set.restock), Input(path: "failure.csv", bytes: set.failure)]
        return RandomCase(
            seed: seed, inputs: inputs, menu: menu, stock: String(decoding: set.stock, as: UTF8.self), options: options)
    }

    /// The model's result.
    ///
    /// - Parameter hasLedger: whether the run is the first of a ledger.
    package func modelResult(hasLedger: Bool = false) -> PlainModel.Result {
        PlainModel.run(
            inputs, menu: menu, stock: stock, options: options, ledger: hasLedger ? PlainLedger() : nil)
    }
}
