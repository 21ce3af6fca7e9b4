internal import JuiceBatch
package import JuiceCore

/// Finds the known name that comes closest to a spelling.
package struct NearestName {
    private let juices: SpellingIndex
    private let fruits: SpellingIndex

    package init(menu: Menu) {
        juices = SpellingIndex(menu.juices.flatMap { juice in ([juice.name] + juice.aliases).map { ($0, juice.name) } })
        fruits = SpellingIndex(menu.fruits.flatMap { fruit in ([fruit.name] + fruit.aliases).map { ($0, fruit.name) } })
    }

    /// The nearest juice of an order or cancel, fruit of another action, or either where the action is not known; nil where more
    /// than a third of the letters differs.
    ///
    /// Of equally near ones the first on the menu, juices first.
    package func nearest(to spelling: String, action: Action?) -> String? {
        let letters = Self.letters(spelling)
        guard let action else {
            let juice = juices.nearest(to: letters)
            return (fruits.nearest(to: letters, distanceMax: (juice?.distance ?? .max) - 1) ?? juice)?.name
        }
        return (action.isOfJuice ? juices : fruits).nearest(to: letters)?.name
    }

    /// The nearest of some names, likewise.
    package static func nearest(to spelling: String, among names: [String]) -> String? {
        SpellingIndex(names.map { ($0, $0) }).nearest(to: letters(spelling))?.name
    }

    private static func letters(_ spelling: String) -> [UInt32] {
        // Of a long cell only the start is looked at.
        SpellingIndex.letters(String(spelling.prefix(100)))
    }
}
