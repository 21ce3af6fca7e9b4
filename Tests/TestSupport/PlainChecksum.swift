import CLibcrypto

/// The check of an input against its checksum file, `FILE.sha256`.
enum PlainChecksum {
    enum Result {
        case holds, differs
        /// The file cannot be read as sha256sum's.
        case unreadable
    }

    /// Compares an input called `name` of this digest with the text of its checksum file.
    static func check(_ text: [UInt8], name: String, sha256: String) -> Result {
        let lines = String(decoding: text, as: UTF8.self).unicodeScalars.split(separator: "\n")
            .map { line(PlainText.string($0)) }
        let read = lines.compactMap { $0 }
        guard read.count == lines.count else { return .unreadable }
        let named = read.count == 1 ? read.first : read.first { PlainText.same($0.name, name) }
        guard let named else { return .unreadable }
        return named.digest == sha256 ? .holds : .differs
    }

    /// 64 hex digits, a blank, a blank or `*`, and a name.
    private static func line(_ text: String) -> (digest: String, name: String)? {
        text.wholeMatch(of: /([0-9a-fA-F]{64}) [ *](.+)/).map { ($0.1.lowercased(), String($0.2)) }
    }
}

/// SHA-256 by the system's libcrypto.
package enum PlainSHA256 {
    /// The digest of `message` in 64 lower-case hex digits.
    package static func hex(_ message: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        precondition(EVP_Digest(message, message.count, &digest, nil, EVP_sha256(), nil) == 1)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
