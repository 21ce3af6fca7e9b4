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

    /// The header names by which a column is known for this role.
    package var headerNames: [String] {
        switch self {
        case .id: ["id", "order id", "번호", "주문번호"]
        case .action: ["action", "type", "구분", "유형", "작업"]
        case .item: ["item", "juice", "fruit", "품목", "상품", "메뉴", "메뉴명", "쥬스", "과일"]
        case .quantity: ["quantity", "qty", "수량", "개수"]
        }
    }
}

/// What a row asks for.
package enum PlainAction: String, CaseIterable, Sendable {
    /// Make juice.
    case order
    /// Add to a fruit.
    case restock
    /// Take from a fruit.
    case discard
    /// Set a fruit to what was counted.
    case count

    /// All names, the canonical one first.
    package var names: [String] {
        switch self {
        case .order: ["order", "주문"]
        case .restock: ["restock", "입고", "재고추가"]
        case .discard: ["discard", "폐기"]
        case .count: ["count", "실사", "재고수정"]
        }
    }

    /// The quantities it takes.
    package var range: ClosedRange<Int> {
        switch self {
        case .order: 1...1_000_000
        case .restock, .discard: 1...1_000_000_000
        case .count: 0...1_000_000_000
        }
    }
}

/// The options of a run that bear on its reports.
package struct PlainOptions: Sendable {
    /// One `--column ROLE=NAME`; an empty name switches the role off.
    package struct Column: Sendable {
        /// The role.
        package var role: PlainRole
        /// The header's name.
        package var name: String

        /// An option by hand.
        package init(role: PlainRole, name: String) {
            self.role = role
            self.name = name
        }
    }

    /// When an exit status other than 0 says that rows failed.
    package enum FailOn: String, Sendable {
        /// Never.
        case none
        /// For rejected rows.
        case rejected
        /// For rejected rows and shortages.
        case shortage
    }

    /// In the order of the command line.
    package var columns: [Column] = []
    /// `--delimiter`.
    package var delimiter: UInt8?
    /// `--encoding`.
    package var encoding: String?
    /// `--excel`.
    package var excel = false
    /// `--fail-on`.
    package var failOn = FailOn.rejected

    /// No options.
    package init() {}

    /// The command line's words for these options.
    package var arguments: [String] {
        var words: [String] = []
        for column in columns { words += ["--column", column.role.rawValue + "=" + column.name] }
        if let delimiter { words += ["--delimiter", String(decoding: [delimiter], as: UTF8.self)] }
        if let encoding { words += ["--encoding", encoding] }
        if excel { words.append("--excel") }
        if failOn != .rejected { words += ["--fail-on", failOn.rawValue] }
        return words
    }
}
