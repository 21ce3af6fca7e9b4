import CSV
import JuiceBatch

/// Every way in which the program says no; the raw value is its heading in the catalogue of errors.
///
/// The compiler sees that no case of an error in the code is without a kind here, and a test that no kind is without a
/// place in the catalogue and a reproducer.
enum ErrorKind: String, CaseIterable {
    case wrong_field_count, unknown_action, missing_item, unknown_item, missing_action, invalid_quantity
    case already_processed, id_conflict, stock_limit, insufficient_stock
    case bad_quoting, bad_encoding, nul_byte, field_too_long, record_too_long
    case no_header, no_item_column, duplicate_column, too_many_columns, already_applied
    case unknown_role, malformed_column, repeated_role, column_nowhere, input_in_output, same_bytes
    case standard_input_twice, ledger_is_input, ledger_in_output, summary_taken, stock_of_existing_ledger, no_such_run
    case already_reversed, is_reversal, has_no_reports, other_inputs, other_settings
    case unreadable, input_output, changed_while_read, cannot_create, output_not_ours
    case setting_unreadable, missing_column, setting_wrong_field_count, bad_name, bad_quantity, repeated_fruit
    case ambiguous_name, unknown_fruit, empty_menu, too_many
    case report_not_json, report_misses, report_other_schema
    case configuration_not_json, unknown_setting, bad_setting_value
    case known_inputs, ledger_busy, not_a_database, foreign_database, newer_ledger, damaged_ledger, missing_ledger
    case unknown_ledger_form, linked_ledger
    case unsound_ledger, irreversible, in_doubt
    case invariant, interrupted

    /// The kind of an error.
    init(_ error: BatchError) {
        switch error {
        case .usage(let mistake): self = Self.kind(of: mistake)
        case .refused(let refusal): self = Self.kind(of: refusal.reason)
        case .unreadable: self = .unreadable
        case .inputOutput: self = .input_output
        case .changedWhileRead: self = .changed_while_read
        case .cannotCreate: self = .cannot_create
        case .outputNotOurs: self = .output_not_ours
        case .badSetting(_, _, let mistake): self = Self.kind(of: mistake)
        case .badReport(_, .notJSON): self = .report_not_json
        case .badReport(_, .misses): self = .report_misses
        case .badReport(_, .otherSchema): self = .report_other_schema
        case .knownInputs: self = .known_inputs
        case .ledgerBusy: self = .ledger_busy
        case .badLedger(_, .notADatabase): self = .not_a_database
        case .badLedger(_, .foreign): self = .foreign_database
        case .badLedger(_, .newer): self = .newer_ledger
        case .badLedger(_, .damaged): self = .damaged_ledger
        case .badLedger(_, .unknownForm): self = .unknown_ledger_form
        case .badLedger(_, .linked): self = .linked_ledger
        case .badLedger(_, .missing): self = .missing_ledger
        case .unsoundLedger: self = .unsound_ledger
        case .irreversible: self = .irreversible
        case .inDoubt: self = .in_doubt
        case .badConfiguration(_, .notJSON): self = .configuration_not_json
        case .badConfiguration(_, .unknownKey): self = .unknown_setting
        case .badConfiguration(_, .badValue): self = .bad_setting_value
        case .invariant: self = .invariant
        case .interrupted: self = .interrupted
        }
    }

    private static func kind(of mistake: UsageMistake) -> ErrorKind {
        switch mistake {
        case .unknownRole: .unknown_role
        case .malformedColumn: .malformed_column
        case .repeatedRole: .repeated_role
        case .columnNowhere: .column_nowhere
        case .inputInOutput: .input_in_output
        case .sameBytes: .same_bytes
        case .standardInputTwice: .standard_input_twice
        case .ledgerIsInput: .ledger_is_input
        case .ledgerInOutput: .ledger_in_output
        case .summaryTaken: .summary_taken
        case .stockOfExistingLedger: .stock_of_existing_ledger
        case .noSuchRun: .no_such_run
        case .alreadyReversed: .already_reversed
        case .isReversal: .is_reversal
        case .hasNoReports: .has_no_reports
        case .otherInputs: .other_inputs
        case .otherSettings: .other_settings
        }
    }

    private static func kind(of reason: Refusal.Reason) -> ErrorKind {
        switch reason {
        case .fault(.badQuoting, _, _): .bad_quoting
        case .fault(.badEncoding, _, _): .bad_encoding
        case .fault(.nulByte, _, _): .nul_byte
        case .fault(.fieldTooLong, _, _): .field_too_long
        case .fault(.recordTooLong, _, _): .record_too_long
        case .noHeader: .no_header
        case .noItemColumn: .no_item_column
        case .duplicateColumn: .duplicate_column
        case .tooManyColumns: .too_many_columns
        case .alreadyApplied: .already_applied
        }
    }

    private static func kind(of mistake: SettingMistake) -> ErrorKind {
        switch mistake {
        case .unreadable: .setting_unreadable
        case .missingColumn: .missing_column
        case .wrongFieldCount: .setting_wrong_field_count
        case .badName: .bad_name
        case .badQuantity: .bad_quantity
        case .repeatedFruit: .repeated_fruit
        case .ambiguousName: .ambiguous_name
        case .unknownFruit: .unknown_fruit
        case .empty: .empty_menu
        case .tooMany: .too_many
        }
    }
}
