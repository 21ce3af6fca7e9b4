package import JuiceBatch

/// What a ledger holds, for people.
package enum LedgerTables {
    /// Stock, and how many cups it is enough for, as tables for a terminal.
    package static func stock(
        _ stock: [FruitStock], _ cups: [JuiceCups], _ language: MessageLanguage, on screen: Screen
    ) -> String {
        let juices = TextTable(
            columns: [
                (language.pick(ko: "쥬스", en: "Juice"), .left),
                (language.pick(ko: "만들 수 있는 잔", en: "Cups possible"), .right),
            ],
            rows: cups.map {
                [TextTable.Cell($0.juice), TextTable.Cell(grouped($0.cupsPossible), $0.cupsPossible == 0 ? .bad : nil)]
            })
        let each = language.pick(ko: "(그 쥬스만 만들 때)", en: "(of each alone)")
        return fruits(stock, language, on: screen) + "\n" + juices.render(on: screen) + each + "\n"
    }

    private static func fruits(_ stock: [FruitStock], _ language: MessageLanguage, on screen: Screen) -> String {
        TextTable(
            columns: [
                (language.pick(ko: "과일", en: "Fruit"), .left), (language.pick(ko: "재고", en: "Stock"), .right),
            ],
            rows: stock.map {
                [TextTable.Cell($0.fruit), TextTable.Cell(grouped($0.pieces), $0.pieces == 0 ? .bad : nil)]
            }
        ).render(on: screen)
    }

    /// Runs as a table for a terminal, in the order given.
    package static func history(
        _ runs: [RecordedRun], _ ledger: LedgerOrigin, _ language: MessageLanguage, on screen: Screen
    ) -> String {
        guard !runs.isEmpty else {
            return language.pick(ko: "실행이 없습니다.\n", en: "No runs.\n") + origin(ledger, language)
        }
        let columns: [(String, TextTable.Side)] = [
            (language.pick(ko: "실행", en: "Run"), .right),
            (language.pick(ko: "기록(UTC)", en: "Recorded (UTC)"), .left),
            (language.pick(ko: "날짜", en: "Date"), .left),
            (language.pick(ko: "행", en: "Rows"), .right),
            (language.pick(ko: "성공", en: "Success"), .right),
            (language.pick(ko: "재료 부족", en: "Short"), .right),
            (language.pick(ko: "거절", en: "Rejected"), .right),
            (language.pick(ko: "건너뜀", en: "Skipped"), .right),
            (language.pick(ko: "나간 잔", en: "Cups"), .right),
        ]
        let hasCancels = runs.contains { $0.cupsCancelled != 0 }
        let cancels = (language.pick(ko: "취소한 잔", en: "Cancelled"), TextTable.Side.right)
        let files = (language.pick(ko: "파일", en: "Files"), TextTable.Side.left)
        let rows = runs.map { run in
            [
                TextTable.Cell(grouped(run.number)), TextTable.Cell(String(run.recordedAt.prefix(16))),
                TextTable.Cell(run.date ?? ""), TextTable.Cell(grouped(run.rows)),
                TextTable.Cell(grouped(run.success)),
                TextTable.Cell(grouped(run.shortage), run.shortage > 0 ? .notable : nil),
                TextTable.Cell(grouped(run.rejected), run.rejected > 0 ? .bad : nil),
                TextTable.Cell(grouped(run.skipped)), TextTable.Cell(grouped(run.cupsServed)),
            ] + (hasCancels ? [TextTable.Cell(grouped(run.cupsCancelled))] : []) + [TextTable.Cell(what(run, language))]
        }
        let messages = LedgerMessages(language)
        let unplaced = runs.filter { $0.reports != .inPlace }.map {
            line(messages.unplaced(UnplacedReports(run: $0.number, state: $0.reports)))
        }
        let all = columns + (hasCancels ? [cancels] : []) + [files]
        return TextTable(columns: all, rows: rows).render(on: screen) + origin(ledger, language) + unplaced.joined()
    }

    /// What a run was about: its files, or the run that it took back.
    private static func what(_ run: RecordedRun, _ language: MessageLanguage) -> String {
        if let reversed = run.reverses {
            return language.pick(ko: "\(reversed)번 실행을 되돌림", en: "takes run \(reversed) back")
        }
        let files = run.inputs.prefix(3).map(\.name).joined(separator: ", ")
        let more = run.inputs.count - 3
        let rest = more > 0 ? language.pick(ko: " 외 \(more)개", en: " and \(more) more") : ""
        let end = run.reversedBy.map { language.pick(ko: " (\($0)번이 되돌림)", en: " (taken back by \($0))") } ?? ""
        return files + rest + end
    }

    /// What is said of a ledger that holds together.
    package static func sound(_ extent: LedgerExtent, _ language: MessageLanguage) -> String {
        let (runs, fruits, ids) = (grouped(extent.runs), grouped(extent.fruits), grouped(extent.ids))
        let text = language.pick(
            ko: "장부가 맞습니다. 실행 \(runs)번, 과일 \(fruits)가지, 번호 \(ids)개를 처음부터 다시 셌습니다.\n",
            en: "The ledger holds together: \(counted(extent.runs, "run")), \(counted(extent.fruits, "fruit")) and "
                + "\(counted(extent.ids, "id")) were counted again from the start.\n")
        let messages = LedgerMessages(language)
        return text + origin(extent.origin, language) + extent.unplaced.map { line(messages.unplaced($0)) }.joined()
    }

    /// Which program made a ledger.
    private static func origin(_ origin: LedgerOrigin, _ language: MessageLanguage) -> String {
        line(
            language.pick(
                ko: "\(origin.madeBy)에서 만든 장부입니다(형식 \(origin.format)).",
                en: "The ledger was made by \(origin.madeBy) (format \(origin.format))."))
    }

    /// A line that holds what somebody else has written, such as the path of a folder.
    private static func line(_ text: String) -> String { SafeText.terminal(text) + "\n" }

    /// What is said of a run that was taken back.
    ///
    /// - Parameter by: the run that takes it back.
    package static func reversed(_ run: Int, by: Int, _ language: MessageLanguage) -> String {
        language.pick(
            ko: "\(run)번 실행을 되돌렸습니다(\(by)번 실행). 그 파일과 번호를 다시 쓸 수 있습니다.\n",
            en: "Run \(run) was taken back (by run \(by)). Its files and ids can be used again.\n")
    }
}
