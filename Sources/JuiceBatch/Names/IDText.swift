internal import CSV
internal import Foundation

/// Cells of the id column that are not ids.
package enum IDText {
    /// The texts by which a POS or a spreadsheet shows that a row has no id, compared by `cellKey`.
    static let placeholders: Set<String> = ["-", "--", "null", "none", "n/a", "#n/a", "\\n", "없음", "0"]
    /// The maximum length of a placeholder in any spelling, in bytes.
    private static let placeholderBytesMax = 24

    /// Whether a trimmed cell is a text that means "no id".
    @inline(__always)
    package static func isPlaceholder(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = cell.first, mayBegin(first) else { return false }
        return cell.count <= placeholderBytesMax && isListed(cell)
    }

    /// Whether a placeholder may begin with a byte: the first character of one, or a character that NFKC maps to it.
    @inline(__always)
    private static func mayBegin(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "#"), UInt8(ascii: "\\"),
            Ascii.zero, 0xE1...0xE3, 0xEA, 0xEC, 0xEE...0xF0:
            true
        default: false
        }
    }

    @inline(never)
    private static func isListed(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        placeholders.contains(cellKey(String(decoding: cell, as: UTF8.self)))
    }

    /// Whether a cell is a number in scientific notation, whose last digits a spreadsheet has dropped: `2.02611E+11`.
    @inline(__always)
    package static func isCutOff(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        // Most ids begin with a letter, so that this check rejects them quickly.
        guard let first = cell.first, first < 0x3A || first >= 0x80 else { return false }
        return isTrimmedCutOff(trimmed(cell))
    }

    /// Whether a text is a number in scientific notation, whose last digits a spreadsheet has dropped.
    package static func isCutOff(_ text: String) -> Bool { Array(text.utf8).withUnsafeBufferPointer { isCutOff($0) } }

    private static func isTrimmedCutOff(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = cell.first, let last = cell.last else { return false }
        if first >= 0x80 || last >= 0x80 { return first == 0xEF && isScientific(folded(cell)) }
        guard first &- Ascii.zero < 10, last &- Ascii.zero < 10 else { return false }
        // Most numbers have no sign before their last digits, so that this check rejects them quickly.
        var at = cell.count - 1
        while at > 0, cell[at] &- Ascii.zero < 10 { at -= 1 }
        return at > 1 && cell[at - 1] & ~0x20 == upperE && isScientific(Array(cell))
    }

    private static let upperE: UInt8 = 0x45

    /// Returns a cell with full-width ASCII replaced by ASCII.
    private static func folded(_ cell: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        Array(String(decoding: cell, as: UTF8.self).precomposedStringWithCompatibilityMapping.utf8)
    }

    /// Whether a text consists of digits, an optional fraction, `E`, a sign and digits.
    private static func isScientific(_ text: [UInt8]) -> Bool {
        var rest = text[...]
        func takeDigits() -> Bool {
            let count = rest.prefix { $0 &- Ascii.zero < 10 }.count
            rest = rest.dropFirst(count)
            return count > 0
        }
        func take(_ bytes: [UInt8]) -> Bool {
            guard let first = rest.first, bytes.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard takeDigits() else { return false }
        if take([Ascii.point, Ascii.comma]) && !takeDigits() { return false }
        return take([upperE, upperE | 0x20]) && take([Ascii.plus, Ascii.hyphen]) && takeDigits()
            && rest.isEmpty
    }
}
