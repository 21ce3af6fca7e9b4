/// A line by line comparison of two texts for messages of failed tests.
package enum LineDiff {
    /// Lines only in `expected` begin with `-`, those only in `actual` with `+`, each with its number; equal ones are left
    /// out.
    ///
    /// At most `limit` lines; invisible characters are written as escapes.
    package static func text(expected: String, actual: String, limit: Int = 40) -> String {
        let changes = lines(actual).difference(from: lines(expected)).map { change in
            switch change {
            case .remove(let index, let line, _): (index, "- \(index + 1) " + visible(line))
            case .insert(let index, let line, _): (index, "+ \(index + 1) " + visible(line))
            }
        }
        let shown = changes.sorted { $0.0 < $1.0 }.map(\.1)
        let rest = shown.count > limit ? ["… \(shown.count - limit) more"] : []
        return (shown.prefix(limit) + rest).joined(separator: "\n")
    }

    private static func lines(_ text: String) -> [[UInt8]] {
        Array(text.utf8).split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
    }

    /// The text with control characters, wide spaces and decomposed Hangul as escapes.
    package static func visible(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
            let isOdd = scalar.properties.isWhitespace && scalar != " "
            let isControl = scalar.value < 32 || (0x1100...0x11FF).contains(scalar.value) || scalar == "\u{FEFF}"
            return isOdd || isControl ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }.joined()
    }
}
