internal import JuiceBatch

/// The messages about files that wait for an operator, and about business days without a run.
struct StandingWording {
    private let language: MessageLanguage
    private let time: (_ moment: String) -> String

    /// The maximum number of files or days in a sentence.
    private static let listedMax = 5

    /// The sentences in a language.
    ///
    /// - Parameter time: a moment of UTC as the shop's clock shows it.
    init(_ language: MessageLanguage, time: @escaping (_ moment: String) -> String) {
        self.language = language
        self.time = time
    }

    private func pick(ko: @autoclosure () -> String, en: @autoclosure () -> String) -> String {
        language.pick(ko: ko(), en: en())
    }

    /// A reason in a sentence that says what to do; nil of every other reason.
    func sentence(_ reason: StatusReason) -> String? {
        switch reason {
        case .filesFailed(let files): failed(files)
        case .filesRepeated(let files): repeated(files)
        case .filesWaiting(let files): waiting(files)
        case .daysWithoutRun(let days): withoutRun(days)
        case .ledgerMissing, .clockBack, .noNight, .noRun, .nightLate, .runLate, .nightCutShort, .filesMissing,
            .nightFailed, .chainProblems, .shopNotRun, .rowsWithoutShop, .shopUnreadable, .shop, .counterOpen,
            .businessDayAhead, .reportsUnplaced, .rowsRejected, .rowsShort, .stockBelowNeed:
            nil
        }
    }

    private func failed(_ files: [UnresolvedFile]) -> String {
        pick(
            ko: "적용하지 못한 파일이 \(grouped(files.count))개 있습니다: \(list(files)). "
                + "고쳐서 같은 이름으로 inbox/에 넣거나, 필요 없으면 failed/에서 치우세요.",
            en: "\(counted(files.count, "file")) could not be applied: \(list(files)). "
                + "Correct each one and put it into inbox/ under the same name, or move it out of failed/.")
    }

    private func repeated(_ files: [UnresolvedFile]) -> String {
        pick(
            ko: "앞서 적용한 것과 내용이 같아 적용하지 않은 파일이 \(grouped(files.count))개 있습니다: \(list(files)). "
                + "새 주문이면 run --again --column id= 명령으로 적용하고(주문번호는 맞춰 보지 않습니다), 아니면 repeated/에서 치우세요.",
            en: "Not applied, since the content was that of an earlier file: \(list(files)). "
                + "Apply new orders by run --again --column id=, which compares no ids, or move the file out of repeated/."
        )
    }

    private func waiting(_ files: [UnresolvedFile]) -> String {
        pick(
            ko: "inbox/에 하루 넘게 남은 것이 \(grouped(files.count))개 있습니다: \(list(files)). "
                + "다 쓴 파일이면 이름을 바꿔 적용되게 하고, 아니면 치우세요.",
            en: "\(counted(files.count, "entry", plural: "entries")) of inbox/ waited for more than a day: "
                + "\(list(files)). Rename a file that is complete so that it is applied, or move it away.")
    }

    private func withoutRun(_ days: [CalendarDay]) -> String {
        let wording = DayWording(language: language)
        let list = days.prefix(Self.listedMax).map { wording.text($0) }.joined(separator: ", ") + more(days.count)
        return pick(
            ko: "실행이 없는 영업일이 있습니다: \(list). 그날 파일을 inbox/에 넣으세요. "
                + "쉬는 날이면 juice-batch.json의 closed에 적으세요.",
            en: "There is no run for \(list). Put that day's file into inbox/, or name a day off under \"closed\" in "
                + "juice-batch.json.")
    }

    private func list(_ files: [UnresolvedFile]) -> String {
        files.prefix(Self.listedMax).map(text).joined(separator: ", ") + more(files.count)
    }

    private func more(_ count: Int) -> String {
        let more = count - Self.listedMax
        return more > 0 ? pick(ko: " 외 \(grouped(more))개", en: " and \(grouped(more)) more") : ""
    }

    /// A file's path, with what is wrong with it and since when.
    private func text(_ file: UnresolvedFile) -> String {
        let since = pick(ko: "\(time(file.since))부터", en: "since \(time(file.since))")
        let details = [detail(file.place), since].compactMap(\.self).joined(separator: ", ")
        return "\(file.path) (\(details))"
    }

    private func detail(_ place: UnresolvedFile.Place) -> String? {
        switch place {
        case .failed(nil): nil
        case .failed(let cause?):
            [
                cause.code ?? pick(ko: "종료 코드 \(cause.exit)", en: "exit code \(cause.exit)"),
                cause.line.map { line in pick(ko: "\(grouped(line))번째 줄", en: "line \(grouped(line))") },
            ].compactMap(\.self).joined(separator: ", ")
        case .repeated(let run):
            run.map { pick(ko: "\($0)번 실행과 같음", en: "the same as in run \($0)") }
        case .inbox(let obstacle):
            switch obstacle {
            case .unfinished: pick(ko: "쓰다 만 이름", en: "named as unfinished")
            case .noFile: pick(ko: "파일이 아님", en: "not a file")
            case .checksumAlone: pick(ko: "체크섬만 있음", en: "a checksum without its file")
            case .waiting: nil
            }
        }
    }
}
