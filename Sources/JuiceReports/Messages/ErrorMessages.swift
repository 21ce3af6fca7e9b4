internal import Glibc
package import JuiceBatch

/// The work that a command had committed before an error.
package enum CommittedWork: Sendable, Equatable {
    case nothing
    /// Runs, by their numbers in ascending order.
    case runs([Int])
    /// Some shops of the chain had been run.
    case shops
    /// The committed work is reported elsewhere, such as in the list of a shop's runs.
    case reportedElsewhere
}

/// The messages for errors that end a command.
extension MessageLanguage {
    /// The message for an error of any type; a description of one that this program does not expect.
    package func text(of error: any Error, after work: CommittedWork = .nothing) -> String {
        (error as? BatchError).map { text($0, after: work) } ?? "\(error)"
    }

    /// The message for an error after some work was committed; for a refusal, in the form `FILE:LINE: code: text`.
    package func text(_ error: BatchError, after work: CommittedWork = .nothing) -> String {
        let applied = sentence(about: work)
        return switch error {
        case .usage(let error): usage(error)
        case .refused(let refusal): "\(refusal.file):\(refusal.line): \(refusal.code): \(text(refusal))"
        case .unreadable(let path, let errno): unreadable(path, errno)
        case .badChecksum(let path, let error): "\(path): \(text(error))"
        case .inputOutput(let path, let errno): inputOutput(path, errno, applied)
        case .missingInbox(let path):
            pick(
                ko: "\(path): inbox 폴더가 없습니다. 전에 쓰던 매장 폴더라서 inbox를 새로 만들지 않았고, 아무것도 하지 않았습니다. "
                    + "공유 폴더라면 다시 연결하고, 아니라면 폴더를 만드세요.",
                en: "\(path): the inbox is missing, although the shop's folder was used before. The inbox was not "
                    + "created again, and nothing was done. If the inbox is on a network share, mount the share again; "
                    + "otherwise create the inbox.")
        case .changedWhileRead(let path):
            pick(
                ko: "\(path): 읽는 동안 파일이 바뀌었습니다.\(applied) 다시 실행하세요.",
                en: "\(path): the file changed while it was being read.\(applied) Run again.")
        case .cannotCreate(let path, EXDEV):
            pick(
                ko: "\(path): 다른 파일 시스템으로는 옮길 수 없습니다.\(applied) 두 폴더를 같은 파일 시스템에 두세요.",
                en: "\(path): cannot be moved to another file system.\(applied) Put both folders on the same file "
                    + "system.")
        case .cannotCreate(let path, let errno):
            pick(
                ko: "\(path): 만들거나 쓸 수 없습니다(\(systemError(errno)))",
                en: "\(path): cannot be created or written (\(systemError(errno)))")
        case .foreignOutput(let path, let entry):
            pick(
                ko: "\(path): 보고서가 아닌 \(quoted: entry, .subject) 들어 있어 보고서를 쓰지 않았습니다. --output으로 다른 폴더를 고르세요.",
                en: "\(path): this folder contains '\(entry)', which is not a report, so nothing was written. "
                    + "Choose another folder with --output.")
        case .foreignIndex(let path): foreignIndex(path)
        case .indexInReports(let path): indexInReports(path)
        case .badSetting(let path, let line, let error): "\(path):\(line): \(text(error))"
        case .badReport(let path, let error): "\(path): \(report(error))"
        case .noDemand(let path):
            pick(
                ko: "\(path): 날짜가 있는 주문 기록이 없어 살 것을 계산할 수 없습니다. --date YYYY-MM-DD를 붙이거나 시각 열이 있는 파일로 주문을 적용한 뒤 다시 "
                    + "실행하세요.",
                en: "\(path): there are no recorded orders with a date, so demand cannot be estimated. "
                    + "Apply orders with --date YYYY-MM-DD, or from a file with a time column, and try again.")
        case .notPendingDelivery(let path, let line, let reason):
            "\(path):\(line): "
                + (reason
                    ?? pick(
                        ko: "입고 예정 목록에는 입고만 쓸 수 있습니다.", en: "a list of expected deliveries may contain only restocks."))
        case .shiftOpen(let ledger, let shift, let isRunning): shiftOpen(ledger, shift, isRunning: isRunning)
        case .badShiftLog(let path, let error): "\(path): \(text(error))"
        case .ledgerBusy(let path): busy(path, applied)
        case .knownInputs(let inputs): known(inputs)
        case .badLedger(let path, let error): "\(path): \(text(error))"
        case .notRestored(let path, let error): "\(path): \(text(error))"
        case .unsoundLedger(let path, let findings): unsound(path, findings)
        case .irreversible(let run, let obstacles, let blockingRuns): irreversible(run, obstacles, blockingRuns)
        case .commitUnknown(let run, let ledger): commitUnknown(run, ledger)
        case .badConfiguration(let origin, let error): "\(origin): \(text(error))"
        case .badChain(let path, let error): "\(path): \(text(error))"
        case .invariant(let text):
            pick(
                ko: "내부 검산이 맞지 않습니다(\(text)).\(applied) 버그이니 알려 주세요.",
                en: "An internal check failed (\(text)).\(applied) This is a bug: please report it.")
        case .unreadableArguments:
            pick(
                ko: "명령줄 인자를 읽을 수 없어 아무것도 하지 않았습니다. /proc가 마운트되어 있는지 확인하세요.",
                en: "The command-line arguments cannot be read, so nothing was done. Check that /proc is mounted.")
        case .interrupted: pick(ko: "중단되었습니다.\(applied)", en: "Interrupted.\(applied)")
        }
    }

