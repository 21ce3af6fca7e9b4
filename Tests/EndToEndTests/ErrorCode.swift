import CSV
import Foundation
import JuiceBatch

/// The code of every error, which is its heading in the catalogue of errors.
///
/// The compiler ensures that every error case has a code here, and a test that every code has a
/// catalogue entry and a reproducer.
enum ErrorCode {
    /// All codes: those of rows, and those in this file.
    static let all: [String] = {
        let text = (try? String(contentsOfFile: #filePath, encoding: .utf8)) ?? ""
        let codes = text.matches(of: /: "([a-z_]+)"\n/).map { String($0.output.1) }
        return Set(codes + OutcomeCode.failures.map(\.name)).sorted()
    }()

    static func of(_ error: BatchError) -> String {
        switch error {
        case .usage(let error): of(error)
        case .refused(let refusal): of(refusal.reason)
        case .unreadable: "unreadable"
        case .badChecksum(_, .noFile): "checksum_no_file"
        case .badChecksum(_, .malformed): "malformed_checksum"
        case .badChecksum(_, .unnamed): "unnamed_checksum"
        case .badChecksum(_, .twoDigests): "two_checksums"
        case .missingInbox: "missing_inbox"
        case .inputOutput: "input_output"
        case .changedWhileRead: "changed_while_read"
        case .cannotCreate: "cannot_create"
        case .foreignOutput: "output_not_ours"
        case .foreignIndex: "index_not_ours"
        case .indexInReports: "index_in_reports"
        case .badSetting(_, _, let error): of(error)
        case .badReport(_, .notJSON): "report_not_json"
        case .badReport(_, .misses): "report_misses"
        case .badReport(_, .otherSchema): "report_other_schema"
        case .noDemand: "no_demand"
        case .notPendingDelivery: "not_on_its_way"
        case .knownInputs: "known_inputs"
        case .ledgerBusy: "ledger_busy"
        case .shiftOpen: "shift_open"
        case .badShiftLog(_, .missing): "journal_missing"
        case .badShiftLog(_, .replaced): "journal_replaced"
        case .badShiftLog(_, .changed): "journal_changed"
        case .badShiftLog(_, .setAside): "journal_set_aside"
        case .badShiftLog(_, .ledgerChanged): "shift_left_behind"
        case .badShiftLog(_, .commitUnknown): "journal_in_doubt"
        case .badShiftLog(_, .contradicted): "shift_contradicted"
        case .badLedger(_, .notADatabase): "not_a_database"
        case .badLedger(_, .foreign): "foreign_database"
        case .badLedger(_, .newer): "newer_ledger"
        case .badLedger(_, .damaged): "damaged_ledger"
        case .badLedger(_, .unknownForm): "unknown_ledger_form"
        case .badLedger(_, .stale): "stale_ledger"
        case .badLedger(_, .damagedLog): "damaged_run_log"
        case .badLedger(_, .runsMissing): "lost_ledger"
        case .badLedger(_, .restoring): "ledger_restoring"
        case .notRestored(_, .noBackup): "no_backup"
        case .notRestored(_, .otherLedger): "other_backup"
        case .notRestored(_, .missingInputs): "restore_input_missing"
        case .notRestored(_, .different): "restored_otherwise"
        case .badLedger(_, .linked): "linked_ledger"
        case .badLedger(_, .missing): "missing_ledger"
        case .badLedger(_, .disappeared): "gone_ledger"
        case .badLedger(_, .unmounted): "unmounted_ledger"
        case .unsoundLedger: "unsound_ledger"
        case .irreversible: "irreversible"
        case .commitUnknown: "in_doubt"
        case .badConfiguration(_, .notJSON): "configuration_not_json"
        case .badConfiguration(_, .unknownKey): "unknown_setting"
        case .badConfiguration(_, .badValue): "bad_setting_value"
        case .badConfiguration(_, .repeatedKey): "repeated_setting"
        case .badConfiguration(_, .exportSettings(_, let error)): of(error)
        case .badChain(_, let error): of(error)
        case .invariant: "invariant"
        case .unreadableArguments: "unreadable_arguments"
        case .interrupted: "interrupted"
        }
    }

    private static func of(_ error: RequestError) -> String {
        switch error {
        case .unknownRole: "unknown_role"
        case .malformedColumn: "malformed_column"
        case .repeatedRole: "repeated_role"
        case .columnNotFound: "column_nowhere"
        case .exportSettings(_, let error): of(error)
        case .malformedExpectation: "malformed_expectation"
        case .repeatedExpectation: "repeated_expectation"
        case .noDate: "no_date"
        case .inputInOutput: "input_in_output"
        case .sameBytes: "same_bytes"
        case .standardInputTwice: "standard_input_twice"
        case .ledgerIsInput: "ledger_is_input"
        case .ledgerInOutput: "ledger_in_output"
        case .stockOfExistingLedger: "stock_of_existing_ledger"
        case .noSuchRun: "no_such_run"
        case .alreadyReversed: "already_reversed"
        case .isReversal: "is_reversal"
        case .hasNoRejectedRows: "has_no_rejected_rows"
        case .notRejected: "not_rejected"
        case .ambiguousRow: "ambiguous_row"
        case .alreadySettled(_, _?, _): "already_settled"
        case .alreadySettled(_, nil, _): "all_settled"
        case .rowsRunAgain: "rows_run_again"
        case .hasNoReports: "has_no_reports"
        case .otherInputs: "other_inputs"
        case .otherSettings: "other_settings"
        case .chain(let use): of(use)
        }
    }

    private static func of(_ error: ChainError) -> String {
        switch error {
        case .noChain: "chain_missing"
        case .settingsMissing: "chain_settings_gone"
        case .noShop: "chain_empty"
        case .sameName: "same_shop_name"
        case .sameFolder: "same_shop_folder"
        case .unusable: "unusable_shop"
        case .noFolder: "shop_no_folder"
        case .linked: "chain_elsewhere"
        case .sameLedger: "same_shop_ledger"
        case .splitOtherwise: "split_otherwise"
        case .busy: "chain_busy"
        case .badManifest: "bad_manifest"
        }
    }

    private static func of(_ use: ChainRequestError) -> String {
        switch use {
        case .noShopColumn: "shop_column_unsaid"
        case .fillAcrossShops: "fill_across_shops"
        case .unknownShop: "unknown_shop"
        case .noMatch: "no_shop_fits"
        case .nameInUse: "shop_taken"
        case .badName: "bad_shop_name"
        case .reservedName: "reserved_shop_name"
        case .isChain: "chain_for_shop"
        case .closed: "shop_closed"
        case .noNightlyRun: "no_such_night"
        case .inputMissing: "night_input_gone"
        }
    }

    private static func of(_ error: ExportSettingError) -> String {
        switch error {
        case .noPair: "malformed_pair"
        case .roleOfNoValues: "role_of_no_values"
        case .blankColumnName: "nameless_column"
        case .matchesNothing: "matches_nothing"
        case .unknownReplacement: "unknown_reading"
        case .conflictingReplacements: "two_readings"
        case .unlistedColumn: "unlisted_column"
        }
    }

    private static func of(_ reason: Refusal.Reason) -> String {
        switch reason {
        case .invalidCSV(.badQuoting, _, _): "bad_quoting"
        case .invalidCSV(.badEncoding, _, _): "bad_encoding"
        case .invalidCSV(.nulByte, _, _): "nul_byte"
        case .invalidCSV(.fieldTooLong, _, _): "field_too_long"
        case .invalidCSV(.recordTooLong, _, _): "record_too_long"
        case .noHeader, .incompleteHeader: "no_header"
        case .noItemColumn: "no_item_column"
        case .unknownColumn: "unknown_column"
        case .noShopColumn: "no_shop_column"
        case .duplicateColumn: "duplicate_column"
        case .tooManyColumns: "too_many_columns"
        case .alreadyApplied: "already_applied"
        case .changedReport: "changed_report"
        case .ambiguity(let ambiguity): of(ambiguity)
        case .totalMismatch: "total_mismatch"
        case .checksumMismatch: "checksum_mismatch"
        }
    }

    private static func of(_ ambiguity: Ambiguity) -> String {
        switch ambiguity {
        case .column, .incompleteComposite: "unclear_column"
        case .id, .cutOffID: "unclear_id"
        case .row: "unclear_row"
        case .sequence: "unclear_sequence"
        case .secondTable: "second_table"
        case .noRowFits: "no_row_fits"
        case .overlap: "overlap"
        }
    }

    private static func of(_ error: SettingError) -> String {
        switch error {
        case .unreadable: "setting_unreadable"
        case .missingColumn: "missing_column"
        case .unreadColumn: "unread_column"
        case .wrongFieldCount: "setting_wrong_field_count"
        case .badName: "bad_name"
        case .badQuantity: "bad_quantity"
        case .badPrice: "bad_price"
        case .differingPrices: "differing_prices"
        case .repeatedFruit: "repeated_fruit"
        case .twoSpellings: "two_spellings"
        case .ambiguousName: "ambiguous_name"
        case .unknownFruit: "unknown_fruit"
        case .empty: "empty_menu"
        case .tooMany: "too_many"
        }
    }
}
