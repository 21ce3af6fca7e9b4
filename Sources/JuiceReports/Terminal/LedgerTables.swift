package import JuiceBatch
package import JuiceCore

/// The content of a ledger as tables for a terminal.
extension MessageLanguage {
    /// The tables of stock, and of the number of cups that it suffices for.
    package func stockTables(
        _ stock: [FruitStock], _ cups: [(juice: String, cupsPossible: Int)], on screen: TerminalStyle
    ) -> String {
        let fruits = screen.table(
            pick(ko: "과일|#재고", en: "Fruit|#Stock"),
            rows: stock.map { [.init($0.fruit), .init(grouped($0.pieces), $0.pieces == 0 ? .bad : nil)] })
        let juices = screen.table(
            pick(ko: "쥬스|#만들 수 있는 잔", en: "Juice|#Cups possible"),
            rows: cups.map { [.init($0.juice), .init(grouped($0.cupsPossible), $0.cupsPossible == 0 ? .bad : nil)] })
        return fruits + "\n" + juices + pick(ko: "(그 쥬스만 만들 때)\n", en: "(if only that juice is made)\n")
    }

    /// The message for a ledger that was verified without findings.
    package func sound(_ extent: LedgerExtent) -> String {
        let (runs, fruits, ids) = (grouped(extent.runs), grouped(extent.fruits), grouped(extent.ids))
        let text = pick(
            ko: "장부에 이상이 없습니다. 실행 \(runs)건, 과일 \(fruits)가지, 번호 \(ids)개를 처음부터 다시 계산해 확인했습니다.\n",
            en: "Ledger OK: \(counted(extent.runs, "run")), \(counted(extent.fruits, "fruit")) and "
                + "\(counted(extent.ids, "id")) were recomputed from the start.\n")
        return text + origin(extent.origin) + extent.misplaced.map { terminalLine(misplaced($0)) }.joined()
    }

    private func origin(_ origin: LedgerOrigin) -> String {
        terminalLine(
            pick(
                ko: "\(origin.createdBy)에서 만든 장부입니다(형식 \(origin.format)).",
                en: "The ledger was made by \(origin.createdBy) (format \(origin.format))."))
    }

    private func terminalLine(_ text: String) -> String { Escaping.terminal(text) + "\n" }

    /// The message after rejected rows of a run were closed by another run.
    package func closed(_ run: Int, rows: Int, by: Int) -> String {
        pick(
            ko: "실행 #\(run)의 거절된 행 \(grouped(rows))개를 완료 처리했습니다(실행 #\(by)). 되돌리려면 reverse \(by) 명령을 쓰세요.\n",
            en: "Closed \(counted(rows, "rejected row")) of run \(run) (recorded as run \(by)). To undo this, use "
                + "reverse \(by).\n")
    }

    /// The message after a run was reversed by another one; `closed` is the run whose rows it had closed, if any.
    package func reversed(_ run: Int, by: Int, closed: Int? = nil) -> String {
        if let closed {
            return pick(
                ko: "\(run: run, .object) 취소했습니다(취소 기록 #\(by)). 실행 #\(closed)의 거절된 행을 다시 처리할 수 있습니다.\n",
                en: "Reversed run \(run) (recorded as run \(by)). The rejected rows of run \(closed) are open again.\n")
        }
        return pick(
            ko: "\(run: run, .object) 취소했습니다(취소 기록 #\(by)). 그 실행의 파일과 번호를 다시 쓸 수 있습니다."
                + " nightly가 적용한 파일은 done/에서 inbox/로 옮기면 다시 적용합니다.\n",
            en: "Reversed run \(run) (recorded as run \(by)). Its files and ids can be used again. "
                + "A file that nightly applied is in done/: move it back to inbox/ to apply it again.\n")
    }

    /// A column of the table of runs: its header, the minimum width of a terminal that shows it, and the cell of a run.
    private typealias HistoryColumn = (header: String, widthMin: Int, cell: (RecordedRun, String) -> TerminalStyle.Cell)

    /// A table of runs with the local times at which they were recorded, and the number of `earlier` runs not shown; on
    /// a narrow terminal, columns that do not fit are left out.
    package func historyTable(
        _ runs: [RecordedRun], localTimes: [String], earlier: Int = 0, _ ledger: LedgerOrigin,
        on screen: TerminalStyle
    ) -> String {
        guard !runs.isEmpty else { return pick(ko: "실행이 없습니다.\n", en: "No runs.\n") + origin(ledger) }
        let columns = columns(of: runs).filter { $0.widthMin <= screen.widthMax ?? .max }
        let table = screen.table(
            columns.map(\.header).joined(separator: "|"),
            rows: zip(runs, localTimes).map { run, time in columns.map { $0.cell(run, time) } })
        let misplaced = runs.filter { $0.reports != .inPlace }.map {
            terminalLine(self.misplaced(MisplacedReports(run: $0.number, state: $0.reports)))
        }
        let more = pick(
            ko: "앞선 실행이 \(grouped(earlier))건 더 있습니다. --last나 --since로 볼 수 있습니다.\n",
            en: "\(counted(earlier, "earlier run is", plural: "earlier runs are")) not shown. See --last and --since.\n"
        )
        return table + (earlier > 0 ? more : "") + origin(ledger) + misplaced.joined()
    }

