/// What a run's record is known by.
package struct RunReceipt: Sendable, Equatable {
    /// The run's number, from 1.
    package let run: Int
    /// The digest of its record.
    package let sha256: String

    package init(run: Int, sha256: String) {
        self.run = run
        self.sha256 = sha256
    }
}
