import CSV
import JuiceBatch

/// Every way in which the program says no; the raw value is its heading in the catalogue of errors.
///
/// The compiler sees that no case of an error in the code is without a kind here, and a test that no kind is without a
/// place in the catalogue and a reproducer.
enum ErrorKind: String, CaseIterable {
    case wrongFieldCount = "wrong_field_count"
    case ignored
    case unknownValue = "unknown_value"
    case unknownAction = "unknown_action"
    case missingItem = "missing_item"
    case unknownItem = "unknown_item"
    case missingAction = "missing_action"
    case invalidQuantity = "invalid_quantity"
    case invalidTime = "invalid_time"
    case alreadyProcessed = "already_processed"
    case idConflict = "id_conflict"
    case nothingToCancel = "nothing_to_cancel"
    case stockLimit = "stock_limit"
    case assertionFailed = "assertion_failed"
    case insufficientStock = "insufficient_stock"
    case badQuoting = "bad_quoting"
    case badEncoding = "bad_encoding"
    case nulByte = "nul_byte"
    case fieldTooLong = "field_too_long"
    case recordTooLong = "record_too_long"
    case noHeader = "no_header"
    case noItemColumn = "no_item_column"
    case duplicateColumn = "duplicate_column"
    case tooManyColumns = "too_many_columns"
    case alreadyApplied = "already_applied"
    case changedReport = "changed_report"
    case unknownColumn = "unknown_column"
    case unclearColumn = "unclear_column"
    case unclearID = "unclear_id"
    case unclearRow = "unclear_row"
    case unclearSequence = "unclear_sequence"
    case secondTable = "second_table"
    case noRowFits = "no_row_fits"
    case overlap
    case totalMismatch = "total_mismatch"
    case checksumMismatch = "checksum_mismatch"
    case unknownRole = "unknown_role"
    case malformedColumn = "malformed_column"
    case repeatedRole = "repeated_role"
    case columnNowhere = "column_nowhere"
    case malformedPair = "malformed_pair"
    case roleOfNoValues = "role_of_no_values"
    case namelessColumn = "nameless_column"
    case matchesNothing = "matches_nothing"
    case unknownReading = "unknown_reading"
    case twoReadings = "two_readings"
    case malformedExpectation = "malformed_expectation"
    case repeatedExpectation = "repeated_expectation"
    case noDate = "no_date"
    case inputInOutput = "input_in_output"
    case sameBytes = "same_bytes"
    case standardInputTwice = "standard_input_twice"
    case ledgerIsInput = "ledger_is_input"
    case ledgerInOutput = "ledger_in_output"
    case stockOfExistingLedger = "stock_of_existing_ledger"
    case noSuchRun = "no_such_run"
    case alreadyReversed = "already_reversed"
    case isReversal = "is_reversal"
    case hasNoRejectedRows = "has_no_rejected_rows"
    case notRejected = "not_rejected"
    case ambiguousRow = "ambiguous_row"
    case alreadySettled = "already_settled"
    case allSettled = "all_settled"
    case rowsRunAgain = "rows_run_again"
    case hasNoReports = "has_no_reports"
    case otherInputs = "other_inputs"
    case otherSettings = "other_settings"
    case unreadable
    case checksumNoFile = "checksum_no_file"
    case malformedChecksum = "malformed_checksum"
    case unnamedChecksum = "unnamed_checksum"
    case twoChecksums = "two_checksums"
    case missingInbox = "missing_inbox"
    case inputOutput = "input_output"
    case changedWhileRead = "changed_while_read"
    case cannotCreate = "cannot_create"
    case outputNotOurs = "output_not_ours"
    case indexNotOurs = "index_not_ours"
    case indexInReports = "index_in_reports"
    case settingUnreadable = "setting_unreadable"
    case missingColumn = "missing_column"
    case settingWrongFieldCount = "setting_wrong_field_count"
    case badName = "bad_name"
    case badQuantity = "bad_quantity"
    case badPrice = "bad_price"
    case differingPrices = "differing_prices"
    case repeatedFruit = "repeated_fruit"
    case twoSpellings = "two_spellings"
    case ambiguousName = "ambiguous_name"
    case unknownFruit = "unknown_fruit"
    case emptyMenu = "empty_menu"
    case tooMany = "too_many"
    case reportNotJson = "report_not_json"
    case reportMisses = "report_misses"
    case reportOtherSchema = "report_other_schema"
    case configurationNotJson = "configuration_not_json"
    case unknownSetting = "unknown_setting"
    case badSettingValue = "bad_setting_value"
    case repeatedSetting = "repeated_setting"
    case noDemand = "no_demand"
    case notOnItsWay = "not_on_its_way"
    case knownInputs = "known_inputs"
    case ledgerBusy = "ledger_busy"
    case shiftOpen = "shift_open"
    case shiftLogMissing = "journal_missing"
    case shiftLogReplaced = "journal_replaced"
    case shiftLogSetAside = "journal_set_aside"
    case shiftLeftBehind = "shift_left_behind"
    case shiftLogInDoubt = "journal_in_doubt"
    case shiftContradicted = "shift_contradicted"
    case notADatabase = "not_a_database"
    case foreignDatabase = "foreign_database"
    case newerLedger = "newer_ledger"
    case staleLedger = "stale_ledger"
    case damagedRunLog = "damaged_run_log"
    case lostLedger = "lost_ledger"
    case ledgerRestoring = "ledger_restoring"
    case noBackup = "no_backup"
    case otherBackup = "other_backup"
    case restoreInputMissing = "restore_input_missing"
    case restoredOtherwise = "restored_otherwise"
    case damagedLedger = "damaged_ledger"
    case missingLedger = "missing_ledger"
    case goneLedger = "gone_ledger"
    case unknownLedgerForm = "unknown_ledger_form"
    case linkedLedger = "linked_ledger"
    case unsoundLedger = "unsound_ledger"
    case irreversible
    case inDoubt = "in_doubt"
    case noShopColumn = "no_shop_column"
    case chainMissing = "chain_missing"
    case chainSettingsGone = "chain_settings_gone"
    case chainEmpty = "chain_empty"
    case sameShopName = "same_shop_name"
    case sameShopFolder = "same_shop_folder"
    case unusableShop = "unusable_shop"
    case shopNoFolder = "shop_no_folder"
    case chainElsewhere = "chain_elsewhere"
    case sameShopLedger = "same_shop_ledger"
    case splitOtherwise = "split_otherwise"
    case chainBusy = "chain_busy"
    case badManifest = "bad_manifest"
    case shopColumnUnsaid = "shop_column_unsaid"
    case fillAcrossShops = "fill_across_shops"
    case unknownShop = "unknown_shop"
    case noShopFits = "no_shop_fits"
    case shopTaken = "shop_taken"
    case badShopName = "bad_shop_name"
    case reservedShopName = "reserved_shop_name"
    case chainForShop = "chain_for_shop"
    case shopClosed = "shop_closed"
    case noSuchNight = "no_such_night"
    case nightInputGone = "night_input_gone"
    case invariant
    case unreadableArguments = "unreadable_arguments"
    case interrupted