    private func unreadable(_ path: String, _ errno: Int32) -> String {
        errno == EISDIR
            ? pick(
                ko: "\(path): 폴더입니다. \(path)/*.csv처럼 안에 있는 파일을 적으세요.",
                en: "\(path): this is a folder. Name the files in it, as in \(path)/*.csv")
            : pick(
                ko: "\(path): 읽을 수 없습니다(\(systemError(errno)))", en: "\(path): cannot be read (\(systemError(errno)))")
    }

    private func inputOutput(_ path: String, _ errno: Int32, _ applied: String) -> String {
        if path == "-" && errno == ENOSPC {
            return pick(
                ko: "-: 표준 입력이 너무 큽니다. 디스크에 남은 공간의 90%까지만 복사할 수 있습니다.\(applied) 공간을 비우고 다시 실행하세요.",
                en: "-: standard input is too large. Its copy may use at most 90% of the free disk "
                    + "space.\(applied) Free some space and run again.")
        }
        let advice =
            pick(
                if: errno == EADDRINUSE, ko: " 그 포트를 쓰는 프로그램(다른 카운터)을 닫거나 다른 포트를 쓰세요(예: --listen 127.0.0.1:8301).",
                en: " Stop the program that uses the port, such as another counter, or choose another port, as in "
                    + "--listen 127.0.0.1:8301.") ?? ""
        return pick(
            ko: "\(path): 입출력 오류입니다(\(systemError(errno))).\(applied)\(advice)",
            en: "\(path): I/O error (\(systemError(errno))).\(applied)\(advice)")
    }

    /// A sentence about work committed before the error; empty if it is reported elsewhere.
    private func sentence(about work: CommittedWork) -> String {
        switch work {
        case .nothing: return pick(ko: " 아무것도 적용하지 않았습니다.", en: " Nothing was applied.")
        case .runs(let runs):
            let numbers = LineNumbers(runs).text.replacing("-", with: "–").replacing(",", with: ", ")
            return pick(
                ko: " 그 전에 적용한 실행 #\(numbers, .topic) 그대로 남고, 나머지는 적용하지 않았습니다.",
                en: runs.count == 1
                    ? " Run \(numbers) was applied before this error and is kept; nothing else was applied."
                    : " Runs \(numbers) were applied before this error and are kept; nothing else was applied.")
        case .shops:
            return pick(
                ko: " 처리가 끝난 매장의 결과는 그대로 남습니다. 같은 날짜로 다시 실행하면 나머지를 이어서 처리합니다.",
                en: " The results of finished shops are kept. To continue, run again with the same date.")
        case .reportedElsewhere: return ""
        }
    }

