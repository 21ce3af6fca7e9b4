internal import JuiceCore
internal import JuiceShop

/// The stock screen as submitted by the user.
struct StockForm {
    enum Submission: String {
        /// Books increases as restocks, and asks about decreases.
        case close
        /// Books increases as restocks, and decreases as discards.
        case closeDiscarding = "discard"
        /// Books increases as restocks, and decreases as counts.
        case closeCounting = "recount"
        /// Books the edited fields as counts.
        case count
    }

    /// The prefix of the ids of the form's requests.
    let page: String
    /// The bookings to make; nil for a button that changes a field by one piece in a browser that runs no script.
    let submission: Submission?
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
            cells.append(CellState(shownStock: was, text: now, isTouched: fields["touched-\(number)"] != nil))
        }
        switch (fields["deed"], fields["step"]) {
        case (let deed?, nil):
            guard let named = Submission(rawValue: deed) else { return nil }
            submission = named
        case (nil, let step?):
            guard let number = Int(step.dropLast()), cells.indices.contains(number &- 1),
                let change = ["+": 1, "-": -1][step.suffix(1)]
            else { return nil }
            let cell = cells[number - 1]
            let pieces = (cell.pieces ?? min(cell.shownStock, CellState.piecesMax)) + change
            let text = String(min(max(0, pieces), CellState.piecesMax))
            cells[number - 1] = CellState(shownStock: cell.shownStock, text: text, isTouched: true)
            submission = nil
        default: return nil
        }
        (self.page, self.cells, short) = (page, cells, fields["short"])
    }

    /// The id of the request that changes the fruit of the menu at an index.
    static func id(_ page: String, _ index: Int) -> String { "\(page)-\(index + 1)" }

    /// Updates the shown stock of each edited field, and returns the fruits whose stock has changed meanwhile.
    mutating func rebase(on fruits: [ShiftView.FruitView]) -> [ShiftView.FruitView] {
        let moved = cells.indices.filter {
            cells[$0].pieces != cells[$0].shownStock && cells[$0].shownStock != fruits[$0].stock
        }
        for index in moved {
            cells[index] = CellState(shownStock: fruits[index].stock, text: cells[index].text, isTouched: true)
        }
        return moved.map { fruits[$0] }
    }

    /// The indices of the fruits whose new stock is lower than the shown stock.
    var decreases: [Int] {
        cells.indices.filter { index in cells[index].pieces.map { $0 < cells[index].shownStock } ?? false }
    }

    /// The requests to book; nil if a field does not contain a valid number.
    func requests(_ fruits: [ShiftView.FruitView]) -> [CounterRequest]? {
        var requests: [CounterRequest] = []
        for (index, (fruit, cell)) in zip(fruits, cells).enumerated() {
            guard let now = cell.pieces else { return nil }
            let shown = cell.shownStock
            let (action, pieces): (Action, Int)
            switch submission {
            // A field that was not edited is not a count.
            case .count where !cell.isTouched && now == shown, nil: continue
            case .count: (action, pieces) = (.count, now)
            case .close, .closeDiscarding, .closeCounting:
                if now == shown { continue }
                (action, pieces) =
                    now > shown
                    ? (.restock, now - shown) : submission == .closeCounting ? (.count, now) : (.discard, shown - now)
            }
            requests.append(
                CounterRequest(id: Self.id(page, index), .row(action, fruit.name, pieces, shown: shown)))
        }
        return requests
    }
}

/// The input field of a fruit on the stock screen.
struct CellState: Sendable, Equatable {
    /// The stock that was shown when the screen was loaded.
    let shownStock: Int
    /// The text of the field, which may not be a number.
    let text: String
    /// Whether the user has edited the field, even if its text is unchanged.
    var isTouched = false

    /// The change in the field, such as `10 → 15, +5`; nil if there is none.
    var change: String? {
        guard let pieces, pieces != shownStock else { return nil }
        let change = pieces > shownStock ? "+\(pieces - shownStock)" : "−\(shownStock - pieces)"
        return "\(shownStock) → \(pieces), \(change)"
    }

    static let piecesMax = 1_000_000_000_000

    /// The number of pieces in the field; nil if the text is not a valid stock.
    var pieces: Int? {
        guard text.wholeMatch(of: /[0-9]{1,13}/) != nil else { return nil }
        return Int(text).flatMap { $0 <= Self.piecesMax ? $0 : nil }
    }
}
