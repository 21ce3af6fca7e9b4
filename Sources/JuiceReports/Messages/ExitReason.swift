internal import Glibc
internal import JuiceBatch

/// A reason for an exit code other than 0; the raw value is its name in JSON.
///
/// Help, the manual's table of exit codes and all messages take the codes and words from here.
package enum ExitReason: String, Sendable, CaseIterable {
    case bug
    case rowsShort = "rows_short"
    case rowsRejected = "rows_rejected"
    case allRowsIgnored = "all_rows_ignored"
    case inputRepeated = "input_repeated"
    case earlierRepeated = "earlier_repeated"
    case shiftRejected = "shift_rejected"
    case shopWithoutFile = "shop_without_file"
    case shopNotRun = "shop_not_run"
    case rowsWithoutShop = "rows_without_shop"
    case proposalLacking = "proposal_lacking"
    case inputKnown = "input_known"
    case filesMissing = "files_missing"
    case statusReasons = "status_reasons"
    case usage
    case inputRefused = "input_refused"
    case tooManyRejected = "too_many_rejected"
    case earlierRefused = "earlier_refused"
    case inputOutgrown = "input_outgrown"
    case irreversible
    case noDemand = "no_demand"
    case deliveryRefused = "delivery_refused"
    case reportRefused = "report_refused"
    case shiftLogSetAside = "shift_log_set_aside"
    case unreadable
    case badChecksum = "bad_checksum"
    case inboxMissing = "inbox_missing"
    case shiftLogMissing = "shift_log_missing"
    case invariant
    case argumentsUnreadable = "arguments_unreadable"
    case ledgerUnsound = "ledger_unsound"
    case shiftContradicted = "shift_contradicted"
    case cannotCreate = "cannot_create"
    case foreignOutput = "output_not_ours"
    case inputOutput = "input_output"
    case inputChanged = "input_changed"
    case commitUnknown = "commit_unknown"
    case inputNotArchived = "input_not_put_away"
    case oldNotRemoved = "old_not_removed"
    case ledgerNotBackedUp = "ledger_not_backed_up"
    case ledgerBusy = "ledger_busy"
    case shiftOpen = "shift_open"
    case anotherIsRunning = "another_at_work"
    case badSetting = "bad_setting"
    case badLedger = "bad_ledger"
    case ledgerGone = "ledger_gone"
    case badChain = "bad_chain"
    case shiftLogReplaced = "shift_log_replaced"
    case hungUp = "hung_up"
    case interrupted
    case terminated

    /// The exit code; codes of errors are those of BSD (sysexits.h) if it has one.
    package var code: Int { descriptor.code }

    /// The reason in words, for messages.
    package func text(in language: MessageLanguage) -> String {
        language.pick(ko: descriptor.korean, en: descriptor.english)
    }

    private var descriptor: (code: Int, korean: String, english: String) {
        switch self {
        case .bug: (1, "프로그램의 버그", "an unexpected error, which is a bug")
        case .rowsShort:
            (3, "재료가 모자란 행이 있음(--fail-on shortage)", "some rows are short of stock, and --fail-on shortage is set")
        case .rowsRejected: (4, "거절된 행이 있음", "some rows were rejected")
        case .allRowsIgnored: (4, "설정에 따라 모든 행을 건너뜀", "the settings skip all rows")
        case .inputRepeated: (4, "이미 적용한 파일과 내용이 같은 파일이 있음", "a file has the same content as one already applied")
        case .earlierRepeated:
            (4, "중단된 야간 처리가 repeated/로 옮긴 파일이 있음", "an interrupted nightly run moved files to repeated/")
        case .shiftRejected: (4, "마감한 카운터 근무에 거절된 행이 있음", "a counter shift was closed with rejected rows")
        case .shopWithoutFile: (4, "파일이 오지 않은 매장이 있음", "a shop has sent no file")
        case .shopNotRun: (4, "아직 처리하지 않은 매장이 있음", "a shop has not been run")
        case .rowsWithoutShop: (4, "어느 매장의 것인지 알 수 없는 행이 있음", "some rows belong to no shop")
        case .proposalLacking:
            (4, "제안한 설정으로도 거절될 행이나 파일이 있음", "rows or files would still fail with the proposed settings")
        case .inputKnown: (5, "이미 적용한 파일이 있음", "an input was already applied")
        case .filesMissing: (6, "파일이 예상보다 적음", "fewer files arrived than expected")
        case .statusReasons: (6, "확인할 것이 있음", "something needs attention")
        case .usage: (64, "명령이 잘못됨", "the command line is not valid")
        case .inputRefused: (65, "입력을 거절함", "an input was refused")
        case .tooManyRejected: (65, "거절된 행이 --max-rejected보다 많음", "more rows were rejected than --max-rejected allows")
        case .earlierRefused: (65, "중단된 야간 처리가 failed/로 옮긴 파일이 있음", "an interrupted nightly run moved files to failed/")
        case .inputOutgrown: (65, "적용한 뒤에 내용이 늘어난 파일이 있음", "a file grew after it was applied")
        case .irreversible: (65, "재고가 맞지 않아 취소할 수 없음", "the current stock prevents the reversal")
        case .noDemand: (65, "필요량을 계산할 주문 기록이 없음", "there are no recorded orders to plan from")
        case .deliveryRefused:
            (65, "입고 예정 목록에 입고가 아닌 행이 있음", "a row in the list of expected deliveries is not a restock")
        case .reportRefused:
            (65, "juice-batch의 summary.json이 아님", "the file is not a summary.json written by juice-batch")
        case .shiftLogSetAside: (65, "카운터 기록을 읽을 수 없어 따로 둠", "the shift log is not valid and was set aside")
        case .unreadable: (66, "파일이나 폴더가 없거나 읽을 수 없음", "a file or folder is missing or cannot be read")
        case .badChecksum: (66, "체크섬 파일을 읽을 수 없음", "a checksum file is not valid")
        case .inboxMissing: (66, "전에 쓰던 폴더에 inbox가 없음", "the inbox is missing from a folder that was used before")
        case .shiftLogMissing: (66, "카운터 기록이 없음", "the shift log is missing")
        case .invariant: (70, "프로그램의 버그로 내부 검산이 맞지 않음", "an internal check failed, which is a bug")
        case .argumentsUnreadable: (70, "명령줄의 인자를 읽을 수 없음", "the arguments cannot be read, because /proc is missing")
        case .ledgerUnsound: (70, "장부의 기록이 서로 맞지 않음", "records in the ledger contradict each other")
        case .shiftContradicted: (70, "행의 결과가 카운터 화면에 나온 것과 다름", "a row's result differs from what the counter showed")
        case .cannotCreate: (73, "출력을 만들 수 없음", "output cannot be created")
        case .foreignOutput: (73, "출력할 자리에 다른 파일이 있음", "another file is where the output should go")
        case .inputOutput: (74, "입출력 오류", "an I/O error")
        case .inputChanged: (74, "읽는 동안 바뀐 파일이 있음", "a file changed while it was being read")
        case .commitUnknown: (74, "적용되었는지 아직 알 수 없음", "a run may or may not have been applied")
        case .inputNotArchived: (74, "옮기지 못한 파일이 있음", "a file could not be moved")
        case .oldNotRemoved: (74, "지우지 못한 오래된 파일이 있음", "old files could not be removed")
        case .ledgerNotBackedUp: (74, "장부를 백업하지 못함", "the ledger could not be backed up")
        case .ledgerBusy: (75, "다른 프로세스가 장부를 쓰는 중", "another process is using the ledger")
        case .shiftOpen: (75, "카운터 근무가 열려 있음", "a counter shift is open")
        case .anotherIsRunning: (75, "다른 처리가 실행 중", "another run is active in the folder")
        case .badSetting: (78, "메뉴, 재고 파일, 설정이 잘못됨", "a menu, stock file or setting is not valid")
        case .badLedger: (78, "장부로 쓸 수 없는 파일", "the file cannot be used as a ledger")
        case .ledgerGone: (78, "장부가 없어짐", "the ledger is missing")
        case .badChain: (78, "체인의 폴더나 chain.json이 잘못됨", "a chain's folder or chain.json is not valid")
        case .shiftLogReplaced: (78, "카운터 기록 자리에 다른 파일이 있음", "another file has replaced the shift log")
        case .hungUp: (128 + Int(SIGHUP), "터미널 연결이 끊김", "the terminal was disconnected")
        case .interrupted: (128 + Int(SIGINT), "중단됨", "interrupted")
        case .terminated: (128 + Int(SIGTERM), "종료 요청을 받음", "terminated")
        }
    }

    /// The exit code for this reason in a chain, where shops and exports result in one of 70, 78, 74, 65, 4, 6 and 3.
    package var codeInChain: Int {
        switch code {
        case 1: 70
        case 73, 75, 129...: 74
        case 64, 66: 65
        case 5: 4
        default: code
        }
    }

    /// The exit codes from the most to the least severe; a process with several reasons ends with the most severe code.
    package static let severity: [Int] = [70, 1, 78, 74, 73, 75, 129, 130, 143, 65, 66, 64, 4, 5, 6, 3]

    /// The reason that the next nightly run reports if this reason moved a file aside in a run that was interrupted.
    package var carriedOver: ExitReason {
        switch self {
        case .inputRefused, .tooManyRejected: .earlierRefused
        case .inputRepeated: .earlierRepeated
        default: self
        }
    }

    /// Errors for a lack of descriptors, memory or locks, which do not concern the file or folder itself.
    private static let resourceErrors = [EMFILE, ENFILE, ENOMEM, ENOLCK]

    /// Derives the reason from the error that ended a command; an error of an unknown type is a `bug`.
    package init(of error: any Error) {
        guard let error = error as? BatchError ?? (error as? PartlyAppliedError)?.cause else {
            self = .bug
            return
        }
        switch error {
        case .unreadable(_, let errno): self = Self.resourceErrors.contains(errno) ? .inputOutput : .unreadable
        case .cannotCreate(_, let errno): self = Self.resourceErrors.contains(errno) ? .inputOutput : .cannotCreate
        case .knownInputs: self = .inputKnown
        case .usage: self = .usage
        case .refused: self = .inputRefused
        case .badReport: self = .reportRefused
        case .irreversible: self = .irreversible
        case .noDemand: self = .noDemand
        case .notPendingDelivery: self = .deliveryRefused
        case .badChecksum: self = .badChecksum
        case .missingInbox: self = .inboxMissing
        case .invariant: self = .invariant
        case .unreadableArguments: self = .argumentsUnreadable
        case .unsoundLedger: self = .ledgerUnsound
        case .foreignOutput, .foreignIndex, .indexInReports: self = .foreignOutput
        case .inputOutput: self = .inputOutput
        case .changedWhileRead: self = .inputChanged
        case .commitUnknown: self = .commitUnknown
        case .ledgerBusy: self = .ledgerBusy
        case .shiftOpen: self = .shiftOpen
        case .badChain(_, .busy): self = .anotherIsRunning
        case .badShiftLog(_, .missing): self = .shiftLogMissing
        case .badShiftLog(_, .setAside): self = .shiftLogSetAside
        case .badShiftLog(_, .appendUnknown): self = .commitUnknown
        case .badShiftLog(_, .contradicted): self = .shiftContradicted
        case .badShiftLog(_, .replaced), .badShiftLog(_, .changed), .badShiftLog(_, .ledgerChanged):
            self = .shiftLogReplaced
        case .badShiftLog(let path, .ended(let cause)):
            self.init(of: BatchError.badShiftLog(path: path, error: cause))
        case .badSetting, .badConfiguration: self = .badSetting
        case .badLedger(_, .disappeared), .badLedger(_, .unmounted): self = .ledgerGone
        case .notRestored(_, .missingInputs): self = .unreadable
        case .notRestored(_, .different): self = .ledgerUnsound
        case .notRestored(_, .noBackup), .notRestored(_, .otherLedger): self = .badLedger
        case .badLedger: self = .badLedger
        case .badChain: self = .badChain
        case .interrupted(let signal): self.init(signal: signal)
        }
    }

    /// Derives the reason from the signal that ended the process.
    package init(signal: Int32) {
        self =
            switch signal {
            case SIGHUP: .hungUp
            case SIGINT: .interrupted
            default: .terminated
            }
    }

    /// The lines for 0 and for each code of a command, or of all commands; without a final line feed.
    package static func list(of command: String?, _ language: MessageLanguage) -> String {
        let (lineWidthMax, lineIndent) = (76, 8)
        let reasons =
            switch command {
            case "run": ofRun
            case "nightly": ofNightly
            case "chain": ofChain
            default: allCases
            }
        let done = [(0, language.pick(ko: "완료", en: "done"))]
        let others = Dictionary(grouping: reasons, by: \.code).sorted { $0.key < $1.key }
            .map { code, reasons in (code, reasons.map { $0.text(in: language) }.joined(separator: "; ")) }
        return (done + others).flatMap { code, causes in
            causes.folded(to: lineWidthMax - lineIndent).enumerated().map { index, line in
                (index == 0 ? "  \(code)" : "").padded(to: lineIndent) + line
            }
        }
        .joined(separator: "\n")
    }

    private static let ofAnyRun: [ExitReason] = [
        .bug, .usage, .invariant, .argumentsUnreadable, .inputOutput, .commitUnknown, .ledgerBusy, .shiftOpen,
        .badSetting, .badLedger, .hungUp, .interrupted, .terminated,
    ]
    private static let ofRun =
        [
            .rowsShort, .rowsRejected, .allRowsIgnored, .inputKnown, .inputRefused, .tooManyRejected, .unreadable,
            .badChecksum, .cannotCreate, .foreignOutput, .inputChanged,
        ] + ofAnyRun
    private static let ofNightly =
        [
            .rowsShort, .rowsRejected, .allRowsIgnored, .inputRepeated, .earlierRepeated, .shiftRejected, .filesMissing,
            .inputRefused, .tooManyRejected, .earlierRefused, .inputOutgrown, .shiftLogSetAside, .unreadable,
            .inboxMissing, .shiftLogMissing, .ledgerUnsound, .shiftContradicted, .cannotCreate, .foreignOutput,
            .inputChanged, .inputNotArchived, .oldNotRemoved, .ledgerNotBackedUp, .anotherIsRunning, .ledgerGone,
            .shiftLogReplaced,
        ] + ofAnyRun
    /// The reasons for which `chain run` can fail; some of them have another code there.
    private static let ofChain = ofNightly + [.shopWithoutFile, .shopNotRun, .rowsWithoutShop, .badChain]
}

