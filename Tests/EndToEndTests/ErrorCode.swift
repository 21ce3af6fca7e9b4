import Foundation
import JuiceBatch
import TestSupport

/// The code of every error, which is its heading in the catalogue of errors.
enum ErrorCode {
    /// The codes that the program prints for rows and refused files, and those of the cases of its other errors.
    ///
    /// The cases are read from the sources, so that a new case needs a catalogue entry and a reproducer.
    static let all: [String] = {
        func text(_ path: String) -> String { (try? ProjectFile.text("Sources/\(path).swift")) ?? "" }
        let printed = (text("JuiceBatch/Errors/Refusal") + text("CSV/CSVError")).matches(of: /[:=] "([a-z_]+)"\n/)
        let errors = text("JuiceBatch/Errors/BatchError") + text("JuiceBatch/Errors/StorageErrors")
        var codes = OutcomeCode.failures.map(\.name) + printed.map { String($0.output.1) }
        // Mistakes in the grammar have no codes.
        for type in errors.matches(of: /enum (\w+)Error:[^\n]*\n(?s:(.*?))\n}/) where type.output.1 != "Grammar" {
            for line in type.output.2.matches(of: #/    case (\w+)(.*)/#) where !line.output.2.hasSuffix("Error)") {
                codes.append(code(of: String(line.output.1), in: String(type.output.1)))
            }
        }
        return Set(codes).subtracting(["refused"]).sorted()
    }()

    /// The name of a case in snake case, or another name.
    private static func code(of name: String, in type: String) -> String {
        others["\(type).\(name)"] ?? name.replacing(/[A-Z]/) { "_" + $0.output.lowercased() }
    }

    private static let others = [
        "Batch.commitUnknown": "in_doubt", "Batch.foreignIndex": "index_not_ours",
        "Batch.foreignOutput": "output_not_ours", "Batch.notPendingDelivery": "not_on_its_way",
        "Chain.busy": "chain_busy", "Chain.linked": "chain_elsewhere", "Chain.noChain": "chain_missing",
        "Chain.noShop": "chain_empty", "Chain.sameFolder": "same_shop_folder",
        "Chain.sameLedger": "same_shop_ledger", "Chain.sameName": "same_shop_name",
        "Chain.settingsMissing": "chain_settings_gone", "Chain.unusable": "unusable_shop",
        "ChainRequest.badName": "bad_shop_name", "ChainRequest.closed": "shop_closed",
        "ChainRequest.inputMissing": "night_input_gone", "ChainRequest.isChain": "chain_for_shop",
        "ChainRequest.nameInUse": "shop_taken",
        "ChainRequest.noNightlyRun": "no_such_night", "ChainRequest.noShopColumn": "shop_column_unsaid",
        "Checksum.malformed": "malformed_checksum",
        "Checksum.noSingleDigest": "unnamed_checksum", "Configuration.badValue": "bad_setting_value",
        "Configuration.notJSON": "configuration_not_json", "Configuration.repeatedKey": "repeated_setting",
        "Configuration.unknownKey": "unknown_setting", "ExportSetting.blankColumnName": "nameless_column",
        "ExportSetting.conflictingReplacements": "two_readings", "ExportSetting.noPair": "malformed_pair",
        "ExportSetting.unknownReplacement": "unknown_reading", "Ledger.damaged": "damaged_ledger",
        "Ledger.damagedLog": "damaged_run_log", "Ledger.disappeared": "gone_ledger",
        "Ledger.linked": "linked_ledger", "Ledger.missing": "missing_ledger",
        "Ledger.newer": "newer_ledger", "Ledger.restoring": "ledger_restoring", "Ledger.runsMissing": "lost_ledger",
        "Ledger.stale": "stale_ledger", "Ledger.unknownForm": "unknown_ledger_form",
        "Ledger.unmounted": "unmounted_ledger", "Report.misses": "report_misses", "Report.notJSON": "report_not_json",
        "Report.otherSchema": "report_other_schema", "Request.columnNotFound": "column_nowhere",
        "Restore.different": "restored_otherwise", "Restore.missingInputs": "restore_input_missing",
        "Restore.otherLedger": "other_backup", "Setting.empty": "empty_menu",
        "Setting.unreadable": "setting_unreadable", "Setting.wrongFieldCount": "setting_wrong_field_count",
        "ShiftLog.changed": "journal_changed", "ShiftLog.appendUnknown": "journal_in_doubt",
        "ShiftLog.contradicted": "shift_contradicted", "ShiftLog.ledgerChanged": "shift_left_behind",
        "ShiftLog.missing": "journal_missing", "ShiftLog.replaced": "journal_replaced",
        "ShiftLog.setAside": "journal_set_aside",
    ]
}
