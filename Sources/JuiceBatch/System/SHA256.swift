internal import CLibcrypto

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
package final class SHA256 {
    private var context = SHA256_CTX()

    /// A digest of nothing so far.
    package init() { begin() }

    private func begin() { precondition(SHA256_Init(&context) == 1, "SHA256_Init failed") }

    /// Adds bytes to the digest.
    package func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        precondition(SHA256_Update(&context, bytes.baseAddress, bytes.count) == 1, "SHA256_Update failed")
    }

    /// The digest in 64 lower-case hex digits, after which nothing can be added.
    package func finishHex() -> String { String(decoding: hexDigits(), as: UTF8.self) }

    /// The digest of bytes in 64 lower-case hex digits; what was added before is forgotten.
    ///
    /// For many short texts this is faster than an instance for each.
    package func hexDigits(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        begin()
        update(bytes)
        return hexDigits()
    }

    private func hexDigits() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        precondition(SHA256_Final(&digest, &context) == 1, "SHA256_Final failed")
        var text: [UInt8] = []
        text.reserveCapacity(2 * digest.count)
        for byte in digest {
            text.append(Self.hexDigits[Int(byte >> 4)])
            text.append(Self.hexDigits[Int(byte & 15)])
        }
        return text
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)

    /// The digest of a string's UTF-8 in 64 lower-case hex digits.
    package static func hex(of text: String) -> String {
        let digest = SHA256()
        var text = text
        text.withUTF8 { digest.update($0) }
        return digest.finishHex()
    }

    /// The digest of bytes in 64 lower-case hex digits.
    package static func hex(of bytes: ArraySlice<UInt8>) -> String {
        let digest = SHA256()
        bytes.withUnsafeBufferPointer { digest.update($0) }
        return digest.finishHex()
    }
}
