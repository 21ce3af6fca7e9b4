/// What is on record of the inputs that earlier runs applied.
package struct EarlierInputs: Sendable {
    /// One of them.
    package struct Input: Sendable, Equatable {
        /// The run that applied it, from 1.
        package let run: Int
        /// Its name in the reports of that run.
        package let name: String
        /// How many rows it had, at least one.
        package let records: Int
        /// As `RecordDigest.hex`.
        package let recordsHash: String

        package init(run: Int, name: String, records: Int, recordsHash: String) {
            self.run = run
            self.name = name
            self.records = records
            self.recordsHash = recordsHash
        }
    }

    /// Those with which no input may begin.
    package var inputs: [Input]

    package init(inputs: [Input]) {
        self.inputs = inputs
    }
}
