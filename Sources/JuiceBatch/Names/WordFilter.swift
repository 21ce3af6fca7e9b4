/// A quick test that rejects most cells that no word begins, as names match.
///
/// Cells that pass have to be compared as text: the filter knows ASCII and composed characters, but not what else is
/// equivalent.
struct WordFilter: Sendable {
    /// The words by their keys, each character as its bytes; none of a word that is spelled in several ways.
    private let words: [[UInt32]]
    /// The bytes with which a word begins, one bit each, the lowest first.
    private let firstBytes: SIMD4<UInt64>

    /// The letters c, f and q, which are letters above the line, too, three bytes long.
    private static let raised: Set<UInt32> = [0x63, 0x66, 0x71]

    /// A filter for words.
    init(_ names: [String]) {
        words = names.map { name in
            let key = nameKey(name)
            let units = key.unicodeScalars.map(Self.unit)
            // An accent may stand behind its letter, or in it; a mark may count between digits or not.
            let hasMark = key.contains("-") || key.contains("_")
            return key.contains("쥬스") || hasMark || !units.allSatisfy(Self.isPlain) ? [] : units
        }
        let firsts = words.compactMap(\.first)
        var firstBytes = [Bool](repeating: true, count: 256)
        if firsts.count == words.count {
            for byte in 0x21..<0x7F where byte != 0x2D && byte != 0x5F { firstBytes[byte] = false }
            // Ideographs and composed syllables become nothing else.
            for byte in 0xE4...0xED { firstBytes[byte] = byte == 0xEA && !Self.raised.isDisjoint(with: firsts) }
        }
        for first in firsts + firsts.map(Self.openSyllable) where first < 0x80 || first >> 16 < 0x100 {
            let byte = Int(first < 0x80 ? first : first >> 16)
            firstBytes[byte] = true
            // A capital.
            if (0x61...0x7A).contains(byte) { firstBytes[byte - 0x20] = true }
        }
        var bits = SIMD4<UInt64>()
        for (byte, mayBegin) in firstBytes.enumerated() where mayBegin { bits[byte >> 6] |= 1 << UInt64(byte & 63) }
        self.firstBytes = bits
    }

    /// Whether one of the words may begin a cell.
    @inline(__always)
    func mayBegin(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = cell.first, firstBytes[Int(first >> 6)] &>> UInt64(first & 63) & 1 != 0 else { return false }
        return lookCloser(cell)
    }

    private func lookCloser(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        words.contains { mayBegin(cell, $0) }
    }

    private func mayBegin(_ cell: UnsafeBufferPointer<UInt8>, _ word: [UInt32]) -> Bool {
        var at = 0
        for unit in word {
            while at < cell.count, Self.isDropped(cell[at]) { at += 1 }
            guard at < cell.count else { return false }
            let byte = cell[at]
            if byte < 0x80 {
                let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
                guard UInt32(lower) == unit else { return false }
                at += 1
            } else if byte >= 0xE4 && byte <= 0xED && at + 2 < cell.count && (byte != 0xEA || cell[at + 1] >= 0xB0) {
                let syllable = UInt32(byte) << 16 | UInt32(cell[at + 1]) << 8 | UInt32(cell[at + 2])
                // A final consonant that follows would make another syllable of it.
                guard syllable == unit else { return syllable == Self.openSyllable(unit) }
                at += 3
            } else {
                return true
            }
        }
        return true
    }

    /// Whether a byte is ASCII that does not count in names.
    private static func isDropped(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte >= 0x09 && byte <= 0x0D || byte == 0x2D || byte == 0x5F
    }

    /// Whether a character is ASCII, an ideograph or a composed syllable.
    private static func isPlain(_ unit: UInt32) -> Bool {
        unit < 0x80 || (0xE4...0xED).contains(unit >> 16)
    }

    private static func unit(_ scalar: Unicode.Scalar) -> UInt32 {
        if scalar.isASCII { return scalar.value }
        return String(scalar).utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// A syllable without its final consonant; anything else as it is.
    private static func openSyllable(_ unit: UInt32) -> UInt32 {
        guard unit > 0x7F else { return unit }
        let value = (unit >> 16 & 0xF) << 12 | (unit >> 8 & 0x3F) << 6 | unit & 0x3F
        guard (0xAC00...0xD7A3).contains(value), let open = Unicode.Scalar(value - (value - 0xAC00) % 28) else {
            return unit
        }
        return Self.unit(open)
    }
}

/// A cell between quotation marks, as messages name it: cut after 40 characters.
package func quoted(_ cell: String) -> String { "'\(shortened(cell))'" }

/// A name or a cell as messages tell it: cut after 40 characters.
package func shortened(_ cell: String) -> String {
    cell.count > 40 ? "\(cell.prefix(40))…" : cell
}
