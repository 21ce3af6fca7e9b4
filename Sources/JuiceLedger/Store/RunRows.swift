internal import GRDB

extension Database {
    /// What a table has of a run, by a statement that is prepared once: whoever reads history asks for one run after the
    /// other.
    ///
    /// - Parameter sql: has the run's number in the place of its one `?`.
    func rows(of run: Int, _ sql: String) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: [run])
    }

    /// Changes a table by a statement that is prepared once: whoever records a run has many rows for each table.
    func change(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
