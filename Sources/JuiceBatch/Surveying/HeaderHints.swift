internal import JuiceCore

/// The names that tills are known to give to columns, beside those that stand for roles by themselves.
enum HeaderHints {
    /// The headers of sold items, the likeliest first.
    static let item = keys([
        "상품명", "메뉴명", "품명", "품목명", "제품명", "상품이름", "메뉴이름", "주문메뉴", "주문상품", "주문내역", "음료명", "음료", "제품",
        "menu item", "item name", "product name", "product", "menu", "drink", "beverage", "description", "name",
    ])

    /// The headers of numbers of receipts or rows.
    static let receipt = keys([
        "영수증번호", "전표번호", "주문번호", "거래번호", "접수번호", "판매번호", "영수번호", "receipt number", "receipt no", "receipt no.",
        "receipt id", "receipt", "receipt #", "transaction id", "transaction", "transaction number", "order id",
        "order number",
        "order no", "order no.", "order #", "check id", "check number", "check #", "bill number", "bill no",
        "ticket number",
        "invoice number", "invoice no", "invoice",
    ])

    /// The headers of the till or channel that counts the receipts.
    static let counter = keys([
        "포스번호", "포스", "단말기번호", "주문채널", "채널", "pos", "pos number", "pos no", "register", "terminal", "channel",
    ])

    private static let categoryWords = ["분류", "카테고리", "부문", "품목군", "category", "group", "department"]

    /// The words that mark a row as a sale.
    static let saleWords = Set(
        keys([
            "정상", "완료", "판매", "결제", "결제완료", "승인", "매출", "주문완료", "배달완료", "포장완료", "픽업완료", "판매완료", "정상판매",
            "정상매출", "정상결제", "payment", "sale", "sold", "paid", "completed", "complete", "closed", "ordered", "normal",
            "approved",
        ]))

    private static let takingBack = DoubtfulCell.takingBack.map(nameKey)
    private static let cancels = Set(Action.cancel.names.map(nameKey))

    /// Whether a cell says that something was taken back.
    static func takesBack(_ cell: String) -> Bool {
        let key = nameKey(cell)
        return cancels.contains(key) || takingBack.contains { key.utf8.starts(with: $0.utf8) }
    }

    /// Whether a header names what kind of thing was sold.
    static func isCategory(_ header: String) -> Bool { HeaderWords(header).hasAny(categoryWords) }

    /// Whether a header seems to name something that this program knows.
    static func isKnown(_ header: String) -> Bool {
        let words = HeaderWords(header)
        if words.key.isEmpty { return false }
        return Role.byKey[words.key] != nil || item.contains(words.key) || receipt.contains(words.key)
            || counter.contains(words.key) || words.hasAny(categoryWords + ["date", "일자", "날짜", "시각", "time"])
            || !DoubtfulColumns.kinds(words, hasQuantity: false).isEmpty
    }

    private static func keys(_ names: [String]) -> [String] { names.map(nameKey) }
}