    /// The kind of an error.
    init(_ error: BatchError) {
        switch error {
        case .usage(let mistake): self = Self.kind(of: mistake)
        case .refused(let refusal): self = Self.kind(of: refusal.reason)
        case .unreadable: self = .unreadable
        case .badChecksum(_, .noFile): self = .checksumNoFile
        case .badChecksum(_, .malformed): self = .malformedChecksum
        case .badChecksum(_, .unnamed): self = .unnamedChecksum
        case .badChecksum(_, .twoDigests): self = .twoChecksums
        case .missingInbox: self = .missingInbox
        case .inputOutput: self = .inputOutput
        case .changedWhileRead: self = .changedWhileRead
        case .cannotCreate: self = .cannotCreate
        case .outputNotOurs: self = .outputNotOurs
        case .indexNotOurs: self = .indexNotOurs
        case .indexInReports: self = .indexInReports
        case .badSetting(_, _, let mistake): self = Self.kind(of: mistake)
        case .badReport(_, .notJSON): self = .reportNotJson
        case .badReport(_, .misses): self = .reportMisses
        case .badReport(_, .otherSchema): self = .reportOtherSchema
        case .noDemand: self = .noDemand
        case .notOnItsWay: self = .notOnItsWay
        case .knownInputs: self = .knownInputs
        case .ledgerBusy: self = .ledgerBusy
        case .shiftOpen: self = .shiftOpen
        case .badShiftLog(_, .missing): self = .shiftLogMissing
        case .badShiftLog(_, .replaced): self = .shiftLogReplaced
        case .badShiftLog(_, .setAside): self = .shiftLogSetAside
        case .badShiftLog(_, .leftBehind): self = .shiftLeftBehind
        case .badShiftLog(_, .inDoubt): self = .shiftLogInDoubt
        case .badShiftLog(_, .contradicted): self = .shiftContradicted
        case .badLedger(_, .notADatabase): self = .notADatabase
        case .badLedger(_, .foreign): self = .foreignDatabase
        case .badLedger(_, .newer): self = .newerLedger
        case .badLedger(_, .damaged): self = .damagedLedger
        case .badLedger(_, .unknownForm): self = .unknownLedgerForm
        case .badLedger(_, .stale): self = .staleLedger
        case .badLedger(_, .damagedLog): self = .damagedRunLog
        case .badLedger(_, .lost): self = .lostLedger
        case .badLedger(_, .restoring): self = .ledgerRestoring
        case .notRestored(_, .noBackup): self = .noBackup
        case .notRestored(_, .otherLedger): self = .otherBackup
        case .notRestored(_, .missingInputs): self = .restoreInputMissing
        case .notRestored(_, .different): self = .restoredOtherwise
        case .badLedger(_, .linked): self = .linkedLedger
        case .badLedger(_, .missing): self = .missingLedger
        case .badLedger(_, .gone): self = .goneLedger
        case .unsoundLedger: self = .unsoundLedger
        case .irreversible: self = .irreversible
        case .inDoubt: self = .inDoubt
        case .badConfiguration(_, .notJSON): self = .configurationNotJson
        case .badConfiguration(_, .unknownKey): self = .unknownSetting
        case .badConfiguration(_, .badValue): self = .badSettingValue
        case .badConfiguration(_, .repeatedKey): self = .repeatedSetting
        case .badConfiguration(_, .exportSettings(_, let mistake)): self = Self.kind(of: mistake)
        case .badChain(_, let mistake): self = Self.kind(of: mistake)
        case .invariant: self = .invariant
        case .unreadableArguments: self = .unreadableArguments
        case .interrupted: self = .interrupted
        }
    }

