import Foundation
import Synchronization

/// Text rules of the contract, written for reading and not for speed.
package enum PlainText {
    /// The text without White_Space at both ends.
    package static func trimmed(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        return string(scalars)
    }

    /// True when nothing is left after trimming.
    package static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
    }

    /// The form in which two names are compared: NFKC, lower case, no White_Space, no `-` and `_`, 주스 as 쥬스.
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
        let kept = folded.unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "-" && $0 != "_" }
        var result: [Unicode.Scalar] = []
        for scalar in kept {
            // 주 followed by 스 becomes 쥬스.
            if scalar == "스", result.last == "주" { result[result.count - 1] = "쥬" }
            result.append(scalar)
        }
        return string(result)
    }

    /// True when the text is ASCII from end to end.
    package static func isASCII(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.isASCII }
    }

    /// True when both are the same bytes; `==` would take canonically equivalent spellings as equal.
    package static func same(_ left: String, _ right: String) -> Bool {
        Array(left.utf8) == Array(right.utf8)
    }

    /// A string of these scalars.
    package static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// The quantity a cell holds, within `range`; nil when the cell is not a quantity or is out of range.
    ///
    /// Decimal digits after trimming and after full-width ASCII is taken as ASCII; thousands separators only where they
    /// belong; leading zeros, a fraction of zeros that are not three, and a closing 개, 잔 or 컵 with at most one space
    /// before it.
    package static func quantity(_ cell: String, in range: ClosedRange<Int>) -> Int? {
        let narrow = trimmed(cell).unicodeScalars.map { scalar in
            (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
        }
        var scalars = Array(string(narrow).decomposedStringWithCanonicalMapping.unicodeScalars)
        for unit in ["개", "잔", "컵"].map({ Array($0.decomposedStringWithCanonicalMapping.unicodeScalars) })
        where scalars.suffix(unit.count) == unit[...] {
            scalars.removeLast(unit.count)
            if scalars.last == " " { scalars.removeLast() }
            break
        }
        if let point = scalars.firstIndex(of: ".") {
            let zeros = scalars.count - point - 1
            guard zeros > 0, zeros != 3, scalars.suffix(zeros).allSatisfy({ $0 == "0" }) else { return nil }
            scalars.removeSubrange(point...)
        }
        if scalars.contains(",") {
            // Behind the first digits, one to three, everything comes in fours: a separator and three digits.
            let first = (scalars.count - 1) % 4 + 1
            let isSeparator = scalars.indices.map { $0 >= first && ($0 - first) % 4 == 0 }
            guard first <= 3, scalars.map({ $0 == "," }) == isSeparator else { return nil }
            scalars.removeAll { $0 == "," }
        }
        guard !scalars.isEmpty else { return nil }
        var value = 0
        for scalar in scalars {
            guard let digit = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"].firstIndex(of: scalar) else {
                return nil
            }
            let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
            if tooLarge { return nil }
            let (sum, tooLargeToo) = tens.addingReportingOverflow(digit)
            if tooLargeToo { return nil }
            value = sum
        }
        return range.contains(value) ? value : nil
    }
}