    private func busy(_ path: String, _ applied: String) -> String {
        pick(
            ko: "\(path): 다른 프로세스가 장부를 쓰고 있습니다.\(applied) 끝난 뒤에 다시 실행하세요. --lock-wait가 있는 명령은 더 오래 기다리게 할 수 있습니다.",
            en: "\(path): Another process is using the ledger.\(applied) Run again when that process has finished. "
                + "Commands with the option --lock-wait can wait longer.")
    }

    private func usage(_ error: RequestError) -> String {
        switch error {
        case .malformedColumn(let option):
            pick(
                ko: "--column '\(option)': 역할(id, action, item, quantity, time)마다 한 번, ROLE=NAME 형식으로 적으세요. "
                    + "예: --column item=품명",
                en: "--column '\(option)': write ROLE=NAME, once for each role (id, action, item, quantity, time), as "
                    + "in --column item=product")
        case .columnNotFound(let role, let name):
            pick(
                ko: "\(role.map { "--column \($0)=\(name): " } ?? "")어느 입력에도 '\(name)' 열이 없습니다. 머리글 위에 제목이 있으면 "
                    + "--header find를 붙이세요. 이 열이 없는 파일도 있으면 옵션 대신 설정 파일(체인은 chain.json)에 적으세요.",
                en: "\(role.map { "--column \($0)=\(name): n" } ?? "N")o input has a column '\(name)'. If titles stand "
                    + "above the header, add --header find. If only some files have the column, use the settings file "
                    + "(chain.json for a chain) instead of the option.")
        case .exportSettings(let error): "\(error.location.option): \(text(error))"
        case .malformedExpectation(let option):
            pick(
                ko: "--expect '\(option)': rows=N이나 quantity=N을 한 번씩만 적으세요. 예: --expect rows=120",
                en: "--expect '\(option)': write rows=N or quantity=N, each once, as in --expect rows=120")
        case .noDate(let role):
            pick(
                ko: "\(role): @date를 쓰려면 실행 날짜를 정해야 합니다. --date 2026-11-20처럼 적으세요.",
                en: "\(role): @date requires the date of the run. Give it, as in --date 2026-11-20.")
        case .inputInOutput(let path, let output), .ledgerInOutput(let path, let output):
            pick(
                ko: "\(path): 보고서를 쓸 폴더 \(output) 안에는 입력이나 장부를 둘 수 없습니다. --output으로 다른 폴더를 고르세요.",
                en: "\(path): inputs and ledgers cannot be in \(output), where the reports are written. Choose "
                    + "another folder with --output.")
        case .sameBytes(let first, let second):
            pick(
                ko: "\(first), \(second): 내용이 같은 입력입니다. 둘 다 적용하려면 --again을 붙이세요.",
                en: "\(first), \(second): these inputs have the same content. To apply both, add --again.")
        case .standardInputTwice:
            pick(ko: "표준 입력(-)은 한 번만 쓸 수 있습니다.", en: "Standard input (-) can be read only once.")
        case .ledgerIsInput, .stockOfExistingLedger, .noSuchRun, .alreadyReversed, .isReversal,
            .hasNoRejectedRows, .notRejected, .ambiguousRow, .alreadySettled, .otherInputs, .otherSettings:
            ledgerUsage(error)
        case .chain(let use): text(use)
        }
    }

    private func report(_ error: ReportError) -> String {
        switch error {
        case .notJSON(let line):
            pick(
                ko: "JSON으로 읽을 수 없습니다(\(line)번째 줄). 보고서의 summary.json을 적으세요.",
                en: "this file cannot be read as JSON (line \(line)). Give the summary.json of a report.")
        case .misses(let key):
            pick(
                ko: "juice-batch의 summary.json이 아닙니다(\(quoted: key, .subject) 없거나 형식이 다릅니다).",
                en: "this file is not a summary.json written by juice-batch ('\(key)' is missing or has the wrong "
                    + "type).")
        case .otherSchema(let schema):
            pick(
                ko: "다른 버전의 summary.json입니다(schema \(schema)). 그 파일을 만든 버전의 juice-batch를 쓰세요.",
                en: "another version wrote this summary.json (schema \(schema)). Use the version of juice-batch "
                    + "that wrote it.")
        }
    }
}

