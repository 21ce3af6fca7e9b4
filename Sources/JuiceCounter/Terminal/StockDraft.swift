internal import JuiceCore
package import JuiceShop

/// The cells of the stock screen, before anything of them is booked.
package struct StockDraft: Sendable, Equatable {
    /// What is to become of a fruit's stock.
    package struct Cell: Sendable, Equatable {
        package let fruit: String
        /// How many pieces were missing of it for the order that led here; nil if none were.
        package let missing: Int?
        /// How many pieces there are by now.
        package fileprivate(set) var stock: Int
        /// How many pieces the screen showed when somebody began to edit the cell; as `stock` until then.
        package fileprivate(set) var shown: Int
        /// What somebody has made of it, in pieces; nil as long as nobody has touched it.
        package fileprivate(set) var value: Int?
        /// Whether the next digit is put behind the ones that are there.
        fileprivate var isTyped = false

        /// By how much stock is to change, in pieces.
        package var difference: Int { (value ?? shown) - shown }

        /// The most that a movement, or a count, can come to.
        fileprivate var valueMax: Int { max(stock, Action.restock.quantities.upperBound) }
    }

    /// What the keys act on.
    package enum Place: Sendable, Equatable {
        /// The cell of a fruit, by its place on the menu, from 0.
        case cell(Int)
        case close
        case count
    }

    /// The same key within that time is held down, in milliseconds.
    private static let heldMs = 150

    package private(set) var cells: [Cell]
    package private(set) var place: Place
    /// Whether it has been handed in, and not all of it has been answered.
    package var isBeingBooked = false
    private var step: (sign: Int, count: Int, atMs: Int) = (0, 0, 0)

    /// The fruits as a shift has them.
    ///
    /// - Parameter missing: what an order was short of, which is marked.
    package init(_ view: ShiftView, missing: [Booking.Missing] = []) {
        cells = view.fruits.map { fruit in
            Cell(
                fruit: fruit.name, missing: missing.first { $0.fruit == fruit.name }?.pieces, stock: fruit.stock,
                shown: fruit.stock)
        }
        place = .cell(cells.firstIndex { $0.missing != nil } ?? 0)
    }

    package static func == (one: StockDraft, other: StockDraft) -> Bool {
        one.cells == other.cells && one.place == other.place && one.isBeingBooked == other.isBeingBooked
    }

    /// Takes in how stock is by now: a cell that somebody has touched keeps what it was changed from.
    mutating func update(_ view: ShiftView) {
        for (index, fruit) in view.fruits.enumerated() where index < cells.count && cells[index].fruit == fruit.name {
            cells[index].stock = fruit.stock
            if cells[index].value == nil { cells[index].shown = fruit.stock }
        }
    }

    // MARK: Moving

    /// Goes some cells up or down; behind the last stand the two buttons, on one line.
    mutating func move(by lines: Int) {
        stopTyping()
        let line =
            switch place {
            case .cell(let index): index
            case .close, .count: cells.count
            }
        let next = min(max(line + lines, 0), cells.count)
        place = next < cells.count ? .cell(next) : place == .count ? .count : .close
    }

    /// Goes from one button to the other.
    mutating func changeButton() { place = place == .close ? .count : .close }

    // MARK: Editing

    /// Makes the cell one piece more or less, or many, where the key is held down.
    ///
    /// - Parameter atMs: when the key came, by a clock that never goes back.
    mutating func step(_ sign: Int, atMs: Int) {
        edit { draft, index in
            let isHeld = draft.step.sign == sign && atMs - draft.step.atMs < Self.heldMs
            draft.step = (sign, isHeld ? draft.step.count + 1 : 0, atMs)
            let pieces = draft.step.count < 10 ? 1 : draft.step.count < 40 ? 10 : 100
            let cell = draft.cells[index]
            let value = (cell.value ?? cell.stock) + sign * pieces
            draft.cells[index].value = min(max(value, 0), cell.valueMax)
            draft.cells[index].isTyped = false
        }
    }

    /// Types a digit into the cell: the first one replaces what is there.
    mutating func type(_ digit: Int) {
        edit { draft, index in
            let cell = draft.cells[index]
            let value = (cell.isTyped ? cell.value ?? 0 : 0) * 10 + digit
            guard value <= cell.valueMax else { return }
            draft.cells[index].value = value
            draft.cells[index].isTyped = true
        }
    }

    /// Takes the last digit away; without the last one nobody has touched the cell.
    mutating func erase() {
        edit { draft, index in
            guard let value = draft.cells[index].value else { return }
            if value < 10 { return draft.untouch(index) }
            draft.cells[index].value = value / 10
            draft.cells[index].isTyped = true
        }
    }

    /// Makes the cell as if nobody had touched it.
    mutating func undo() {
        edit { draft, index in draft.untouch(index) }
    }

    private mutating func untouch(_ index: Int) {
        cells[index].value = nil
        cells[index].isTyped = false
        cells[index].shown = cells[index].stock
    }

    private mutating func edit(_ body: (inout StockDraft, Int) -> Void) {
        if case .cell(let index) = place, cells.indices.contains(index) { body(&self, index) }
    }

    private mutating func stopTyping() {
        for index in cells.indices { cells[index].isTyped = false }
        step.count = 0
    }

    // MARK: Booking

    /// What to book for the differences: a rise is a restock, a fall a discard.
    var movements: [Press.Wish] {
        cells.compactMap { cell in
            let difference = cell.difference
            if difference == 0 { return nil }
            return difference > 0
                ? .restock(fruit: cell.fruit, pieces: difference) : .discard(fruit: cell.fruit, pieces: -difference)
        }
    }

    /// What to book where the cells that somebody has touched were counted.
    var counts: [Press.Wish] {
        cells.compactMap { cell in cell.value.map { .count(fruit: cell.fruit, pieces: $0, shown: cell.shown) } }
    }

    /// A fruit is booked: its cell is as if nobody had touched it.
    mutating func booked(_ fruit: String) {
        for index in cells.indices where cells[index].fruit == fruit { untouch(index) }
    }

    /// Stock has moved under a cell: from now on it counts from what there is, and waits to be looked at once more.
    mutating func moved(_ fruit: String, to stock: Int) {
        for index in cells.indices where cells[index].fruit == fruit {
            cells[index].stock = stock
            cells[index].shown = stock
            place = .cell(index)
        }
    }
}
