internal import JuiceBatch

/// A file name as the bytes that the file system stores, which need not be valid text.
package struct FileName: Hashable, Comparable, Sendable {
    /// The maximum length of a file name in bytes.
    package static let byteCountMax = 255
    /// The maximum length of an extension in bytes; a longer one counts as part of the stem.
    private static let extensionByteCountMax = 32

    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The name as text; invalid UTF-8 becomes U+FFFD.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The name as a null-terminated C string.
    var cString: [CChar] {
        var string: [CChar] = []
        string.reserveCapacity(bytes.count + 1)
        for byte in bytes { string.append(CChar(bitPattern: byte)) }
        string.append(0)
        return string
    }

    package static func < (one: FileName, other: FileName) -> Bool {
        one.bytes.lexicographicallyPrecedes(other.bytes)
    }

    /// Sorts names by their bytes, comparing the first 16 bytes as numbers, which is faster in folders with many files.
    static func sorted(_ names: [FileName]) -> [FileName] {
        let keys = names.indices.map { (start: names[$0].start, place: $0) }.sorted { one, other in
            one.start == other.start ? names[one.place] < names[other.place] : one.start < other.start
        }
        return keys.map { names[$0.place] }
    }

    /// The first 16 bytes as two numbers, whose order is that of the names, since no name contains a zero byte.
    private var start: (UInt64, UInt64) {
        var (first, second): (UInt64, UInt64) = (0, 0)
        for place in 0..<8 {
            first = first << 8 | UInt64(place < bytes.count ? bytes[place] : 0)
            second = second << 8 | UInt64(place + 8 < bytes.count ? bytes[place + 8] : 0)
        }
        return (first, second)
    }

    /// The suffixes of files that are still being written, or that an editor keeps for an open file.
    private static let unfinishedEndings = [".part", ".partial", ".tmp", ".crdownload", ".download", ".filepart", "~"]

    /// Whether the name marks a file that is hidden or still being written: it begins with a full stop or `~$`, or has one
    /// of the `unfinishedEndings`.
    package var isHeldBack: Bool {
        bytes.first == UInt8(ascii: ".") || bytes.starts(with: Array("~$".utf8))
            || Self.unfinishedEndings.contains { bytes.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    /// Whether the name is that of a checksum file.
    package var isChecksum: Bool {
        bytes.count > ChecksumFile.suffix.utf8.count
            && bytes.suffix(ChecksumFile.suffix.utf8.count).elementsEqual(ChecksumFile.suffix.utf8)
    }

    /// The name of the checksum file that belongs to this file.
    package var checksum: FileName { FileName(bytes + Array(ChecksumFile.suffix.utf8)) }

    /// The index of the full stop before the extension; the end of the name if it has none.
    private var stemEnd: Int {
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0,
            bytes.count - dot <= Self.extensionByteCountMax
        else { return bytes.count }
        return dot
    }

    /// The name without its extension.
    package var stem: FileName { FileName(Array(bytes[..<stemEnd])) }

    /// The name with a number before its extension; the part before the number is shortened if the name would be too
    /// long.
    ///
    /// - Parameters:
    ///   - number: the number; 1 returns the name without a number.
    ///   - byteCountMax: the maximum length of the result in bytes.
    package func numbered(_ number: Int, byteCountMax: Int = FileName.byteCountMax) -> FileName {
        let tail = (number == 1 ? [] : Array(".\(number)".utf8)) + bytes[stemEnd...]
        return FileName(stem.shortened(to: byteCountMax - tail.count).bytes + tail)
    }

    /// The name cut to a maximum length in bytes, at the end of a character.
    package func shortened(to byteCountMax: Int) -> FileName {
        var end = min(bytes.count, byteCountMax)
        // A cut before a continuation byte would split a UTF-8 character.
        while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return FileName(Array(bytes[..<end]))
    }
}
