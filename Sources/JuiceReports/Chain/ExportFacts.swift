internal import JuiceBatch

/// The results of one export of a chain, as a roll-up needs them.
package struct ExportFacts: Sendable, Equatable {
    /// The stage that the processing of an export has reached.
    package enum State: String, Sendable, CaseIterable {
        /// The export was partitioned by shop, and all partitions are applied or quarantined.
        case done
        /// The export was refused as a whole, and no shop received any of its rows.
        case refused
        /// The export was not read and is still in the inbox: it is being written, or the settings are invalid.
        case unread
        /// The export was partitioned by shop, and some partitions are still to be applied.
        case waiting
    }

    /// A name in the export that belongs to no open shop of the chain.
    package struct UnknownName: Sendable, Equatable {
        /// The spelling of the name where it first occurs.
        package var name: String
        /// The number of rows with the name.
        package var rows: Int
        /// The line of the first row with this name, from 1.
        package var line: Int
        /// The first day on which the shop of that name is closed, `YYYY-MM-DD`; nil if the chain has no such shop.
        package var closedSince: String?

        package init(name: String, rows: Int, line: Int) {
            self.name = name
            self.rows = rows
            self.line = line
        }
    }

    /// The export's name in all messages.
    package var file: String
    /// The SHA-256 of the file's bytes, in hex.
    package var sha256: String
    package var bytes: Int
    /// The number of rows, without blank rows, header and totals.
    package var rows = 0
    package var blankRows = 0
    package var totalsRows = 0
    /// The number of rows that were assigned to a shop.
    package var assignedRows = 0
    /// The number of rows with the name of an unknown or closed shop.
    package var unknownShopRows = 0
    /// The number of rows whose shop cell is empty.
    package var unnamedShopRows = 0
    /// The number of rows whose number of cells differs from the header's.
    package var wrongFieldCountRows = 0
    /// The first unknown names in the order of the export.
    package var unknownNames: [UnknownName] = []
    /// The number of further unknown names that are not listed.
    package var moreUnknownNames = 0
    package var state: State
    /// The reason why the export was not processed; nil if it was, or if it still may be.
    package var reason: ExitReason?
    /// The reason why the export was refused or is waiting, on one line; empty if it was neither.
    package var text: String
    /// The name of the file beside the roll-up with the rows that belong to no shop; nil if there are none.
    package var unknownFile: String?
    /// The SHA-256 of that file's bytes, in hex.
    package var unknownSHA256: String?
    /// Whether the figures of a totals row were not checked, since a row above it has the wrong number of cells.
    package var hasUncheckedTotals = false

    package init(file: String, sha256: String, bytes: Int, state: State, _ reason: ExitReason?, text: String = "") {
        self.file = file
        self.sha256 = sha256
        self.bytes = bytes
        self.state = state
        self.reason = reason
        self.text = text
    }

    /// Whether the rows of the export are assigned to shops, applied or not.
    package var isPartitioned: Bool { state == .done || state == .waiting }

    /// The number of rows that belong to no shop; 0 for an export that is not partitioned.
    package var rowsWithoutShop: Int {
        isPartitioned ? Tally.sum(Tally.sum(unknownShopRows, unnamedShopRows), wrongFieldCountRows) : 0
    }

    /// Whether this export repeats the rows of another one that belonged to no shop, and some now belong to a shop.
    package func covers(_ other: ExportFacts) -> Bool {
        isPartitioned && assignedRows > 0 && other.rowsWithoutShop > 0 && other.unknownSHA256 == sha256
    }

    /// Whether every row is assigned to a shop or counted as belonging to none; true for an export that is not done.
    package var addsUp: Bool { state != .done || rows == Tally.sum(assignedRows, rowsWithoutShop) }
}

extension ExportFacts: JSONRecord {
    package static var blank: ExportFacts { ExportFacts(file: "", sha256: "", bytes: 0, state: .unread, nil) }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("file", &file)
        json.map("sha256", &sha256)
        json.count("bytes", &bytes)
        json.map("state", &state)
        json.reason(&reason, \.codeInChain)
        json.map("text", &text)
        json.count("rows", &rows)
        json.count("blank", &blankRows)
        json.count("totals", &totalsRows)
        json.count("given", &assignedRows)
        json.count("unknown_shop", &unknownShopRows)
        json.count("without_shop", &unnamedShopRows)
        json.count("wrong_field_count", &wrongFieldCountRows)
        json.map("unknown_names", &unknownNames)
        json.count("more_names", &moreUnknownNames)
        json.map("kept_in", &unknownFile)
        json.map("kept_sha256", &unknownSHA256)
        json.map("unchecked_totals", &hasUncheckedTotals)
    }
}

extension ExportFacts.State: JSONConvertible {}

extension ExportFacts.UnknownName: JSONRecord {
    package static var blank: Self { Self(name: "", rows: 0, line: 0) }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("name", &name)
        json.count("rows", &rows)
        json.count("line", &line)
        json.map("closed", &closedSince)
    }
}
