internal import Foundation

/// The words of a header: a Hangul word is one if the header contains it as names match, an English one if it is among its
/// longest runs of letters.
struct HeaderWords {
    /// The header as names match.
    let key: String
    /// Its longest runs of a–z, after NFKC and in lower case.
    let english: Set<String>

    /// The words of a header.
    init(_ header: String) {
        key = nameKey(header)
        let text = header.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
        english = Set(text.split { !("a"..."z").contains($0) }.map { String(String.UnicodeScalarView($0)) })
    }

    /// Whether it has one of some words.
    func has(hangul: [String], english words: [String]) -> Bool {
        hangul.contains { key.contains($0) } || words.contains { english.contains($0) }
    }

    /// Whether it names the days of a business.
    var isOfBusinessDay: Bool { has(hangul: ["영업"], english: ["business"]) }
}
