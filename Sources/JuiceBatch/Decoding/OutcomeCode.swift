/// The outcome of a row; the raw value orders the failures as they are tested and reported, from 1.
package enum OutcomeCode: UInt8, CaseIterable, Sendable {
    case success
    case wrongFieldCount
    case ignored
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

    /// The class of a failure.
    package enum Class: String, Sendable {
        /// The instruction is invalid, and fails again until the user corrects the row.
        case rejected
        /// The instruction was carried out before, or is none of ours.
        case skipped
        /// Stock did not suffice.
        case shortage
    }

    /// The code as reports write it.
    package var name: String {
        switch self {
        case .success: "success"
        case .wrongFieldCount: "wrong_field_count"
        case .ignored: "ignored"
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

    /// The class that the code belongs to; nil for success.
    package var failureClass: Class? {
        switch self {
        case .success: nil
        case .ignored, .alreadyProcessed: .skipped
        case .insufficientStock: .shortage
        default: .rejected
        }
    }

    /// All codes but success, in the order of every report.
    package static let failures = allCases.filter { $0 != .success }
}
