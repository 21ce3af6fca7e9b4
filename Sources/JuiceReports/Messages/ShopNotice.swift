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

    /// The message about the files that were created in the shop's folder, an absolute path, and the next steps.
    ///
    /// `program` is the name or the path by which a shell finds the program. `units` are paths in the folder, and
    /// `zone` is the time zone of their timers; nil without units.
    package func shopCreated(_ folder: String, program: String, units: [String], zone: String?) -> String {
        let files = ["inbox/", "menu.csv"] + (units.isEmpty ? [] : ["units/"]) + ["juice-batch.json"]
        let (quotedFolder, program) = (Escaping.shell(folder), Escaping.shell(program))
        var lines = [
            pick(ko: "가게 폴더를 만들었습니다: \(folder)", en: "Created shop folder: \(folder)"),
            "  " + files.joined(separator: "  "), "",
            pick(
                ko: "다음: menu.csv를 가게에 맞게 고치고, POS에서 내보낸 파일을 inbox/에 넣은 뒤 아래 명령을 실행하세요.",
                en: "Next: edit menu.csv, put the exports of your POS into inbox/, and run these commands:"),
            "  cd \(quotedFolder)", "  \(program) inspect inbox/* --update --write", "  \(program) nightly",
        ]
        if let zone {
            let linked = units.filter { $0.hasSuffix(".service") || $0.hasSuffix(".timer") }
            let timers = linked.filter { $0.hasSuffix(".timer") }.compactMap { $0.split(separator: "/").last }
            lines += [
                "",
                pick(
                    ko: "매일 밤 자동으로 처리하고 아침에 확인하려면 아래 명령을 실행하세요(시간대 \(zone)).",
                    en: "To apply files every night and check the result every morning (time zone \(zone)), run "
                        + "these commands:"
                ),
                "  systemctl --user link \\",
            ]
            lines += linked.map { "    " + Escaping.shell("\(folder)/\($0)") + ($0 == linked.last ? "" : " \\") }
            lines += [
                "  systemctl --user enable --now \(timers.map { Escaping.shell(String($0)) }.joined(separator: " "))",
                "  loginctl enable-linger",
                pick(
                    ko:
                        "실패 알림을 받으려면 ~/.config/juice-batch/alert에 프로그램을 두고 실행 권한을 주세요. 프로그램은 알림의 제목을 두 번째 인자로, 본문을 표준 입력으로 받습니다.",
                    en: "To be notified of failures, put an executable program at ~/.config/juice-batch/alert. The "
                        + "program receives the subject as its second argument and the text on standard input."),
            ]
        }
        return lines.map { Escaping.terminal($0) + "\n" }.joined()
    }
}
