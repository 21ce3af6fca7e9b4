internal import CSV
internal import FlatMemory
internal import JuiceBatch
internal import JuiceCore

/// The messages of failed rows, with the wording of unknown names remembered.
final class FailureWording {
    private struct Key: Hashable {
        let code: OutcomeCode
        let action: UInt8
        let cell: [UInt8]
        let width: WidthMistake?
        let stock: Int
    }

    private let messages: Messages
    private let menu: Menu
    // Made for the first unknown name: most runs have none.
    private lazy var nearest = NearestName(menu: menu)
    // Most runs have no row that does not fit.
    private lazy var names = try? NameIndex(menu: menu)
    private var remembered: [Key: [UInt8]] = [:]

    init(menu: Menu, language: MessageLanguage) {
        messages = Messages(language)
        self.menu = menu
    }

    /// The message for a failed row.
    func message(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ row: Int, _ code: OutcomeCode,
        _ plan: InputPlan
    ) -> [UInt8] {
        let action = rows.actions[row]
        let key = Key(
            code: code, action: action, cell: faultyCell(records, row, code, plan.columns),
            width: code == .wrongFieldCount ? width(records, row, plan) : nil,
            stock: code == .assertionFailed ? rows.stockFound(row) : 0)
        if let known = remembered[key] { return known }
        let cell = String(decoding: key.cell, as: UTF8.self)
        let kind = Action(rawValue: action)
        let text = messages.failure(
            code, action: kind, cell: cell,
            nearest: code == .unknownItem ? nearest.nearest(to: cell, action: kind) : nil, width: key.width,
            stock: key.stock)
        if remembered.count >= 1_000 { remembered.removeAll() }
        remembered[key] = Array(text.utf8)
        return Array(text.utf8)
    }

    /// Whether the message of a code names cells of the row, or stock.
    static func differs(_ code: OutcomeCode) -> Bool {
        switch code {
        case .wrongFieldCount, .unknownAction, .unknownItem, .missingAction, .invalidQuantity, .assertionFailed: true
        default: false
        }
    }

    /// The field-count error of a row; nil where its record is one of an earlier run.
    private func width(_ records: borrowing RecordBatch, _ row: Int, _ plan: InputPlan) -> WidthMistake? {
        if plan.columns.raw != nil && plan.columns.fits(records, row) { return nil }
        guard let names else {
            return WidthMistake(expected: plan.columns.count, found: records.fieldCount(row), cause: nil)
        }
        return WidthMistake(records, row, plan, names)
    }

    /// The cell that the message names, trimmed; empty where it names none.
    private func faultyCell(
        _ records: borrowing RecordBatch, _ row: Int, _ code: OutcomeCode, _ columns: ColumnLayout
    ) -> [UInt8] {
        let column: Int? =
            switch code {
            case .unknownAction: columns.action
            case .unknownItem, .missingAction: columns.item
            case .invalidQuantity: columns.quantity
            default: nil
            }
        guard let column else { return [] }
        // A message names the start of a long cell only.
        return Array(trimmed(columns.cell(records, row, column)).prefix(400))
    }
}
