/// Which program this is, as `--version` and the ledgers that it makes say it.
package enum ProgramVersion {
    /// The version by Semantic Versioning.
    package static let number = "0.1.0"
    /// Name and version.
    package static let text = "juice-batch \(number)"
}
