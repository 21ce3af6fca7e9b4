package import JuiceCore

/// The juice, fruit or action that a spelling means.
package struct NameIndex: Sendable {
    /// A name that means two juices or two fruits.
    package struct Ambiguity: Error, Sendable, Equatable {
        package let name: String
    }

    private var juices: [String: Int] = [:]
    private var fruits: [String: Int] = [:]
    private var actions: [String: Action] = [:]
    /// The number of juices on the menu.
    let juiceCount: Int
    /// The number of juices and fruits on the menu.
    let itemCount: Int

    /// An index of everything that can be named with this menu.
    package init(menu: Menu) throws(Ambiguity) {
        juiceCount = menu.juices.count
        itemCount = menu.juices.count + menu.fruits.count
        for (index, juice) in menu.juices.enumerated() {
            for name in [juice.name] + juice.aliases {
                let key = nameKey(name)
                try Self.add(key, index, to: &juices, name: name)
                if key.utf8.allSatisfy({ $0 < 0x80 }) {
                    try Self.add(key + "juice", index, to: &juices, name: name)
                }
            }
        }
        for (index, fruit) in menu.fruits.enumerated() {
            for name in [fruit.name] + fruit.aliases {
                try Self.add(nameKey(name), index, to: &fruits, name: name)
            }
        }
        for action in Action.allCases {
            for name in action.names { actions[nameKey(name)] = action }
        }
    }

    private static func add(
        _ key: String, _ index: Int, to table: inout [String: Int], name: String
    ) throws(Ambiguity) {
        guard table[key, default: index] == index else { throw Ambiguity(name: name) }
        table[key] = index
    }

    /// The juice's place on the menu, from 0.
    package func juice(_ name: String) -> Int? { juices[nameKey(name)] }

    /// The fruit's place on the menu, from 0.
    package func fruit(_ name: String) -> Int? { fruits[nameKey(name)] }

    /// The action that a name means.
    package func action(_ name: String) -> Action? { actions[nameKey(name)] }
}
