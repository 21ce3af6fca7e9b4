internal import GRDB
package import JuiceBatch
package import JuiceCore

/// What a ledger holds at one moment.
///
/// It is good for as long as the transaction that it belongs to.
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
        var stock: [Int: Int] = [:]
        for row in try Row.fetchAll(database, sql: "SELECT fruit, pieces FROM stock") {
            let pieces: Int = try row.decode(forColumn: "pieces")
            guard (0...FruitStore.stockMax).contains(pieces) else { throw LedgerCorruption(text: "stock") }
            stock[try row.decode(forColumn: "fruit")] = pieces
        }
        return stock
    }

    /// Whether an input of so many bytes may be known.
    ///
    /// If not, there is no need to read it just to find out.
    package func mayKnow(sizeBytes: Int) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT * FROM input WHERE bytes = ? AND success > 0)",
            arguments: [sizeBytes]) ?? false
    }

    /// The latest run that applied an input of this content and stands; nil if there is none.
    package func run(thatApplied sha256: String) throws -> Int? {
        try Int.fetchOne(
            database,
            sql: """
                SELECT max(run) FROM input
                WHERE sha256 = ? AND success > 0
                    AND run NOT IN (SELECT reverses FROM run WHERE reverses IS NOT NULL)
                """, arguments: [sha256])
    }

    /// The seed of the hashes that stand for ids.
    ///
    /// Each ledger has one of its own, so that nobody who does not know it can find two ids with the same hash.
    package func idSeed() throws -> HashSeed { try LedgerHead(database).seed }

    /// Which program made the ledger, and in which form it is.
    package func origin() throws -> LedgerOrigin {
        LedgerOrigin(madeBy: try LedgerHead(database).madeBy, format: LedgerSchema.version)
    }

    /// What earlier runs know of ids, for a run with this menu and the seed of this ledger.
    ///
    /// - Parameter run: of the runs before this one only.
    package func idHistory(menu: Menu, before run: Int = .max) throws -> any IDHistory {
        let items = try LedgerItems(database)
        let count = try Int.fetchOne(
            database,
            sql: """
                SELECT coalesce(sum(ids), 0) FROM run
                WHERE number NOT IN (SELECT reverses FROM run WHERE reverses IS NOT NULL)
                """)
        return LedgerIDHistory(ledger: ledger, count: count ?? 0, places: items.places(on: menu), before: run)
    }

    /// Report sets that were committed and have not been put in place yet, as far as this ledger knows.
    package func pendingReports() throws -> [PendingReports] {
        try Row.fetchAll(database, sql: "SELECT * FROM report_set WHERE state = 'staged' ORDER BY run").map { row in
            PendingReports(
                run: try row.decode(forColumn: "run"), staging: try row.decode(forColumn: "staging"),
                target: try row.decode(forColumn: "target"), device: try row.decode(forColumn: "device"),
                inode: try row.decode(forColumn: "inode"), sha256: try row.decode(forColumn: "sha256"))
        }
    }

    /// The runs whose reports are not in place, in their order.
    func unplacedReports() throws -> [UnplacedReports] {
        try Row.fetchAll(database, sql: "SELECT run, state, staging, target FROM report_set ORDER BY run").map { row in
            let state: ReportsState
            switch try row.decode(String.self, forColumn: "state") {
            case "staged": state = .staged
            case "beside": state = .beside(try row.decode(forColumn: "staging"))
            case "lost": state = .lost(target: try row.decode(forColumn: "target"))
            case let word: throw LedgerCorruption(text: word)
            }
            return UnplacedReports(run: try row.decode(forColumn: "run"), state: state)
        }
    }
}

/// A set of reports that waits to be put in place.
package struct PendingReports: Sendable, Hashable {
    /// The run it belongs to.
    package let run: Int
    /// The folder that holds it.
    package let staging: String
    /// The folder whose place it takes.
    package let target: String
    /// By what the folder is known after it has moved: its device and its number there, and a digest of its content.
    package let device: Int
    package let inode: Int
    package let sha256: String

    package init(run: Int, staging: String, target: String, device: Int, inode: Int, sha256: String) {
        self.run = run
        self.staging = staging
        self.target = target
        self.device = device
        self.inode = inode
        self.sha256 = sha256
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
            let number: Int = try row.decode(forColumn: "number")
            guard (1...StoredUse.itemMax).contains(number) else { throw LedgerCorruption(text: "an item's number") }
            numbers[Name(kind: try row.decode(forColumn: "kind"), key: try row.decode(forColumn: "key"))] = number
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
