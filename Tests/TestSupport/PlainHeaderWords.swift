import Foundation

/// The words that a header has.
struct PlainHeaderWords {
    private let matchable: String
    private let english: Set<String>

    /// The words of a header's name.
    init(_ header: String) {
        matchable = PlainText.matchable(header)
        let letters = CharacterSet(charactersIn: "A"..."Z").union(CharacterSet(charactersIn: "a"..."z"))
        // Letters that become others in lower case only are rare, and none of them is a capital among small ones.
        let runs = header.precomposedStringWithCompatibilityMapping.unicodeScalars
            .split { !letters.contains($0) }.map { PlainText.string($0) }
        english = Set(runs.flatMap { [$0] + Self.parts(of: $0) }.map { $0.lowercased() })
    }

    /// `OrderStatus` is `Order` and `Status`; `RQty` is `R` and `Qty`.
    private static func parts(of run: String) -> [String] {
        run.replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2)" }
            .replacing(/([A-Z])([A-Z][a-z])/) { "\($0.1) \($0.2)" }
            .split(separator: " ").map(String.init)
    }

    /// True where one of its English words begins with one of `beginnings`, separated by blanks.
    func begins(_ beginnings: String) -> Bool {
        english.contains { word in beginnings.split(separator: " ").contains { word.hasPrefix($0) } }
    }

    /// True for a header that is, as names match, one of `headers`, separated by blanks.
    func isOne(of headers: String) -> Bool {
        headers.split(separator: " ").contains { PlainText.matchable(String($0)) == matchable }
    }

    /// True for a header with a number sign.
    var hasNumberSign: Bool { matchable.contains("#") }

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
