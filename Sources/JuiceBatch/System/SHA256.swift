internal import CLibcrypto

/// SHA-256 (FIPS 180-4) of bytes that are added in pieces.
package final class SHA256 {
    private var context = SHA256_CTX()
    private var digest = [UInt8](repeating: 0, count: 32)

    /// Creates the digest of zero bytes.
    package init() { begin() }

    private func begin() { precondition(SHA256_Init(&context) == 1, "SHA256_Init failed") }

    /// Adds bytes to the digest.
    package func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        precondition(SHA256_Update(&context, bytes.baseAddress, bytes.count) == 1, "SHA256_Update failed")
    }

    /// Adds the bytes of a span to the digest.
    package func update(_ bytes: Span<UInt8>) { bytes.withUnsafeBufferPointer { update($0) } }

    /// The digest in 64 lower-case hex digits, after which nothing can be added.
    package func finishHex() -> String {
        finish()
        return String(decoding: (0..<2 * digest.count).map(hexDigit), as: UTF8.self)
    }

    /// Whether the digest of some bytes begins with these lower-case hex digits; bytes added before are discarded.
    ///
    /// For many short texts this is faster than an instance for each.
    ///
    /// - Parameter digits: At most 64 digits.
    package func begins(with digits: UnsafeBufferPointer<UInt8>, of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        begin()
        update(bytes)
        finish()
        for place in digits.indices where digits[place] != hexDigit(place) { return false }
        return true
    }

    private func finish() { precondition(SHA256_Final(&digest, &context) == 1, "SHA256_Final failed") }

    /// A hex digit of the digest, by its index from 0.
    private func hexDigit(_ place: Int) -> UInt8 {
        let half = place.isMultiple(of: 2) ? digest[place / 2] >> 4 : digest[place / 2] & 15
        return half + (half < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }

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
