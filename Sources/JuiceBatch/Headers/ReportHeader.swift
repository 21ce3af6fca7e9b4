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
