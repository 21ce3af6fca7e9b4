internal import GRDB
internal import JuiceBatch
internal import JuiceCore

/// The fruits and juices on record in a ledger.
///
/// An item on a menu is matched with the one on record that has its name, or otherwise one of its aliases. So a renamed
/// item keeps its stock and history if the former name remains as an alias.
struct LedgerItems {
    static let fruit = "fruit"
    static let juice = "juice"

    /// The numbers by kind and key, as in `fruit 딸기`.
    private var numbers: [String: Int]

    init(_ database: Database) throws {
        numbers = Dictionary(try database.rows("SELECT kind || ' ' || key, number FROM item") { ($0, $1) }) { $1 }
        guard numbers.values.allSatisfy({ (1...StoredUse.itemMax).contains($0) }) else {
            throw LedgerCorruption(text: "an item's number")
        }
    }

    /// The number in the ledger of a fruit on a menu; nil if it is not on record.
    func number(of fruit: Fruit) -> Int? { number(Self.fruit, fruit.name, fruit.aliases) }
    func number(of juice: Juice) -> Int? { number(Self.juice, juice.name, juice.aliases) }

    private func number(_ kind: String, _ name: String, _ aliases: [String]) -> Int? {
        ([name] + aliases).lazy.compactMap { numbers["\(kind) \(nameKey($0))"] }.first
    }

    /// The numbers of a menu's fruits and juices; 0 for those that are not on record.
    func numbers(on menu: Menu) -> ItemNumbers {
        (menu.fruits.map { number(of: $0) ?? 0 }, menu.juices.map { number(of: $0) ?? 0 })
    }

    /// Adds the fruits and juices of a menu that are not on record yet, and returns them.
    mutating func add(_ menu: Menu) -> [RunContent.NewItem] {
        let fruits = menu.fruits.filter { number(of: $0) == nil }.map { (Self.fruit, $0.name) }
        let juices = menu.juices.filter { number(of: $0) == nil }.map { (Self.juice, $0.name) }
        var last = numbers.values.max() ?? 0
        return (fruits + juices).map { kind, name in
            last += 1
            let key = nameKey(name)
            numbers["\(kind) \(key)"] = last
            return (last, kind, key, name)
        }
    }
}

/// The numbers that the fruits and juices of a menu have in a ledger, by their indices on the menu.
typealias ItemNumbers = (fruits: [Int], juices: [Int])
