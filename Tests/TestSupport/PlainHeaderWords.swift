import Foundation

/// The words that a header has.
struct PlainHeaderWords {
    private let matchable: String
    private let english: Set<String>

    /// The words of a header's name.
    init(_ header: String) {
        matchable = PlainText.matchable(header)
        let folded = header.precomposedStringWithCompatibilityMapping.lowercased()
        let runs = folded.unicodeScalars.split { !("a"..."z").contains($0) }
        english = Set(runs.map { PlainText.string($0) })
    }

    /// True for a header that contains one of the Hangul words, or has one of the English ones among its runs of
    /// letters; both lists are separated by blanks.
    func has(hangul: String = "", english words: String = "") -> Bool {
        // By what it is made of: a mark behind a syllable takes no word away.
        hangul.split(separator: " ").contains { word in
            Array(matchable.utf8).contains(Array(PlainText.matchable(String(word)).utf8))
        }
            || words.split(separator: " ").contains { english.contains(String($0)) }
    }

    /// True for `price point name`, as names match.
    var isPricePointName: Bool { matchable == "pricepointname" }

    /// True for a header of money, which says how much and not how many.
    var isOfMoney: Bool {
        has(hangul: "가격 단가 금액 수수료", english: "cost amount fee tax") || (has(english: "price") && !isPricePointName)
    }
}
