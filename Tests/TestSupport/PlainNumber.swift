import Foundation

/// How numbers are written, read as the contract says.
package enum PlainNumber {
    /// A number of cups or pieces that a cell shows.
    package struct Signed: Equatable {
        /// Without its sign; the largest there is stands for all that are larger.
        package var magnitude: Int
        /// True with a `-` in front.
        package var isNegative: Bool
    }

    /// The number of a cell, with or without one `-` in front; nil when it is none.
    package static func signed(_ cell: String, decimal: Unicode.Scalar? = nil) -> Signed? {
        let text = narrow(PlainText.trimmed(cell))
        guard text.unicodeScalars.first == "-" else {
            return unsigned(text, decimal: decimal).map { Signed(magnitude: $0, isNegative: false) }
        }
        let rest = PlainText.string(text.unicodeScalars.dropFirst())
        // Nothing may stand between the sign and its digits.
        guard PlainText.same(PlainText.trimmed(rest), rest) else { return nil }
        return unsigned(rest, decimal: decimal).map { Signed(magnitude: $0, isNegative: true) }
    }

    /// The number of a cell; nil when it is none.
    ///
    /// Decimal digits after trimming and after full-width ASCII is taken as ASCII; thousands separators only where they
    /// belong; leading zeros, a fraction of zeros, and a closing 개, 잔 or 컵 with at most one space before it. The
    /// largest number there is stands for all that are larger.
    ///
    /// - Parameter decimal: the mark in front of a fraction; nil for none, and then a fraction of three zeros
    ///   may be a thousand, and is none.
    package static func unsigned(_ cell: String, decimal: Unicode.Scalar? = nil) -> Int? {
        var scalars = Array(narrow(PlainText.trimmed(cell)).decomposedStringWithCanonicalMapping.unicodeScalars)
        removeUnit(&scalars)
        let point = decimal ?? "."
        if let place = scalars.firstIndex(of: point) {
            let zeros = scalars.count - place - 1
            guard zeros > 0, scalars.suffix(zeros).allSatisfy({ $0 == "0" }) else { return nil }
            if zeros == 3 && decimal == nil { return nil }
            scalars.removeSubrange(place...)
        }
        guard removeSeparators(&scalars, separator: point == "," ? "." : ",") else { return nil }
        return value(of: scalars)
    }

    /// The text with full-width ASCII as ASCII.
    package static func narrow(_ text: String) -> String {
        PlainText.string(
            text.unicodeScalars.map { scalar in
                let isWide = (0xFF01...0xFF5E).contains(scalar.value)
                return isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
            })
    }

    private static func removeUnit(_ scalars: inout [Unicode.Scalar]) {
        for unit in ["개", "잔", "컵"].map({ Array($0.decomposedStringWithCanonicalMapping.unicodeScalars) })
        where scalars.suffix(unit.count) == unit[...] {
            scalars.removeLast(unit.count)
            if scalars.last == " " { scalars.removeLast() }
            return
        }
    }

    /// False where a separator stands that does not belong there.
    private static func removeSeparators(_ scalars: inout [Unicode.Scalar], separator: Unicode.Scalar) -> Bool {
        guard scalars.contains(separator) else { return true }
        // Behind the first digits, one to three, everything comes in fours: a separator and three digits.
        let first = (scalars.count - 1) % 4 + 1
        let belongs = scalars.indices.map { $0 >= first && ($0 - first) % 4 == 0 }
        guard first <= 3, scalars.map({ $0 == separator }) == belongs else { return false }
        scalars.removeAll { $0 == separator }
        return true
    }

    private static func value(of scalars: [Unicode.Scalar]) -> Int? {
        guard !scalars.isEmpty else { return nil }
        let digits: [Unicode.Scalar] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
        var value = 0
        for scalar in scalars {
            guard let digit = digits.firstIndex(of: scalar) else { return nil }
            let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeToo) = tens.addingReportingOverflow(digit)
            value = isTooLarge || isTooLargeToo || value == .max ? .max : sum
        }
        return value
    }
}
