package import JuiceBatch

/// The roles of a column and the settings that name it.
package struct ColumnReading: Sendable {
    /// The roles of the column; empty for an extra column.
    package let roles: [Role]
    /// The keys of other settings that name the column, such as `accept`.
    package let settings: [String]
    /// The meaning that the column may have, if it is ambiguous.
    package internal(set) var ambiguity: Ambiguity.Column?

    /// Whether the column may be ambiguous, because neither a role nor a setting that gives it a meaning names it.
    var isUnassigned: Bool { roles.isEmpty && settings.allSatisfy { $0 == "fill" } }
    /// Whether only `ignore` names it, so that its other cells are still to be described.
    var isOnlyIgnored: Bool {
        roles.isEmpty && settings.contains("ignore") && Set(settings).isDisjoint(with: ["accept", "only", "known"])
    }
}

/// The arrangement of an input's rows with the same id.
package enum IDRepeats: String, Sendable {
    case none
    /// Rows with the same id are next to each other, as the rows of one receipt are.
    case together
    /// Rows with the same id are apart, as when the numbering starts again.
    case apart
    /// The input has too many ids to determine the arrangement.
    case unknown

    fileprivate init(in column: ExportColumn) {
        guard column.hasRepeats else {
            self = column.hasMore ? .unknown : .none
            return
        }
        let codes = column.codes
        let rowGroups = codes.indices.count { row in
            codes[row] != ExportColumn.empty && (row == 0 || codes[row] != codes[row - 1])
        }
        self = !column.hasMore && rowGroups == column.distinct ? .together : .apart
    }
}

/// The roles of columns by settings and by their headers.
extension ExportTable {
    func columns(of role: Role, _ settings: SettingsProposal) -> [ExportColumn] {
        if let found = configured(role, settings) { return found }
        guard role == .time else { return columns.filter { Role.byKey[$0.key] == role } }
        let times = Role.timeColumns(columns.map(\.key))
        // Of several time columns, none is used.
        return times.count > 1 ? [] : times.map { columns[$0] }
    }

    /// The columns that settings name for a role; nil if they name none, or none that the export has.
    func configured(_ role: Role, _ settings: SettingsProposal) -> [ExportColumn]? {
        guard !isProgramFile, let named = settings.columns[role] else { return nil }
        let found = named.names.compactMap(column)
        return named == .none || !found.isEmpty ? found : nil
    }

    func reading(_ column: ExportColumn, _ settings: SettingsProposal) -> ColumnReading {
        let named = [
            ("accept", settings.accept), ("fill", settings.fill), ("ignore", settings.ignore.map(\.column)),
            ("only", settings.only.map(\.column)), ("known", settings.known.map(\.column)),
        ]
        return ColumnReading(
            roles: Role.allCases.filter { columns(of: $0, settings).contains(column) },
            settings: named.filter { $1.containsName(column.name) }.map { $0.0 })
    }

    /// The column of row or receipt numbers, and the repetitions of its ids; nil if no filled column looks like an id.
    func ids(_ settings: SettingsProposal) -> (column: ExportColumn, repeats: IDRepeats)? {
        let named = columns(of: .id, settings)
        let receipt = named.first { HeaderHints.receipt.contains($0.key) || Role.byKey[$0.key] == .id }
        let byName = HeaderHints.receipt.lazy.compactMap(column)
        guard let ids = receipt ?? (named.count == 1 ? named.first : byName.first), !ids.values.isEmpty else {
            return nil
        }
        return (ids, IDRepeats(in: ids))
    }
}

