import JuiceBatch
import JuiceReports
import Testing

/// What is said of how a shop stands, in both languages.
@Suite struct StatusMessagesTests {
    private static let files =
        [
            UnresolvedFile(.failed(nil), path: "failed/2026-11-22/a.csv", since: "2026-11-22T03:30:00Z"),
            UnresolvedFile(
                .failed(UnresolvedFile.Cause(exit: 65, code: nil)), path: "failed/2026-11-22/b.csv",
                since: "2026-11-22T03:30:00Z"),
            UnresolvedFile(.repeated(run: 3), path: "repeated/2026-11-22/c.csv", since: "2026-11-22T03:30:00Z"),
        ]
        + UnresolvedFile.Obstacle.allCases.map {
            UnresolvedFile(.inbox($0), path: "inbox/\($0.rawValue)", since: "2026-11-22T03:30:00Z")
        }

    static let reasons: [StatusReason] = [
        .ledgerMissing, .clockBack("2026-11-22T03:30:00Z"), .noNight, .noRun, .nightLate(ageSeconds: 120_000),
        .runLate(ageSeconds: 120_000), .nightCutShort(beganAt: "2026-11-22T03:30:00Z"), .filesMissing(files: nil),
        .filesMissing(files: 0), .filesMissing(files: 2), .nightFailed(ExitStatus(.ledgerGone)), .filesFailed(files),
        .filesRepeated(files), .filesWaiting(files),
        .daysWithoutRun([CalendarDay(number: 20_412)]),
        .counterOpen(since: "2026-11-22T03:30:00Z"),
        .businessDayAhead(
            .init(
                runs: [.init(number: 7, date: CalendarDay(number: 24_107), isFromClock: true)],
                newest: CalendarDay(number: 20_777))),
        .reportsUnplaced([UnplacedReports(run: 1, state: .staged), UnplacedReports(run: 2, state: .beside("x"))]),
        .rowsRejected(1), .rowsShort(2),
        .stockBelowNeed(date: CalendarDay(number: 20_000), [FruitStock(fruit: "키위", pieces: 1_234)]),
    ]

    @Test func eachReasonIsASentenceInBothLanguages() {
        let korean = StatusMessages(.korean) { $0 }
        let english = StatusMessages(.english) { $0 }
        for reason in Self.reasons {
            let (ko, en) = (korean.sentence(reason), english.sentence(reason))
            #expect(ko != en && ko.hasSuffix(".") && en.hasSuffix("."), "\(ko) \(en)")
        }
        #expect(Set(Self.reasons.map(\.kind)).count == 19)
        #expect(
            korean.sentence(.nightFailed(ExitStatus(.ledgerGone))) == "마지막 야간 처리의 종료 코드: 78 (장부가 없어짐). 그때의 출력을 보세요.")
        #expect(english.sentence(.rowsRejected(1)).hasPrefix("1 rejected row not corrected yet."))
    }

    @Test(arguments: [
        (-5, "0 minutes ago"), (0, "0 minutes ago"), (119, "1 minute ago"), (7_199, "119 minutes ago"),
        (7_200, "2 hours ago"), (259_199, "71 hours ago"), (259_200, "3 days ago"),
    ])
    func howLongAgoIsSaidInFewWords(seconds: Int, text: String) {
        #expect(StatusMessages(.english) { $0 }.ago(seconds) == text)
    }
}
