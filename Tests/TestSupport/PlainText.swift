import Foundation
import Synchronization

/// Text rules of the contract, written for reading and not for speed.
package enum PlainText {
    /// The text without White_Space at both ends.
    package static func trimmed(_ text: String) -> String {
        let rest = text.unicodeScalars.drop(while: \.properties.isWhitespace)
        let end = rest.lastIndex { !$0.properties.isWhitespace }
        return end.map { String(rest[...$0]) } ?? ""
    }

    package static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }

    /// The form in which two names are compared: NFKC, lower case, no White_Space, no `-` and `_` but between two digits,
    /// 주스 as 쥬스.
    package static func matchable(_ name: String) -> String {
        // Every row asks for the names of the whole menu.
        if let known = remembered.withLock({ $0[name] }) { return known }
        let result = fold(name)
        remembered.withLock {
            if $0.count >= 10_000 { $0.removeAll() }
            $0[name] = result
        }
        return result
    }

    // That canonically equivalent names share a place does no harm: they match.
    private static let remembered = Mutex<[String: String]>([:])

    private static func fold(_ name: String) -> String {
        let folded = name.precomposedStringWithCompatibilityMapping.lowercased()
        let written = Array(folded.unicodeScalars.filter { !$0.properties.isWhitespace })
        func isDigit(_ at: Int) -> Bool { written.indices.contains(at) && ("0"..."9").contains(written[at]) }
        var result: [Unicode.Scalar] = []
        for (at, scalar) in written.enumerated() {
            if scalar == "-" || scalar == "_", !isDigit(at - 1) || !isDigit(at + 1) { continue }
            // 주 followed by 스 becomes 쥬스.
            if scalar == "스", result.last == "주" { result[result.count - 1] = "쥬" }
            result.append(scalar)
        }
        return string(result)
    }

    /// The form in which two cells are compared: NFKC, lower case, trimmed, one blank for any White_Space inside.
    package static func cellForm(_ text: String) -> String {
        text.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
            .split(whereSeparator: \.properties.isWhitespace).map { string($0) }.joined(separator: " ")
    }

    /// Whether the cell matches one of `texts`; `""` is the empty cell.
    package static func cell(_ cell: String, isAmong texts: [String]) -> Bool {
        let form = cellForm(cell)
        return texts.contains { same(cellForm($0), form) }
    }

    /// A cell as messages name it, cut after 40 characters.
    package static func quoted(_ cell: String) -> String {
        cell.count > 40 ? "'\(cell.prefix(40))…'" : "'\(cell)'"
    }

    package static func isASCII(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(\.isASCII) }

    /// Whether both have the same bytes; `==` would also accept canonically equivalent spellings.
    package static func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    package static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }

    /// The quantity a cell holds, within `range`; nil when the cell is not a quantity or is out of range.
    package static func quantity(_ cell: String, in range: ClosedRange<Int>, decimal: Unicode.Scalar? = nil) -> Int? {
        PlainNumber.unsigned(cell, decimal: decimal).flatMap { range.contains($0) ? $0 : nil }
    }

    /// Whether the text matches one of `words`, as names do.
    package static func matches(_ text: String, _ words: [String]) -> Bool {
        let wanted = matchable(text)
        return words.contains { matchable($0) == wanted }
    }
}

/// Parses numbers according to the contract.
enum PlainNumber {
    /// A number of cups or pieces that a cell shows.
    struct Signed: Equatable {
        /// The magnitude; larger numbers become the maximum.
        var magnitude: Int
        var isNegative: Bool

        var value: Int { isNegative ? -magnitude : magnitude }
    }

    /// The number of a cell, with or without one `-` directly in front; nil when it is none.
    static func signed(_ cell: String, decimal: Unicode.Scalar? = nil) -> Signed? {
        let text = narrow(PlainText.trimmed(cell))
        let isNegative = text.hasPrefix("-")
        let rest = isNegative ? String(text.dropFirst()) : text
        guard PlainText.same(PlainText.trimmed(rest), rest) else { return nil }
        return unsigned(rest, decimal: decimal).map { Signed(magnitude: $0, isNegative: isNegative) }
    }

    /// The number in a cell; nil if it is not a number.
    ///
    /// Decimal digits after trimming and after full-width ASCII is taken as ASCII; thousands separators only where they
    /// belong; leading zeros, a fraction of zeros, and a closing 개, 잔 or 컵 with at most one space before it. The
    /// largest number there is stands for all that are larger.
    ///
    /// - Parameter decimal: the mark in front of a fraction; nil for none, and then a fraction of three zeros
    ///   may be a thousand, and is none.
    static func unsigned(_ cell: String, decimal: Unicode.Scalar? = nil) -> Int? {
        var text = narrow(PlainText.trimmed(cell)).precomposedStringWithCanonicalMapping
        if let last = text.last, "개잔컵".contains(last) {
            text.removeLast()
            if text.last == " " { text.removeLast() }
        }
        let point: Character = decimal == "," ? "," : "."
        let parts = text.split(separator: point, maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 {
            let isZero = !parts[1].isEmpty && parts[1].allSatisfy { $0 == "0" }
            if !isZero || decimal == nil && parts[1].count == 3 { return nil }
        }
        let groups = parts[0].split(separator: point == "," ? "." : ",", omittingEmptySubsequences: false)
        let areDigits = groups.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        let areThousands =
            groups[0].count <= 3 && groups[0].first != "0" && groups.dropFirst().allSatisfy { $0.count == 3 }
        return areDigits && (groups.count == 1 || areThousands) ? Int(groups.joined()) ?? .max : nil
    }

    static func narrow(_ text: String) -> String {
        PlainText.string(
            text.unicodeScalars.map { scalar in
                let isWide = (0xFF01...0xFF5E).contains(scalar.value)
                return isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
            })
    }
}
