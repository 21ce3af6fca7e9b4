internal import JuiceBatch
internal import JuiceCore

/// Known headers and words in POS exports, in addition to the headers that imply a role by themselves.
enum HeaderHints {
    /// The headers of sold items, most likely first.
    static let item = keys([
        "상품명", "메뉴명", "품명", "품목명", "제품명", "상품이름", "메뉴이름", "주문메뉴", "주문상품", "주문내역", "음료명", "음료", "제품",
        "menu item", "item name", "product name", "product", "menu", "drink", "beverage", "description", "name",
    ])

    /// The headers of receipt or row numbers.
    static let receipt = keys([
        "영수증번호", "전표번호", "주문번호", "거래번호", "접수번호", "판매번호", "영수번호", "receipt number", "receipt no", "receipt no.",
        "receipt id", "receipt", "receipt #", "transaction id", "transaction", "transaction number", "order id",
        "order number", "order no", "order no.", "order #", "check id", "check number", "check #", "bill number",
        "bill no", "ticket number", "invoice number", "invoice no", "invoice",
    ])

    /// The headers of the POS terminal or channel that numbers the receipts.
    static let counter = keys([
        "포스번호", "포스", "단말기번호", "주문채널", "채널", "pos", "pos number", "pos no", "register", "terminal", "channel",
    ])

    /// The words of headers of times.
    static let time = ["date", "time", "datetime", "timestamp", "created", "날짜", "일자", "시각", "일시", "시간"]
    /// The words in headers of times at which something was sold.
    static let saleTime = ["주문", "판매", "거래", "결제", "order", "ordered", "sale", "sold", "created"]
    /// The words in headers that certainly mean the quantity.
    static let plainQuantity = ["수량", "개수", "qty", "quantity"]
    /// The words in headers of counts that are not the number of the row's cups.
    static let otherCounts = ["누적", "누계", "할인", "단가", "cumulative", "discount", "price", "hand"]
    /// The words in headers of stock on hand rather than of sales or deliveries.
    static let stock = ["재고", "잔량", "보유", "stock", "inventory"]
    /// The words in headers of the category of what was sold.
    static let category = ["분류", "카테고리", "부문", "품목군", "category", "group", "department"]
    /// The words in headers of numbers that belong to something other than the row.
    static let otherNumbers = [
        "item", "product", "menu", "customer", "master", "employee", "card", "payment", "상품", "메뉴", "품목", "고객",
        "회원", "카드", "승인", "전화", "연락", "사업자", "코드",
    ]

    /// The cells that mark a row as a sale.
    static let saleCells = Set(
        keys([
            "정상", "완료", "판매", "결제", "결제완료", "승인", "매출", "주문완료", "배달완료", "포장완료", "픽업완료", "판매완료", "정상판매",
            "정상매출", "정상결제", "payment", "sale", "sold", "paid", "completed", "complete", "closed", "ordered", "normal",
            "approved",
        ]))

    private static let takingBack = keys(["취소", "반품", "환불", "무효", "cancel", "void", "refund", "return"])
    private static let cancels = Set(Action.cancel.names.map(nameKey))

    /// Whether a cell shows that an order was reversed.
    static func takesBack(_ cell: String) -> Bool {
        let key = nameKey(cell)
        return cancels.contains(key) || takingBack.contains { key.utf8.contains($0.utf8) }
    }

    /// Whether a header by itself means the sold item.
    static func isItem(_ words: TextWords) -> Bool { Role.byKey[words.key] == .item || item.contains(words.key) }

    /// Whether a header contains words that this program knows.
    static func isKnown(_ words: TextWords) -> Bool {
        if words.key.isEmpty { return false }
        return Role.byKey[words.key] != nil || (item + receipt + counter).contains(words.key)
            || words.hasAny(category + ["date", "일자", "날짜", "시각", "time"])
            || !AmbiguousColumns.kinds(words, hasQuantity: false).isEmpty
    }

    /// Whether a column may hold ids or times, which differ from row to row.
    static func mayDifferFromRowToRow(_ words: TextWords) -> Bool {
        receipt.contains(words.key) || [Role.id, .time].contains(Role.byKey[words.key])
            || words.hasAny(["id", "번호"] + time)
    }

    private static func keys(_ names: [String]) -> [String] { names.map(nameKey) }
}
