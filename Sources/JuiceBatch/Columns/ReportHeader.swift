/// The headers of this program's own files, by which these are recognized.
package enum ReportHeader {
    /// The first columns of success.csv; a column of stock for each fruit and the extras follow.
    package static let success = ["file", "line", "id", "action", "item", "quantity", "message"]
    /// The prefix of fruits' names in the header of success.csv.
    package static let stockPrefix = "재고_"
    /// The first columns of failure.csv; the extras follow.
    package static let failure = [
        "file", "line", "id", "action", "item", "quantity", "code", "message", "shortage", "raw",
    ]

    // The accepted names of the two columns of stock.csv and of any file for `--stock`.
    static let fruitNames = ["fruit", "과일"]
    static let stockNames = ["stock", "재고"]
    /// The columns of a list of restocks.
    package static let restock = ["id", "action", "item", "quantity"]
    /// The columns of the counter's shift log.
    package static let shiftLog = ["time", "id", "action", "item", "quantity"]

    /// Whether a header is that of a file that this program writes and reads: failure.csv, restocks or a shift log.
    static func isProgramFile(_ names: [String]) -> Bool {
        names.starts(with: failure) || names == restock || names == shiftLog
    }

    /// The reason to refuse a header like that of success.csv, of a changed failure.csv, or of a list of stock.
    static func resemblance(_ names: [String]) -> Refusal.Reason? {
        let keys = Set(names.map(nameKey)).subtracting([""])
        if keys.isSuperset(of: success), keys.isDisjoint(with: ["shortage", "raw"]) { return .alreadyApplied }
        let ofFailures = keys.intersection(["code", "message", "shortage", "raw"])
        if keys.isSuperset(of: restock), ofFailures.count >= 2 { return .changedFailureFile }
        let isStock = keys.count == 2 && !keys.isDisjoint(with: fruitNames) && !keys.isDisjoint(with: stockNames)
        return isStock ? .stockList : nil
    }
}
