package import JuiceBatch

/// The results of one export of a chain, as a roll-up needs them.
package struct ExportFacts: Sendable, Equatable, JSONRecord {
    /// The stage that the processing of an export has reached.
    package enum State: String, Sendable, CaseIterable, JSONConvertible {
        /// The export was partitioned by shop, and all partitions are applied or set aside.
        case done
        /// The export was refused as a whole, and no shop received any of its rows.
        case refused
        /// The export was not read and is still in the inbox: it is being written, or the settings are invalid.
        case unread
        /// The export was partitioned by shop, and some partitions are still to be applied.
        case waiting
    }

    /// The export's name in all messages.
    package var file: String
    /// The SHA-256 of the file's bytes, in hex.
    package var sha256: String
    package var bytes: Int
    /// The numbers of rows, which are 0 for an export that could not be read or split.
    package var counts = PartitionCounts()
    package var state: State
    /// The reason why the export was not processed; nil if it was, or if it still may be.
    package var reason: ExitReason?
    /// The reason why the export was refused or is waiting, on one line; empty if it was neither.
    package var text: String
    /// The name of the file beside the roll-up with the rows that belong to no shop; nil if there are none.
    package var unknownFile: String?
    /// The SHA-256 of that file's bytes, in hex.
    package var unknownSHA256: String?

    package init(file: String, sha256: String, bytes: Int, state: State, _ reason: ExitReason?, text: String = "") {
        self.file = file
        self.sha256 = sha256
        self.bytes = bytes
        self.state = state
        self.reason = reason
        self.text = text
    }

    /// The reason why the export was not processed, as a problem; its text is empty if there is none.
    package var problem: ShopProblem { ShopProblem(file: file, reason, text: text) }
    /// Whether the rows of the export are assigned to shops, applied or not.
    package var isPartitioned: Bool { state == .done || state == .waiting }
    /// The number of rows that belong to no shop; 0 for an export that is not partitioned.
    package var rowsWithoutShop: Int { isPartitioned ? counts.rowsWithoutShop : 0 }

    /// Whether this export repeats the rows of another one that belonged to no shop, and some now belong to a shop.
    package func covers(_ other: ExportFacts) -> Bool {
        isPartitioned && counts.assignedRows > 0 && other.rowsWithoutShop > 0 && other.unknownSHA256 == sha256
    }

    package static var placeholder: ExportFacts { ExportFacts(file: "", sha256: "", bytes: 0, state: .unread, nil) }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("file", &file)
        json.map("sha256", &sha256)
        json.count("bytes", &bytes)
        json.map("state", &state)
        json.reason(&reason, \.codeInChain)
        json.map("text", &text)
        json.count("rows", &counts.rows)
        json.count("blank", &counts.blankRows)
        json.count("totals", &counts.totalsRows)
        json.count("given", &counts.assignedRows)
        json.count("unknown_shop", &counts.unknownShopRows)
        json.count("without_shop", &counts.unnamedShopRows)
        json.count("wrong_field_count", &counts.wrongFieldCountRows)
        json.map("unknown_names", &counts.unknownNames)
        json.map("kept_in", &unknownFile)
        json.map("kept_sha256", &unknownSHA256)
        json.map("unchecked_totals", &counts.hasUncheckedTotals)
    }
}

extension [ExportFacts] {
    /// The reasons that exports cause; rows of no shop count until they are exported again and applied.
    package var exitReasons: [ExitReason] {
        compactMap(\.reason) + (rowsWithoutShop > 0 ? [.rowsWithoutShop] : [])
    }

    /// The number of rows that belong to no shop and were not exported again.
    package var rowsWithoutShop: Int {
        indices.reduce(0) { coveringExport($1) == nil ? Tally.sum($0, self[$1].rowsWithoutShop) : $0 }
    }

    /// The export that repeats those rows of the export at an index that belong to no shop; nil if there is none.
    ///
    /// If these rows are the same bytes in several exports, each export with these bytes covers one of them.
    private func coveringExport(_ index: Int) -> ExportFacts? {
        let coveringExports = filter { $0.covers(self[index]) }
        let rank = self[..<index].count { $0.rowsWithoutShop > 0 && $0.unknownSHA256 == self[index].unknownSHA256 }
        return rank < coveringExports.count ? coveringExports[rank] : nil
    }

    /// The export that repeats the rows of another one that belong to no shop; nil if there is none.
    func coveringExport(of export: ExportFacts) -> ExportFacts? { firstIndex(of: export).flatMap(coveringExport(_:)) }
}

extension PartitionCounts.UnknownName: JSONRecord {
    package static var placeholder: Self { Self(name: "", rows: 0, line: 0) }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("name", &name)
        json.count("rows", &rows)
        json.count("line", &line)
        json.map("closed", &closedSince)
    }
}
