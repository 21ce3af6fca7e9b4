/// What became of one row.
package struct PlainOutcome {
    /// The row as it came.
    package var row: PlainRow
    /// The action, if it could be read.
    package var action: PlainAction?
    /// Number of the juice (of an order) or the fruit (of anything else) in the menu, from 0.
    package var item: Int?
    /// The quantity, if it is one for the action.
    package var quantity: Int?
    /// The code of the failure; nil when the row was applied.
    package var code: String?
    /// Missing pieces by fruit number, of a shortage.
    package var missing: [Int: Int] = [:]
    /// Stock of each fruit after the row.
    package var stockAfter: [Int] = []
    /// Pieces of each fruit an order or a discard needs.
    package var needs: [Int: Int] = [:]

    /// True when the row succeeded or fell short.
    package var gotAsFarAsStock: Bool { code == nil || code == "insufficient_stock" }

    /// Reads action, item and quantity and finds the first code that fits, as far as no stock is needed.
    package static func resolve(_ row: PlainRow, menu: PlainMenu) -> PlainOutcome {
        var outcome = PlainOutcome(row: row)
        let actionCell = row.roles[.action] ?? ""
        let itemCell = row.roles[.item] ?? ""
        let asJuice = itemCell.isEmpty ? nil : menu.juice(named: itemCell)
        let asFruit = itemCell.isEmpty ? nil : menu.fruit(named: itemCell)
        var codes: [String] = []
        if !actionCell.isEmpty {
            let wanted = PlainText.matchable(actionCell)
            outcome.action = PlainAction.allCases.first { action in
                action.names.contains { PlainText.matchable($0) == wanted }
            }
            if outcome.action == nil { codes.append("unknown_action") }
        } else if asJuice != nil && asFruit != nil {
            switch row.itemHeader {
            case "juice", "쥬스", "메뉴", "메뉴명": outcome.action = .order
            case "fruit", "과일": outcome.action = .restock
            default: codes.append("missing_action")
            }
        } else if asJuice != nil {
            outcome.action = .order
        } else if asFruit != nil {
            outcome.action = .restock
        }
        if let action = outcome.action {
            outcome.item = action == .order ? asJuice : asFruit
            let cell = row.roles[.quantity] ?? ""
            let isOneCup = action == .order && cell.isEmpty
            outcome.quantity = isOneCup ? 1 : PlainText.quantity(cell, in: action.range)
            if outcome.quantity == nil { codes.append("invalid_quantity") }
        }
        if itemCell.isEmpty { codes.append("missing_item") }
        let isKnown = outcome.action == nil ? asJuice != nil || asFruit != nil : outcome.item != nil
        if !isKnown { codes.append("unknown_item") }
        let order = PlainModel.codeOrder
        outcome.code = row.givenCode ?? order.first { codes.contains($0) }
        return outcome
    }
}
