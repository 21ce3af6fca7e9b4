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

    /// The columns of a list of restocks.
    package static let restock = ["id", "action", "item", "quantity"]
    /// The columns of the counter's journal.
    package static let journal = ["time", "id", "action", "item", "quantity"]

    /// Which of our own inputs has this header; nil for any other.
    static func ownFile(_ names: [String]) -> OwnFile? {
        if isFailure(names) { return .failure }
        if names == restock { return .restock }
        return names == journal ? .journal : nil
    }

    /// Whether a header is that of failure.csv.
    static func isFailure(_ names: [String]) -> Bool { names.starts(with: failure) }

    /// Whether a header is that of success.csv.
    static func isSuccess(_ names: [String]) -> Bool {
        names.starts(with: success) && names.count > success.count && names[success.count].hasPrefix(stockPrefix)
    }

    /// Whether a header is that of a file that this program writes.
    static func isOwn(_ names: [String]) -> Bool { ownFile(names) != nil || isSuccess(names) }
}
