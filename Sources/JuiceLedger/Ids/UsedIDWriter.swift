internal import GRDB
internal import JuiceBatch

/// Stores used ids, some rows a statement: what a statement costs by itself is a good part of a row.
struct UsedIDWriter {
    private static let rowsMax = 16
    private static let columns = ["prefix", "high", "low", "use", "run"]

    private let single: IDStatement
    private let full: IDStatement
    private let numbers: ItemNumbers
    private let run: Int

    /// A writer for the ids of a run.
    init(_ database: Database, run: Int, numbers: ItemNumbers) throws {
        self.run = run
        self.numbers = numbers
        single = try Self.statement(database, rows: 1)
        full = try Self.statement(database, rows: Self.rowsMax)
    }

    private static func statement(_ database: Database, rows: Int) throws -> IDStatement {
        let row = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
        let values = Array(repeating: row, count: rows).joined(separator: ", ")
        return try IDStatement(
            database, sql: "INSERT INTO used_id (\(columns.joined(separator: ", "))) VALUES \(values)")
    }

    /// Stores ids, which come in the order of the table's key: that is what makes it fast.
    ///
    /// - Parameter interruption: is asked now and then.
    func write(_ ids: [UsedID], interruption: Interruption) throws {
        var start = 0
        while start < ids.count {
            if start % 4096 == 0 { try interruption.check() }
            let isFull = ids.count - start >= Self.rowsMax
            let end = isFull ? start + Self.rowsMax : start + 1
            try write(ids[start..<end], with: isFull ? full : single)
            start = end
        }
    }

    private func write(_ ids: ArraySlice<UsedID>, with statement: IDStatement) throws {
        var parameter: Int32 = 1
        for id in ids {
            try statement.bind(id.key, at: parameter)
            try statement.bind(numbers.use(of: id).bits, at: parameter + 3)
            try statement.bind(run, at: parameter + 4)
            parameter += Int32(Self.columns.count)
        }
        defer { statement.reset() }
        _ = try statement.step()
    }
}
