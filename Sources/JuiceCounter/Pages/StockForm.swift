internal import JuiceShop

/// The stock screen as it comes back.
struct StockForm {
    /// The button that was pressed.
    enum Deed: Equatable {
        /// The button that books every difference.
        case close
        /// The cells are to be booked as counted.
        case count
        /// A cell is to be one more or one less, by its fruit's place on the menu, from 0; without a script.
        case step(Int, by: Int)
    }

    /// The prefix of the ids of its requests.
    let page: String
    let deed: Deed
    /// The cell of each fruit of the menu.
    private(set) var cells: [CellState]
    /// The id of the order that led to it.
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
        case ("close", nil): deed = .close
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
    /// - Parameter index: the fruit's place on the menu, from 0.
    static func id(_ page: String, _ index: Int) -> String { "\(page)-\(index + 1)" }

    /// Changes a cell by a step.
    mutating func step(_ index: Int, by step: Int) {
        let (was, pieces) = (cells[index].was, cells[index].pieces ?? cells[index].was)
        cells[index] = CellState(
            was: was, now: String(min(max(0, pieces + step), CellState.piecesMax)), isTouched: true)
    }

    /// The requests that the form stands for; nil if a cell holds no number.
    func presses(_ fruits: [ShiftView.FruitView]) -> [CounterRequest]? {
        var presses: [CounterRequest] = []
        for (index, (fruit, cell)) in zip(fruits, cells).enumerated() {
            guard let now = cell.pieces else { return nil }
            let id = Self.id(page, index)
            if deed == .count {
                // A cell that the user has not edited was not counted.
                guard cell.isTouched || now != cell.was else { continue }
                presses.append(CounterRequest(id: id, .count(fruit: fruit.name, pieces: now, shown: cell.was)))
            } else if now > cell.was {
                presses.append(CounterRequest(id: id, .restock(fruit: fruit.name, pieces: now - cell.was)))
            } else if now < cell.was {
                presses.append(CounterRequest(id: id, .discard(fruit: fruit.name, pieces: cell.was - now)))
            }
        }
        return presses
    }
}
