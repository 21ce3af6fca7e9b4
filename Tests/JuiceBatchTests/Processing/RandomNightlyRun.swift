import JuiceCore
import TestSupport

/// The rows of a made-up night at the shop with the built-in menu.
enum RandomNightlyRun {
    /// The header of the rows.
    static let header = "id,action,item,quantity\n"

    /// Rows that are all understood: mostly orders, with now and then another action.
    ///
    /// - Parameter repeatedIDs: whether ids stand more than once.
    static func rows(_ count: Int, seed: UInt64, repeatedIDs: Bool = false) -> [String] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { number in
            let fruit = random.pick(Menu.builtIn.fruits.map(\.name))
            let row =
                switch random.int(1...20) {
                case 1...2: "restock,\(fruit),\(random.int(5...60))"
                case 3: "discard,\(fruit),\(random.int(1...6))"
                case 4: "cancel,\(random.pick(Menu.builtIn.juices.map(\.name))),\(random.int(1...2))"
                case 5: "assert,\(fruit),\(random.int(0...3))"
                case 6: "count,\(fruit),\(random.int(0...30))"
                default: "order,\(random.pick(Menu.builtIn.juices.map(\.name))),\(random.int(1...3))"
                }
            let id = repeatedIDs ? "\(random.int(1...max(1, count / 2)))" : ""
            return "\(id),\(row)\n"
        }
    }
}
