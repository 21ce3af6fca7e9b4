import JuiceReports
import Testing

@Suite struct TextTableTests {
    private let table = TextTable(
        columns: [("쥬스", .left), ("만듦", .right), ("메모", .left)],
        rows: [
            ["딸기바나나쥬스", "1", "x"], [TextTable.Cell("kiwi", .good), "12,345", ""], ["a\u{1B}b", "", "끝"],
        ])

    @Test func columnsAlignByDisplayWidth() {
        #expect(
            table.render(on: .plain) == """
                쥬스              만듦  메모
                딸기바나나쥬스       1  x
                kiwi            12,345
                a\\u{1b}b                끝

                """)
    }

    @Test func coloursAddNoWidth() {
        let coloured = table.render(on: TerminalStyle(ink: ANSIStyle(isColoured: true), widthMax: nil))
        #expect(coloured.contains("\u{1B}[32mkiwi\u{1B}[0m            12,345\n"))
        let bare = ["\u{1B}[2m", "\u{1B}[32m", "\u{1B}[0m"].reduce(coloured) { text, code in
            text.split(separator: code, omittingEmptySubsequences: false).joined()
        }
        #expect(bare == table.render(on: .plain))
        #expect(ANSIStyle(isColoured: true).paint("", .bad) == "" && ANSIStyle.plain.paint("x", .bad) == "x")
    }

    @Test func nothingIsWiderThanTheScreen() {
        for width in 20...40 {
            let text = table.render(on: TerminalStyle(ink: .plain, widthMax: width))
            for line in text.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= width, "\(width)") }
        }
        // Below twenty columns nothing can be read, so nothing is cut further.
        #expect(
            table.render(on: TerminalStyle(ink: .plain, widthMax: 5))
                == table.render(on: TerminalStyle(ink: .plain, widthMax: 20)))
        // Words give way before numbers.
        #expect(table.render(on: TerminalStyle(ink: .plain, widthMax: 24)).contains("딸기바나…        1  x\n"))
    }
}
