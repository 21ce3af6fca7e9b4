/// A fast test that rejects most cells that do not begin with any of some words.
///
/// Cells that pass have to be compared as text, because the filter handles ASCII and precomposed characters but no
/// other equivalent spellings.
struct WordFilter: Sendable {
    /// The keys of the words, with the UTF-8 bytes of each character in one integer; empty for a word with several
    /// spellings.
    private let words: [[UInt32]]
    /// The bytes with which a word may begin, one bit each, starting with the lowest.
    private let firstBytes: SIMD4<UInt64>

    /// The letters c, f and q, whose superscript forms take three bytes and are equivalent to them.
    private static let raised: Set<UInt32> = [0x63, 0x66, 0x71]

    /// Creates a filter for words.
    init(_ names: [String]) {
        words = names.map { name in
            let key = nameKey(name)
            let units = key.unicodeScalars.map(Self.unit)
            // An accent may be a separate character or part of its letter, and a mark counts only between digits.
            let hasMark = key.contains("-") || key.contains("_")
            return key.contains("쥬스") || hasMark || !units.allSatisfy(Self.isPlain) ? [] : units
        }
        let firsts = words.compactMap(\.first)
        var firstBytes = [Bool](repeating: true, count: 256)
        if firsts.count == words.count {
            for byte in 0x21..<0x7F where byte != 0x2D && byte != 0x5F { firstBytes[byte] = false }
            // Ideographs and precomposed syllables are equivalent to no other characters.
            for byte in 0xE4...0xED { firstBytes[byte] = byte == 0xEA && !Self.raised.isDisjoint(with: firsts) }
        }
        for first in firsts + firsts.map(Self.openSyllable) where first < 0x80 || first >> 16 < 0x100 {
            let byte = Int(first < 0x80 ? first : first >> 16)
            firstBytes[byte] = true
            // The byte of the capital letter.
            if (0x61...0x7A).contains(byte) { firstBytes[byte - 0x20] = true }
        }
        var bits = SIMD4<UInt64>()
        for (byte, mayBegin) in firstBytes.enumerated() where mayBegin { bits[byte >> 6] |= 1 << UInt64(byte & 63) }
        self.firstBytes = bits
    }

    /// Whether a cell may begin with one of the words.
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
                // A final consonant may follow as a separate character and change the syllable.
                guard syllable == unit else { return syllable == Self.openSyllable(unit) }
                at += 3
            } else {
                return true
            }
        }
        return true
    }

    /// Whether a byte is an ASCII character that is ignored in names.
    private static func isDropped(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte >= 0x09 && byte <= 0x0D || byte == 0x2D || byte == 0x5F
    }

    /// Whether a character is ASCII, an ideograph or a precomposed syllable.
    private static func isPlain(_ unit: UInt32) -> Bool {
        unit < 0x80 || (0xE4...0xED).contains(unit >> 16)
    }

    private static func unit(_ scalar: Unicode.Scalar) -> UInt32 {
        if scalar.isASCII { return scalar.value }
        return String(scalar).utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns a syllable without its final consonant; any other character is returned unchanged.
    private static func openSyllable(_ unit: UInt32) -> UInt32 {
        guard unit > 0x7F else { return unit }
        let value = (unit >> 16 & 0xF) << 12 | (unit >> 8 & 0x3F) << 6 | unit & 0x3F
        guard (0xAC00...0xD7A3).contains(value), let open = Unicode.Scalar(value - (value - 0xAC00) % 28) else {
            return unit
        }
        return Self.unit(open)
    }
}

/// Returns a cell in quotation marks for messages, truncated to 40 characters.
package func quoted(_ cell: String) -> String { "'\(shortened(cell))'" }

/// Returns a name or a cell for messages, truncated to 40 characters.
package func shortened(_ cell: String) -> String {
    cell.count > 40 ? "\(cell.prefix(40))…" : cell
}
