package import JuiceBatch

/// The messages of a nightly run, each on one line even if file names contain line breaks.
package struct NightlyMessages: Localized {
    package let language: MessageLanguage

    package init(_ language: MessageLanguage) { self.language = language }

    package var busy: String {
        line(
            ko: "이 폴더에서 다른 야간 처리가 실행 중입니다. 아무것도 하지 않았습니다.",
            en: "another nightly run is active in this folder; nothing was done")
    }

    /// The message for a nightly run that could not begin because of its settings, menu or ledger.
    package func cannotBegin(code: Int) -> String {
        line(
            ko: "야간 처리를 시작할 수 없습니다(종료 코드 \(code)). inbox의 파일은 하나도 적용하지 않았습니다.",
            en: "the nightly run cannot begin (exit code \(code)); no file in the inbox was applied")
    }

    /// The message of the first nightly run in a folder, which has created the inbox.
    package func createdInbox(_ name: String) -> String {
        line(
            ko: "\(name): 처음 쓰는 폴더라 새로 만들었습니다. POS에서 내보낸 파일을 여기에 넣으세요.",
            en: "\(name): created, because this folder is new; put the exports of your POS into it")
    }

    /// The message that the counter's open shift was closed and applied.
    package func closedShift(_ shiftLog: String, code: Int, reports: String) -> String {
        line(
            ko: "카운터 근무를 마감하고 \(shiftLog, .object) 적용했습니다(종료 코드 \(code)). 보고서: \(reports)",
            en: "the counter shift was closed and \(shiftLog) was applied (exit code \(code)); reports: \(reports)")
    }

    /// The message that the counter's open shift could not be closed.
    package func openShift(code: Int) -> String {
        line(ko: "카운터 근무를 마감할 수 없습니다(종료 코드 \(code)).", en: "the counter shift cannot be closed (exit code \(code))")
    }

    /// The message for a file of an interrupted nightly run that was moved back to the inbox.
    package func recovered(_ name: String) -> String {
        line(
            ko: "\(name): 야간 처리가 중단되어 inbox에 다시 넣었습니다.",
            en: "\(name): moved back to the inbox, because a nightly run was interrupted")
    }

    /// The message for an entry of the inbox that is not a regular file.
    package func noFile(_ name: String) -> String {
        line(
            ko: "\(name): 폴더나 링크처럼 일반 파일이 아니라서 열지 않았습니다. inbox에서 빼고, 폴더 안의 파일은 inbox에 바로 넣으세요.",
            en: "\(name): not opened, because it is not a regular file; take it out of the inbox, and move the files "
                + "of a folder directly into the inbox")
    }

    /// The message for a checksum whose file is not in the inbox.
    package func orphanChecksum(_ name: String) -> String {
        line(
            ko: "\(name): 체크섬만 있고 대상 파일이 없습니다. inbox에 남겨 둡니다.",
            en: "\(name): the file for this checksum is missing; the checksum stays in the inbox")
    }

    package func unfinished(_ name: String) -> String {
        line(
            ko: "\(name): 아직 쓰는 중이라 다음 야간 처리로 미룹니다.",
            en: "\(name): the file is still being written; it is left in the inbox for the next nightly run")
    }

    package func noLongerExists(_ name: String) -> String {
        line(ko: "\(name): 다른 프로그램이 옮기거나 지웠습니다.", en: "\(name): another program moved or deleted it")
    }

    package func started(_ name: String) -> String { line(ko: "\(name): 적용하는 중", en: "\(name): applying the file") }

    package func applied(_ name: String, code: Int, reports: String) -> String {
        line(
            ko: "\(name): 적용했습니다(종료 코드 \(code)). 보고서: \(reports)",
            en: "\(name): applied (exit code \(code)); reports: \(reports)")
    }

    /// The message for a file that was not applied because an earlier run, recorded on `day`, applied the same content.
    package func repeated(_ name: String, run: Int, on day: String?) -> String {
        line(
            ko: "\(name): \(day.map { "\($0)에 " } ?? "")실행 #\(run)에서 적용한 파일과 내용이 같아 적용하지 않았습니다. "
                + "새 주문이라면 run --again --column id= 명령으로 적용하세요(설정에 known이 있으면 --accept로 번호 열도 지정하세요).",
            en: "\(name): not applied, because run \(run)\(day.map { " of \($0)" } ?? "") applied the same content; "
                + "if the orders are new, use run --again --column id= (if the settings have \"known\", add --accept "
                + "with the id column)")
    }

    /// The message for a file that an interrupted nightly run had already applied.
    package func known(_ name: String, run: Int) -> String {
        line(
            ko: "\(name): 실행 #\(run)에서 이미 적용했습니다. 아무것도 하지 않았습니다.",
            en: "\(name): run \(run) has already applied this file; nothing was done")
    }

    /// The message about an applied file that needs attention, or the path to which a file was moved.
    package func note(_ text: String, on name: String) -> String { Escaping.terminal("\(name): \(text)") }

    package func refused(_ name: String, code: Int) -> String {
        line(ko: "\(name): 적용할 수 없습니다(종료 코드 \(code)).", en: "\(name): cannot be applied (exit code \(code))")
    }

    /// The message that the nightly run stopped at a file.
    package func stopped(_ name: String, code: Int) -> String {
        line(
            ko: "\(name): 야간 처리를 여기서 멈췄습니다(종료 코드 \(code)). 이 파일과 뒤의 파일은 inbox에 그대로 있습니다.",
            en: "\(name): the nightly run stopped here (exit code \(code)); this file and those after it stay in "
                + "the inbox")
    }

    /// The message that another file took a file's name before it was archived; the other one stays in the inbox as
    /// `other`.
    package func replaced(_ name: String, by other: String) -> String {
        line(
            ko: "\(name): 그사이 이름이 같은 다른 파일이 들어왔습니다. 다음 야간 처리에서 적용하도록 inbox에 둡니다(\(other)).",
            en: "\(name): another file with this name has arrived in the meantime; it stays in the inbox for the "
                + "next nightly run (\(other))")
    }

    package func outgrown(_ name: String, run: Int) -> String {
        line(
            ko: "\(name): 읽은 뒤에 내용이 늘어났습니다. 실행 #\(run)에서는 앞부분만 적용했습니다.",
            en: "\(name): the file grew after it was read; run \(run) applied only the first part")
    }

    package func notMoved(_ name: String, errno: Int32) -> String {
        let reason = language.systemError(errno)
        return line(
            ko: "\(name): 옮길 수 없어 inbox에 그대로 있습니다(\(reason)).",
            en: "\(name): cannot be moved (\(reason)); it stays in the inbox")
    }

    package var nothingToDo: String {
        line(ko: "inbox에 새 파일이 없어 할 일이 없었습니다.", en: "there was nothing to do: the inbox has no new files")
    }

    package func fewerFiles(than expected: Int, code: Int) -> String {
        line(
            ko: "들어온 파일이 \(grouped(expected))개보다 적습니다(종료 코드 \(code)). 매장에서 파일을 보냈는지 확인하세요.",
            en: "fewer files arrived than the \(grouped(expected)) expected (exit code \(code)); check that the "
                + "shop has sent its files")
    }

    /// The message that the ledger could not be backed up to a file or folder, or that the copy is not valid.
    package func backupFailed(_ path: String, _ error: BatchError, code: Int) -> String {
        let reason =
            switch error {
            case .ledgerBusy: pick(ko: "다른 프로세스가 장부를 쓰는 중", en: "another process is using the ledger")
            default:
                error.systemErrno.map { language.systemError($0) }
                    ?? pick(ko: "복사본의 기록이 서로 맞지 않음", en: "the copy is inconsistent")
            }
        return line(
            ko: "\(path): 장부를 백업하지 못했습니다(\(reason), 종료 코드 \(code)). 적용한 내용은 그대로 남아 있습니다.",
            en: "\(path): the ledger could not be backed up (\(reason); exit code \(code)); the applied runs are kept")
    }

    /// The message that an interrupted nightly run moved files to failed or repeated.
    package func setAsideBefore(code: Int) -> String {
        line(
            ko: "중단된 야간 처리가 failed/나 repeated/로 옮긴 파일이 있습니다(종료 코드 \(code)). 살펴보세요.",
            en: "an interrupted nightly run moved files to failed/ or repeated/ (exit code \(code)); check them")
    }

    /// The last line of a nightly run that ended early, with its exit code and all reasons.
    package func stopped(_ status: ExitStatus) -> String {
        let text = status.text(in: language)
        return line(ko: "야간 처리를 여기서 멈췄습니다. 종료 코드: \(text)", en: "the nightly run stopped here; exit code \(text)")
    }

    /// The last line of a nightly run, with its exit code and all reasons.
    package func end(files: Int, _ status: ExitStatus) -> String {
        let text = status.text(in: language)
        return line(ko: "파일 \(grouped(files))개, 종료 코드 \(text)", en: "\(counted(files, "file")), exit code \(text)")
    }

    package func removed(reports: Int, files: Int, olderThanDays days: Int) -> String {
        line(
            ko: "\(grouped(days))일이 지난 보고서 \(grouped(reports))개와 파일 \(grouped(files))개를 지웠습니다.",
            en: "removed \(counted(reports, "report")) and \(counted(files, "file")) that were older than "
                + counted(days, "day"))
    }

    /// The message for old reports and files that are kept because work is left in them.
    package func retainedUnresolved(_ paths: [String]) -> String {
        line(
            ko: "오래되었지만 남은 일이 있는 보고서와 파일은 지우지 않습니다(\(grouped(paths.count))개): \(language.list(paths, max: 20))",
            en: "old reports and files kept because they contain unfinished work (\(grouped(paths.count))): "
                + language.list(paths, max: 20))
    }

    /// The message for old files and folders that are kept because no run of the ledger made them.
    package func retainedUnrecognized(_ paths: [String]) -> String {
        line(
            ko: "오래되었지만 장부에 없거나 보고서가 아닌 파일과 폴더는 지우지 않습니다(\(grouped(paths.count))개): \(language.list(paths, max: 20))",
            en: "old files and folders kept because they are not reports or are not in the ledger "
                + "(\(grouped(paths.count))): \(language.list(paths, max: 20))")
    }

    package func notRemoved(_ path: String, errno: Int32) -> String {
        let reason = language.systemError(errno)
        return line(ko: "\(path): 지우지 못했습니다(\(reason)).", en: "\(path): cannot be removed (\(reason))")
    }

    package var removalStopped: String {
        line(
            ko: "오래된 보고서와 파일을 지우다가 중단되었습니다. 다음 야간 처리에서 이어서 지웁니다.",
            en: "the removal of old reports and files was interrupted; the next nightly run will continue it")
    }

    /// The message of a dry run for an open shift of the counter.
    package func wouldCloseShift(_ shiftLog: String) -> String {
        line(
            ko: "카운터 근무를 마감하고 \(shiftLog, .object) 먼저 적용합니다.",
            en: "would close the counter shift first, and apply \(shiftLog)")
    }

    package func wouldApply(_ name: String) -> String { line(ko: "\(name): 적용합니다.", en: "\(name): would be applied") }

    /// The message of a dry run for a file with the same content as another one.
    package func wouldRepeat(_ name: String, as other: String) -> String {
        line(
            ko: "\(name): \(other, .with) 내용이 같아 repeated/로 옮깁니다.",
            en: "\(name): would be moved to repeated/, because it has the same content as \(other)")
    }

    package func input(of run: Int) -> String { pick(ko: "실행 #\(run)에서 적용한 파일", en: "a file of run \(run)") }

    package func wouldRemove(_ path: String) -> String { line(ko: "\(path): 지웁니다.", en: "\(path): would be removed") }

    package var dryRunNote: String {
        line(ko: "미리 보기라서 아무것도 바꾸지 않았습니다.", en: "this was a dry run; nothing was changed")
    }
}
