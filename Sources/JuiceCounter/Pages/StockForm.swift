internal import JuiceShop

/// The stock screen as submitted by the user.
struct StockForm {
    /// The button that was pressed.
    enum Submission: Equatable {
        /// Books all changes: an increase as a restock, a decrease as the associated value says; nil asks about
        /// decreases.
        case close(Decrease?)
        /// Books the edited fields as counts.
        case count
        /// Increases or decreases the field of a fruit, given by its index on the menu; used if the browser runs no
        /// script.
        case step(Int, by: Int)
    }

    /// The way in which a decrease is booked.
    enum Decrease {
        case discard
        case count
    }

    /// The prefix of the ids of the form's requests.
    let page: String
    let submission: Submission
    /// The field of each fruit on the menu.
    private(set) var cells: [CellState]
    /// The ids of the short orders that led to the screen, separated by commas.
    let short: String?

    /// Parses the fields of a form; nil if they do not come from a page of this server.
    init?(_ fields: FormFields, fruits: Int) {
        guard let page = fields["page"] else { return nil }
        var cells: [CellState] = []
        for number in 1...fruits {
            guard let was = fields["was-\(number)"].flatMap({ Int($0) }), was >= 0, let now = fields["now-\(number)"]
            else { return nil }
            cells.append(CellState(was: was, now: now, isTouched: fields["touched-\(number)"] != nil))
        }
        switch (fields["deed"], fields["step"]) {
        case ("close", nil): submission = .close(nil)
        case ("discard", nil): submission = .close(.discard)
        case ("recount", nil): submission = .close(.count)
        case ("count", nil): submission = .count
        case (nil, let step?):
            guard let number = Int(step.dropLast()), cells.indices.contains(number - 1),
                let by = ["+": 1, "-": -1][step.suffix(1)]
            else { return nil }
            submission = .step(number - 1, by: by)
        default: return nil
        }
        (self.page, self.cells, short) = (page, cells, fields["short"])
    }

    /// The id of the request that changes a fruit.
    ///
    /// - Parameter index: the fruit's index on the menu.
    static func id(_ page: String, _ index: Int) -> String { "\(page)-\(index + 1)" }

    /// Changes the field of a fruit by a number of pieces.
    mutating func step(_ index: Int, by step: Int) {
        let pieces = cells[index].pieces ?? cells[index].was
        cells[index] = CellState(
            was: cells[index].was, now: String(min(max(0, pieces + step), CellState.piecesMax)), isTouched: true)
    }

    /// Updates the shown stock of each edited field to the current stock.
    ///
    /// - Returns: the indices of the fruits whose stock has changed since the screen was loaded.
    mutating func rebase(on fruits: [ShiftView.FruitView]) -> [Int] {
        let moved = cells.indices.filter { cells[$0].pieces != cells[$0].was && cells[$0].was != fruits[$0].stock }
        for index in moved {
            cells[index] = CellState(was: fruits[index].stock, now: cells[index].now, isTouched: true)
        }
        return moved
    }

    /// The indices of the fruits whose new stock is lower than the shown stock.
    var falls: [Int] { cells.indices.filter { index in cells[index].pieces.map { $0 < cells[index].was } ?? false } }

    /// The requests to book; nil if a field does not contain a valid number.
    func presses(_ fruits: [ShiftView.FruitView]) -> [CounterRequest]? {
        var presses: [CounterRequest] = []
        for (index, (fruit, cell)) in zip(fruits, cells).enumerated() {
            guard let now = cell.pieces else { return nil }
            let id = Self.id(page, index)
            let count = CounterRequest(id: id, .count(fruit: fruit.name, pieces: now, shown: cell.was))
            switch submission {
            case .count where cell.isTouched || now != cell.was: presses.append(count)
            // A field that was not edited is not a count.
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

/// The input field of a fruit on the stock screen.
package struct CellState: Sendable, Equatable {
    /// The stock that was shown when the screen was loaded.
    package let was: Int
    /// The text of the field, which may not be a number.
    package let now: String
    /// Whether the user has edited the field, even if its text is unchanged.
    package var isTouched = false

    /// The change in the field, such as `10 → 15, +5`; nil if there is none.
    var change: String? {
        guard let pieces, pieces != was else { return nil }
        return "\(was) → \(pieces), " + (pieces > was ? "+\(pieces - was)" : "−\(was - pieces)")
    }

    /// The maximum number of pieces in a field.
    package static let piecesMax = 1_000_000_000_000

    /// The number of pieces in the field; nil if the text is not a valid stock.
    package var pieces: Int? {
        let digits = now.utf8
        guard !digits.isEmpty, digits.count <= 13, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let value = Int(now), value <= Self.piecesMax
        else { return nil }
        return value
    }
}
