import JuiceReports
import Testing

@testable import JuiceBatch

/// The table of runs at any width.
@Suite struct HistoryTableTests {
    private func lines(_ width: Int?, _ language: MessageLanguage) -> [Substring] {
        let runs = [
            RecordedRun(
                number: 31, reverses: 30, reversedBy: nil, recordedAt: "2026-11-21T01:00:00Z", date: nil,
                success: 1_250, shortage: 0, rejected: 0, skipped: 0, cupsServed: 0, kind: .reversal, inputs: [],
                closing: []),
            RecordedRun(
                number: 30, reverses: nil, reversedBy: 31, recordedAt: "2026-11-20T23:30:00Z", date: "2026-11-20",
                success: 1_250, shortage: 14, rejected: 3, skipped: 0, cupsServed: 2_301, kind: .orders,
                inputs: [RecordedRun.Input(name: "영수증별매출_20261120.csv", sha256: "", rows: 1_267)], closing: []),
        ]
        let origin: LedgerOrigin = (createdBy: "juice-batch 0.1.0", format: 3)
        return language.historyTable(
            runs, localTimes: runs.map(\.recordedAt), origin, on: TerminalStyle(widthMax: width)
        ).split(separator: "\n")
    }

    @Test(arguments: [40, 60, 80, 132], [MessageLanguage.korean, .english])
    func historyFitsTheScreen(width: Int, language: MessageLanguage) {
        let table = lines(width, language).prefix(3)
        for line in table { #expect(line.displayWidth <= width, "\(line)") }
        // Visible at any width: run, day, short and rejected rows, and reversal.
        for part in ["30", "2026-11-20", "14", " 3 ", language.pick(ko: "취소됨", en: "rever")] {
            #expect(table[2].contains(part), "\(width): \(table[2])")
        }
    }

    @Test func showsAllColumnsIfTheyFit() {
        let all = lines(nil, .english)
        #expect(
            [all[0], all[2]] == [
                "Run  Date        Recorded           Rows  Success  Short  Rejected  Skipped   Cups  Content",
                " 30  2026-11-20  2026-11-20T23:30  1,267    1,250     14         3        0  2,301  "
                    + "reversed by 31: 영수증별매출_20261120.csv",
            ])
    }
}

@Suite struct ProgressTextTests {
    private func line(_ readBytes: Int, rows: Int = 1_234_567, elapsedMs: Int, widthMax: Int = 100) -> String {
        MessageLanguage.korean.progress(
            (readBytes, rows), totalBytes: 1_000, elapsedMs: elapsedMs, widthMax: widthMax)
    }

    @Test func showsShareRowsRateAndTimeLeft() {
        let line = line(250, elapsedMs: 2_000)
        #expect(line == " 25%  1,234,567행  초당 617,283행  0:06 남음")
        #expect(self.line(500, elapsedMs: 4_000_000).hasSuffix("  1:06:40 남음"))
        // No estimate in the first second.
        #expect(self.line(250, elapsedMs: 999).hasSuffix("행"))
        #expect(self.line(0, rows: 0, elapsedMs: 0) == "  0%  0행  초당 0행")
        // A text in another encoding can be longer than its file.
        #expect(self.line(1_500, elapsedMs: 1_000).hasPrefix("100%"))
    }

    @Test func omitsPartsThatDoNotFit() {
        for width in 1...90 {
            let text = line(250, elapsedMs: 2_000, widthMax: width)
            #expect(text.displayWidth <= width && (width < 4 || text.contains("25%")), "\(width): \(text)")
        }
        let narrow = line(250, elapsedMs: 2_000, widthMax: 60)
        #expect(narrow == " 25%  1,234,567행  초당 617,283행  0:06 남음")
        #expect(line(250, elapsedMs: 2_000, widthMax: 30) == " 25%  1,234,567행")
    }

    @Test func progressOfAPipeShowsBytes() {
        let pipe = MessageLanguage.english.copying(12_345_678, elapsedMs: 2_000, widthMax: 30)
        #expect(pipe == "Reading the input  12.3 MB")
    }

    @Test func redrawsAreRateLimited() {
        var pace = RedrawThrottle(startMs: 5_000)
        let drawn = (5_000..<6_000).filter { pace.isDue(at: $0) }
        #expect(drawn == Array(stride(from: 5_100, to: 6_000, by: 100)))
        var seldom = RedrawThrottle(startMs: 0)
        #expect([0, 99, 250, 340, 350, 351].map { seldom.isDue(at: $0) } == [false, false, true, false, true, false])
        #expect(seldom.elapsedMs(at: 351) == 351)
    }
}

@Suite struct TableTests {
    private func table(on screen: TerminalStyle) -> String {
        screen.table(
            "쥬스|#만듦|메모",
            rows: [["딸기바나나쥬스", "1", "x"], [TerminalStyle.Cell("kiwi", .good), "12,345", ""], ["a\u{1B}b", "", "끝"]])
    }

    @Test func columnsAlignByDisplayWidth() {
        #expect(
            table(on: .plain) == """
                쥬스              만듦  메모
                딸기바나나쥬스       1  x
                kiwi            12,345
                a\\u{1b}b                끝

                """)
    }

    @Test func coloursAddNoWidth() {
        let coloured = table(on: TerminalStyle(isColoured: true, widthMax: nil))
        #expect(coloured.contains("\u{1B}[32mkiwi\u{1B}[0m            12,345\n"))
        #expect(coloured.replacing(/\u{1B}\[\d+m/, with: "") == table(on: .plain))
        #expect(TerminalStyle(isColoured: true).colored("", .bad) == "")
    }

    @Test func tableFitsTheScreen() {
        for width in 20...40 {
            let text = table(on: TerminalStyle(widthMax: width))
            for line in text.split(separator: "\n") { #expect(line.displayWidth <= width, "\(width)") }
        }
        // Below twenty columns nothing is cut further.
        #expect(table(on: TerminalStyle(widthMax: 5)) == table(on: TerminalStyle(widthMax: 20)))
        // Words give way before numbers.
        #expect(table(on: TerminalStyle(widthMax: 24)).contains("딸기바나…        1  x\n"))
    }
}
