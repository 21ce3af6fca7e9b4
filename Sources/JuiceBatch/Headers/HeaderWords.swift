internal import Foundation

/// The words that the name of a column may have.
struct HeaderWords {
    /// The name, as names match.
    let key: String
    /// The longest runs of a–z after NFKC and lower case.
    private let runs: Set<String>

    /// The words of a column's name.
    init(_ header: String) {
        key = nameKey(header)
        var runs: Set<String> = []
        var run = ""
        for scalar in header.precomposedStringWithCompatibilityMapping.unicodeScalars {
            for lower in scalar.properties.lowercaseMapping.unicodeScalars {
                if ("a"..."z").contains(lower) {
                    run.unicodeScalars.append(lower)
                } else {
                    runs.insert(run)
                    run = ""
                }
            }
        }
        runs.insert(run)
        self.runs = runs
    }

    /// Whether it has a word: an English one (a–z) as one of its runs, any other one anywhere, as names match.
    func has(_ word: String) -> Bool {
        if word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) { return runs.contains(word) }
        return key.utf8.contains(nameKey(word).utf8)
    }

    /// Whether it has one of some words.
    func hasAny(_ words: [String]) -> Bool { words.contains { has($0) } }
}
