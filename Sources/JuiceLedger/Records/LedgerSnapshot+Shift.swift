internal import GRDB
package import JuiceBatch

extension LedgerSnapshot {
    /// The shift that is open; nil if none is.
    package func shift() throws -> OpenShift? {
        guard let row = try Row.fetchOne(database, sql: "SELECT * FROM shift") else { return nil }
        return OpenShift(
            run: try row.decode(forColumn: "run"), openedAt: try row.decode(forColumn: "opened_at"),
            date: try row.decode(forColumn: "date"), shiftLog: try row.decode(forColumn: "journal"),
            device: try row.decode(forColumn: "device"), inode: try row.decode(forColumn: "inode"),
            menu: try row.decode(forColumn: "menu"), process: try row.decode(forColumn: "process"))
    }
}

extension LedgerSnapshot {
    /// The subset of some ids that runs have used and that were not reversed.
    package func used(_ ids: [String]) throws -> Set<String> {
        if ids.isEmpty { return [] }
        let seed = try idSeed()
        let statement = try IDStatement(
            database, sql: "SELECT 1 FROM used_id WHERE prefix = ? AND high = ? AND low = ?")
        var used: Set<String> = []
        for id in ids {
            defer { statement.reset() }
            try statement.bind(IDKey(id, seed: seed))
            if try statement.step() { used.insert(id) }
        }
        return used
    }
}

extension LedgerTransaction {
    /// Opens a shift, where none is open.
    package func open(_ shift: OpenShift) throws {
        try database.execute(
            sql: "INSERT INTO shift VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                shift.run, shift.openedAt, shift.date, shift.shiftLog, shift.device, shift.inode, shift.menu,
                shift.process,
            ])
    }

    /// Records the process that continues the shift.
    package func setProcess(_ process: Int32) throws {
        try database.execute(sql: "UPDATE shift SET process = ?", arguments: [process])
    }

    package func endShift() throws {
        try database.execute(sql: "DELETE FROM shift")
    }
}
