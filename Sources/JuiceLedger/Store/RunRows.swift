internal import GRDB

extension Database {
    /// Fetches a table's rows of a run with a statement that is prepared once and cached, since history is read one run
    /// after another.
    ///
    /// - Parameter sql: a query with one `?`, which stands for the run's number.
    func rows(of run: Int, _ sql: String) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: [run])
    }

    /// Changes a table with a statement that is prepared once and cached, since a run writes many rows to each table.
    func change(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
