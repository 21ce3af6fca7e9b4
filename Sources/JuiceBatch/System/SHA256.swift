internal import CLibcrypto

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
package final class SHA256 {
    private let context: OpaquePointer

    /// A digest of nothing so far.
    package init() {
        guard let made = EVP_MD_CTX_new(), EVP_DigestInit_ex(made, EVP_sha256(), nil) == 1 else {
            preconditionFailure("libcrypto has no SHA-256")
        }
        context = made
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    /// Takes in more bytes.
    package func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        precondition(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1, "EVP_DigestUpdate failed")
    }

    /// The digest in 64 lower-case hex digits; nothing can be taken in after it.
    package func finishHex() -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        precondition(EVP_DigestFinal_ex(context, &digest, &length) == 1 && length == 32, "EVP_DigestFinal_ex failed")
        return String(unsafeUninitializedCapacity: 2 * digest.count) { text in
            for (index, byte) in digest.enumerated() {
                text[2 * index] = Self.hexDigits[Int(byte >> 4)]
                text[2 * index + 1] = Self.hexDigits[Int(byte & 15)]
            }
            return 2 * digest.count
        }
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)

    /// The digest of a string's UTF-8 in 64 lower-case hex digits.
    package static func hex(of text: String) -> String {
        var text = text
        return text.withUTF8 { hex(of: $0) }
    }

    /// The digest of bytes in 64 lower-case hex digits.
    package static func hex(of bytes: UnsafeBufferPointer<UInt8>) -> String {
        let digest = SHA256()
        digest.update(bytes)
        return digest.finishHex()
    }
}
