internal import JuiceCore

/// What an action does: it makes juice, or it moves the stock of one fruit.
enum Effect {
    case making
    case movement(StockMovement)
}

/// A change of one fruit's stock.
enum StockMovement {
    /// Adds pieces.
    case restock
    /// Takes pieces, all or none.
    case discard
    /// Sets the stock to what was counted.
    case count
}

extension Action {
    /// What it does.
    var effect: Effect {
        switch self {
        case .order: .making
        case .restock: .movement(.restock)
        case .discard: .movement(.discard)
        case .count: .movement(.count)
        }
    }
}

extension JuiceMaker {
    /// Moves the stock of a fruit, or changes nothing and says why.
    mutating func move(_ movement: StockMovement, _ quantity: Int, of fruit: Int) throws(FruitStoreError) {
        switch movement {
        case .restock: try add(quantity, of: fruit)
        case .discard: try remove(quantity, of: fruit)
        case .count: try setCount(quantity, of: fruit)
        }
    }
}
