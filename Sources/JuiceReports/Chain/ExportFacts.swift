internal import JuiceBatch

/// The result of processing a chain-wide export: all that a roll-up knows of it.
package struct ExportFacts: Sendable, Equatable {
    /// The stage that processing of an export has reached.
    package enum State: String, Sendable, CaseIterable {
        /// It was cut up, and all its parts are settled.
        case done
        /// It was refused as a whole, and none of its shops was given anything.
        case refused
        /// It stays in the inbox unread: it is still being written, or how to split it is not settled.
        case unread
        /// It is still to be done: the night was cut short, or a part of it is not settled.
        case waiting
    }

    /// A name that no open shop of the chain has.
    package struct UnknownName: Sendable, Equatable {
        /// The name as the export first spells it.
        package var name: String
        /// The number of rows with the name.
        package var rows: Int
        /// The line of the export on which the first of them stands, from 1.
        package var line: Int
        /// The date since which the shop of that name is closed, `YYYY-MM-DD`; nil where the chain has no such shop.
        package var closedSince: String?

        package init(name: String, rows: Int, line: Int) {
            self.name = name
            self.rows = rows
            self.line = line
        }
    }

    /// Its name in all messages.
    package var file: String
    /// The SHA-256 of the file's bytes, in hex.
    package var sha256: String
    package var bytes: Int
    /// Rows that are not blank, header and totals aside.
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
    /// Why it is no success; nil where it is one, or may still be.
    package var reason: ExitReason?
    /// Why it was refused or is waiting, on one line; empty where there is nothing to tell.
    package var text: String
    /// The file beside the roll-up with the rows that could not be given to a shop; nil if there are none.
    package var unknownFile: String?
    /// The SHA-256 of that file's bytes, in hex.
    package var unknownSHA256: String?
    /// Whether a totals row's figure was not looked at, since a row above it is of the wrong width.
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

    /// The number of rows that could not be given to a shop; 0 for an export whose rows are not given to shops at all.
    package var leftOver: Int {
        isGivenOut ? ChainFigures.sum(ChainFigures.sum(unknown, unnamed), wrongFieldCount) : 0
    }

    /// Whether this export is what another one had left over, brought again, and some of it was given to a shop by now.
    package func takesIn(_ other: ExportFacts) -> Bool {
        isGivenOut && given > 0 && other.leftOver > 0 && other.unknownSHA256 == sha256
    }

    /// Whether every row went to a shop or is known to have gone to none, as SPEC §6 wants it; an export that is not done
    /// has nothing to add up yet.
    package var addsUp: Bool { state != .done || rows == ChainFigures.sum(given, leftOver) }
}

/// The JSON form of the facts, with a stable order of keys.
extension ExportFacts {
    /// The facts as a JSON object.
    package var json: JSONValue {
        .object([
            ("file", .string(file)), ("sha256", .string(sha256)), ("bytes", .number(bytes)),
            ("state", .string(state.rawValue)), ("code", .number(reason?.codeInChain ?? 0)),
            ("reason", reason.map { .string($0.rawValue) } ?? .null), ("text", .string(text)),
            ("rows", .number(rows)), ("blank", .number(blank)), ("totals", .number(totals)),
            ("given", .number(given)), ("unknown_shop", .number(unknown)), ("without_shop", .number(unnamed)),
            ("wrong_field_count", .number(wrongFieldCount)), ("unknown_names", .array(names.map(\.json))),
            ("more_names", .number(moreNames)), ("kept_in", unknownFile.map { .string($0) } ?? .null),
            ("kept_sha256", unknownSHA256.map { .string($0) } ?? .null),
            ("unchecked_totals", .bool(hasUncheckedTotals)),
        ])
    }

    /// Facts as `json` writes them; nil if a value is none of that.
    package init?(_ value: JSONValue) {
        guard let file = value["file"]?.string, let sha256 = value["sha256"]?.string,
            let bytes = value["bytes"]?.int, let reason = value.exitReason(\.codeInChain),
            let text = value["text"]?.string,
            let state = value["state"]?.string.flatMap({ State(rawValue: $0) }), let rows = value["rows"]?.int,
            let blank = value["blank"]?.int, let totals = value["totals"]?.int, let given = value["given"]?.int,
            let unknown = value["unknown_shop"]?.int, let unnamed = value["without_shop"]?.int,
            let wrongFieldCount = value["wrong_field_count"]?.int,
            let names = value["unknown_names"]?.all({ UnknownName($0) }), let moreNames = value["more_names"]?.int,
            let hasUncheckedTotals = value["unchecked_totals"]?.bool
        else { return nil }
        // No file has as many bytes, and none of what is told of it may overflow.
        guard
            [bytes, rows, blank, totals, given, unknown, unnamed, wrongFieldCount, moreNames]
                .allSatisfy({ (0...Tally.sumMax).contains($0) })
        else { return nil }
        self.init(file: file, sha256: sha256, bytes: bytes, state: state, reason, text: text)
        (self.rows, self.blank, self.totals) = (rows, blank, totals)
        (self.given, self.unknown, self.unnamed, self.wrongFieldCount) = (given, unknown, unnamed, wrongFieldCount)
        (self.names, self.moreNames) = (names, moreNames)
        unknownFile = value["kept_in"]?.string
        unknownSHA256 = value["kept_sha256"]?.string
        self.hasUncheckedTotals = hasUncheckedTotals
    }
}

extension ExportFacts.UnknownName {
    fileprivate var json: JSONValue {
        .object([
            ("name", .string(name)), ("rows", .number(rows)), ("line", .number(line)),
            ("closed", closedSince.map { .string($0) } ?? .null),
        ])
    }

    fileprivate init?(_ value: JSONValue) {
        guard let name = value["name"]?.string, let rows = value["rows"]?.int, let line = value["line"]?.int,
            (0...Tally.sumMax).contains(rows), (0...Tally.sumMax).contains(line)
        else { return nil }
        self.init(name: name, rows: rows, line: line)
        closedSince = value["closed"]?.string
    }
}
