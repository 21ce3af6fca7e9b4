package import CBuild
internal import CLibcrypto

/// The version of the program, and its components as far as its build recorded them.
package enum BuildInfo {
    /// The program's version (Semantic Versioning), written only here and in the heading of the changelog.
    package static let version = "1.0.0-rc.1"
    /// The program's name and version, as ledgers record it.
    package static let nameAndVersion = "juice-batch \(version)"

    /// The project's commit, followed by `-changed` if files differed from it; nil if the build does not know it.
    package static var commit: String? { unsafe juice_batch_commit().map { unsafe String(cString: $0) } }
    /// The version of the Swift compiler of the build; nil if the build does not know it.
    package static var compiler: String? { unsafe juice_batch_compiler().map { unsafe String(cString: $0) } }
    /// The version of libcrypto with which the program runs.
    package static var libcrypto: String { unsafe String(cString: OpenSSL_version(OPENSSL_FULL_VERSION_STRING)) }
}

/// The text of a file that is embedded in the program.
package func embeddedText(_ file: EmbeddedFile) -> String { unsafe String(cString: embedded_text(file)) }
