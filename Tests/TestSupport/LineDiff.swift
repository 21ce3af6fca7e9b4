/// A line by line comparison of two texts for messages of failed tests.
package enum LineDiff {
    /// Lines only in `expected` begin with `-`, those only in `actual` with `+`; equal ones are left out, but for one
    /// before a difference.
    ///
    /// At most `limit` lines; invisible characters are written as escapes.
    package static func text(expected: String, actual: String, limit: Int = 40) -> String {
        let old = lines(expected)
        let new = lines(actual)
        var lengths = Array(repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
        for i in old.indices.reversed() {
            for j in new.indices.reversed() {
                let longest = max(lengths[i + 1][j], lengths[i][j + 1])
                lengths[i][j] = old[i] == new[j] ? lengths[i + 1][j + 1] + 1 : longest
            }
        }
        var result: [String] = []
        var context: String?
        var (i, j) = (0, 0)
        while i < old.count || j < new.count {
            if i < old.count, j < new.count, old[i] == new[j] {
                context = "  \(i + 1) " + visible(old[i])
                (i, j) = (i + 1, j + 1)
                continue
            }
            if let line = context { result.append(line) }
            context = nil
            if j == new.count || (i < old.count && lengths[i + 1][j] >= lengths[i][j + 1]) {
                result.append("- \(i + 1) " + visible(old[i]))
                i += 1
            } else {
                result.append("+ \(j + 1) " + visible(new[j]))
                j += 1
            }
        }
        if result.count > limit { result = result.prefix(limit) + ["… \(result.count - limit) more"] }
        return result.joined(separator: "\n")
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