/// An error that ended a command after some of its work had been committed.
package struct PartlyAppliedError: Error {
    package let cause: BatchError
    /// The work that was committed before the error.
    package let before: CommittedWork

    package init(_ cause: BatchError, after before: CommittedWork) {
        (self.cause, self.before) = (cause, before)
    }
}

/// The system's error messages in the language of the sentence around them.
extension MessageLanguage {
    /// The message of an error number, without a full stop.
    func systemError(_ errno: Int32) -> String {
        pick(ko: Self.koreanErrors[errno] ?? "시스템 오류 \(errno)", en: SystemError(number: errno).text)
    }

    /// The message of an error number in parentheses, in English after a space; empty without a number.
    func errorInParentheses(_ errno: Int32?) -> String {
        errno.map { pick(ko: "", en: " ") + "(\(systemError($0)))" } ?? ""
    }

    private static let koreanErrors: [Int32: String] = [
        EPERM: "허용되지 않음", ENOENT: "파일이나 폴더가 없음", EINTR: "신호로 중단됨", EIO: "입출력 오류", ENXIO: "그런 장치가 없음",
        EBADF: "열려 있지 않은 파일", EAGAIN: "지금은 할 수 없음", ENOMEM: "메모리 부족", EACCES: "권한 없음", EBUSY: "사용 중",
        EEXIST: "이미 있음", EXDEV: "다른 파일 시스템", ENODEV: "그런 장치가 없음", ENOTDIR: "폴더가 아님", EISDIR: "폴더임",
        EINVAL: "쓸 수 없는 값", ENFILE: "시스템에 열린 파일이 너무 많음", EMFILE: "열린 파일이 너무 많음", ENOTTY: "장치에 맞지 않음",
        ETXTBSY: "실행 중인 파일", EFBIG: "파일이 너무 큼", ENOSPC: "디스크 공간 부족", ESPIPE: "읽는 위치를 옮길 수 없음",
        EROFS: "읽기 전용 파일 시스템", EMLINK: "링크가 너무 많음", EPIPE: "받는 쪽이 닫힘", ENAMETOOLONG: "이름이 너무 김",
        ENOLCK: "잠금이 부족함", ENOSYS: "시스템이 지원하지 않음", ENOTEMPTY: "빈 폴더가 아님", ELOOP: "링크가 너무 많이 이어짐",
        EOVERFLOW: "너무 큰 값", EOPNOTSUPP: "시스템이 지원하지 않음", ETIMEDOUT: "제한 시간이 지남", EADDRINUSE: "주소를 이미 쓰는 중",
        EADDRNOTAVAIL: "쓸 수 없는 주소", ECONNREFUSED: "연결이 거절됨", ESTALE: "파일이 사라짐", EDQUOT: "할당량 초과",
    ]

    fileprivate func indexInReports(_ path: String) -> String {
        pick(
            ko: "\(path): 보고서 한 개가 들어 있는 폴더입니다. 보고서가 모여 있는 폴더를 적으세요.",
            en: "\(path): this folder contains a single report. Name the folder that contains the reports.")
    }

    func foreignIndex(_ path: String) -> String {
        pick(
            ko: "\(path): juice-batch가 만든 파일이 아니라서 그대로 두었습니다. 실행 목록(index.html)을 만들려면 이 파일을 다른 곳으로 옮기세요.",
            en: "\(path): this file was not made by juice-batch, so it was left unchanged. To get the list of runs "
                + "(index.html), move this file elsewhere.")
    }

