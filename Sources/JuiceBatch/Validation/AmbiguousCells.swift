internal import Foundation
internal import JuiceCore

/// The meaning of a cell of an ambiguous column, examined on its own.
enum AmbiguousCell {
    /// The beginnings of action words that take something back.
    static let takingBack = ["취소", "반품", "환불", "무효", "cancel", "void", "refund", "return"]
    /// The words of a row that sums up others.
    static let totals = ["합계", "총계", "소계", "누계", "total", "subtotal"]
    /// The words for where a drink was had, which name no location of a shop.
    static let places = ["매장", "포장", "배달", "홀"]
    /// The names of all actions but order.
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
    static func isAmbiguous(_ text: String, as kind: Ambiguity.Column, decimal: DecimalMark?) -> Bool {
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

    /// Whether a text is 0 in any spelling: with a sign, a currency's sign, thousands and decimals, or a unit.
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

/// A column without a role whose header suggests that it affects the orders; no setting or option says what it means.
package struct AmbiguousColumn: Sendable, Equatable {
    /// The meaning that the column may have.
    package let kind: Ambiguity.Column
    /// The column, from 0.
    package let column: Int
}

extension Ambiguity.Column {
    /// The words of which a header has one.
    fileprivate var words: [String] {
        switch self {
        case .quantity:
            [
                "수량", "개수", "갯수", "잔수", "판매량", "주문량", "출고량", "판매수", "주문수", "건수", "qty", "quantity", "count",
                "pcs", "units", "sold", "ea", "cups",
            ]
        case .action: ["구분", "유형", "종류", "작업", "처리", "상태", "action", "type", "kind", "status", "event"]
        case .cancellation:
            ["취소", "반품", "환불", "무효", "cancelled", "canceled", "void", "voided", "refund", "refunded"]
        case .unit: ["단위", "unit"]
        case .variant: ["옵션", "사이즈", "option", "size", "variant"]
        case .location: ["매장", "지점", "점포", "location", "store", "shop", "branch"]
        case .date: ["날짜", "일자", "date"]
        }
    }
}

/// The possible meanings, by their headers, of an input's columns without a role.
package struct AmbiguousColumns: Sendable, Equatable {
    /// The columns whose ambiguity the cells decide, in the order of the ambiguities and then from the left.
    package let columns: [AmbiguousColumn]
    /// The first column, from 0, that may hold the dates of times that have none; nil if none may.
    package let date: Int?

    private static let moneyWords = ["cost", "amount", "fee", "tax", "가격", "단가", "금액", "수수료"]
    /// The header of a size or kind of item, although it contains a word for money.
    private static let pricePointName = nameKey("price point name")
    private static let dateWords = Ambiguity.Column.date.words

    /// Finds the ambiguous columns of an input.
    ///
    /// - Parameters:
    ///   - header: the names of its columns, as the header has them.
    ///   - options: the columns that the user or the settings named for roles; not all of them need be in this input.
    ///   - exportSettings: the settings of the POS exports, of which those about columns are used.
    package init(header: [String], columns layout: ColumnLayout, options: ColumnOptions, exportSettings: ExportSettings)
    {
        guard layout.ownFile == nil else {
            columns = []
            date = nil
            return
        }
        let withRole = Set(layout.sources.values.joined())
        let named =
            options.columns.values.flatMap(\.names) + (exportSettings.ignore + exportSettings.only).map(\.column.name)
        let settled = Set((named + exportSettings.accept.map(\.name)).map(nameKey))
        var found: [AmbiguousColumn] = []
        var date: Int?
        for (column, name) in header.enumerated() where !withRole.contains(column) {
            let words = HeaderWords(name)
            if settled.contains(words.key) { continue }
            let hasQuantity = layout.quantity != nil
            found += Self.kinds(words, hasQuantity: hasQuantity).map { AmbiguousColumn(kind: $0, column: column) }
            if date == nil, words.hasAny(Self.dateWords) { date = column }
        }
        func order(_ column: AmbiguousColumn) -> Int {
            Ambiguity.column(column.kind, header: "", cell: "", beside: []).order
        }
        // What stands further left stays in front.
        columns = found.enumerated().sorted { a, b in
            (order(a.element), a.offset) < (order(b.element), b.offset)
        }.map(\.element)
        self.date = date
    }

    /// The meanings that a column without a role may have by the words of its header.
    static func kinds(_ words: HeaderWords, hasQuantity: Bool) -> [Ambiguity.Column] {
        let isPricePointName = words.key == pricePointName
        let isMoney = words.hasAny(moneyWords) || words.has("price") && !isPricePointName
        var kinds: [Ambiguity.Column] = [.action, .cancellation]
        if !isMoney { kinds += (hasQuantity ? [] : [.quantity]) + [.unit, .variant, .location] }
        return kinds.filter { kind in
            guard kind == .variant else { return words.hasAny(kind.words) }
            return isPricePointName || words.hasAny(kind.words) && !words.has("dining")
        }
    }
}
