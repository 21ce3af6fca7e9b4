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
    package var name: String { descriptor.name }

    /// The class of the failure; nil for success.
    package var failureClass: Class? { descriptor.failureClass }

    private var descriptor: (name: String, failureClass: Class?) {
        switch self {
        case .success: ("success", nil)
        case .wrongFieldCount: ("wrong_field_count", .rejected)
        case .ignored: ("ignored", .skipped)
        case .unknownValue: ("unknown_value", .rejected)
        case .unknownAction: ("unknown_action", .rejected)
        case .missingItem: ("missing_item", .rejected)
        case .unknownItem: ("unknown_item", .rejected)
        case .missingAction: ("missing_action", .rejected)
        case .invalidQuantity: ("invalid_quantity", .rejected)
        case .invalidTime: ("invalid_time", .rejected)
        case .alreadyProcessed: ("already_processed", .skipped)
        case .idConflict: ("id_conflict", .rejected)
        case .nothingToCancel: ("nothing_to_cancel", .rejected)
        case .stockLimit: ("stock_limit", .rejected)
        case .assertionFailed: ("assertion_failed", .rejected)
        case .insufficientStock: ("insufficient_stock", .shortage)
        }
    }

    /// All codes except success, in the order in which every report lists them.
    package static let failures = allCases.filter { $0 != .success }
}