    private func columns(of runs: [RecordedRun]) -> [HistoryColumn] {
        func figures(
            ko: String, en: String, from widthMin: Int = 0, _ figure: @escaping (RecordedRun) -> Int,
            _ colour: TerminalStyle.Colour? = nil
        ) -> HistoryColumn {
            let header = "#" + pick(ko: ko, en: en)
            return (header, widthMin, { run, _ in .init(grouped(figure(run)), figure(run) > 0 ? colour : nil) })
        }
        let cancels = figures(ko: "취소한 잔", en: "Cancelled", from: 92, \.cupsCancelled)
        return [
            figures(ko: "실행", en: "Run", \.number),
            (pick(ko: "날짜", en: "Date"), 0, { run, _ in .init(run.date ?? "") }),
            (pick(ko: "기록", en: "Recorded"), 80, { _, time in .init(String(time.prefix(16))) }),
            figures(ko: "행", en: "Rows", from: 56, \.rows), figures(ko: "성공", en: "Success", from: 64, \.success),
            figures(ko: "부족", en: "Short", \.shortage, .notable), figures(ko: "거절", en: "Rejected", \.rejected, .bad),
            figures(ko: "건너뜀", en: "Skipped", from: 100, \.skipped),
            figures(ko: "만든 잔", en: "Cups", from: 48, \.cupsServed),
        ] + (runs.contains { $0.cupsCancelled != 0 } ? [cancels] : []) + [
            (pick(ko: "내용", en: "Content"), 0, { run, _ in .init(kindText(run)) })
        ]
    }

    /// The inputs of a run, the run that it reverses, or the rows that it closed, after a note if it was reversed.
    private func kindText(_ run: RecordedRun) -> String {
        if let reversed = run.reverses {
            return pick(ko: "\(run: reversed, .object) 취소", en: "reverses run \(reversed)")
        }
        let start = run.reversedBy.map { pick(ko: "취소됨(#\($0)): ", en: "reversed by \($0): ") } ?? ""
        guard let settlement = run.settlement else { return start + list(run.inputs.map(\.name), max: 3) }
        let closed = pick(
            ko: "실행 #\(settlement.run)의 거절된 행 \(grouped(settlement.count))개를 완료 처리",
            en: "closes \(counted(settlement.count, "rejected row")) of run \(settlement.run)")
        return start + closed + (settlement.reason.map { ": " + ($0.count > 60 ? $0.prefix(60) + "…" : $0) } ?? "")
    }

    /// The settings of a shop as a table.
    package func settingsTable(_ rows: [SettingRow], on screen: TerminalStyle) -> String {
        let columns = pick(ko: "설정|값|출처|환경 변수", en: "Setting|Value|From|Environment variable")
        let unset = pick(ko: "(기본값)", en: "(default)")
        let cells = rows.map { [$0.key, $0.value.map { "'\($0)'" } ?? "", $0.origin ?? unset, $0.variable ?? ""] }
        return screen.table(columns, rows: cells)
    }
}

/// A setting: its key, its value, the option, variable or file that sets it, and its environment variable, if any.
package typealias SettingRow = (key: String, value: String?, origin: String?, variable: String?)

extension PlanModel {
    /// A plan for a terminal; each line ends with a line end.
    package func text(on screen: TerminalStyle) -> String {
        let (columns, rows) = fruits
        let table = rows.isEmpty ? "" : screen.table(columns, rows: rows)
        let lines = ([title, headline] + notes).map { screen.folded(Escaping.terminal($0)) + "\n" }
        return lines.prefix(2).joined() + table + lines.dropFirst(2).joined()
    }
}

extension Menu {
    /// A table of the menu's recipes.
    package func table(_ language: MessageLanguage, currency: String, on screen: TerminalStyle) -> String {
        let moneyFormat = MoneyFormat(sign: currency)
        let columns = language.pick(ko: "쥬스|재료|다른 이름", en: "Juice|Ingredients|Also known as")
        let money = hasMoney ? language.pick(ko: "|#판매가|#재료비", en: "|#Price|#Fruit") : ""
        let rows = juices.map { juice in
            let ingredients = juice.recipe.ingredients.map { "\(fruits[$0.fruit].name) \(grouped($0.quantity))" }
            return [juice.name, ingredients.joined(separator: " + "), juice.aliases.joined(separator: ", ")]
                + (hasMoney ? [moneyFormat.text(juice.price), moneyFormat.text(cost(of: juice))] : [])
        }
        return screen.table(columns + money, rows: rows)
    }

    private func cost(of juice: Juice) -> Money? {
        Menu.sum(juice.recipe.ingredients.map { (Int128($0.quantity), fruits[$0.fruit].cost) })
    }
}
