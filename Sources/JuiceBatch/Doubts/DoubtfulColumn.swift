/// A column without a role whose header suggests that it affects the orders; no setting or option says what it means.
package struct DoubtfulColumn: Sendable, Equatable {
    /// The meaning that the column may have.
    package let kind: Doubt.Column
    /// The column, from 0.
    package let column: Int

    package init(kind: Doubt.Column, column: Int) {
        self.kind = kind
        self.column = column
    }
}

extension Doubt.Column {
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
package struct DoubtfulColumns: Sendable, Equatable {
    /// The columns whose ambiguity the cells decide, in the order of the ambiguities and then from the left.
    package let columns: [DoubtfulColumn]
    /// The first column, from 0, that may hold the dates of times that have none; nil if none may.
    package let date: Int?

    private static let moneyWords = ["cost", "amount", "fee", "tax", "가격", "단가", "금액", "수수료"]
    /// A size or a kind of what is sold, though it has the word of money.
    private static let pricePointName = nameKey("price point name")
    private static let dateWords = Doubt.Column.date.words

    /// Finds the ambiguous columns of an input.
    ///
    /// - Parameters:
    ///   - header: the names of its columns, as the header has them.
    ///   - options: the columns that the user or the settings named for roles; not all of them need be in this input.
    ///   - till: the settings of the POS exports, of which those about columns are used.
    package init(header: [String], columns layout: ColumnLayout, options: ColumnOptions, till: TillSettings) {
        guard layout.ownFile == nil else {
            columns = []
            date = nil
            return
        }
        let withRole = Set(layout.sources.values.joined())
        let named = options.columns.values.flatMap(\.names) + (till.ignore + till.only).map(\.column.name)
        let settled = Set((named + till.accept.map(\.name)).map(nameKey))
        var found: [DoubtfulColumn] = []
        var date: Int?
        for (column, name) in header.enumerated() where !withRole.contains(column) {
            let words = HeaderWords(name)
            if settled.contains(words.key) { continue }
            let hasQuantity = layout.quantity != nil
            found += Self.kinds(words, hasQuantity: hasQuantity).map { DoubtfulColumn(kind: $0, column: column) }
            if date == nil, words.hasAny(Self.dateWords) { date = column }
        }
        func order(_ column: DoubtfulColumn) -> Int {
            Doubt.column(column.kind, header: "", cell: "", beside: []).order
        }
        // What stands further left stays in front.
        columns = found.enumerated().sorted { a, b in
            (order(a.element), a.offset) < (order(b.element), b.offset)
        }.map(\.element)
        self.date = date
    }

    /// The meanings that a column without a role may have by the words of its header.
    static func kinds(_ words: HeaderWords, hasQuantity: Bool) -> [Doubt.Column] {
        let isPricePointName = words.key == pricePointName
        let isMoney = words.hasAny(moneyWords) || words.has("price") && !isPricePointName
        var kinds: [Doubt.Column] = [.action, .cancellation]
        if !isMoney { kinds += (hasQuantity ? [] : [.quantity]) + [.unit, .variant, .location] }
        return kinds.filter { kind in
            guard kind == .variant else { return words.hasAny(kind.words) }
            return isPricePointName || words.hasAny(kind.words) && !words.has("dining")
        }
    }
}