    fileprivate func shiftOpen(_ ledger: String, _ shift: OpenShift, isRunning: Bool) -> String {
        let (since, shiftLog, process) = (shift.openedAt, shift.shiftLog, shift.process)
        let holder =
            isRunning
            ? pick(ko: "카운터가 \("프로세스 \(process)", .toward) 실행 중입니다", en: "the counter is running as process \(process)")
            : pick(ko: "실행 중인 카운터는 없습니다", en: "no counter is running")
        return pick(
            ko: "\(ledger): \(since)부터 카운터 근무가 열려 있어 장부를 바꿀 수 없습니다. \(holder)(카운터 기록 \(shiftLog)). 마감하려면 이 명령을 "
                + "실행하세요: juice-batch counter close --ledger \(ledger)",
            en: "\(ledger): a counter shift has been open since \(since), so the ledger cannot be changed; \(holder) "
                + "(shift log \(shiftLog)). To close the shift, run: juice-batch counter close --ledger \(ledger)")
    }

    package func noShiftOpen(_ ledger: String) -> String {
        pick(ko: "\(ledger): 열려 있는 근무가 없습니다.", en: "\(ledger): no shift is open.")
    }

    func text(_ error: ShiftLogError, hasEnded: Bool = false) -> String {
        let advice =
            hasEnded
            ? pick(
                ko: " 아무것도 적용하지 않고 근무를 끝냈습니다. 맞는 기록이 있으면 juice-batch run으로 적용하세요.",
                en: " Nothing was applied, and the shift has ended. If you have the right log, apply it with "
                    + "juice-batch run.")
            : pick(
                ko: " 기록이 정말 없어졌으면 juice-batch counter close로 기록 없이 근무를 끝내세요.",
                en: " If the log is lost, run juice-batch counter close to end the shift without it.")
        return switch error {
        case .missing:
            pick(
                ko: "카운터 기록이 없습니다. 디스크가 연결되어 있는지 확인하세요.",
                en: "The shift log is missing. Check that its disk is mounted.") + advice
        case .replaced:
            pick(
                ko: "카운터 기록이 있던 자리에 다른 파일이 있어 그대로 두었습니다.",
                en: "Another file has replaced the shift log and was left unchanged.") + advice
        case .changed:
            pick(
                ko: "다른 프로그램이 카운터 기록을 바꾸었습니다. 더는 기록하지 않습니다. 빠진 주문이 없는지 확인하고 juice-batch counter close로 마감하세요.",
                en: "Another program has changed the shift log. Nothing more is recorded. Check whether orders are "
                    + "missing, then run juice-batch counter close.")
        case .setAside(let line, let aside):
            pick(
                ko: "\(line)번째 줄이 카운터가 쓴 기록이 아니어서 아무것도 적용하지 않고 근무를 끝냈습니다. "
                    + "파일은 \(aside, .toward) 옮겼습니다. 살펴보고 맞으면 juice-batch run으로 적용하세요.",
                en: "Line \(line) was not written by a counter, so nothing was applied. The file was moved to "
                    + "\(aside), and the shift has ended. Check the file; if it is correct, apply it with juice-batch "
                    + "run.")
        case .ledgerChanged(let openedAfter, let lastRun):
            pick(
                ko: "실행 #\(openedAfter) 다음에 시작한 근무인데, 장부의 마지막 실행은 #\(lastRun)입니다. 장부를 백업으로 바꾸었는지 확인하세요.",
                en: "The shift was opened after run \(openedAfter), but the last run in the ledger is \(lastRun). "
                    + "Check whether the ledger was restored from a backup.") + (hasEnded ? advice : "")
        case .appendUnknown(let errno):
            pick(
                ko: "기록을 쓰다가 오류가 났습니다(\(systemError(errno))). 기록되었는지 알 수 없습니다. 카운터를 다시 여세요.",
                en: "An error occurred while a row was being written (\(SystemError(number: errno).text)), so the "
                    + "row may or may not have been recorded. Open the counter again.")
        case .contradicted(let row):
            pick(
                ko: "\(row)번째 기록의 결과가 카운터 화면에 나온 결과와 다릅니다. 마감하지 않았습니다.",
                en: "The result of row \(row) differs from what the counter showed. The shift was not closed.")
        case .ended(let cause): text(cause, hasEnded: true)
        }
    }
}
