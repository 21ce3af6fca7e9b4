/// What a column is for.
package enum PlainRole: String, CaseIterable, Sendable {
    /// The order's own number.
    case id
    /// What is to be done.
    case action
    /// The juice or fruit; every input needs one.
    case item
    /// How many.
    case quantity
    /// When it happened.
    case time

    /// The header names by which a column is known for the time where no other one is.
    package static let dateNames = [
        "date", "날짜", "일자", "작성일자", "거래일", "거래일자", "판매일", "판매일자", "주문일", "주문일자", "영업일", "영업일자",
    ]

    /// The header names by which a column is known for this role.
    package var headerNames: [String] {
        switch self {
        case .id: ["id", "order id", "주문번호"]
        case .action: ["action", "type", "구분", "유형", "작업"]
        case .item: ["item", "juice", "fruit", "품목", "상품", "메뉴", "메뉴명", "쥬스", "과일"]
        case .quantity: ["quantity", "qty", "수량", "개수"]
        case .time:
            [
                "time", "datetime", "date time", "timestamp", "시각", "일시", "시간", "주문일시", "거래일시", "판매일시",
                "결제일시",
            ]
        }
    }
}
