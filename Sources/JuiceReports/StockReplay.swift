internal import CSV
internal import JuiceBatch
internal import JuiceCore

/// The stock after each row of a batch, worked out once more from the stock before the first: so that nothing has
/// to be handed over a row, and the text of a number is only made when it changes.
struct StockReplay: ~Copyable {
    private static let slot_bytes = 16

    /// Pieces of each fruit as of the row last replayed.
    private(set) var stock: [Int]
    private let recipes: [[Recipe.Ingredient]]
    /// For each fruit `,` and its stock, in a slot of its own.
    private var texts: [UInt8]
    private var lengths: [Int]

    init(menu: Menu) {
        stock = Array(repeating: 0, count: menu.fruits.count)
        recipes = menu.juices.map(\.recipe.ingredients)
        texts = Array(repeating: 0, count: menu.fruits.count * Self.slot_bytes + 8)
        lengths = Array(repeating: 0, count: menu.fruits.count)
    }

    /// Goes back to the stock before a batch.
    mutating func start(from opening: [Int]) {
        for fruit in opening.indices { set(fruit, opening[fruit]) }
    }

    /// Carries out an instruction that succeeded.
    @inline(__always)
    mutating func apply(_ action: UInt8, _ item: Int, _ quantity: Int) {
        switch Action(rawValue: action) {
        case .order:
            for ingredient in recipes[item] {
                set(ingredient.fruit, stock[ingredient.fruit] &- ingredient.quantity &* quantity)
            }
        case .restock: set(item, stock[item] &+ quantity)
        case .discard: set(item, stock[item] &- quantity)
        case .count: set(item, quantity)
        case nil: preconditionFailure("a row without an action has succeeded")
        }
    }

    @inline(__always)
    private mutating func set(_ fruit: Int, _ quantity: Int) {
        stock[fruit] = quantity
        lengths[fruit] = texts.withUnsafeMutableBufferPointer { texts in
            guard let base = texts.baseAddress else { return 0 }
            base[fruit * Self.slot_bytes] = Ascii.comma
            return 1 + writeDecimal(quantity, to: base + fruit * Self.slot_bytes + 1)
        }
    }

    /// Appends `,` and the stock of each fruit.
    @inline(__always)
    func appendStock(to buffer: inout ByteBuffer) {
        buffer.reserve(lengths.count * Self.slot_bytes + Self.slot_bytes)
        texts.withUnsafeBytes { texts in
            for fruit in 0..<lengths.count {
                let text = texts.loadUnaligned(
                    fromByteOffset: fruit &* Self.slot_bytes, as: SIMD16<UInt8>.self)
                UnsafeMutableRawPointer(buffer.base + buffer.count).storeBytes(of: text, as: SIMD16<UInt8>.self)
                buffer.count &+= lengths[fruit]
            }
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
        for ingredient in recipes[item].sorted(by: { $0.fruit < $1.fruit }) {
            let missing = ingredient.quantity * quantity - stock[ingredient.fruit]
            guard missing > 0 else { continue }
            if !isFirst { buffer.append(Ascii.semicolon) }
            isFirst = false
            buffer.append(labels[ingredient.fruit])
            buffer.append(decimal: missing)
        }
    }
}
