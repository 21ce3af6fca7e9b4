package import JuiceBatch
internal import JuiceCore

/// A notice for the user or the operator; an `errno` is the number of the system error, if there is one.
package enum ShopNotice: Sendable, Equatable {
    /// An input was skipped because the ledger already contains it.
    case skipped(path: String, run: Int)
    /// All inputs were known to the ledger, so nothing was done.
    case allInputsSkipped
    /// The run has created its ledger at `path`, as the user gave it.
    case ledgerCreated(path: String, hasStockFile: Bool)
    /// Reports of an earlier run could not be put in place.
    case misplaced(MisplacedReports)
    /// The requested menu differs from that of the open shift, which remains in use.
    case menuUnchanged
    /// The shift ended without its log, which has a row on `line` that no counter has written and was moved to `path`.
    case shiftLogSetAside(shiftLog: String, line: Int, path: String)
    /// New reports, in a folder as the user named it, have replaced those of other inputs.
    ///
    /// The numbers are those of the short orders and rejected rows in the replaced failure.csv.
    case replaced(reports: String, ordersShort: Int, rowsRejected: Int)
    /// A file of another program has the path of the index, and is kept.
    case foreignIndex(path: String)
    /// The index of a folder of reports could not be written, which does not affect the reports.
    case indexNotWritten(path: String, errno: Int32?)
    /// The run log at `path` could not be written; the next command that opens the ledger for writing completes it.
    case runLogIncomplete(path: String, errno: Int32?)
    /// The record of a nightly run could not be written to `path`; what the run has applied remains.
    case nightlyRunUnrecorded(path: String, errno: Int32?)
}

extension MessageLanguage {
    /// The message for a notice.
    package func text(_ notice: ShopNotice) -> String {
        switch notice {
        case .skipped(let path, let run):
            pick(
                ko: "\(path): 실행 #\(run)에서 이미 적용한 파일이라 건너뜁니다.",
                en: "\(path): skipped, because run \(run) has already applied this file.")
        case .allInputsSkipped:
            pick(ko: "모두 이미 적용한 파일이라 더 할 일이 없습니다.", en: "All files have already been applied; there was nothing to do.")
        case .ledgerCreated(let path, let hasStockFile):
            pick(ko: "새 장부를 만들었습니다: \(path)", en: "Created a new ledger: \(path)")
                + (hasStockFile
                    ? ""
                    : pick(
                        ko: "(처음 재고: 과일마다 \(FruitStore.opening)개)",
                        en: " (opening stock: \(FruitStore.opening) of each fruit)"))
        case .misplaced(let reports): misplaced(reports)
        case .menuUnchanged:
            pick(
                ko: "마감하지 않은 근무에는 시작할 때의 메뉴를 계속 씁니다. 새 메뉴는 다음 근무부터 씁니다.",
                en: "The open shift keeps the menu it began with; the new menu takes effect with the next shift.")
        case .shiftLogSetAside(let shiftLog, let line, let path):
            "\(shiftLog): \(text(ShiftLogError.setAside(line: line, path: path)))"
        case .replaced(let reports, let ordersShort, let rowsRejected): replaced(reports, ordersShort, rowsRejected)
        case .foreignIndex(let path): foreignIndex(path)
        case .indexNotWritten(let path, let errno):
            pick(
                ko: "\(path): 실행 목록(index.html)을 만들지 못했습니다\(errorInParentheses(errno)). 보고서에는 영향이 없습니다.",
                en: "\(path): the list of runs (index.html) could not be written\(errorInParentheses(errno)). This "
                    + "does not affect the reports.")
        case .runLogIncomplete(let path, let errno):
            pick(
                ko: "\(path): 실행 기록에 쓰지 못했습니다\(errorInParentheses(errno)). 실행은 적용했습니다. "
                    + "빠진 기록은 다음에 이 장부를 바꾸는 명령이 채우며, 채우지 못하면 그 명령은 아무것도 적용하지 않습니다.",
                en: "\(path): the run log could not be written\(errorInParentheses(errno)). The run was applied. The "
                    + "next command that changes this ledger will complete the log, or else apply nothing.")
        case .nightlyRunUnrecorded(let path, let errno):
            pick(
                ko: "\(path): 쓰지 못했습니다\(errorInParentheses(errno)). 적용한 내용은 그대로 있지만 이 파일에는 기록되지 않았습니다.",
                en: "\(path): could not be written\(errorInParentheses(errno)). The changes of the nightly run are "
                    + "kept, but are not recorded in this file.")
        }
    }

    /// The message about replaced reports; at least one of the numbers is positive.
    private func replaced(_ folder: String, _ ordersShort: Int, _ rowsRejected: Int) -> String {
        let short = ordersShort > 0 ? [shortOrders(ordersShort)] : []
        let open = short + (rowsRejected > 0 ? [rowsToCorrect(rowsRejected)] : [])
        let list = open.joined(separator: pick(ko: ", ", en: " and "))
        return pick(
            ko: "\(folder): 이전 보고서를 새 보고서로 바꾸었습니다. 이전 failure.csv에는 \(list, .subject) 들어 있었습니다. 따로 남기려면 --output에 "
                + "{date}나 {name}을 넣으세요.",
            en: "\(folder): the new reports replaced earlier ones, whose failure.csv contained \(list). To keep "
                + "each set of reports, use {date} or {name} in --output.")
    }
}
