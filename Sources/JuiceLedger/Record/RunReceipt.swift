package import JuiceBatch

/// The number and the digest that identify a run's record.
package struct RunReceipt: Sendable, Equatable {
    /// The run's number, from 1.
    package let run: Int
    /// The digest of its record.
    package let sha256: String
    /// The shift that the run ended, which is open again where the run is erased.
    package var endedShift: OpenShift?

    package init(run: Int, sha256: String) {
        self.run = run
        self.sha256 = sha256
    }
}
