/// The outcome of a row: success, or the reason of its failure, in the order in which these are tested and reported.
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
        case .wrongFieldCount, .unknownValue, .unknownAction, .missingItem, .unknownItem, .missingAction,
            .invalidQuantity, .invalidTime, .idConflict, .nothingToCancel, .stockLimit, .assertionFailed:
            .rejected
        }
    }

    /// All codes except success, in the order in which every report lists them.
    package static let failures = allCases.filter { $0 != .success }
}