    private static func kind(of mistake: UsageMistake) -> ErrorKind {
        switch mistake {
        case .unknownRole: .unknownRole
        case .malformedColumn: .malformedColumn
        case .repeatedRole: .repeatedRole
        case .columnNowhere: .columnNowhere
        case .exportSettings(_, let mistake): kind(of: mistake)
        case .malformedExpectation: .malformedExpectation
        case .repeatedExpectation: .repeatedExpectation
        case .noDate: .noDate
        case .inputInOutput: .inputInOutput
        case .sameBytes: .sameBytes
        case .standardInputTwice: .standardInputTwice
        case .ledgerIsInput: .ledgerIsInput
        case .ledgerInOutput: .ledgerInOutput
        case .stockOfExistingLedger: .stockOfExistingLedger
        case .noSuchRun: .noSuchRun
        case .alreadyReversed: .alreadyReversed
        case .isReversal: .isReversal
        case .hasNoRejectedRows: .hasNoRejectedRows
        case .notRejected: .notRejected
        case .ambiguousRow: .ambiguousRow
        case .alreadySettled(_, _?, _): .alreadySettled
        case .alreadySettled(_, nil, _): .allSettled
        case .rowsRunAgain: .rowsRunAgain
        case .hasNoReports: .hasNoReports
        case .otherInputs: .otherInputs
        case .otherSettings: .otherSettings
        case .chain(let use): kind(of: use)
        }
    }

