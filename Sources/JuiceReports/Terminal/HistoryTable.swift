package import JuiceBatch

extension LedgerTables {
    /// A column of the table of runs.
    private struct HistoryColumn {
        let header: String
        let side: TextTable.Side
        /// The minimum width of a screen that shows the column, in columns of the terminal.
        let widthMin: Int
        /// The cell of a run, which is told by its place in the list.
        let cell: (RecordedRun, Int) -> TextTable.Cell

        init(
            _ header: String, _ side: TextTable.Side = .right, from widthMin: Int = 0,
            _ cell: @escaping (RecordedRun, Int) -> TextTable.Cell
        ) {
            self.header = header
            self.side = side
            self.widthMin = widthMin
            self.cell = cell
        }
    }

    /// Runs as a table for a terminal, in the order given; what a narrow screen has no room for is left out.
    ///
    /// - Parameter localTimes: when each was recorded where the shop is; nil for UTC.
    package static func history(
        _ runs: [RecordedRun], localTimes: [String]?, _ ledger: LedgerOrigin, _ language: MessageLanguage,
        on screen: Screen
    ) -> String {
        guard !runs.isEmpty else {
            return language.pick(ko: "실행이 없습니다.\n", en: "No runs.\n") + origin(ledger, language)
        }
        let width = screen.widthMax ?? .max
        let columns = columns(of: runs, localTimes, language).filter { $0.widthMin <= width }
        let table = TextTable(
            columns: columns.map { ($0.header, $0.side) },
            rows: runs.indices.map { place in columns.map { $0.cell(runs[place], place) } })
        let messages = LedgerMessages(language)
        let unplaced = runs.filter { $0.reports != .inPlace }.map {
            line(messages.unplaced(UnplacedReports(run: $0.number, state: $0.reports)))
        }
        return table.render(on: screen) + origin(ledger, language) + unplaced.joined()
    }

    private static func columns(
        of runs: [RecordedRun], _ localTimes: [String]?, _ language: MessageLanguage
    ) -> [HistoryColumn] {
        let recorded =
            localTimes == nil
            ? language.pick(ko: "기록(UTC)", en: "Recorded (UTC)") : language.pick(ko: "기록", en: "Recorded")
        let cancels = HistoryColumn(language.pick(ko: "취소한 잔", en: "Cancelled"), from: 92) { run, _ in
            TextTable.Cell(grouped(run.cupsCancelled))
        }
        return [
            HistoryColumn(language.pick(ko: "실행", en: "Run")) { run, _ in TextTable.Cell(grouped(run.number)) },
            HistoryColumn(language.pick(ko: "날짜", en: "Date"), .left) { run, _ in TextTable.Cell(run.date ?? "") },
            HistoryColumn(recorded, .left, from: 80) { run, place in
                TextTable.Cell(String((localTimes?[place] ?? run.recordedAt).prefix(16)))
            },
            HistoryColumn(language.pick(ko: "행", en: "Rows"), from: 56) { run, _ in TextTable.Cell(grouped(run.rows)) },
            HistoryColumn(language.pick(ko: "성공", en: "Success"), from: 64) { run, _ in
                TextTable.Cell(grouped(run.success))
            },
            HistoryColumn(language.pick(ko: "부족", en: "Short")) { run, _ in
                TextTable.Cell(grouped(run.shortage), run.shortage > 0 ? .notable : nil)
            },
            HistoryColumn(language.pick(ko: "거절", en: "Rejected")) { run, _ in
                TextTable.Cell(grouped(run.rejected), run.rejected > 0 ? .bad : nil)
            },
            HistoryColumn(language.pick(ko: "건너뜀", en: "Skipped"), from: 100) { run, _ in
                TextTable.Cell(grouped(run.skipped))
            },
            HistoryColumn(language.pick(ko: "나간 잔", en: "Cups"), from: 48) { run, _ in
                TextTable.Cell(grouped(run.cupsServed))
            },
        ] + (runs.contains { $0.cupsCancelled != 0 } ? [cancels] : []) + [
            HistoryColumn(language.pick(ko: "무엇", en: "What"), .left) { run, _ in TextTable.Cell(what(run, language)) }
        ]
    }

    /// The kind of a run: its files, or the run that it reverses; first, whether it was reversed itself.
    private static func what(_ run: RecordedRun, _ language: MessageLanguage) -> String {
        if let reversed = run.reverses {
            return language.pick(ko: "\(reversed)번 실행을 되돌림", en: "takes run \(reversed) back")
        }
        let start = run.reversedBy.map { language.pick(ko: "\($0)번이 되돌림: ", en: "taken back by \($0): ") } ?? ""
        if let settlement = run.settlement { return start + settled(settlement, language) }
        let files = run.inputs.prefix(3).map(\.name).joined(separator: ", ")
        let more = run.inputs.count - 3
        let rest = more > 0 ? language.pick(ko: " 외 \(more)개", en: " and \(more) more") : ""
        return start + files + rest
    }

    /// The rows that a run closed, and the beginning of the reason.
    private static func settled(_ settlement: RecordedRun.Settlement, _ language: MessageLanguage) -> String {
        let rows = grouped(settlement.count)
        let words = language.pick(
            ko: "\(settlement.run)번 실행의 거절된 행 \(rows)개를 닫음",
            en: "closes \(counted(settlement.count, "rejected row")) of run \(settlement.run)")
        guard let why = settlement.why else { return words }
        return "\(words): \(why.count > whyMax ? why.prefix(whyMax) + "…" : why)"
    }

    /// The maximum number of characters shown of a reason.
    private static let whyMax = 60
}
