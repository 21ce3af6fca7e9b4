internal import GRDB
internal import JuiceBatch
internal import JuiceCore

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

    /// The numbers of what stands on a menu; 0 of what the ledger does not know.
    func numbers(on menu: Menu) -> ItemNumbers {
        ItemNumbers(
            fruits: menu.fruits.map { number(ofFruit: $0.name) ?? 0 },
            juices: menu.juices.map { number(ofJuice: $0.name) ?? 0 })
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
