package import JuiceCore

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

/// The columns that the user named for roles, and the roles that the user switched off.
package struct ColumnOptions: Sendable, Equatable {
    /// The header name of a role; nil where the role is switched off.
    package private(set) var names: [Role: String?] = [:]
    /// The roles whose column need not be in any input.
    package private(set) var defaults: Set<Role> = []

    /// No wishes: all columns by their names.
    package init() {}

    /// Reads `ROLE=NAME` and `ROLE=`.
    ///
    /// - Parameter defaults: the same, for roles that `options` does not name: what a shop has settled once, and
    ///   what not every input has to follow.
    package init(parsing options: [String], defaults: [String] = []) throws(BatchError) {
        try add(defaults)
        let fallback = names
        names = [:]
        try add(options)
        self.defaults = Set(fallback.keys).subtracting(names.keys)
        names.merge(fallback) { wish, _ in wish }
    }

    private mutating func add(_ options: [String]) throws(BatchError) {
        for option in options {
            guard let sign = option.firstIndex(of: "=") else { throw .usage(.malformedColumn(option)) }
            let word = String(option[..<sign])
            guard let role = Role(rawValue: nameKey(word)) else { throw .usage(.unknownRole(word)) }
            guard names[role] == nil else { throw .usage(.repeatedRole(role.rawValue)) }
            let name = String(option[option.index(after: sign)...])
            names.updateValue(name.isEmpty ? nil : name, forKey: role)
        }
    }
}

/// The report files of this program, told by their first columns.
package enum ReportHeader {
    /// The first columns of success.csv; a column of stock for each fruit and the extras follow.
    package static let success = ["file", "line", "id", "action", "item", "quantity", "message"]
    /// What stands before a fruit's name in success.csv.
    package static let stockPrefix = "재고_"
    /// The first columns of failure.csv; the extras follow.
    package static let failure = [
        "file", "line", "id", "action", "item", "quantity", "code", "message", "shortage", "raw",
    ]

    /// Whether a header is that of failure.csv.
    static func isFailure(_ names: [String]) -> Bool { names.starts(with: failure) }

    /// Whether a header is that of success.csv.
    static func isSuccess(_ names: [String]) -> Bool {
        names.starts(with: success) && names.count > success.count && names[success.count].hasPrefix(stockPrefix)
    }

    /// Whether a header is that of one of them.
    static func isReport(_ names: [String]) -> Bool { isFailure(names) || isSuccess(names) }
}

/// Where the cells of an input's rows belong.
package struct ColumnLayout: Sendable {
    /// An extra column: its name as it stands in the header, and which repeat of that name it is, from 0.
    package struct Extra: Sendable, Hashable {
        package let name: [UInt8]
        package let occurrence: Int
    }

    /// The most columns of an input, and the most extras in all.
    package static let countMax = 256

    /// How many columns there are: cells at the header's end that are empty after trimming are none.
    package internal(set) var count = 0
    /// How many cells the header's record has, with those that are no columns.
    package internal(set) var recordCount = 0
    /// The columns of the roles, from 0; nil where there is none.
    package internal(set) var id: Int?
    package internal(set) var action: Int?
    package internal(set) var item = 0
    package internal(set) var quantity: Int?
    /// The columns `code` and `raw` of failure.csv; nil in any other input.
    package internal(set) var code: Int?
    package internal(set) var raw: Int?
    /// What a name that is both a juice and a fruit means by the item column's header; nil if that says neither.
    package internal(set) var meaning: Action?
    /// The extras of this input, with their columns.
    package internal(set) var extras: [(extra: Extra, column: Int)] = []
    /// For each extra of the whole run its column in this input; nil where it has none.
    package var extraColumns: [Int?] = []

    package init() {}

    /// Whether an apostrophe that `--excel` put in front of a cell is taken off again.
    package internal(set) var dropsApostrophes = false

    /// Whether the input is a failure.csv of an earlier run.
    package var isFailureFile: Bool { code != nil }
}
