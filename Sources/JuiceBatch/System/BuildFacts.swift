internal import CBuild
internal import CLibcrypto

/// The components and platform of the program, as far as its build recorded them.
package struct BuildFacts: Sendable {
    /// The project's commit, with `-changed` behind it where files differed from it; nil in a build that was not told
    /// it.
    package let commit: String?
    /// The version of Swift that compiled the program; nil if the build did not record it.
    package let compiler: String?
    /// The version of libcrypto that it runs on.
    package let libcrypto: String

    /// The facts of this very program.
    package static var ofThisProgram: BuildFacts {
        BuildFacts(
            commit: juice_batch_commit().map { String(cString: $0) },
            compiler: juice_batch_compiler().map { String(cString: $0) },
            libcrypto: String(cString: OpenSSL_version(OPENSSL_FULL_VERSION_STRING)))
    }
}

/// The program's version in `--version` and in the ledgers that it makes.
package enum ProgramVersion {
    /// The version by Semantic Versioning; apart from the changelog's heading, it is written only here.
    package static let number = "1.0.0-rc.1"
    /// The program's name and version.
    package static let text = "juice-batch \(number)"
}
