/// The report files of this program, told by their first columns.
package enum ReportHeader {
    /// The first columns of success.csv; a column of stock for each fruit and the extras follow.
    package static let success = ["file", "line", "id", "action", "item", "quantity", "message"]
    /// The prefix of fruits' names in the header of success.csv.
    package static let stockPrefix = "재고_"
    /// The first columns of failure.csv; the extras follow.
    package static let failure = [
        "file", "line", "id", "action", "item", "quantity", "code", "message", "shortage", "raw",
    ]

    /// The names that the two columns of stock.csv, and of any file for `--stock`, may have.
    static let fruitNames = ["fruit", "과일"]
    static let stockNames = ["stock", "재고"]
    /// The columns of a list of restocks.
    package static let restock = ["id", "action", "item", "quantity"]
    /// The columns of the counter's journal.
    package static let journal = ["time", "id", "action", "item", "quantity"]

    /// The kind of our own file that has this header; nil for any other.
    static func ownFile(_ names: [String]) -> OwnFile? {
        if isFailure(names) { return .failure }
        if names == restock { return .restock }
        return names == journal ? .journal : nil
    }

    /// Whether a header is that of failure.csv.
    static func isFailure(_ names: [String]) -> Bool { names.starts(with: failure) }

    /// Why a header that is none of our own inputs is refused for what it resembles: success.csv with columns added,
    /// moved or renamed, a failure.csv that was saved in another form, or a list of stock; nil for any other.
    static func resemblance(_ names: [String]) -> Refusal.Reason? {
        let keys = Set(names.map(nameKey)).subtracting([""])
        if keys.isSuperset(of: success), keys.isDisjoint(with: ["shortage", "raw"]) { return .alreadyApplied }
        let ofFailures = keys.intersection(["code", "message", "shortage", "raw"])
        if keys.isSuperset(of: restock), ofFailures.count >= 2 { return .changedReport(.failure) }
        let isStock =
            keys.count == 2 && !keys.isDisjoint(with: fruitNames) && !keys.isDisjoint(with: stockNames)
        return isStock ? .changedReport(.stock) : nil
    }
}
