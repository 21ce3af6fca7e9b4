internal import FlatMemory
internal import JuiceCore

/// Tracks the hypothetical stock if short instructions took effect too; it may go below zero.
struct DeficitTracker: ~Copyable {
    /// A fruit's stock, and the deepest it went.
    // Not private: Swift 6.3 ends itself where a buffer of a private type lies in a type of another file.
    struct Level {
        var stock: Int
        var low: Int
    }

    // Updated for every ingredient of every order, so in storage without copy-on-write checks.
    private let levels: FixedBuffer<Level>

    /// - Parameter opening: by the fruit's place on the menu.
    init(opening: [Int]) {
        levels = FixedBuffer(opening.map { Level(stock: $0, low: min($0, 0)) })
    }

    /// Lets an instruction have its way; the recipes are those of the menu with these fruits.
    @inline(__always)
    func apply(_ instruction: Instruction, _ recipes: borrowing RecipeTable) {
        recipes.forEachChange(by: instruction) { fruit, change, pieces in
            levels.update(fruit) { level in
                level.stock = change.stock(after: level.stock, pieces)
                if change == .taking { level.low = min(level.low, level.stock) }
            }
        }
    }

    /// The deepest a fruit went below zero, as a positive number.
    func peakDeficit(of fruit: Int) -> Int {
        let low = levels[fruit].low
        return low == Int.min ? Int.max : -low
    }
}
