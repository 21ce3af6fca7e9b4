internal import JuiceShop

/// The stock screen as it comes back.
struct StockForm {
    /// The button that was pressed.
    enum Deed: Equatable {
        /// The button that books every difference: a rise as a restock, and a fall as it says; nil asks about falls.
        case close(Fall?)
        /// The cells are to be booked as counted.
        case count
        /// A cell is to be one more or one less, by its fruit's index on the menu, from 0; without a script.
        case step(Int, by: Int)
    }

    /// The reason why a fruit has fewer pieces than the screen showed.
    enum Fall {
        case discard
        case count
    }

    /// The prefix of the ids of its requests.
    let page: String
    let deed: Deed
    /// The cell of each fruit of the menu.
    private(set) var cells: [CellState]
    /// The ids of the short orders that led to it, as the field lists them.
    let short: String?

    /// Creates a form from its fields; nil if no page of ours makes such.
    init?(_ fields: FormFields, fruits: Int) {
        guard let page = fields["page"] else { return nil }
        var cells: [CellState] = []
        for number in 1...fruits {
            guard let was = fields["was-\(number)"].flatMap({ Int($0) }), was >= 0, let now = fields["now-\(number)"]
            else { return nil }
            cells.append(CellState(was: was, now: now, isTouched: fields["touched-\(number)"] != nil))
        }
        switch (fields["deed"], fields["step"]) {
        case ("close", nil): deed = .close(nil)
        case ("discard", nil): deed = .close(.discard)
        case ("recount", nil): deed = .close(.count)
        case ("count", nil): deed = .count
        case (nil, let step?):
            guard let number = Int(step.dropLast()), cells.indices.contains(number - 1),
                let by = ["+": 1, "-": -1][step.suffix(1)]
            else { return nil }
            deed = .step(number - 1, by: by)
        default: return nil
        }
        (self.page, self.cells, short) = (page, cells, fields["short"])
    }

    /// The id of the press that changes a fruit.
    ///
    /// - Parameter index: the fruit's index on the menu, from 0.
    static func id(_ page: String, _ index: Int) -> String { "\(page)-\(index + 1)" }

    /// Changes a cell by a step.
    mutating func step(_ index: Int, by step: Int) {
        let pieces = cells[index].pieces ?? cells[index].was
        cells[index] = CellState(
            was: cells[index].was, now: String(min(max(0, pieces + step), CellState.piecesMax)), isTouched: true)
    }

    /// Lets each changed cell start from the current stock.
    ///
    /// - Returns: the indices of the fruits whose stock has moved since the screen showed it.
    mutating func rebase(on fruits: [ShiftView.FruitView]) -> [Int] {
        let moved = cells.indices.filter { cells[$0].pieces != cells[$0].was && cells[$0].was != fruits[$0].stock }
        for index in moved {
            cells[index] = CellState(was: fruits[index].stock, now: cells[index].now, isTouched: true)
        }
        return moved
    }

    /// The indices of the fruits that are to have fewer pieces than the screen showed.
    var falls: [Int] { cells.indices.filter { index in cells[index].pieces.map { $0 < cells[index].was } ?? false } }

    /// The requests that the form stands for; nil if a cell holds no number.
    func presses(_ fruits: [ShiftView.FruitView]) -> [CounterRequest]? {
        var presses: [CounterRequest] = []
        for (index, (fruit, cell)) in zip(fruits, cells).enumerated() {
            guard let now = cell.pieces else { return nil }
            let id = Self.id(page, index)
            let count = CounterRequest(id: id, .count(fruit: fruit.name, pieces: now, shown: cell.was))
            switch deed {
            case .count where cell.isTouched || now != cell.was: presses.append(count)
            // A cell that the user has not edited was not counted.
            case .count, .step: continue
            case .close where now > cell.was:
                let effect = CounterRequest.Effect.restock(
                    fruit: fruit.name, pieces: now - cell.was, shown: cell.was)
                presses.append(CounterRequest(id: id, effect))
            case .close(.count) where now < cell.was: presses.append(count)
            case .close where now < cell.was:
                let effect = CounterRequest.Effect.discard(
                    fruit: fruit.name, pieces: cell.was - now, shown: cell.was)
                presses.append(CounterRequest(id: id, effect))
            case .close: continue
            }
        }
        return presses
    }
}

/// A fruit's cell on the stock screen.
package struct CellState: Sendable, Equatable {
    /// The number of pieces shown when the screen was opened.
    package let was: Int
    /// The cell's text as the user left it; not necessarily a number.
    package let now: String
    /// Whether the user has edited the cell, even if its text is the same as before.
    package var isTouched = false

    /// The change that the cell stands for, such as `10 → 15, +5`; nil if there is none.
    var change: String? {
        guard let pieces, pieces != was else { return nil }
        return "\(was) → \(pieces), " + (pieces > was ? "+\(pieces - was)" : "−\(was - pieces)")
    }

    /// The most pieces that a cell takes.
    package static let piecesMax = 1_000_000_000_000

    /// The number of pieces in the cell; nil if it is no possible stock.
    package var pieces: Int? {
        let digits = now.utf8
        guard !digits.isEmpty, digits.count <= 13, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let value = Int(now), value <= Self.piecesMax
        else { return nil }
        return value
    }
}
