package import JuiceBatch

/// The content of a ledger as tables for a terminal.
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

    /// The message about a ledger that is sound.
    package static func sound(_ extent: LedgerExtent, _ language: MessageLanguage) -> String {
        let (runs, fruits, ids) = (grouped(extent.runs), grouped(extent.fruits), grouped(extent.ids))
        let text = language.pick(
            ko: "장부가 맞습니다. 실행 \(runs)번, 과일 \(fruits)가지, 번호 \(ids)개를 처음부터 다시 셌습니다.\n",
            en: "The ledger holds together: \(counted(extent.runs, "run")), \(counted(extent.fruits, "fruit")) and "
                + "\(counted(extent.ids, "id")) were counted again from the start.\n")
        let messages = LedgerMessages(language)
        return text + origin(extent.origin, language) + extent.unplaced.map { line(messages.unplaced($0)) }.joined()
    }

    /// The version and platform of the program that made a ledger.
    static func origin(_ origin: LedgerOrigin, _ language: MessageLanguage) -> String {
        line(
            language.pick(
                ko: "\(origin.madeBy)에서 만든 장부입니다(형식 \(origin.format)).",
                en: "The ledger was made by \(origin.madeBy) (format \(origin.format))."))
    }

    /// A line of text, escaped for the terminal; the text may hold foreign content, such as the path of a folder.
    static func line(_ text: String) -> String { SafeText.terminal(text) + "\n" }

    /// The message about rejected rows that were settled.
    ///
    /// - Parameters:
    ///   - run: the run that the rows belong to.
    ///   - by: the run that settles them.
    package static func settled(_ run: Int, rows: Int, by: Int, _ language: MessageLanguage) -> String {
        language.pick(
            ko: "\(run)번 실행의 거절된 행 \(grouped(rows))개를 닫았습니다(\(by)번 실행). reverse \(by) 로 다시 열 수 있습니다.\n",
            en:
                "Closed \(counted(rows, "rejected row")) of run \(run) (by run \(by)); reverse \(by) opens them again.\n"
        )
    }

    /// The message about a run that was reversed.
    ///
    /// - Parameter by: the run that reverses it.
    package static func reversed(_ run: Int, by: Int, _ language: MessageLanguage) -> String {
        language.pick(
            ko: "\(run)번 실행을 되돌렸습니다(\(by)번 실행). 그 파일과 번호를 다시 쓸 수 있습니다.\n",
            en: "Run \(run) was taken back (by run \(by)). Its files and ids can be used again.\n")
    }
}
