internal import GRDB
internal import JuiceBatch

/// The properties of a ledger, with a digest of their own from which the runs' digests continue.
struct LedgerHead {
    /// The program that made it, by name and version.
    let madeBy: String
    /// The seed of the hashes that stand for ids.
    let seed: HashSeed

    private var sha256: String {
        SHA256.hex(of: "\(madeBy.utf8.count):\(madeBy)\(seed.low) \(seed.high)")
    }

    func insert(into database: Database) throws {
        try database.execute(
            sql: "INSERT INTO ledger VALUES (1, ?, ?, ?, ?)",
            arguments: [madeBy, Int64(bitPattern: seed.low), Int64(bitPattern: seed.high), sha256])
    }

    /// Reads it, and sees that nothing of it was changed: with another seed, every id would be new.
    init(_ database: Database) throws {
        guard let row = try Row.fetchOne(database, sql: "SELECT made_by, seed_low, seed_high, sha256 FROM ledger")
        else {
            throw LedgerCorruption(text: "no head")
        }
        madeBy = try row.decode(forColumn: "made_by")
        seed = HashSeed(
            low: UInt64(bitPattern: try row.decode(forColumn: "seed_low")),
            high: UInt64(bitPattern: try row.decode(forColumn: "seed_high")))
        guard try row.decode(String.self, forColumn: "sha256") == sha256 else {
            throw LedgerCorruption(text: "the head is not what it was")
        }
    }

    init(madeBy: String, seed: HashSeed) {
        self.madeBy = madeBy
        self.seed = seed
    }
}
