package struct PlainOutcome {
    package var row: PlainRow
    package var action: PlainAction?
    /// Number of the juice (of an order or a cancel) or the fruit (of anything else) in the menu, from 0.
    package var item: Int?
    /// The quantity, if it is one for the action.
    package var quantity: Int?
    /// The code of the failure; nil when the row was applied.
    package var code: String?
    /// The quantity without its sign, even if the action does not allow it; nil if the cell is not a number, or has a
    /// sign without a meaning.
    var shownQuantity: Int?
    /// Whether all cells of the row could be read, so that its code is none up to `invalid_quantity`.
    package var isReadable = false
    /// Missing pieces by fruit number, of a shortage.
    package var missing: [Int: Int] = [:]
    package var stockAfter: [Int] = []
    /// Pieces of each fruit that an order or a discard needs.
    package var needs: [Int: Int] = [:]
    /// Pieces of each fruit that a cancel returns.
    package var returned: [Int: Int] = [:]

    /// Whether the row succeeded or was short.
    package var gotAsFarAsStock: Bool { code == nil || code == "insufficient_stock" }

    /// Reads action, item and quantity, and determines the first code that needs neither time nor stock.
    package static func resolve(
        _ row: PlainRow, menu: PlainMenu, options: PlainOptions = PlainOptions()
    ) -> PlainOutcome {
        var outcome = PlainOutcome(row: row, code: row.givenCode)
        if row.givenCode == "wrong_field_count" || row.givenCode == "ignored" { return outcome }
        var code = outcome.read(menu: menu, options: options)
        if code == nil && row.earlierCode == "invalid_quantity" {
            (outcome.quantity, outcome.shownQuantity, code) = (nil, nil, row.earlierCode)
        }
        outcome.isReadable = code == nil && row.givenCode != "unknown_value"
        outcome.code = row.givenCode ?? code
        return outcome.code == "ignored" ? PlainOutcome(row: row, code: "ignored") : outcome
    }

    /// Reads the cells up to the first that cannot be read.
    ///
    /// - Returns: the first code that fits.
    private mutating func read(menu: PlainMenu, options: PlainOptions) -> String? {
        let actionCell = Self.mapped(row, .action, options)
        let itemCell = Self.mapped(row, .item, options)
        let isActionIgnored = Self.isIgnored(row, .action, options)
        let isItemIgnored = Self.isIgnored(row, .item, options)
        let asJuice = itemCell.isEmpty ? nil : menu.juice(named: itemCell)
        let asFruit = itemCell.isEmpty ? nil : menu.fruit(named: itemCell)
        if !actionCell.isEmpty {
            action = PlainAction.named(actionCell)
        } else if !isItemIgnored {
            action = inferredAction(isJuice: asJuice != nil, isFruit: asFruit != nil)
        } else if row.givenCode == "unknown_value" {
            // A row without another meaning is an order, even if a value would skip it.
            action = .order
        }
        // An order of a negative quantity may be a cancel.
        let isNegative = action == .order && signedQuantity(options)?.isNegative == true
        if isNegative && options.negative == .cancel { action = .cancel }
        if let action {
            item = action.concernsJuice ? asJuice : asFruit
            shownQuantity = signedQuantity(options).flatMap { $0.isNegative && action != .cancel ? nil : $0.magnitude }
            let isOneCup = action.concernsJuice && (row.roles[.quantity] ?? "").isEmpty
            quantity = isOneCup ? 1 : shownQuantity.flatMap { action.range.contains($0) ? $0 : nil }
        }
        if isActionIgnored { return "ignored" }
        if !actionCell.isEmpty && action == nil { return "unknown_action" }
        if isItemIgnored { return "ignored" }
        if itemCell.isEmpty { return "missing_item" }
        if action == nil ? asJuice == nil && asFruit == nil : item == nil { return "unknown_item" }
        if action == nil { return "missing_action" }
        if quantity != nil { return nil }
        return isNegative && options.negative == .ignore ? "ignored" : "invalid_quantity"
    }

    /// The action implied by a juice or a fruit if no action is given; nil if the header contradicts it, or for any
    /// other item.
    private func inferredAction(isJuice: Bool, isFruit: Bool) -> PlainAction? {
        if row.earlierCode == "missing_action" || row.earlierCode == "unknown_value" && isFruit { return nil }
        if ["juice", "쥬스", "메뉴", "메뉴명"].contains(row.itemHeader) { return isJuice ? .order : nil }
        if ["fruit", "과일"].contains(row.itemHeader) { return isFruit ? .restock : nil }
        return isJuice == isFruit ? nil : isJuice ? .order : .restock
    }

    // MARK: Quantities

    private func signedQuantity(_ options: PlainOptions) -> PlainNumber.Signed? {
        PlainNumber.signed(row.roles[.quantity] ?? "", decimal: options.decimal)
    }

    /// The cups in the cell of an order or a cancel, for any code: 1 for an empty cell, 0 if it is not a number.
    var cups: Int { (row.roles[.quantity] ?? "").isEmpty ? 1 : min(shownQuantity ?? 0, PlainModel.sumLimit) }

    // MARK: Values

    /// Whether the row would be a cancel if it were not ignored.
    func wouldCancel(_ options: PlainOptions) -> Bool {
        PlainAction.named(Self.mapped(row, .action, options)) == .cancel
    }

    /// The cell after replacement; `ignore` if a value says so.
    static func mapped(_ row: PlainRow, _ role: PlainRole, _ options: PlainOptions) -> String {
        let cell = row.roles[role]
        return value(of: cell, role, options)?.to ?? cell ?? ""
    }

    private static func isIgnored(_ row: PlainRow, _ role: PlainRole, _ options: PlainOptions) -> Bool {
        value(of: row.roles[role], role, options).map { PlainText.matchable($0.to) == "ignore" } ?? false
    }

    private static func value(of cell: String?, _ role: PlainRole, _ options: PlainOptions) -> PlainValue? {
        cell.flatMap { cell in
            options.values.first { $0.role == role && PlainText.cell(cell, isAmong: [$0.from]) }
        }
    }
}
