package import JuiceBatch

/// The messages about the state of a shop.
package struct StatusMessages: Localized {
    package let language: MessageLanguage
    private let localTime: (_ timestamp: String) -> String

    private static let namesMax = 5

    /// Creates the messages in a language, with a function that returns the shop's local time for a UTC time.
    package init(_ language: MessageLanguage, localTime: @escaping (_ timestamp: String) -> String) {
        self.language = language
        self.localTime = localTime
    }

    /// The message for a status without reasons: no problems, or the open rows and missing stock of the shop or chain.
    package func noReason(_ status: ShopStatus) -> String {
        let all = [status] + status.members.map(\.status)
        let (short, rejected) = all.reduce((0, 0)) { ($0.0 + ($1.open?.short ?? 0), $0.1 + ($1.open?.rejected ?? 0)) }
        let day = status.nextDayNeeds.flatMap { $0.missing.isEmpty ? nil : $0.date.text }
        let lacking = status.members.count { !($0.status.nextDayNeeds?.missing ?? []).isEmpty }
        let findings: [String?] = [
            pick(if: short > 0, ko: "못 만든 주문 \(grouped(short))건", en: "\(counted(short, "row")) short of stock"),
            pick(if: rejected > 0, ko: "거절된 행 \(grouped(rejected))개", en: counted(rejected, "rejected row")),
            pick(
                if: all.contains { $0.open == nil && $0.lastRun != nil }, ko: "보고서가 없어 남은 행을 알 수 없음",
                en: "the open rows are unknown without reports"),
            day.map { pick(ko: "\($0)에 쓸 과일 부족", en: "too little fruit for \($0)") },
            pick(
                if: lacking > 0, ko: "다음 날 과일이 모자란 매장 \(grouped(lacking))곳",
                en: "too little fruit in \(counted(lacking, "shop"))"),
        ]
        let parts = findings.compactMap(\.self)
        if parts.isEmpty { return pick(ko: "이상 없습니다.", en: "No problems found.") }
        let list = parts.joined(separator: ", ")
        return pick(
            ko: "급한 일은 없지만 확인할 것이 있습니다: \(list).", en: "Nothing is urgent, but some things need attention: \(list).")
    }

    /// The sentence for a reason, with the action to take.
    package func sentence(_ reason: StatusReason) -> String { described(reason).sentence }

    /// The kind of a reason with the sentence in the language of the messages.
    private func described(
        _ kind: String, ko korean: @autoclosure () -> String, en english: @autoclosure () -> String
    ) -> (kind: String, sentence: String) { (kind, pick(ko: korean(), en: english())) }

    /// The kind of a reason in JSON, and the sentence about it with the action to take.
    package func described(_ reason: StatusReason) -> (kind: String, sentence: String) {
        switch reason {
        case .ledgerMissing:
            described(
                "ledger_missing",
                ko: "장부가 없어졌습니다: 적용한 파일이나 보고서는 있는데 shop.sqlite가 없거나 비었습니다. "
                    + "매장 폴더에서 juice-batch restore로 복구하세요.",
                en: "The ledger is missing: files or reports show that runs were applied, but there is no "
                    + "shop.sqlite, or it is empty. Run juice-batch restore in the shop's folder.")
        case .clockWrong(let timestamp):
            described(
                "clock_back", ko: "시계가 맞지 않습니다: 마지막 기록(\(time(timestamp)))이 미래 시각입니다. 이 컴퓨터의 시계를 확인하세요.",
                en: "The clock is wrong: the last record (\(time(timestamp))) is in the future. "
                    + "Check this machine's time.")
        case .noNightlyRun:
            described(
                "no_night", ko: "야간 처리가 아직 한 번도 실행되지 않았습니다. 타이머나 cron이 켜져 있는지 확인하세요.",
                en: "No nightly run has been recorded yet. Check that its timer or cron job is enabled.")
        case .noRun: described("no_run", ko: "장부에 아직 실행 기록이 없습니다.", en: "The ledger has no runs yet.")
        case .nightlyRunLate(let age):
            described(
                "night_late", ko: "마지막 야간 처리가 \(ago(age))입니다. 타이머나 cron이 켜져 있는지 확인하세요.",
                en: "The last nightly run was \(ago(age)). Check that its timer or cron job is enabled.")
        case .runLate(let age):
            described("run_late", ko: "마지막 실행이 \(ago(age))입니다.", en: "The last run was \(ago(age)).")
        case .nightlyRunInterrupted(let began):
            described(
                "night_cut_short", ko: "\(time(began))에 시작한 야간 처리가 중단되었습니다. 다음 야간 처리에서 이어서 진행하며, 지금 다시 실행해도 됩니다.",
                en: "The nightly run that began at \(time(began)) was interrupted. The next nightly run continues "
                    + "it; you can also start one now.")
        case .filesMissing(let files):
            described(
                "files_missing", ko: "마지막 야간 처리의 파일은 \(grouped(files ?? 0))개였습니다. 매장에서 파일을 다 보냈는지 확인하세요.",
                en: "The last nightly run found \(counted(files ?? 0, "file")). Check that the POS has sent all of "
                    + "them.")
        case .nightlyRunFailed(let status):
            described(
                "night_failed", ko: "마지막 야간 처리의 종료 코드: \(status.text(in: language)). 그때의 출력을 보세요.",
                en: "The last nightly run ended with exit code \(status.text(in: language)). See the output of that "
                    + "run.")
        case .filesUnresolved(let files): (files.first?.place.reasonKind ?? "", sentence(task(files)))
        case .daysWithoutRun(let days): ("days_without_run", language.daysWithoutRun(days))
        case .chainProblems(let texts): ("chain_problems", firstSentences(texts, max: Self.namesMax, "건"))
        case .shopNotRun(let date):
            described(
                "shop_not_run", ko: "\(date)의 체인 야간 처리에서 이 매장이 빠졌습니다. juice-batch chain run으로 처리하세요.",
                en: "The chain's nightly run of \(date) skipped this shop. To run the shop, use juice-batch chain run.")
        case .rowsWithoutShop(let rows): ("rows_without_shop", rowsWithoutShopSentence(rows))
        case .shopUnreadable(_, let text): ("shop_unreadable", text)
        case .shop(let name, let reason): (described(reason).kind, "\(name): \(sentence(reason))")
        case .counterOpen(let since):
            described(
                "counter_open", ko: "카운터가 \(time(since))부터 열려 있습니다. 마감하세요.",
                en: "The counter has been open since \(time(since)). Close its shift.")
        case .businessDayAhead(let days): ("business_day_ahead", businessDayAheadSentence(days))
        case .reportsMisplaced(let reports):
            ("reports_unplaced", firstSentences(reports.map { language.misplaced($0) }, max: 1, "번"))
        case .rowsRejected(let rows): ("rows_rejected", rejectedRowsSentence(rows))
        case .rowsShort(let rows):
            described(
                "rows_short", ko: "재료가 모자라 못 만든 주문이 \(grouped(rows))건 남아 있습니다. 입고한 뒤 failure.csv를 다시 적용하세요.",
                en: "\(counted(rows, "row is", plural: "rows are")) still short of fruit. Restock the fruit, and run "
                    + "failure.csv again.")
        case .stockBelowNeed(let date, let missing):
            described(
                "stock_below_need", ko: "\(date.text)에 쓸 과일이 모자랍니다: \(names(missing)).",
                en: "There is not enough fruit for \(date.text): \(names(missing)).")
        }
    }

    /// The task that a reason results in, for the index of a shop.
    package func task(_ reason: StatusReason) -> FolderIndexModel.Task {
        if case .filesUnresolved(let files) = reason { return task(files) }
        return (sentence(reason), [], "")
    }

    private func businessDayAheadSentence(_ days: BusinessDays) -> String {
        BusinessDayWarning.ahead(
            date: days.runsDatedAhead.map(\.date).min()?.text ?? "", newest: days.newest?.text ?? "",
            runs: days.runsDatedAhead.map(\.number)
        ).sentence(language)
    }

    private func rowsWithoutShopSentence(_ rows: Int) -> String {
        pick(
            ko: "어느 매장의 것인지 알 수 없는 행이 \(grouped(rows))개 있습니다. reports/의 unknown-shop.csv를 고쳐서 inbox/로 옮기거나, "
                + "필요 없으면 reports/ 밖으로 옮기세요.",
            en: "\(counted(rows, "row of exports belongs", plural: "rows of exports belong")) to no shop. "
                + "Correct unknown-shop.csv in reports/ and move it into inbox/. If you do not need the rows, "
                + "move the file out of reports/.")
    }

    private func rejectedRowsSentence(_ rows: Int) -> String {
        pick(
            ko: "거절되어 아직 고치지 않은 행이 \(grouped(rows))개 있습니다. reports/index.html에서 어느 보고서의 행인지 보고, "
                + "그 failure.csv를 고쳐서 다시 실행하세요. 다시 실행하지 않을 행과, 번호 없이 이미 다시 실행한 행은 "
                + "juice-batch settle로 완료 처리하세요.",
            en: "\(counted(rows, "rejected row has", plural: "rejected rows have")) not been corrected yet. See "
                + "reports/index.html for their reports, correct the failure.csv there and run it again. Use "
                + "juice-batch settle to close rows that you will not run again, and rows without an id that you have "
                + "already run again.")
    }

    /// The first `max` sentences, and the number of the others with its Korean `unit`.
    private func firstSentences(_ texts: [String], max: Int, _ unit: String) -> String {
        let more = language.andMoreSentence(texts.count - max, unit)
        return (texts.prefix(max) + [more].compactMap(\.self)).joined(separator: " ")
    }

    /// A list of the runs that reversed a run or closed rejected rows.
    package func laterRunsPhrase(_ runs: [RecordedRun]) -> String {
        let texts = runs.map { run in
            if let reversed = run.reverses {
                return pick(
                    ko: "실행 #\(run.number)에서 \(run: reversed, .object) 취소",
                    en: "run \(run.number) reversed run \(reversed)")
            }
            let closedRun = run.settlement?.run ?? 0
            return pick(
                ko: "실행 #\(run.number)에서 실행 #\(closedRun)의 행을 완료 처리",
                en: "run \(run.number) closed rows of run \(closedRun)")
        }
        return pick(ko: "그 뒤 ", en: "since then ") + language.list(texts, max: Self.namesMax, "번")
    }

    /// A list of fruits with the number of missing pieces.
    package func names(_ missing: [FruitStock]) -> String {
        language.list(missing.map { language.fruit($0.fruit, pieces: $0.pieces) }, max: Self.namesMax, "가지")
    }

    /// The local time of a UTC time, without seconds.
    package func time(_ timestamp: String) -> String { String(localTime(timestamp).prefix(16)) }

    /// The age of an event: in minutes up to two hours, in hours up to three days, then in days.
    package func ago(_ seconds: Int) -> String {
        switch seconds {
        case ..<(-60): pick(ko: "미래 시각", en: "in the future")
        case ..<7_200: pick(ko: "\(max(0, seconds) / 60)분 전", en: counted(max(0, seconds) / 60, "minute") + " ago")
        case ..<259_200: pick(ko: "\(seconds / 3_600)시간 전", en: counted(seconds / 3_600, "hour") + " ago")
        default: pick(ko: "\(grouped(seconds / 86_400))일 전", en: counted(seconds / 86_400, "day") + " ago")
        }
    }

    /// A task in one line.
    private func sentence(_ task: FolderIndexModel.Task) -> String {
        "\(task.text) \(language.list(task.files, max: Self.namesMax)). \(task.advice)"
    }

    /// The task of dealing with unresolved files in the same folder.
    private func task(_ files: [UnresolvedFile]) -> FolderIndexModel.Task {
        let count = files.count
        let (text, advice): (String, String)
        switch files.first?.place {
        case .failed:
            text = pick(
                ko: "적용하지 못한 파일이 \(grouped(count))개 있습니다:", en: "\(counted(count, "file")) could not be applied:")
            advice = pick(
                ko: "파일이나 설정을 고쳐 같은 이름으로(엑셀 파일은 같은 이름의 CSV로 저장해서) inbox/에 넣거나, 필요 없으면 다른 폴더로 옮기세요.",
                en: "Correct each one (save a workbook as CSV) or the settings, and put it into inbox/ under the same "
                    + "name, or move it to another folder.")
        case .repeated:
            text = pick(
                ko: "앞서 적용한 것과 내용이 같아 적용하지 않은 파일이 \(grouped(count))개 있습니다:",
                en: "\(counted(count, "file was", plural: "files were")) not applied, because earlier files had the "
                    + "same content:")
            advice = pick(
                ko: "새 주문이면 run --again --column id= 명령으로 적용하세요(번호가 겹치는지 확인하지 않습니다. 설정에 known이 있으면 "
                    + "--accept로 번호 열도 지정하세요). 새 주문이 아니면 repeated/에서 빼세요.",
                en: "If the orders are new, apply the file with run --again --column id= (ids are then ignored; if the "
                    + "settings have \"known\", add --accept with the id column). If not, move the file out of "
                    + "repeated/."
            )
        case .inbox, nil:
            text = pick(
                ko: "inbox/에 하루 넘게 남은 항목이 \(grouped(count))개 있습니다:",
                en: "\(counted(count, "entry has", plural: "entries have")) been in inbox/ for more than a day:")
            advice = pick(
                ko: "완성된 파일이면 적용할 수 있게 이름을 바꾸고, 아니면 inbox/에서 빼세요. "
                    + "이름에 문제가 없는데도 남아 있는 파일이 있으면 마지막 야간 처리의 출력을 보세요.",
                en: "Rename complete files so that they can be applied. Move all others out of inbox/. "
                    + "If a file with a valid name is still there, see the output of the last nightly run.")
        }
        return (text, files.map(self.text), advice)
    }

    /// The path of a file, with the reason if it is known, and the time since which the file has been there.
    private func text(_ file: UnresolvedFile) -> String {
        let since = pick(ko: "\(time(file.since))부터", en: "since \(time(file.since))")
        let details = (details(of: file) + [since]).compactMap(\.self).joined(separator: ", ")
        let reason = file.code.flatMap { file.sentence ?? ExitReason(rawValue: $0)?.text(in: language) }
        return "\(file.path) (\(details)\(reason.map { ": \($0)" } ?? ""))"
    }

    /// The known details of the reason why a file was not applied.
    private func details(of file: UnresolvedFile) -> [String?] {
        switch file.place {
        case .failed:
            [
                file.code ?? file.exit.map { pick(ko: "종료 코드 \($0)", en: "exit code \($0)") },
                file.line.map { pick(ko: "\(grouped($0))번째 줄", en: "line \(grouped($0))") },
            ]
        case .repeated: [file.run.map { pick(ko: "\(run: $0, .with) 같음", en: "the same as in run \($0)") }]
        case .inbox:
            switch file.obstacle {
            case .unfinished: [pick(ko: "아직 쓰는 중임을 나타내는 이름", en: "marked as unfinished by its name")]
            case .noFile: [pick(ko: "파일이 아님", en: "not a file")]
            case .checksumAlone: [pick(ko: "체크섬만 있음", en: "a checksum without its file")]
            case .waiting, nil: []
            }
        }
    }
}
