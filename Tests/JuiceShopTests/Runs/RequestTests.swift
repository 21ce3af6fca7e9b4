import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

@Suite struct ExitStatusTests {
    /// Scripts and timers depend on these codes; they never change.
    @Test func everyReasonHasACodeAndASeverity() {
        let codes = Set(ExitReason.allCases.map(\.code))
        #expect(codes == [1, 3, 4, 5, 6, 64, 65, 66, 70, 73, 74, 75, 78, 129, 130, 143])
        #expect(codes == Set(ExitReason.severity) && codes.count == ExitReason.severity.count)
        #expect(ExitStatus(ExitReason.allCases).reasons.count == ExitReason.allCases.count)
    }

    @Test func manualListsEveryReasonWithItsCode() throws {
        let rows = try ProjectFile.text("Sources/juice-batch/Manual.docc/ExitCodes.md").components(separatedBy: "\n")
            .drop { $0 != "## All causes" }.filter { $0.firstMatch(of: /^\| \d/) != nil }
        let reasons = ExitReason.severity.sorted().flatMap { code in ExitReason.allCases.filter { $0.code == code } }
        #expect(rows == reasons.map { "| \($0.code) | `\($0.rawValue)` | \($0.text(in: .english)) |" })
    }

    @Test(arguments: MessageLanguage.allCases) func reasonTextsAreDistinct(language: MessageLanguage) {
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
    func exitCodeIsTheMostSevereReason(reasons: [ExitReason], code: Int) {
        var status = ExitStatus.done
        for reason in reasons + reasons { status.add(reason) }
        #expect(status.code == code && Set(status.reasons) == Set(reasons) && status.reasons.count == reasons.count)
    }

    @Test func allReasonsAreShown() {
        let status = ExitStatus([.filesMissing, .allRowsIgnored, .rowsRejected])
        #expect(
            status.text(in: .english)
                == "4 (some rows were rejected; the settings skip all rows), 6 (fewer files arrived than expected)")
        #expect(status.text(in: .korean) == "4(거절된 행이 있음; 설정에 따라 모든 행을 건너뜀), 6(파일이 예상보다 적음)")
        #expect(ExitStatus.done.text(in: .english) == "0")
    }

    @Test(
        arguments: [
            ([.bug], 70, .failed), ([.unreadable], 65, .refused), ([.usage], 65, .refused),
            ([.ledgerBusy], 74, .failed), ([.cannotCreate], 74, .failed), ([.inputKnown], 4, .rejected),
            ([.filesMissing], 6, .rejected), ([.badSetting, .inputRefused], 78, .refused),
            ([.badLedger, .ledgerUnsound], 70, .failed), ([.rowsShort], 3, .done), ([], 0, .done),
        ] as [([ExitReason], Int, ShopRunState)])
    func chainReasonsMapToFewCodes(reasons: [ExitReason], code: Int, state: ShopRunState) {
        let status = ExitStatus(reasons, isOfChain: true)
        #expect(status.code == code && ShopRunState(of: ExitStatus(reasons)) == state)
    }

    @Test(arguments: [
        (BatchError.unreadable(path: "a", errno: ENOENT), ExitReason.unreadable),
        (.unreadable(path: "a", errno: EMFILE), .inputOutput), (.cannotCreate(path: "a", errno: EACCES), .cannotCreate),
        (.cannotCreate(path: "a", errno: ENOLCK), .inputOutput),
        (.foreignOutput(path: "a", entry: "b"), .foreignOutput),
        (.knownInputs([]), .inputKnown), (.usage(.standardInputTwice), .usage), (.invariant("x"), .invariant),
        (.irreversible(run: 1, obstacles: [], blockingRuns: []), .irreversible),
        (.commitUnknown(run: 1, ledger: "l"), .commitUnknown), (.ledgerBusy(path: "l", holder: 7), .ledgerBusy),
        (.badLedger(path: "l", error: .missing), .badLedger),
        (.badLedger(path: "l", error: .disappeared(evidence: "done")), .ledgerGone), (.interrupted(signal: 1), .hungUp),
        (.interrupted(signal: 2), .interrupted), (.interrupted(signal: 15), .terminated),
    ])
    func errorsMapToReasons(error: BatchError, reason: ExitReason) {
        #expect(ExitReason(of: error) == reason)
    }

    @Test func unexpectedErrorIsABug() {
        #expect(ExitReason(of: CancellationError()) == .bug)
    }
}

/// Errors in typed and configured export settings.
@Suite struct ExportRequestTests {
    private func error(_ change: (inout RunRequest) -> Void) throws -> BatchError? {
        let setup = try TestShop(["orders.csv": "품명,영수증\n키위쥬스,1\n", "own.csv": "id,action,item,quantity\n"])
        var request = setup.request()
        request.isDryRun = true
        request.input.columns = ["item=품명"]
        change(&request)
        do {
            _ = try setup.shop().run(request, notifying: MessageRecorder())
            return nil
        } catch let error as BatchError {
            return error
        }
    }

