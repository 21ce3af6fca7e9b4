internal import CSV
internal import FlatMemory
internal import JuiceBatch
internal import JuiceCore

/// The stock after each row of a batch, worked out once more from the stock before the first: so that nothing has
/// to be handed over a row, and the text of a number is only made when it changes.
struct StockReplay: ~Copyable {
    private static let slotBytes = 16

    let fruitCount: Int
    /// Pieces of each fruit as of the row last replayed.
    private let stock: FixedBuffer<Int>
    /// The text `,` and stock of each fruit, in a slot of its own.
    private let texts: FixedBuffer<UInt8>
    private let lengths: FixedBuffer<Int>
    private let recipes: RecipeTable

    init(menu: Menu) {
        fruitCount = menu.fruits.count
        stock = FixedBuffer(repeating: 0, count: fruitCount)
        texts = FixedBuffer(repeating: Ascii.comma, count: fruitCount * Self.slotBytes)
        lengths = FixedBuffer(repeating: 0, count: fruitCount)
        recipes = RecipeTable(menu: menu)
    }

    /// Goes back to the stock before a batch.
    func start(from opening: [Int]) {
        for fruit in opening.indices {
            set(fruit, opening[fruit])
        }
    }

    /// Carries out an instruction that succeeded.
    @inline(__always)
    func apply(_ instruction: Instruction) {
        recipes.forEachChange(by: instruction) { fruit, change, pieces in
            set(fruit, change.stock(after: stock[unchecked: fruit], pieces))
        }
    }

    @inline(__always)
    private func set(_ fruit: Int, _ quantity: Int) {
        stock[unchecked: fruit] = quantity
        lengths[unchecked: fruit] = 1 &+ writeDecimal(quantity, to: texts.base + fruit &* Self.slotBytes + 1)
    }

    /// The longest text of the stock of all fruits, in bytes.
    var lengthMax: Int { fruitCount * Self.slotBytes }

    /// Appends `,` and the stock of each fruit, where `lengthMax` bytes have been reserved.
    @inline(__always)
    func appendStock(to buffer: inout ByteBuffer) {
        let source = UnsafeRawPointer(texts.base)
        for fruit in 0..<fruitCount {
            let text = source.loadUnaligned(fromByteOffset: fruit &* Self.slotBytes, as: SIMD16<UInt8>.self)
            UnsafeMutableRawPointer(buffer.base + buffer.count).storeBytes(of: text, as: SIMD16<UInt8>.self)
            buffer.count &+= lengths[unchecked: fruit]
        }
    }

    /// Appends `fruit:missing` pairs, in the order of the menu, of an instruction that was short.
    ///
    /// - Parameters:
    ///   - labels: each fruit's name and a colon.
    ///   - buffer: has `shortageMax` bytes reserved.
    @inline(__always)
    func appendShortage(_ instruction: Instruction, labels: ByteArena, to buffer: inout ByteBuffer) {
        recipes.forEachChange(by: instruction) { fruit, _, need in
            append(need &- stock[unchecked: fruit], of: fruit, labels, to: &buffer)
        }
        // At least one fruit was short, and a semicolon stands behind the last.
        buffer.count &-= 1
    }

    @inline(__always)
    private func append(_ missing: Int, of fruit: Int, _ labels: ByteArena, to buffer: inout ByteBuffer) {
        let start = buffer.count
        buffer.appendReserved(padded: labels[fruit])
        buffer.appendReserved(decimal: max(missing, 0))
        buffer.appendReserved(Ascii.semicolon)
        // Written first and then kept or dropped: a branch would be mispredicted, since the fruits that an order lacks
        // follow no pattern.
        buffer.count = missing > 0 ? buffer.count : start
    }

    /// The longest text of a shortage, in bytes.
    func shortageMax(labels: ByteArena) -> Int { (fruitCount + 1) * (labels.longest + 21) }
}
