/// The role of a column: what its cells mean to the program.
package enum Role: String, CaseIterable, Sendable {
    case id, action, item, quantity, time

    /// The names of columns by which the role is recognized in a header.
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

    /// The names of columns that mean the time only if no column has one of the other names for the time.
    package static let dateNames = [
        "date", "날짜", "일자", "작성일자", "거래일", "거래일자", "판매일", "판매일자", "주문일", "주문일자", "영업일", "영업일자",
    ]

    /// The keys of `dateNames`.
    package static let dateKeys = Set(dateNames.map(nameKey))

    /// The words by which columns of dates are recognized, in Korean and English.
    static let dateWords = ["날짜", "일자", "date"]

    /// Whether a column may contain dates, by its name in the header.
    static func isOfDates(_ header: String) -> Bool {
        let words = TextWords(header)
        return words.hasAny(dateWords) || dateKeys.contains(words.key)
    }

    /// The role by the key of each of its header names.
    package static let byKey: [String: Role] = {
        var table: [String: Role] = [:]
        for role in Role.allCases {
            for name in role.headerNames { table[nameKey(name)] = role }
        }
        return table
    }()
}
