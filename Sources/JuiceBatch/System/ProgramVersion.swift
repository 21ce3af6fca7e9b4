/// The program's version in `--version` and in the ledgers that it makes.
package enum ProgramVersion {
    /// The version by Semantic Versioning.
    package static let number = "0.1.0"
    /// The program's name and version.
    package static let text = "juice-batch \(number)"
}
