internal import JuiceBatch

/// The state of a shop as text for a terminal.
extension StatusMessages {
    /// The lines of the table, each with a line end: the reasons for attention, or that there are none, and the rows.
    package func table(_ status: ShopStatus, on screen: TerminalStyle) -> String {
        let sentences = status.reasons.map(sentence)
        let first = screen.folded(Escaping.terminal(sentences.first ?? noReason(status)))
        let others = sentences.dropFirst().map { screen.folded(Escaping.terminal($0)) }
        let lines = ([screen.colored(first, sentences.isEmpty ? .good : .bad)] + others).map { $0 + "\n" }
        let rows = rows(status).map { name, value in screen.folded(Escaping.terminal("\(name): \(value)")) + "\n" }
        return (lines + rows).joined()
    }

    private func rows(_ status: ShopStatus) -> [(name: String, value: String)] {
        let nightly = (pick(ko: "마지막 야간 처리", en: "Last nightly run"), nightlyRun(status))
        switch status.location {
        case .chain:
            let undescribed = status.members.filter { !$0.status.undescribed.isEmpty }.map(\.name)
            let shops = (pick(ko: "매장", en: "Shops"), self.shops(status))
            return [nightly, shops] + [undescribedRow(undescribed)].compactMap(\.self)
        case .folder: return [nightly] + shopRows(status)
        case .ledger: return shopRows(status)
        }
    }

    private func shopRows(_ status: ShopStatus) -> [(name: String, value: String)] {
        let undescribed = status.undescribed.map { input in
            "\(input.name) (\(pick(ko: "\(grouped(input.columns))개", en: counted(input.columns, "column"))))"
        }
        let closed = status.closedSince.map { date in
            (pick(ko: "매장", en: "Shop"), pick(ko: "\(date)부터 닫음", en: "closed from \(date) on"))
        }
        let counter = status.shift.map { shift in
            let since = timestamp(shift.openedAt, status)
            return pick(ko: "\(since)부터 열려 있음", en: "open since \(since)")
        }
        let rows: [(String, String)?] = [
            closed, (pick(ko: "마지막 실행", en: "Last run"), run(status)),
            (pick(ko: "남은 행", en: "Open rows"), open(status.open)),
            status.files.map { (pick(ko: "확인할 파일", en: "Files to check"), files($0)) }, undescribedRow(undescribed),
            (pick(ko: "다음 날 재고", en: "Stock for the next day"), nextDayNeeds(status)),
            (pick(ko: "보고서", en: "Reports"), reports(status.misplaced)),
            (pick(ko: "카운터", en: "Counter"), counter ?? pick(ko: "닫혀 있음", en: "closed")),
        ]
        return rows.compactMap(\.self)
    }

    private func shops(_ status: ShopStatus) -> String {
        let counts = status.stateCounts.filter { $0.count > 0 }.map {
            "\($0.state.word(in: language)) \(grouped($0.count))"
        }
        let (all, open) = (status.members.count, status.members.count { !$0.status.reasons.isEmpty })
        return pick(ko: "\(grouped(all))곳", en: grouped(all))
            + (counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))")
            + (pick(if: open > 0, ko: ", 확인할 곳 \(grouped(open))", en: ", \(grouped(open)) to check") ?? "")
    }

    private func undescribedRow(_ names: [String]) -> (name: String, value: String)? {
        names.isEmpty
            ? nil : (pick(ko: "설정에 없는 열", en: "Columns not in the settings"), language.list(names, max: 5))
    }

    private var none: String { pick(ko: "없음", en: "none") }

    private func nightlyRun(_ status: ShopStatus) -> String {
        guard let nightlyRun = status.nightlyRun else { return none }
        let began = timestamp(nightlyRun.beganAt, status)
        if nightlyRun.isRunning { return pick(ko: "\(began)부터 실행 중", en: "running since \(began)") }
        guard let endedAt = nightlyRun.endedAt, let code = nightlyRun.exitStatus?.text(in: language) else {
            return pick(ko: "\(began) 시작, 중단됨", en: "began \(began), interrupted")
        }
        let ended = timestamp(endedAt, status)
        let files = nightlyRun.files.map { [pick(ko: "파일 \(grouped($0))개", en: counted($0, "file"))] } ?? []
        let end = [pick(ko: "\(ended) 끝남", en: "ended \(ended)")]
        return (end + files + [pick(ko: "종료 코드 \(code)", en: "exit code \(code)")]).joined(separator: ", ")
    }

    private func run(_ status: ShopStatus) -> String {
        guard let run = status.lastRun else { return none }
        let date = run.date.map { [pick(ko: "영업일 \($0)", en: "business day \($0)")] } ?? []
        let rows = pick(
            ko: "행 \(grouped(run.rows)) = 성공 \(grouped(run.success)) + 부족 \(grouped(run.shortage)) "
                + "+ 거절 \(grouped(run.rejected)) + 건너뜀 \(grouped(run.skipped))",
            en: "\(counted(run.rows, "row")) = \(grouped(run.success)) applied + \(grouped(run.shortage)) short "
                + "+ \(grouped(run.rejected)) rejected + \(grouped(run.skipped)) skipped")
        let recorded = timestamp(run.recordedAt, status)
        let start = pick(ko: "#\(run.number), \(recorded)", en: "\(run.number), \(recorded)")
        let later = status.laterRuns.isEmpty ? "" : "; " + laterRunsPhrase(status.laterRuns)
        return ([start] + date + [rows]).joined(separator: ", ") + later
    }

    private func open(_ open: OpenRows?) -> String {
        guard let open else { return pick(ko: "보고서가 없어 알 수 없음", en: "unknown without reports") }
        if open.total == 0 { return none }
        return pick(
            ko: "재료 부족 \(grouped(open.short))건, 거절된 행 \(grouped(open.rejected))개",
            en: "\(counted(open.short, "row")) short of fruit, \(counted(open.rejected, "rejected row"))")
    }

    private func files(_ files: [UnresolvedFile]) -> String {
        if files.isEmpty { return none }
        return UnresolvedFile.Place.allCases.compactMap { place in
            let (name, count) = (place.rawValue, files.count { $0.place == place })
            return pick(if: count > 0, ko: "\(name) \(grouped(count))개", en: "\(grouped(count)) in \(name)")
        }.joined(separator: ", ")
    }

    private func nextDayNeeds(_ status: ShopStatus) -> String {
        guard let (day, missing) = status.nextDayNeeds else {
            return pick(ko: "기록이 없어 알 수 없음", en: "unknown without history")
        }
        if missing.isEmpty { return pick(ko: "충분함(\(day.text))", en: "enough (\(day.text))") }
        let fruits = names(missing)
        return pick(ko: "\(fruits) 모자람(\(day.text))", en: "missing \(fruits) (\(day.text))")
    }

    private func reports(_ misplaced: [MisplacedReports]) -> String {
        if misplaced.isEmpty { return pick(ko: "모두 제자리에 있음", en: "all in place") }
        let runs = language.list(misplaced.map { String($0.run) }, max: 5)
        return pick(ko: "제자리에 없음: 실행 \(runs)", en: "not in place: \(misplaced.count == 1 ? "run" : "runs") \(runs)")
    }

    private func timestamp(_ timestamp: String, _ status: ShopStatus) -> String {
        time(timestamp) + (status.ageSeconds(of: timestamp).map { " (\(ago($0)))" } ?? "")
    }
}
