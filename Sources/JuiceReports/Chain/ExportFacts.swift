internal import JuiceBatch

/// The result of processing a chain's export, as a roll-up knows it.
package struct ExportFacts: Sendable, Equatable {
    /// The stage that processing of an export has reached.
    package enum State: String, Sendable, CaseIterable {
        /// The export was split, and all its parts are settled.
        case done
        /// The export was refused as a whole, and no shop was given anything.
        case refused
        /// The export stays in the inbox unread: it is still being written, or how to split it is not settled.
        case unread
        /// The export is still to be done: the night was cut short, or a part is not settled.
        case waiting
    }

    /// A name that no open shop of the chain has.
    package struct UnknownName: Sendable, Equatable {
        /// The name as the export first spells it.
        package var name: String
        /// The number of rows with the name.
        package var rows: Int
        /// The line of the first row with this name in the export, from 1.
        package var line: Int
        /// The date since which the shop of that name is closed, `YYYY-MM-DD`; nil if the chain has no such shop.
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
    package var blank = 0
    package var totals = 0
    /// Rows that went to a shop.
    package var given = 0
    /// Rows of shops that the chain does not have, or that are closed.
    package var unknown = 0
    /// Rows whose cell of the shop is empty.
    package var unnamed = 0
    /// Rows with another number of cells than the header.
    package var wrongFieldCount = 0
    /// The first names that no shop has, in the order of the export.
    package var names: [UnknownName] = []
    /// The number of further unknown names that are not listed.
    package var moreNames = 0
    package var state: State
    /// The reason why the export was not processed; nil if it was, or may still be.
    package var reason: ExitReason?
    /// The reason why the export was refused or is waiting, on one line; empty if it was neither.
    package var text: String
    /// The file beside the roll-up with the rows that belong to no shop; nil if there are none.
    package var unknownFile: String?
    /// The SHA-256 of that file's bytes, in hex.
    package var unknownSHA256: String?
    /// Whether a totals row was not checked, since a row above it has the wrong number of cells.
    package var hasUncheckedTotals = false

    package init(file: String, sha256: String, bytes: Int, state: State, _ reason: ExitReason?, text: String = "") {
        self.file = file
        self.sha256 = sha256
        self.bytes = bytes
        self.state = state
        self.reason = reason
        self.text = text
    }

    /// Whether its rows are given to shops, or will be.
    package var isGivenOut: Bool { state == .done || state == .waiting }

    /// The number of rows that belong to no shop; 0 for an export that is not split.
    package var leftOver: Int {
        isGivenOut ? Tally.sum(Tally.sum(unknown, unnamed), wrongFieldCount) : 0
    }

    /// Whether this export contains the rows left over from another one, and some of them have gone to a shop.
    package func takesIn(_ other: ExportFacts) -> Bool {
        isGivenOut && given > 0 && other.leftOver > 0 && other.unknownSHA256 == sha256
    }

    /// Whether every row went to a shop or is known to belong to none; true for an export that is not done.
    package var addsUp: Bool { state != .done || rows == Tally.sum(given, leftOver) }
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
        json.count("blank", &blank)
        json.count("totals", &totals)
        json.count("given", &given)
        json.count("unknown_shop", &unknown)
        json.count("without_shop", &unnamed)
        json.count("wrong_field_count", &wrongFieldCount)
        json.map("unknown_names", &names)
        json.count("more_names", &moreNames)
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