/// The result of a use case: all reasons to report, and the exit code of the most severe one.
package struct ExitStatus: Sendable, Hashable {
    /// The reasons without duplicates, the most severe first; empty if everything was done as requested.
    package private(set) var reasons: [ExitReason] = []
    /// Whether `codeInChain` is used instead of `code`.
    private let isOfChain: Bool

    /// The status of a command that has done everything as requested.
    package static let done = ExitStatus([])

    /// Creates a status from reasons in any order, which have their `codeInChain` if `isOfChain` is true.
    package init(_ reasons: some Sequence<ExitReason>, isOfChain: Bool = false) {
        self.isOfChain = isOfChain
        let found = Set(reasons)
        // Reasons with the same code are in the order of their declaration.
        self.reasons = ExitReason.severity.flatMap { code in
            ExitReason.allCases.filter { $0.code == code && found.contains($0) }
        }
    }

    package init(_ reason: ExitReason) { self.init([reason]) }

    package init(of error: any Error) { self.init(ExitReason(of: error)) }

    /// The exit code of a process with this status.
    package var code: Int { reasons.first.map(code) ?? 0 }

    private func code(of reason: ExitReason) -> Int { isOfChain ? reason.codeInChain : reason.code }

    package var isDone: Bool { reasons.isEmpty }

    package mutating func add(_ other: ExitStatus) { self = ExitStatus(reasons + other.reasons, isOfChain: isOfChain) }

    package mutating func add(_ reason: ExitReason) { add(ExitStatus(reason)) }

    /// The codes with their reasons, such as `4 (rows rejected), 6 (fewer files than expected)`; `0` without reasons.
    package func text(in language: MessageLanguage) -> String {
        if reasons.isEmpty { return "0" }
        var codes: [Int] = []
        for reason in reasons where !codes.contains(code(of: reason)) { codes.append(code(of: reason)) }
        let parts = codes.map { code in
            let texts = reasons.filter { self.code(of: $0) == code }.map { $0.text(in: language) }
            return "\(code)\(language.pick(ko: "", en: " "))(\(texts.joined(separator: "; ")))"
        }
        return parts.joined(separator: ", ")
    }
}
