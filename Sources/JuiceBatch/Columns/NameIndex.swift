package import JuiceCore

/// An index of names, which finds the juice, the fruit or the action that a name means in any spelling.
package struct NameIndex: Sendable {
    private var juices: [String: Int] = [:]
    private var fruits: [String: Int] = [:]
    private var actions: [String: Action] = [:]
    package let juiceCount: Int
    /// The number of juices and fruits on the menu.
    let itemCount: Int

    /// Creates an index of all names on a menu; throws `ambiguousName` if a name means two juices or two fruits.
    package init(menu: Menu) throws(SettingError) {
        juiceCount = menu.juices.count
        itemCount = menu.juices.count + menu.fruits.count
        for (index, juice) in menu.juices.enumerated() {
            for name in [juice.name] + juice.aliases {
                let key = nameKey(name)
                try Self.add(key, index, to: &juices, name: name)
                if key.utf8.allSatisfy({ $0 < 0x80 }) { try Self.add(key + "juice", index, to: &juices, name: name) }
            }
        }
        for (index, fruit) in menu.fruits.enumerated() {
            for name in [fruit.name] + fruit.aliases { try Self.add(nameKey(name), index, to: &fruits, name: name) }
        }
        for action in Action.allCases {
            for name in action.names { actions[nameKey(name)] = action }
        }
    }

    private static func add(
        _ key: String, _ index: Int, to table: inout [String: Int], name: String
    ) throws(SettingError) {
        guard table[key, default: index] == index else { throw .ambiguousName(name) }
        table[key] = index
    }

    /// The index on the menu, from 0, of the juice that a name means; nil if it means none.
    package func juice(_ name: String) -> Int? { juices[nameKey(name)] }
    /// The index on the menu, from 0, of the fruit that a name means; nil if it means none.
    package func fruit(_ name: String) -> Int? { fruits[nameKey(name)] }
    /// Whether a name is that of a juice or a fruit on the menu.
    package func isOnMenu(_ name: String) -> Bool { juice(name) != nil || fruit(name) != nil }
    /// The action that a name means; nil if it means none.
    package func action(_ name: String) -> Action? { actions[nameKey(name)] }
}
