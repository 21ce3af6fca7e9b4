internal import Foundation
internal import JuiceBatch

/// Numbers of cups within the names of items, such as `바나나쥬스 x2`, `2 x kiwi juice` and `딸바 2잔`.
enum CupCount {
    /// Whether a name has a number beside a sign of multiplication or a word for cups.
    ///
    /// The letter x is a sign only if no other Latin letter or digit is beside it, and a number only without one.
    static func isNamed(in name: String) -> Bool {
        let text = name.precomposedStringWithCompatibilityMapping.lowercased()
        let cups = /[0-9]+\s*(잔|컵|개|cup)/
        let signAndNumber = /(^|[^a-z0-9])x\s*[0-9]+(?![a-z0-9])|[×*✕]\s*[0-9]+(?![a-z0-9])/
        let numberAndSign = /(^|[^a-z0-9])[0-9]+\s*([×*✕]|x(?![a-z0-9]))/
        return text.contains(cups) || text.contains(signAndNumber) || text.contains(numberAndSign)
    }
}

/// Last lines of exports that count the rows: `총 2건`, `Total: 2 rows`, `2 rows`.
enum CountLine {
    private static let units = ["건", "행", "개", "row", "rows", "records", "items", "orders"]
    private static let words = ["총", "전체", "합", "total", "count"]

    /// Whether a cell is a number with a word for rows, or for all of them.
    static func isOne(_ cell: String) -> Bool {
        let text = cell.precomposedStringWithCompatibilityMapping.lowercased()
        let digits = text.filter { $0.isASCII && $0.isNumber }
        let rest = text.filter { !($0.isASCII && $0.isNumber) && !$0.isWhitespace && !",.:()[]-=".contains($0) }
        guard !digits.isEmpty, !rest.isEmpty else { return false }
        let bare = words.reduce(String(rest)) { $1.count < $0.count || $1 == $0 ? drop($1, from: $0) : $0 }
        return units.contains(bare) || bare.isEmpty
    }

    private static func drop(_ word: String, from text: String) -> String {
        text.hasPrefix(word) ? String(text.dropFirst(word.count)) : text
    }
}
