internal import CSV
internal import FlatMemory

/// The outcome of a row: success, or the reason of its failure.
///
/// Raw values count from 0, in the order in which failures are tested and reported.
package enum OutcomeCode: UInt8, CaseIterable, Sendable {
    case success
    case wrongFieldCount
    case ignored
    case unknownValue
    case unknownAction
    case missingItem
    case unknownItem
    case missingAction
    case invalidQuantity
    case invalidTime
    case alreadyProcessed
    case idConflict
    case nothingToCancel
    case stockLimit
    case assertionFailed
    case insufficientStock

    /// A class of failures, by what the user has to do about them.
    package enum Class: String, Sendable {
        /// The instruction is invalid, and will fail again until the user corrects the row.
        case rejected
        /// The instruction was already carried out by an earlier row, or the settings leave the row out.
        case skipped
        /// The stock was not sufficient.
        case shortage
    }

    /// The spelling of the code in reports, such as `insufficient_stock`.
    package var name: String {
        switch self {
        case .success: "success"
        case .wrongFieldCount: "wrong_field_count"
        case .ignored: "ignored"
        case .unknownValue: "unknown_value"
        case .unknownAction: "unknown_action"
        case .missingItem: "missing_item"
        case .unknownItem: "unknown_item"
        case .missingAction: "missing_action"
        case .invalidQuantity: "invalid_quantity"
        case .invalidTime: "invalid_time"
        case .alreadyProcessed: "already_processed"
        case .idConflict: "id_conflict"
        case .nothingToCancel: "nothing_to_cancel"
        case .stockLimit: "stock_limit"
        case .assertionFailed: "assertion_failed"
        case .insufficientStock: "insufficient_stock"
        }
    }

    /// The class of the failure; nil for success.
    package var failureClass: Class? {
        switch self {
        case .success: nil
        case .ignored, .alreadyProcessed: .skipped
        case .insufficientStock: .shortage
        default: .rejected
        }
    }

    /// All codes except success, in the order in which every report lists them.
    package static let failures = allCases.filter { $0 != .success }
}

extension DecodedRows {
    /// Keeps the code that an earlier run wrote for a row of failure.csv, if that code is still valid.
    ///
    /// A row in failure.csv failed in an earlier run, and failure.csv is read without the header and settings of its
    /// original input. Its cells may therefore be readable now though they were not then: for example a juice's or
    /// fruit's name without an action, or a number whose marks had another meaning. Such a row keeps its code as long
    /// as its message quotes the cell unchanged. A row whose cell the user has corrected, or whose code the user has
    /// cleared, is read again.
    ///
    /// - Parameter quantity: The meaning of the quantity's cell, as a value of `QuantityMeaning`.
    /// - Returns: `quantity`, or `QuantityMeaning.invalid` if the row keeps the code `invalidQuantity`.
    mutating func keepCode(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout, quantity: UInt64
    ) -> UInt64 {
        func text(_ column: Int?) -> String {
            column.map { String(decoding: trimmed(columns.cell(records, row, $0)), as: UTF8.self) } ?? ""
        }
        let name = text(columns.code)
        let roles = [columns.id, columns.action, columns.item, columns.quantity]
        switch OutcomeCode.allCases.first(where: { $0.name == name }) {
        case let code? where [.alreadyProcessed, .idConflict, .invalidTime].contains(code): keepCode(code, row: row)
        case .ignored?:
            keepCode(.ignored, row: row)
            clearInstruction(row)
        case .wrongFieldCount? where roles.allSatisfy { text($0).isEmpty }: keepCode(.wrongFieldCount, row: row)
        case .missingAction?
        where readsInstruction(row) && text(columns.action).isEmpty
            && text(columns.message).contains(quoted(text(columns.item))):
            reject(row, .missingAction)
            clearInstruction(row)
        case .invalidQuantity?
        where codes[row] == OutcomeCode.success.rawValue && hasSeparator(text(columns.quantity))
            && text(columns.message).contains(quoted(text(columns.quantity))):
            reject(row, .invalidQuantity)
            quantities[row] = None.quantity
            return QuantityMeaning.invalid
        default: break
        }
        return quantity
    }

    /// Whether a row of failure.csv, which must have the right number of cells, was rejected as `unknownValue`.
    func hasUnknownValue(_ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout) -> Bool {
        guard let code = columns.code, codes[row] != None.row else { return false }
        return trimmed(columns.cell(records, row, code)).elementsEqual(OutcomeCode.unknownValue.name.utf8)
    }

    /// Whether the action and the item of a row could be read.
    private func readsInstruction(_ row: Int) -> Bool {
        codes[row] == OutcomeCode.success.rawValue || codes[row] == OutcomeCode.invalidQuantity.rawValue
    }

    /// Whether a number contains a point or comma, which may separate a fraction or thousands.
    private func hasSeparator(_ number: String) -> Bool {
        number.unicodeScalars.contains { [".", ",", "．", "，"].contains($0) }
    }
}

extension ColumnLayout {
    /// The column whose cell is the reason of a rejection; nil if the reason is not a single cell.
    package func column(rejectedAs code: OutcomeCode) -> Int? {
        switch code {
        case .unknownAction: action
        case .unknownItem, .missingAction: item
        case .invalidQuantity: quantity
        case .invalidTime: time
        default: nil
        }
    }
}