/// Known headers and words in POS exports, in addition to the headers that imply a role by themselves.
package enum HeaderHints {
    /// The headers of sold items, most likely first.
    static let item = keys([
        "상품명", "메뉴명", "품명", "품목명", "제품명", "상품이름", "메뉴이름", "주문메뉴", "주문상품", "주문내역", "음료명", "음료", "제품",
        "menu item", "item name", "product name", "product", "menu", "drink", "beverage", "description", "name",
    ])

    /// The headers of receipt and order numbers, which all rows of a receipt share.
    static let receipt = keys([
        "영수증번호", "전표번호", "주문번호", "거래번호", "접수번호", "판매번호", "영수번호", "receipt number", "receipt no", "receipt no.",
        "receipt id", "receipt", "receipt #", "transaction id", "transaction", "transaction number", "order id",
        "order number", "order no", "order no.", "order #", "check id", "check number", "check #", "bill number",
        "bill no", "ticket number", "invoice number", "invoice no", "invoice",
    ])

    /// The headers of the POS terminal or channel that numbers the receipts.
    static let terminal = keys([
        "포스번호", "포스", "단말기번호", "주문채널", "채널", "pos", "pos number", "pos no", "register", "terminal", "channel",
    ])

    static let time = ["date", "time", "datetime", "timestamp", "created", "날짜", "일자", "시각", "일시", "시간"]
    /// The words in headers of times at which something was sold.
    static let saleTime = ["주문", "판매", "거래", "결제", "order", "ordered", "sale", "sold", "created"]
    /// The words in headers of counts that are not the number of the row's cups.
    static let otherCounts = [
        "누적", "누계", "할인", "단가", "폐기", "실사", "남은", "잔여", "출고", "사용", "소모", "발주", "최소", "최대", "단위", "제한", "구성",
        "옵션", "총", "cumulative", "discount", "price", "hand", "remaining", "waste", "wasted", "spoiled", "counted",
        "used", "out",
        "transfer", "reorder", "minimum", "maximum", "min", "max", "per", "unit", "total",
    ]
    /// The words in headers of stock on hand rather than of sales or deliveries.
    static let stock = ["재고", "잔량", "보유", "stock", "inventory"]
    private static let remainder = ["남은", "잔여", "hand", "remaining"]
    /// The words in headers of fruit that has been delivered.
    static let delivery = ["입고", "납품", "수령", "received", "delivered", "delivery"]
    /// The words in headers that tell how an order was paid, taxed or delivered rather than what was ordered.
    static let besideOrder = [
        "결제", "지불", "카드", "승인", "세금", "세액", "부가세", "할인", "쿠폰", "금액", "상태", "payment", "paid", "card", "tender",
        "tax", "discount", "coupon", "amount", "status", "state",
    ]
    /// The words in headers of sums, of cups if they are small and else of money.
    static let sums = ["합계", "매출", "total", "net", "amount", "number"]
    static let category = ["분류", "카테고리", "부문", "품목군", "category", "group", "department"]

    /// The keys of cells of status or type that only orders have.
    static let saleCells = Set(
        keys([
            "정상", "완료", "판매", "결제", "결제완료", "승인", "매출", "주문완료", "배달완료", "포장완료", "픽업완료", "판매완료", "정상판매",
            "정상매출", "정상결제", "payment", "sale", "sold", "paid", "completed", "complete", "closed", "ordered", "normal",
            "approved",
        ]))

    private static let cancelWords = keys(["취소", "반품", "환불", "무효", "cancel", "void", "refund", "return"])

    /// Whether a cell shows that an order was reversed.
    package static func isCancelWord(_ cell: String) -> Bool {
        let key = nameKey(cell)
        return cancelWords.contains { key.containsBytes(of: $0) }
    }

    /// Whether a header by itself means the sold item.
    static func isItem(_ words: TextWords) -> Bool { Role.byKey[words.key] == .item || item.contains(words.key) }

    static func isKnown(_ words: TextWords) -> Bool {
        if words.key.isEmpty { return false }
        return Role.byKey[words.key] != nil || (item + receipt + terminal).contains(words.key)
            || words.hasAny(category + ["date", "일자", "날짜", "시각", "time"])
            || !AmbiguousColumns.kinds(words, hasQuantity: false).isEmpty
    }

    /// Whether a header is of fruit left in stock rather than of sales or deliveries.
    package static func isStock(_ words: TextWords) -> Bool { words.hasAny(stock + remainder) }

    private static func keys(_ names: [String]) -> [String] { names.map(nameKey) }
}
