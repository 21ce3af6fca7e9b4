/// A fruit's cell on the stock screen.
package struct CellState: Sendable, Equatable {
    /// The number of pieces shown when the screen was opened.
    package let was: Int
    /// The cell's text as the user left it; not necessarily a number.
    package let now: String
    /// Whether the user has edited the cell, even if its text is the same as before.
    package let isTouched: Bool

    /// A cell by its parts.
    package init(was: Int, now: String, isTouched: Bool = false) {
        self.was = was
        self.now = now
        self.isTouched = isTouched
    }

    /// A cell as it is when the screen is opened.
    package init(stock: Int) {
        self.init(was: stock, now: String(stock))
    }

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
