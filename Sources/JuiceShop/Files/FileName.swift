internal import JuiceBatch

/// A file's name as bytes of the file system, which need not be text.
package struct FileName: Hashable, Comparable, Sendable {
    /// The longest name that a file can have, in bytes.
    package static let byteCountMax = 255
    /// An extension that is longer is taken for a part of the name.
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

    /// Names in their order; of a folder of years this is faster than to compare all of their bytes.
    static func sorted(_ names: [FileName]) -> [FileName] {
        let keys = names.indices.map { (start: names[$0].start, place: $0) }.sorted { one, other in
            one.start == other.start ? names[one.place] < names[other.place] : one.start < other.start
        }
        return keys.map { names[$0.place] }
    }

    /// The first 16 bytes as numbers, which are in the order of the names; no name has a byte of 0.
    private var start: (UInt64, UInt64) {
        var (first, second): (UInt64, UInt64) = (0, 0)
        for place in 0..<8 {
            first = first << 8 | UInt64(place < bytes.count ? bytes[place] : 0)
            second = second << 8 | UInt64(place + 8 < bytes.count ? bytes[place + 8] : 0)
        }
        return (first, second)
    }

    /// The endings of files that are still being written, or that an editor keeps beside the one it has open.
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

    /// The name of the file that holds its checksum.
    package var checksum: FileName { FileName(bytes + Array(ChecksumFile.suffix.utf8)) }

    /// The place of the full stop before the extension; the name's end if it has none.
    private var stemEnd: Int {
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0,
            bytes.count - dot <= Self.extensionByteCountMax
        else { return bytes.count }
        return dot
    }

    /// The name without its extension.
    package var stem: FileName { FileName(Array(bytes[..<stemEnd])) }

    /// The name with a number before its extension, shortened in front of that if it would be too long.
    ///
    /// - Parameters:
    ///   - number: 1 is the name itself.
    ///   - byteCountMax: how long it may be.
    package func numbered(_ number: Int, byteCountMax: Int = FileName.byteCountMax) -> FileName {
        let tail = (number == 1 ? [] : Array(".\(number)".utf8)) + bytes[stemEnd...]
        return FileName(stem.shortened(to: byteCountMax - tail.count).bytes + tail)
    }

    /// The name, cut where a character ends if it is longer.
    package func shortened(to byteCountMax: Int) -> FileName {
        var end = min(bytes.count, byteCountMax)
        // A byte that continues a character cannot stand behind the cut.
        while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return FileName(Array(bytes[..<end]))
    }
}
