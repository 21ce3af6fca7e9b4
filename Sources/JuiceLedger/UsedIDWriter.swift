internal import GRDB
internal import JuiceBatch

/// Stores used ids, some rows a statement: what a statement costs by itself is a good part of a row.
struct UsedIDWriter {
    private struct Row {
        let id: UnsafeBufferPointer<UInt8>
        let action: Int
        let item: Int
        let quantity: Int
    }

    private static let rows_max = 16
    private static let columns = 5

    private let single: IDStatement
    private let full: IDStatement
    private let run: Int
    private var rows: [Row] = []

    /// A writer for the ids of a run.
    init(_ database: Database, run: Int) throws {
        self.run = run
        single = try Self.statement(database, rows: 1)
        full = try Self.statement(database, rows: Self.rows_max)
        rows.reserveCapacity(Self.rows_max)
    }

    private static func statement(_ database: Database, rows: Int) throws -> IDStatement {
        let row = "(" + Array(repeating: "?", count: columns).joined(separator: ", ") + ")"
        let values = Array(repeating: row, count: rows).joined(separator: ", ")
        return try IDStatement(database, sql: "INSERT INTO used_id (id, action, item, quantity, run) VALUES " + values)
    }

    /// Takes in an id, whose bytes must live until `finish`; `item` is the number in the ledger.
    mutating func add(_ id: UnsafeBufferPointer<UInt8>, action: Int, item: Int, quantity: Int) throws {
        rows.append(Row(id: id, action: action, item: item, quantity: quantity))
        guard rows.count == Self.rows_max else { return }
        try write(rows[...], with: full)
        rows.removeAll(keepingCapacity: true)
    }

    /// Stores what is left.
    mutating func finish() throws {
        for index in rows.indices { try write(rows[index...index], with: single) }
        rows.removeAll()
    }

    private func write(_ rows: ArraySlice<Row>, with statement: IDStatement) throws {
        var parameter: Int32 = 1
        for row in rows {
            statement.bind(row.id, at: parameter)
            statement.bind(row.action, at: parameter + 1)
            statement.bind(row.item, at: parameter + 2)
            statement.bind(row.quantity, at: parameter + 3)
            statement.bind(run, at: parameter + 4)
            parameter += Int32(Self.columns)
        }
        defer { statement.reset() }
        _ = try statement.step()
    }
}
