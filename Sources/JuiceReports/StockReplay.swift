internal import CSV
internal import JuiceBatch
internal import JuiceCore

/// The stock after each row of a batch, worked out once more from the stock before the first: so that nothing has
/// to be handed over a row, and the text of a number is only made when it changes.
struct StockReplay: ~Copyable {
    private static let slot_bytes = 16

    private let fruitCount: Int
    /// Pieces of each fruit as of the row last replayed.
    private let stock: UnsafeMutablePointer<Int>
    /// For each fruit `,` and its stock, in a slot of its own.
    private let texts: UnsafeMutablePointer<UInt8>
    private let lengths: UnsafeMutablePointer<Int>
    // All recipes in one run, each with its ingredients in the order of the menu's fruits.
    private let ingredients: UnsafeMutablePointer<Recipe.Ingredient>
    private let starts: UnsafeMutablePointer<Int>

    init(menu: Menu) {
        fruitCount = menu.fruits.count
        stock = .allocate(capacity: fruitCount)
        stock.initialize(repeating: 0, count: fruitCount)
        texts = .allocate(capacity: fruitCount * Self.slot_bytes)
        texts.initialize(repeating: 0, count: fruitCount * Self.slot_bytes)
        lengths = .allocate(capacity: fruitCount)
        lengths.initialize(repeating: 0, count: fruitCount)
        let all = menu.juices.map { $0.recipe.ingredients.sorted { $0.fruit < $1.fruit } }
        ingredients = .allocate(capacity: all.reduce(0) { $0 + $1.count })
        starts = .allocate(capacity: all.count + 1)
        var at = 0
        for (juice, recipe) in all.enumerated() {
            starts[juice] = at
            for ingredient in recipe {
                (ingredients + at).initialize(to: ingredient)
                at += 1
            }
        }
        starts[all.count] = at
    }

    deinit {
        stock.deallocate()
        texts.deallocate()
        lengths.deallocate()
        ingredients.deallocate()
        starts.deallocate()
    }

    /// Goes back to the stock before a batch.
    mutating func start(from opening: [Int]) {
        for fruit in opening.indices { set(fruit, opening[fruit]) }
    }

    /// Carries out an instruction that succeeded.
    @inline(__always)
    mutating func apply(_ action: UInt8, _ item: Int, _ quantity: Int) {
        switch action {
        case Action.order.rawValue:
            for index in starts[item]..<starts[item &+ 1] {
                let ingredient = ingredients[index]
                set(ingredient.fruit, stock[ingredient.fruit] &- ingredient.quantity &* quantity)
            }
        case Action.restock.rawValue: set(item, stock[item] &+ quantity)
        case Action.discard.rawValue: set(item, stock[item] &- quantity)
        default: set(item, quantity)
        }
    }

    @inline(__always)
    private mutating func set(_ fruit: Int, _ quantity: Int) {
        stock[fruit] = quantity
        let slot = texts + fruit &* Self.slot_bytes
        slot[0] = Ascii.comma
        lengths[fruit] = 1 &+ writeDecimal(quantity, to: slot + 1)
    }

    /// Appends `,` and the stock of each fruit.
    @inline(__always)
    func appendStock(to buffer: inout ByteBuffer) {
        buffer.reserve(fruitCount &* Self.slot_bytes)
        let source = UnsafeRawPointer(texts)
        for fruit in 0..<fruitCount {
            let text = source.loadUnaligned(fromByteOffset: fruit &* Self.slot_bytes, as: SIMD16<UInt8>.self)
            UnsafeMutableRawPointer(buffer.base + buffer.count).storeBytes(of: text, as: SIMD16<UInt8>.self)
            buffer.count &+= lengths[fruit]
        }
    }

    /// Appends `fruit:missing` pairs, in the order of the menu, of an instruction that was short.
    func appendShortage(
        _ action: UInt8, _ item: Int, _ quantity: Int, labels: [[UInt8]], to buffer: inout ByteBuffer
    ) {
        if action == Action.discard.rawValue {
            buffer.append(labels[item])
            buffer.append(decimal: quantity - stock[item])
            return
        }
        var isFirst = true
        for index in starts[item]..<starts[item + 1] {
            let ingredient = ingredients[index]
            let missing = ingredient.quantity * quantity - stock[ingredient.fruit]
            guard missing > 0 else { continue }
            if !isFirst { buffer.append(Ascii.semicolon) }
            isFirst = false
            buffer.append(labels[ingredient.fruit])
            buffer.append(decimal: missing)
        }
    }
}
