/// What a column of an input is for.
package enum Role: String, CaseIterable, Sendable {
    case id, action, item, quantity

    /// The header names that mean it.
    package var headerNames: [String] {
        switch self {
        case .id: ["id", "order id", "번호", "주문번호"]
        case .action: ["action", "type", "구분", "유형", "작업"]
        case .item: ["item", "juice", "fruit", "품목", "상품", "메뉴", "메뉴명", "쥬스", "과일"]
        case .quantity: ["quantity", "qty", "수량", "개수"]
        }
    }

    /// The role by the key of each of its header names.
    static let byKey: [String: Role] = {
        var table: [String: Role] = [:]
        for role in Role.allCases {
            for name in role.headerNames { table[nameKey(name)] = role }
        }
        return table
    }()
}
