internal import CSV
internal import FlatMemory
internal import JuiceBatch
internal import JuiceCore

/// The stock after each row of a batch, computed again from the stock before the first row.
///
/// Thus no stock has to be passed along with each row, and the text of a number is only made when it changes.
struct StockReplay: ~Copyable {
    private static let slotBytes = 16

    let fruitCount: Int
    /// The number of pieces of each fruit after the row replayed last.
    private let stock: FixedBuffer<Int>
    /// The text of a comma and the stock, in a slot for each fruit.
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

    /// Returns to the stock before a batch.
    func start(from opening: [Int]) {
        for fruit in opening.indices {
            set(fruit, opening[fruit])
        }
    }

    /// Applies an instruction that succeeded.
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

    /// The maximum length in bytes of the text of all fruits.
    var lengthMax: Int { fruitCount * Self.slotBytes }

    /// Appends a comma and the stock of each fruit; `lengthMax` bytes must have been reserved.
    @inline(__always)
    func appendStock(to buffer: inout ByteBuffer) {
        let source = UnsafeRawPointer(texts.base)
        for fruit in 0..<fruitCount {
            let text = source.loadUnaligned(fromByteOffset: fruit &* Self.slotBytes, as: SIMD16<UInt8>.self)
            UnsafeMutableRawPointer(buffer.base + buffer.count).storeBytes(of: text, as: SIMD16<UInt8>.self)
            buffer.count &+= lengths[unchecked: fruit]
        }
    }

    /// Appends the shortage of an instruction as `fruit:missing` pairs in the order of the menu.
    ///
    /// - Parameters:
    ///   - labels: the name of each fruit with a colon.
    ///   - buffer: a buffer with `shortageMax` reserved bytes.
    @inline(__always)
    func appendShortage(_ instruction: Instruction, labels: ByteArena, to buffer: inout ByteBuffer) {
        recipes.forEachChange(by: instruction) { fruit, _, need in
            append(need &- stock[unchecked: fruit], of: fruit, labels, to: &buffer)
        }
        // At least one fruit was short, and each pair ends with a semicolon: the last one is removed.
        buffer.count &-= 1
    }

    @inline(__always)
    private func append(_ missing: Int, of fruit: Int, _ labels: ByteArena, to buffer: inout ByteBuffer) {
        let start = buffer.count
        buffer.appendReserved(padded: labels[fruit])
        buffer.appendReserved(decimal: max(missing, 0))
        buffer.appendReserved(Ascii.semicolon)
        // The text is written first and then kept or dropped. A branch would be mispredicted, since it depends on which
        // fruits an order lacks.
        buffer.count = missing > 0 ? buffer.count : start
    }

    /// The maximum length in bytes of the text of a shortage.
    func shortageMax(labels: ByteArena) -> Int { (fruitCount + 1) * (labels.longest + 21) }
}
