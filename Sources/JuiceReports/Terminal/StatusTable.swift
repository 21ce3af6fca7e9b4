internal import JuiceBatch

/// The state of a shop as text for a terminal.
package struct StatusTable {
    private let status: ShopStatus
    private let language: MessageLanguage
    private let messages: StatusMessages

    /// Creates the table for a status.
    ///
    /// - Parameter localTime: returns the shop's local time for a UTC time.
    package init(
        _ status: ShopStatus, _ language: MessageLanguage, localTime: @escaping (_ timestamp: String) -> String
    ) {
        self.status = status
        self.language = language
        messages = StatusMessages(language, localTime: localTime)
    }

    /// The lines of the table, each with a line end: first the reasons for attention, or that there are none, then the
    /// rows.
    package func render(on screen: TerminalStyle) -> String {
        let sentences = status.reasons.map(messages.sentence)
        let first = screen.folded(Escaping.terminal(sentences.first ?? messages.noReason(status)))
        let others = sentences.dropFirst().map { screen.folded(Escaping.terminal($0)) }
        let lines = ([screen.colored(first, sentences.isEmpty ? .good : .bad)] + others).map { $0 + "\n" }
        let rows = rows.map { name, value in screen.folded(Escaping.terminal("\(name): \(value)")) + "\n" }
        return (lines + rows).joined()
    }

    private var rows: [(name: String, value: String)] {
        var rows: [(String, String)] = []
        switch status.location {
        case .folder, .chain: rows.append((language.pick(ko: "마지막 야간 처리", en: "Last nightly run"), nightlyRun))
        case .ledger: break
        }
        if case .chain = status.location {
            rows.append((language.pick(ko: "매장", en: "Shops"), shops))
            let undescribed = status.members.filter { !$0.status.undescribed.isEmpty }.map(\.name)
            rows += undescribedColumnRows(undescribed)
            return rows
        }
        if let date = status.closedSince {
            rows.append(
                (language.pick(ko: "매장", en: "Shop"), language.pick(ko: "\(date)부터 닫음", en: "closed from \(date) on")))
        }
        rows.append((language.pick(ko: "마지막 실행", en: "Last run"), run))
        rows.append((language.pick(ko: "남은 행", en: "Open rows"), open))
        if let files = status.files {
            rows.append((language.pick(ko: "처리할 파일", en: "Files to check"), self.files(files)))
        }
        rows += undescribedColumnRows(
            status.undescribed.map { input in
                let columns = language.pick(ko: "\(grouped(input.columns))개", en: counted(input.columns, "column"))
                return "\(input.name) (\(columns))"
            })
        rows.append((language.pick(ko: "다음 날 재고", en: "Stock for the next day"), nextDayNeeds))
        rows.append((language.pick(ko: "보고서", en: "Reports"), reports))
        rows.append((language.pick(ko: "카운터", en: "Counter"), counter))
        return rows
    }

    /// The number of a chain's shops by the result of their last run, and the number of those that need attention.
    private var shops: String {
        let counts = ShopRunState.allCases.compactMap { state -> String? in
            let count = status.members.count { $0.status.chainRun?.state == state }
            return count == 0 ? nil : "\(state.word(in: language)) \(grouped(count))"
        }
        let open = status.members.count { !$0.status.reasons.isEmpty }
        let all = language.pick(ko: "\(grouped(status.members.count))곳", en: grouped(status.members.count))
        let rest = open == 0 ? [] : [language.pick(ko: "확인할 곳 \(grouped(open))", en: "\(grouped(open)) to check")]
        return all + (counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))") + rest.map { ", " + $0 }.joined()
    }

    /// The fact that inputs, or shops of a chain, have columns that no setting mentions; empty if there are none.
    private func undescribedColumnRows(_ names: [String]) -> [(name: String, value: String)] {
        if names.isEmpty { return [] }
        return [(language.pick(ko: "설정에 없는 열", en: "Columns not in the settings"), language.list(names, max: 5))]
    }

    private var none: String { language.pick(ko: "없음", en: "none") }

    private var nightlyRun: String {
        guard let nightlyRun = status.nightlyRun else { return none }
        if nightlyRun.isRunning {
            return language.pick(
                ko: "\(timestamp(nightlyRun.beganAt))부터 실행 중", en: "running since \(timestamp(nightlyRun.beganAt))")
        }
        guard let ended = nightlyRun.endedAt, let status = nightlyRun.exitStatus?.text(in: language) else {
            return language.pick(
                ko: "\(timestamp(nightlyRun.beganAt)) 시작, 중단됨",
                en: "began \(timestamp(nightlyRun.beganAt)), interrupted")
        }
        let files = nightlyRun.files.map { [language.pick(ko: "파일 \(grouped($0))개", en: counted($0, "file"))] } ?? []
        let end = [language.pick(ko: "\(timestamp(ended)) 끝남", en: "ended \(timestamp(ended))")]
        return (end + files + [language.pick(ko: "종료 코드 \(status)", en: "exit code \(status)")]).joined(separator: ", ")
    }

    private var run: String {
        guard let run = status.lastRun else { return none }
        let date = run.date.map { [language.pick(ko: "영업일 \($0)", en: "business day \($0)")] } ?? []
        let rows = language.pick(
            ko: "행 \(grouped(run.rows)) = 성공 \(grouped(run.success)) + 부족 \(grouped(run.shortage)) "
                + "+ 거절 \(grouped(run.rejected)) + 건너뜀 \(grouped(run.skipped))",
            en: "\(counted(run.rows, "row")) = \(grouped(run.success)) applied + \(grouped(run.shortage)) short "
                + "+ \(grouped(run.rejected)) rejected + \(grouped(run.skipped)) skipped")
        let start = language.pick(
            ko: "#\(run.number), \(timestamp(run.recordedAt))", en: "\(run.number), \(timestamp(run.recordedAt))")
        let later = status.laterRuns.isEmpty ? "" : "; " + messages.laterRunsPhrase(status.laterRuns)
        return ([start] + date + [rows]).joined(separator: ", ") + later
    }

    private var open: String {
        guard let open = status.open else {
            return language.pick(ko: "보고서 폴더가 없어 알 수 없음", en: "unknown without reports")
        }
        if open.total == 0 { return none }
        return language.pick(
            ko: "재료 부족 \(grouped(open.short))건, 거절된 행 \(grouped(open.rejected))개",
            en: "\(counted(open.short, "row")) short of fruit, \(counted(open.rejected, "rejected row"))")
    }

    private func files(_ files: [UnresolvedFile]) -> String {
        if files.isEmpty { return none }
        return UnresolvedFile.Location.names.compactMap { location -> String? in
            let count = files.count { $0.location.name == location }
            return count == 0
                ? nil : language.pick(ko: "\(location) \(grouped(count))개", en: "\(grouped(count)) in \(location)")
        }.joined(separator: ", ")
    }

    private var nextDayNeeds: String {
        guard let nextDayNeeds = status.nextDayNeeds else {
            return language.pick(ko: "기록이 없어 알 수 없음", en: "unknown without history")
        }
        let date = nextDayNeeds.date.text
        return nextDayNeeds.missing.isEmpty
            ? language.pick(ko: "충분함(\(date))", en: "enough (\(date))")
            : language.pick(
                ko: "\(messages.names(nextDayNeeds.missing)) 모자람(\(date))",
                en: "missing \(messages.names(nextDayNeeds.missing)) (\(date))")
    }

    private var reports: String {
        status.misplaced.isEmpty
            ? language.pick(ko: "모두 제자리에 있음", en: "all in place")
            : language.pick(
                ko: "제자리에 없음: 실행 \(runs)", en: "not in place: \(status.misplaced.count == 1 ? "run" : "runs") \(runs)")
    }

    private var runs: String {
        let shown = status.misplaced.prefix(5).map { String($0.run) }.joined(separator: ", ")
        return shown + (status.misplaced.count > 5 ? ", …" : "")
    }

    private var counter: String {
        status.shift.map {
            language.pick(ko: "\(timestamp($0.openedAt))부터 열려 있음", en: "open since \(timestamp($0.openedAt))")
        }
            ?? language.pick(ko: "닫혀 있음", en: "closed")
    }

    /// A local time with its age.
    private func timestamp(_ timestamp: String) -> String {
        let age = status.ageSeconds(of: timestamp).map { " (\(messages.ago($0)))" } ?? ""
        return messages.time(timestamp) + age
    }
}
