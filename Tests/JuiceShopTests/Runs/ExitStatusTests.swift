import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import Testing

@Suite struct ExitStatusTests {
    /// The codes that scripts and timers go by: none of them ever changes.
    @Test func eachReasonHasACodeAndAPlaceInTheOrderOfSeverity() {
        let codes = Set(ExitReason.allCases.map(\.code))
        #expect(codes == [1, 3, 4, 5, 6, 64, 65, 66, 70, 73, 74, 75, 78, 129, 130, 143])
        #expect(codes == Set(ExitReason.severity) && codes.count == ExitReason.severity.count)
        #expect(ExitStatus(ExitReason.allCases).reasons.count == ExitReason.allCases.count)
    }

    @Test func theManualNamesEachReasonWithItsCodeAndWords() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/juice-batch/Manual.docc/ExitCodes.md")
        let rows = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
            .drop { $0 != "## All causes" }.filter { $0.firstMatch(of: /^\| \d/) != nil }
        let reasons = ExitReason.severity.sorted().flatMap { code in ExitReason.allCases.filter { $0.code == code } }
        #expect(rows == reasons.map { "| \($0.code) | `\($0.rawValue)` | \($0.text(in: .english)) |" })
    }

    @Test(arguments: MessageLanguage.allCases) func eachReasonHasWordsOfItsOwn(language: MessageLanguage) {
        let words = ExitReason.allCases.map { $0.text(in: language) }
        #expect(Set(words).count == words.count && !words.contains(""))
    }

    @Test(
        arguments: [
            ([], 0), ([.rowsShort, .filesMissing], 6), ([.filesMissing, .rowsRejected], 4),
            ([.rowsRejected, .inputRefused], 65), ([.inputRefused, .terminated], 143),
            ([.inputRefused, .inputOutput], 74),
            ([.inputOutput, .ledgerGone], 78), ([.badSetting, .invariant], 70), ([.unreadable, .inputRefused], 65),
        ] as [([ExitReason], Int)])
    func theMostSevereReasonIsTheExitCodeAndNoneIsLost(reasons: [ExitReason], code: Int) {
        var status = ExitStatus.done
        for reason in reasons + reasons { status.add(reason) }
        #expect(status.code == code && Set(status.reasons) == Set(reasons) && status.reasons.count == reasons.count)
    }

    @Test func allReasonsAreTold() {
        let status = ExitStatus([.filesMissing, .allRowsIgnored, .rowsRejected])
        #expect(
            status.text(in: .english)
                == "4 (rows rejected; all rows ignored by the settings), 6 (fewer files than expected)")
        #expect(status.text(in: .korean) == "4 (거절된 행이 있음; 설정 때문에 모든 행을 무시함), 6 (파일이 예상보다 적음)")
        #expect(ExitStatus.done.text(in: .english) == "0")
    }

    @Test(
        arguments: [
            ([.bug], 70, .failed), ([.unreadable], 65, .refused), ([.usage], 65, .refused),
            ([.ledgerBusy], 74, .failed),
            ([.cannotCreate], 74, .failed), ([.inputKnown], 4, .rejected), ([.filesMissing], 6, .rejected),
            ([.badSetting, .inputRefused], 78, .refused), ([.badLedger, .ledgerUnsound], 70, .failed),
            ([.rowsShort], 3, .done), ([], 0, .done),
        ] as [([ExitReason], Int, ShopRunState)])
    func inAChainReasonsCountAsOneOfFewCodes(reasons: [ExitReason], code: Int, state: ShopRunState) {
        let status = ExitStatus(reasons, isOfChain: true)
        #expect(status.code == code && ShopRunState(of: ExitStatus(reasons)) == state)
    }

    @Test(arguments: [
        (BatchError.unreadable(path: "a", errno: ENOENT), ExitReason.unreadable),
        (.unreadable(path: "a", errno: EMFILE), .inputOutput), (.cannotCreate(path: "a", errno: EACCES), .cannotCreate),
        (.cannotCreate(path: "a", errno: ENOLCK), .inputOutput),
        (.outputNotOurs(path: "a", entry: "b"), .outputNotOurs),
        (.knownInputs([]), .inputKnown), (.usage(.standardInputTwice), .usage), (.invariant("x"), .invariant),
        (.irreversible(run: 1, obstacles: [], inTheWay: []), .irreversible),
        (.inDoubt(run: 1, ledger: "l"), .commitUnknown), (.ledgerBusy(path: "l", holder: 7), .ledgerBusy),
        (.badLedger(path: "l", fault: .missing), .badLedger),
        (.badLedger(path: "l", fault: .gone(evidence: "done")), .ledgerGone), (.interrupted(signal: 1), .hungUp),
        (.interrupted(signal: 2), .interrupted), (.interrupted(signal: 15), .terminated),
    ])
    func anErrorIsOneReason(error: BatchError, reason: ExitReason) {
        #expect(ExitReason(of: error) == reason)
    }

    @Test func whatIsNoErrorOfOursIsABug() {
        #expect(ExitReason(of: CancellationError()) == .bug)
    }

    @Test(
        arguments: [
            (FailOn.none, [], []), (.rejected, [], [.rowsRejected]),
            (.shortage, [.rowsShort], [.rowsRejected, .rowsShort]),
        ] as [(FailOn, [ExitReason], [ExitReason])])
    func aRunEndsAsItsUserWants(failOn: FailOn, ofShort: [ExitReason], ofRejected: [ExitReason]) throws {
        let given = try GivenShop([
            "short.csv": "item,quantity\n키위쥬스,9\n", "rejected.csv": "item,quantity\n키위쥬스,9\nx,1\n",
        ])
        for (name, reasons) in [("short.csv", ofShort), ("rejected.csv", ofRejected)] {
            var request = given.request(name)
            request.input.failOn = failOn
            #expect(try given.shop().run(request, telling: Hearer()).exitStatus.reasons == reasons)
        }
    }
}
