import JuiceBatch
import JuiceReports
import Testing

/// The table of runs, on screens of any width.
@Suite struct HistoryTableTests {
    private let runs = [
        RecordedRun(
            number: 31, reverses: 30, reversedBy: nil, recordedAt: "2026-11-21T01:00:00Z", date: nil, success: 1_250,
            shortage: 0, rejected: 0, skipped: 0, cupsServed: 0, kind: .reversal, inputs: [], closing: []),
        RecordedRun(
            number: 30, reverses: nil, reversedBy: 31, recordedAt: "2026-11-20T23:30:00Z", date: "2026-11-20",
            success: 1_250, shortage: 14, rejected: 3, skipped: 0, cupsServed: 2_301, kind: .orders,
            inputs: [RecordedRun.Input(name: "영수증별매출_20261120.csv", sha256: "", rows: 1_267)], closing: []),
    ]
    private let origin = LedgerOrigin(madeBy: "juice-batch 0.1.0", format: 3)

    private func lines(_ width: Int?, _ language: MessageLanguage) -> [Substring] {
        let screen = TerminalStyle(ink: .plain, widthMax: width)
        return LedgerTables.history(runs, localTimes: runs.map(\.recordedAt), origin, language, on: screen).split(
            separator: "\n")
    }

    @Test(arguments: [40, 60, 80, 132], [MessageLanguage.korean, .english])
    func fitsTheScreen(width: Int, language: MessageLanguage) {
        let table = lines(width, language).prefix(3)
        for line in table { #expect(DisplayWidth.of(String(line)) <= width, "\(line)") }
        // What has to be seen at any width: which run, of what day, what was short or wrong, and whether it stands.
        let run = table[2]
        for part in ["30", "2026-11-20", "14", " 3 ", language.pick(ko: "취소됨", en: "rever")] {
            #expect(run.contains(part), "\(width): \(run)")
        }
    }

    @Test func tellsAllWhereThereIsRoom() {
        let all = lines(nil, .english)
        #expect(
            all[0] == "Run  Date        Recorded           Rows  Success  Short  Rejected  Skipped   Cups  What")
        #expect(
            all[2] == " 30  2026-11-20  2026-11-20T23:30  1,267    1,250     14         3        0  2,301  "
                + "reversed by 31: 영수증별매출_20261120.csv")
    }
}
