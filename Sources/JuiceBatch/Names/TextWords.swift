internal import Foundation

/// The words of a column's name, or of a cell.
package struct TextWords: Sendable {
    /// The text, as names match.
    package let key: String
    /// The longest runs of a–z after NFKC and lower case, and the parts that capitals divide them into: of `RQty` it is
    /// `rqty`, `r` and `qty`.
    let runs: Set<String>

    /// The words of a text.
    package init(_ text: String) {
        key = nameKey(text)
        var runs: Set<String> = []
        var run: [(lower: Unicode.Scalar, isCapital: Bool)] = []
        for scalar in text.precomposedStringWithCompatibilityMapping.unicodeScalars {
            let lowercase = scalar.properties.lowercaseMapping.unicodeScalars
            for lower in lowercase {
                if ("a"..."z").contains(lower) {
                    run.append((lower, lower != scalar))
                } else {
                    runs.formUnion(Self.words(run))
                    run = []
                }
            }
        }
        self.runs = runs.union(Self.words(run))
    }

    /// A run of letters, and its parts: a part ends where a capital follows a small letter, and before the last of
    /// several capitals that a small letter follows.
    private static func words(_ run: [(lower: Unicode.Scalar, isCapital: Bool)]) -> [String] {
        if run.isEmpty { return [] }
        var parts: [[Unicode.Scalar]] = [[]]
        for (at, letter) in run.enumerated() {
            let isBehindSmall = at > 0 && !run[at - 1].isCapital
            let isBeforeSmall = at > 0 && at + 1 < run.count && !run[at + 1].isCapital
            if letter.isCapital && (isBehindSmall || isBeforeSmall) { parts.append([]) }
            parts[parts.count - 1].append(letter.lower)
        }
        return (parts.count > 1 ? parts + [run.map(\.lower)] : parts).filter { !$0.isEmpty }.map { letters in
            var word = String.UnicodeScalarView()
            word.append(contentsOf: letters)
            return String(word)
        }
    }

    /// Whether the text contains a word: an English one (a–z) as a word of its own, any other anywhere, as names match.
    package func has(_ word: String) -> Bool {
        if word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) { return runs.contains(word) }
        return key.utf8.contains(nameKey(word).utf8)
    }

    /// Whether the text contains one of some words.
    package func hasAny(_ words: [String]) -> Bool { words.contains { has($0) } }

    /// Whether one of its runs begins with one of some English words.
    func beginsWithAny(_ words: [String]) -> Bool {
        runs.contains { run in words.contains { run.utf8.starts(with: $0.utf8) } }
    }
}
