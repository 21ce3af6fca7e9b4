internal import CLibcrypto
package import CSV
internal import Glibc

/// SHA-256 (FIPS 180-4) of bytes that are added in pieces.
package final class SHA256 {
    private var context = SHA256_CTX()
    private var digest = [UInt8](repeating: 0, count: 32)

    package init() { begin() }
    private func begin() { unsafe precondition(SHA256_Init(&context) == 1, "SHA256_Init failed") }

    package func update(_ bytes: ByteView) {
        unsafe precondition(SHA256_Update(&context, bytes.buffer.baseAddress, bytes.count) == 1, "SHA256_Update failed")
    }

    package func update(_ bytes: Span<UInt8>) { unsafe bytes.withUnsafeBufferPointer { unsafe update(ByteView($0)) } }

    /// Adds numbers to the digest, as they lie in memory.
    package func update(numbers: Span<Int64>) {
        unsafe numbers.withUnsafeBytes { unsafe update(ByteView($0.bindMemory(to: UInt8.self))) }
    }

    /// The digest in 64 lower-case hex digits, after which nothing can be added.
    package func finishHex() -> String {
        unsafe precondition(SHA256_Final(&digest, &context) == 1, "SHA256_Final failed")
        let digits = digest.flatMap { [Self.hexDigits[Int($0 >> 4)], Self.hexDigits[Int($0 & 15)]] }
        return String(decoding: digits, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)

    /// Whether the digest of `bytes` alone begins with lower-case hex digits; faster than a new instance for each text.
    package func begins(with digits: ByteView, of bytes: ByteView) -> Bool {
        begin()
        update(bytes)
        return finishHex().utf8.starts(with: digits)
    }

    /// The digest of a string's UTF-8 in 64 lower-case hex digits.
    package static func hex(of text: String) -> String { hex(of: Array(text.utf8)[...]) }

    /// The digest of bytes in 64 lower-case hex digits.
    package static func hex(of bytes: ArraySlice<UInt8>) -> String {
        let digest = SHA256()
        digest.update(bytes.span)
        return digest.finishHex()
    }
}

/// The checksum file next to an input, `FILE.sha256`, in the format of sha256sum.
package enum ChecksumFile {
    /// The suffix that is appended to the input's name.
    package static let suffix = ".sha256"
    private static let sizeBytesMax = 1 << 20
    private static let digestLength = 64

    /// The digest in the checksum file next to a file; nil if there is no checksum file.
    package static func digest(beside path: String, cancellation: CancellationToken) throws(BatchError) -> String? {
        let content: [UInt8]
        do throws(BatchError) {
            content = try readSmallFile(path + suffix, sizeBytesMax: sizeBytesMax, cancellation: cancellation)
        } catch .unreadable(_, let number) where [ENOENT, ENOTDIR, ENAMETOOLONG].contains(number) {
            // The name with the suffix may be longer than any file name can be.
            return nil
        }
        return try digest(of: path, in: content)
    }

    /// Returns the digest for an input, by the path that messages show, in a checksum file that is already open.
    package static func digest(
        of path: String, in opened: ReadDescriptor, cancellation: CancellationToken
    ) throws(BatchError) -> String {
        let content = try readSmallFile(
            opened, path: path + suffix, sizeBytesMax: sizeBytesMax, cancellation: cancellation)
        return try digest(of: path, in: content)
    }

    /// Finds the digest of a file, in lower-case hex, in a checksum file: on the only line, or on the lines with its
    /// path as given, or else on those with its last component.
    package static func digest(of path: String, in content: [UInt8]) throws(BatchError) -> String {
        func error(_ error: ChecksumError) -> BatchError { .badChecksum(path: path + suffix, error: error) }
        var lines = content.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false)
        if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
        let entries = try lines.enumerated().map { index, line throws(BatchError) in
            guard let entry = entry(line) else { throw error(.malformed(line: index + 1)) }
            return entry
        }
        if entries.count == 1 { return entries[0].digest }
        var matches = entries.filter { $0.name == path }
        if matches.isEmpty { matches = entries.filter { lastComponent($0.name) == lastComponent(path) } }
        guard let first = matches.first, matches.allSatisfy({ $0.digest == first.digest }) else {
            throw error(.noSingleDigest(lastComponent(path)))
        }
        return first.digest
    }

    private static func lastComponent(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Parses a line of the form `HEX  NAME` or `HEX *NAME`; after a leading `\`, the name contains escapes.
    private static func entry(_ line: ArraySlice<UInt8>) -> (digest: String, name: String)? {
        let isEscaped = line.first == UInt8(ascii: "\\")
        let rest = isEscaped ? line.dropFirst() : line
        let digest = rest.prefix(digestLength)
        let separators = rest.dropFirst(digestLength).prefix(2)
        let name = rest.dropFirst(digestLength + 2)
        guard digest.count == digestLength, digest.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            separators.first == Ascii.space, separators.count == 2,
            [Ascii.space, UInt8(ascii: "*")].contains(separators.last),
            !name.isEmpty, let bytes = isEscaped ? unescaped(name) : Array(name)
        else { return nil }
        return (String(decoding: digest, as: UTF8.self).lowercased(), String(decoding: bytes, as: UTF8.self))
    }

    /// Replaces the escapes `\\`, `\n` and `\r` in a name by what they stand for; nil for any other escape.
    private static func unescaped(_ name: ArraySlice<UInt8>) -> [UInt8]? {
        var rest = name
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "\\"): bytes.append(byte)
            case UInt8(ascii: "n"): bytes.append(Ascii.lineFeed)
            case UInt8(ascii: "r"): bytes.append(Ascii.carriageReturn)
            default: return nil
            }
        }
        return bytes
    }
}