    @Test func compositeWithDateNeedsADate() throws {
        let typed = try error { $0.input.columns.append("id=@date+영수증") }
        guard case .usage(.noDate(role: "id"))? = typed else {
            throw ProgramError(description: String(describing: typed))
        }
        let settled = try error { $0.input.resolvedSettings.columns[.id] = RoleColumns("영수증+@date") }
        guard case .usage(.noDate(role: "id"))? = settled else {
            throw ProgramError(description: String(describing: settled))
        }
        let replaced = try error {
            $0.input.resolvedSettings.columns[.id] = RoleColumns("영수증+@date")
            $0.input.columns.append("id=영수증")
        }
        #expect(replaced == nil)
        let setup = try error {
            $0.input.columns.append("id=@date+영수증")
            $0.input.date = "2026-11-20"
        }
        #expect(setup == nil)
    }

    @Test func typedColumnMustExistAndSettledOneNeedNot() throws {
        let cell = RowFilterSettings.Cell(column: "없음", value: "x")
        let kinds: [(typed: (inout RunRequest) -> Void, settled: (inout RunRequest) -> Void)] = [
            ({ $0.input.rules.ignore = ["없음=x"] }, { $0.input.resolvedSettings.rules.ignore = [cell] }),
            ({ $0.input.rules.only = ["없음=x"] }, { $0.input.resolvedSettings.rules.only = [cell] }),
            ({ $0.input.rules.accept = ["없음"] }, { $0.input.resolvedSettings.rules.accept = ["없음"] }),
            ({ $0.input.rules.fill = ["없음"] }, { $0.input.resolvedSettings.rules.fill = ["없음"] }),
        ]
        for (typed, settled) in kinds {
            let found = try error(typed)
            guard case .usage(.columnNotFound(role: nil, name: "없음"))? = found else {
                throw ProgramError(description: String(describing: found))
            }
            #expect(try error(settled) == nil)
        }
        let own = try error { request in
            request.input.paths = ["own.csv"]
            request.input.columns = []
            request.input.rules.accept = ["없음"]
        }
        #expect(own == nil)
    }

    /// Malformed checksums come before columns that are nowhere, those before refusals, and of these the earlier
    /// input's.
    @Test(arguments: [
        (["good.csv", "cut.csv"], [], "cut.csv:1: checksum_mismatch"),
        (["bad.csv", "cut.csv"], [], "bad.csv:1: no_item_column"),
        (["cut.csv", "bad.csv"], [], "cut.csv:1: checksum_mismatch"), (["cut.csv"], ["id=없음"], "usage"),
        (["bad.csv", "odd.csv"], ["id=없음"], "checksum"), (["torn.csv"], [], "torn.csv:1: checksum_mismatch"),
        (["good.csv"], [], "none"),
    ])
    func refusalsAreOrdered(paths: [String], columns: [String], wanted: String) throws {
        let zeros = String(repeating: "0", count: 64)
        let setup = try TestShop([
            "good.csv": "item\n키위쥬스\n", "good.csv.sha256": SHA256.hex(of: "item\n키위쥬스\n") + "  good.csv\n",
            "cut.csv": "item\n키위쥬스\n", "cut.csv.sha256": "\(zeros)  cut.csv\n", "bad.csv": "a,b\n1,2\n",
            "odd.csv": "item\n", "odd.csv.sha256": "x\n", "torn.csv": "item\n\"키위쥬스\n",
            "torn.csv.sha256": "\(zeros) *torn.csv\n",
        ])
        var request = RunRequest(input: InputRequest(paths: paths), language: .english)
        request.isDryRun = true
        request.input.columns = columns
        var found = "none"
        do {
            _ = try setup.shop().run(request, notifying: MessageRecorder())
        } catch BatchError.refused(let refusal) {
            found = "\(refusal.file):\(refusal.line): \(refusal.code)"
        } catch BatchError.usage(.columnNotFound) {
            found = "usage"
        } catch BatchError.badChecksum(_, .malformed(line: 1)) {
            found = "checksum"
        }
        #expect(found == wanted)
    }
}

@Suite struct OutputPatternTests {
    @Test(arguments: [
        ("reports", "reports"), ("reports/{date}", "reports/2026-11-20"), ("{name}", "night"),
        ("a/{date}-{name}/{date}", "a/2026-11-20-night/2026-11-20"), ("", ""),
    ])
    func bracesExpandToDateAndName(pattern: String, folder: String) throws {
        #expect(
            try OutputPattern.folder(pattern, date: "2026-11-20", inputs: ["till/night.csv", "b.csv"]) == folder)
    }

    @Test(arguments: [
        ("-", "stdin"), ("a.b.csv", "a.b"), (".hidden", ".hidden"), ("딸기", "딸기"), ("x/{date}.csv", "{date}"),
    ])
    func nameIsTheFirstInputWithoutExtension(input: String, name: String) throws {
        #expect(try OutputPattern.folder("{name}", date: nil, inputs: [input, "b.csv"]) == name)
    }

    @Test(arguments: [
        ("{day}", "{day}"), ("a/{Date}", "{Date}"), ("a/{", "{"), ("a}", "}"), ("{}", "{}"), ("{date}{date", "{date"),
        ("{{name}}", "{{name}"),
    ])
    func unknownBracesAreRefused(pattern: String, found: String) {
        #expect(throws: OutputPattern.PatternError.unknown(found)) {
            try OutputPattern.folder(pattern, date: "2026-11-20", inputs: ["night.csv"])
        }
    }

    @Test func missingDateIsRefused() {
        #expect(throws: OutputPattern.PatternError.noDate) {
            try OutputPattern.folder("{date}", date: nil, inputs: ["night.csv"])
        }
    }
}
