internal import GRDB
internal import JuiceBatch
internal import JuiceCore

/// The tables of a ledger that store the business of a run.
extension RunContent.Business {
    /// nil where nothing is on record.
    static func load(_ run: Int, from database: Database) throws -> Self? {
        guard
            let row = try database.rows(of: run, "SELECT * FROM business WHERE run = ?").first
        else { return nil }
        let demands = try database.rows(of: run, "SELECT fruit, pieces FROM demand WHERE run = ? ORDER BY fruit").map {
            Demand(fruit: try $0.decode(forColumn: "fruit"), pieces: try $0.decode(forColumn: "pieces"))
        }
        return Self(
            day: try day(row), orders: try row.decode(forColumn: "orders"),
            short: try row.decode(forColumn: "short"), retries: try row.decode(forColumn: "retries"), demands: demands,
            money: try money(run, from: database))
    }

    private static func day(_ row: Row) throws -> BusinessDay? {
        let date: String? = try row.decode(forColumn: "date")
        let source: String? = try row.decode(forColumn: "source")
        guard let date, let source else { return nil }
        guard let source = BusinessDay.Source(rawValue: source) else {
            throw LedgerCorruption(text: "the business day of a run")
        }
        return BusinessDay(date: date, source: source, named: try row.decode(forColumn: "named"))
    }

    private static func money(_ run: Int, from database: Database) throws -> RecordedMoney? {
        guard let row = try database.rows(of: run, "SELECT * FROM money WHERE run = ?").first else { return nil }
        func amount(_ column: String) throws -> Money? {
            let hundredths: Int? = try row.decode(forColumn: column)
            return hundredths.map { Money(hundredths: $0) }
        }
        return RecordedMoney(
            currency: try row.decode(forColumn: "currency"), sales: try amount("sales"),
            lostSales: try amount("lost_sales"), fruitUsed: try amount("fruit_used"),
            discarded: try amount("discarded"), counted: try amount("counted"))
    }

    /// Adds it to the record of a run.
    func insert(_ run: Int, into database: Database) throws {
        try database.execute(
            sql: "INSERT INTO business VALUES (?, ?, ?, ?, ?, ?, ?)",
            arguments: [run, day?.date, day?.source.rawValue, day?.named, orders, short, retries])
        for demand in demands {
            try database.change("INSERT INTO demand VALUES (?, ?, ?)", [run, demand.fruit, demand.pieces])
        }
        guard let money else { return }
        try database.execute(
            sql: "INSERT INTO money VALUES (?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                run, money.currency, money.sales?.hundredths, money.lostSales?.hundredths,
                money.fruitUsed?.hundredths, money.discarded?.hundredths, money.counted?.hundredths,
            ])
    }
}