    private static func kind(of mistake: ChainError) -> ErrorKind {
        switch mistake {
        case .noChain: .chainMissing
        case .settingsGone: .chainSettingsGone
        case .noShop: .chainEmpty
        case .sameName: .sameShopName
        case .sameFolder: .sameShopFolder
        case .unusable: .unusableShop
        case .noFolder: .shopNoFolder
        case .elsewhere: .chainElsewhere
        case .sameLedger: .sameShopLedger
        case .splitOtherwise: .splitOtherwise
        case .busy: .chainBusy
        case .badManifest: .badManifest
        }
    }

    private static func kind(of use: ChainUse) -> ErrorKind {
        switch use {
        case .noShopColumn: .shopColumnUnsaid
        case .fillAcrossShops: .fillAcrossShops
        case .unknownShop: .unknownShop
        case .noMatch: .noShopFits
        case .taken: .shopTaken
        case .badName: .badShopName
        case .reservedName: .reservedShopName
        case .isChain: .chainForShop
        case .closed: .shopClosed
        case .noNight: .noSuchNight
        case .inputGone: .nightInputGone
        }
    }

    private static func kind(of mistake: ExportSettingError) -> ErrorKind {
        switch mistake {
        case .noPair: .malformedPair
        case .roleOfNoValues: .roleOfNoValues
        case .namelessColumn: .namelessColumn
        case .matchesNothing: .matchesNothing
        case .unknownReading: .unknownReading
        case .twoReadings: .twoReadings
        }
    }

    private static func kind(of reason: Refusal.Reason) -> ErrorKind {
        switch reason {
        case .fault(.badQuoting, _, _): .badQuoting
        case .fault(.badEncoding, _, _): .badEncoding
        case .fault(.nulByte, _, _): .nulByte
        case .fault(.fieldTooLong, _, _): .fieldTooLong
        case .fault(.recordTooLong, _, _): .recordTooLong
        case .noHeader: .noHeader
        case .noItemColumn: .noItemColumn
        case .unknownColumn: .unknownColumn
        case .noShopColumn: .noShopColumn
        case .duplicateColumn: .duplicateColumn
        case .tooManyColumns: .tooManyColumns
        case .alreadyApplied: .alreadyApplied
        case .changedReport: .changedReport
        case .ambiguity(let ambiguity): kind(of: ambiguity)
        case .totalMismatch: .totalMismatch
        case .checksumMismatch: .checksumMismatch
        }
    }

    private static func kind(of ambiguity: Ambiguity) -> ErrorKind {
        switch ambiguity {
        case .column, .tornComposite: .unclearColumn
        case .id, .cutOffID: .unclearID
        case .row: .unclearRow
        case .sequence: .unclearSequence
        case .secondTable: .secondTable
        case .noRowFits: .noRowFits
        case .overlap: .overlap
        }
    }

    private static func kind(of mistake: SettingError) -> ErrorKind {
        switch mistake {
        case .unreadable: .settingUnreadable
        case .missingColumn: .missingColumn
        case .wrongFieldCount: .settingWrongFieldCount
        case .badName: .badName
        case .badQuantity: .badQuantity
        case .badPrice: .badPrice
        case .differingPrices: .differingPrices
        case .repeatedFruit: .repeatedFruit
        case .twoSpellings: .twoSpellings
        case .ambiguousName: .ambiguousName
        case .unknownFruit: .unknownFruit
        case .empty: .emptyMenu
        case .tooMany: .tooMany
        }
    }
}
