internal import GRDB
package import JuiceBatch
package import JuiceCore

/// What a ledger holds at one moment. It is good for as long as the transaction that it belongs to.
package struct LedgerSnapshot {
    let ledger: Ledger
    let database: Database

    /// The number of the latest run; 0 if there is none yet.
    package func lastRun() throws -> Int {
        try Int.fetchOne(database, sql: "SELECT max(number) FROM run") ?? 0
    }

    /// What a run with this menu starts from, by the fruit's place on the menu: a fruit that is new to the ledger has
    /// nothing, and a ledger without runs opens as it is told to.
    ///
    /// - Parameters:
    ///   - given: the stock of a new ledger.
    ///   - isAsked: whether the user asked for it, which is no use to a ledger that has a stock.
    package func opening(menu: Menu, given: [Int], isAsked: Bool) throws -> [Int] {
        guard try lastRun() > 0 else { return given }
        if isAsked { throw BatchError.usage(.stockOfExistingLedger(ledger.shownPath)) }
        let items = try LedgerItems(database)
        let stock = try stockByNumber()
        return menu.fruits.map { fruit in items.number(ofFruit: fruit.name).flatMap { stock[$0] } ?? 0 }
    }

    /// Pieces of each fruit, by the fruit's number in the ledger.
    func stockByNumber() throws -> [Int: Int] {
        let rows = try Row.fetchAll(database, sql: "SELECT fruit, pieces FROM stock")
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["fruit"], $0["pieces"]) })
    }

    /// Whether an input of so many bytes may be known. If not, there is no need to read it just to find out.
    package func mayKnow(size_bytes: Int) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT * FROM known_input WHERE bytes = ?)", arguments: [size_bytes])
            ?? false
    }

    /// The run that applied an input of this content; nil if none did, or that was taken back.
    package func run(thatApplied sha256: String) throws -> Int? {
        try Int.fetchOne(database, sql: "SELECT run FROM known_input WHERE sha256 = ?", arguments: [sha256])
    }

    /// The seed of the hashes that stand for ids. Each ledger has one of its own, so that nobody who does not know it can
    /// find two ids with the same hash.
    package func idSeed() throws -> HashSeed {
        guard let row = try Row.fetchOne(database, sql: "SELECT low, high FROM id_seed") else {
            throw BatchError.badLedger(path: ledger.shownPath, fault: .damaged)
        }
        return HashSeed(low: UInt64(bitPattern: row["low"]), high: UInt64(bitPattern: row["high"]))
    }

    /// What earlier runs know of ids, for a run with this menu and the seed of this ledger.
    package func idHistory(menu: Menu) throws -> any IDHistory {
        let items = try LedgerItems(database)
        let count = try Int.fetchOne(
            database,
            sql: """
                SELECT coalesce(sum(ids), 0) FROM run
                WHERE number NOT IN (SELECT reverses FROM run WHERE reverses IS NOT NULL)
                """)
        return LedgerIDHistory(ledger: ledger, count: count ?? 0, places: items.places(on: menu))
    }

    /// Report sets that were committed and have not been put in place yet, as far as this ledger knows.
    package func pendingReports() throws -> [PendingReports] {
        try Row.fetchAll(database, sql: "SELECT * FROM pending ORDER BY run").map {
            PendingReports(run: $0["run"], staging: $0["staging"], target: $0["target"], inode: $0["inode"])
        }
    }
}

/// A set of reports that waits to be put in place.
package struct PendingReports: Sendable, Equatable {
    /// The run it belongs to.
    package let run: Int
    /// The folder that holds it.
    package let staging: String
    /// The folder whose place it takes.
    package let target: String
    /// The folder's number in its file system, by which it is known after it has moved.
    package let inode: Int

    package init(run: Int, staging: String, target: String, inode: Int) {
        self.run = run
        self.staging = staging
        self.target = target
        self.inode = inode
    }
}

/// The fruits and juices that a ledger has heard of.
struct LedgerItems {
    /// The form in which names of the ledger match those of a menu.
    private struct Name: Hashable {
        let kind: String
        let key: String
    }

    static let fruit = "fruit"
    static let juice = "juice"

    private var numbers: [Name: Int] = [:]
    /// The highest number that is taken; 0 if there is none.
    private(set) var last = 0

    init(_ database: Database) throws {
        for row in try Row.fetchAll(database, sql: "SELECT number, kind, key FROM item") {
            let number: Int = row["number"]
            numbers[Name(kind: row["kind"], key: row["key"])] = number
            last = max(last, number)
        }
    }

    func number(ofFruit name: String) -> Int? { numbers[Name(kind: Self.fruit, key: nameKey(name))] }

    func number(ofJuice name: String) -> Int? { numbers[Name(kind: Self.juice, key: nameKey(name))] }

    /// The place on a menu of each item that is on it, by its number in the ledger.
    func places(on menu: Menu) -> [Int: Int] {
        var places: [Int: Int] = [:]
        for (place, fruit) in menu.fruits.enumerated() {
            if let number = number(ofFruit: fruit.name) { places[number] = place }
        }
        for (place, juice) in menu.juices.enumerated() {
            if let number = number(ofJuice: juice.name) { places[number] = place }
        }
        return places
    }

    /// Takes in what a menu has and the ledger does not.
    ///
    /// - Returns: what was new.
    mutating func add(_ menu: Menu) -> [RunContent.NewItem] {
        var new: [RunContent.NewItem] = []
        let names = menu.fruits.map { (Self.fruit, $0.name) } + menu.juices.map { (Self.juice, $0.name) }
        for (kind, name) in names {
            let key = Name(kind: kind, key: nameKey(name))
            guard numbers[key] == nil else { continue }
            last += 1
            numbers[key] = last
            new.append(RunContent.NewItem(number: last, kind: kind, key: key.key, name: name))
        }
        return new
    }
}
