/// The recorded inputs that earlier runs applied.
package struct EarlierInputs: Sendable {
    /// The record of an input.
    package struct Input: Sendable, Equatable {
        /// The run that applied it, from 1.
        package let run: Int
        /// Its name in the reports of that run.
        package let name: String
        /// The number of its rows, at least one.
        package let records: Int
        /// The digest of its rows, as `RecordDigest.hex`.
        package let recordsHash: String

        package init(run: Int, name: String, records: Int, recordsHash: String) {
            self.run = run
            self.name = name
            self.records = records
            self.recordsHash = recordsHash
        }
    }

    /// The inputs with whose rows no other input may begin.
    package var inputs: [Input]

    package init(inputs: [Input]) {
        self.inputs = inputs
    }
}
