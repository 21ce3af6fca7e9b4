internal import Foundation
internal import JuiceCore

/// The meaning of a cell of an ambiguous column, examined on its own.
enum DoubtfulCell {
    /// The beginnings of action words that take something back.
    static let takingBack = ["취소", "반품", "환불", "무효", "cancel", "void", "refund", "return"]
    /// The words of a row that sums up others.
    static let totals = ["합계", "총계", "소계", "누계", "total", "subtotal"]
    /// The words for where a drink was had, which name no location of a shop.
    static let places = ["매장", "포장", "배달", "홀"]
    /// All names of all actions but order.
    static let otherActions = Action.allCases.filter { $0 != .order }.flatMap(\.names)

    private static let takingBackKeys = takingBack.map(nameKey)
    private static let otherActionKeys = Set(otherActions.map(nameKey))
    private static let notTakenBackKeys = Set(["n", "no", "false", "정상"].map(nameKey))
    private static let cupKeys = Set(["개", "잔", "컵", "ea", "pcs", "cup"].map(nameKey))
    private static let totalKeys = Set(totals.map(nameKey))
    private static let placeKeys = Set(places.map(nameKey))

    /// Whether a cell shows that its column may mean what it may.
    ///
    /// - Parameters:
    ///   - text: trimmed.
    ///   - kind: one that a cell shows by itself.
    static func isDoubtful(_ text: String, as kind: Doubt.Column, decimal: DecimalMark?) -> Bool {
        if text.isEmpty { return false }
        switch kind {
        case .quantity: return parseQuantity(text, decimal: decimal) != 1
        case .action:
            let key = nameKey(text)
            return otherActionKeys.contains(key) || takingBackKeys.contains { key.utf8.starts(with: $0.utf8) }
        case .cancellation:
            if text.precomposedStringWithCompatibilityMapping == "-" || isNothing(text) { return false }
            return !notTakenBackKeys.contains(nameKey(text))
        case .unit: return !cupKeys.contains(nameKey(text))
        case .variant, .location, .date: preconditionFailure("rows have to be compared for it")
        }
    }

    /// Whether a cell is the word of a row that sums up others.
    static func isTotal(_ text: String) -> Bool { totalKeys.contains(nameKey(text)) }

    /// Whether a cell says where a cup was drunk, not which shop sold it.
    static func isPlace(_ text: String) -> Bool { placeKeys.contains(nameKey(text)) }

    /// Whether a text is 0 in any spelling: with a sign, a currency's sign, thousands and decimals, or what is counted.
    static func isNothing(_ text: String) -> Bool {
        let scalars = text.precomposedStringWithCompatibilityMapping.unicodeScalars.filter {
            !$0.properties.isWhitespace
        }
        var rest = Array(scalars)[...]
        var hasSign = false
        var hasCurrency = false
        while let first = rest.first, !hasSign && isSign(first) || !hasCurrency && isCurrency(first) {
            if isSign(first) { hasSign = true } else { hasCurrency = true }
            rest.removeFirst()
        }
        if let last = rest.last, !hasCurrency && isCurrency(last) || ["개", "잔", "컵", "원"].contains(last) {
            rest.removeLast()
        }
        return rest.contains("0") && rest.allSatisfy { ["0", ".", ","].contains($0) }
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || scalar == "+" }

    private static func isCurrency(_ scalar: Unicode.Scalar) -> Bool {
        // Where Korean Windows shows the sign of the won, a file has a backslash.
        scalar == "\\" || scalar.properties.generalCategory == .currencySymbol
    }
}
