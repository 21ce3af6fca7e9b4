internal import Foundation

/// The words in a column's name or in a cell, by which their meaning is guessed.
package struct TextWords: Sendable {
    /// The key of the text (`nameKey`).
    package let key: String
    /// The maximal runs of a–z after conversion to NFKC and lower case, and their parts as divided by capital letters.
    ///
    /// For `RQty` these are `rqty`, `r` and `qty`.
    let runs: Set<String>

    /// Splits a text into words.
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

    /// A run of letters, and its parts.
    ///
    /// A part ends where a capital letter follows a small one, and before the last of several capitals if a small
    /// letter follows.
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

    /// Whether the text contains a word.
    ///
    /// An English word (a–z) must be a word of its own; any other may be anywhere in the text. Both are compared by
    /// `nameKey`.
    package func has(_ word: String) -> Bool {
        if word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) { return runs.contains(word) }
        return key.utf8.contains(nameKey(word).utf8)
    }

    /// Whether the text contains one of some words.
    package func hasAny(_ words: [String]) -> Bool { words.contains { has($0) } }

    /// Whether one of the runs begins with one of some English words.
    func beginsWithAny(_ words: [String]) -> Bool {
        runs.contains { run in words.contains { run.utf8.starts(with: $0.utf8) } }
    }
}
