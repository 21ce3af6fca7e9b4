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
        for language in MessageLanguage.allCases {
            let texts = ExitReason.allCases.map { $0.text(in: language) }
            #expect(Set(texts).count == texts.count && !texts.contains(""))
        }
    }

    @Test func manualListsEveryReasonWithItsCode() throws {
        let rows = try ProjectFile.text("Sources/juice-batch/Manual.docc/ExitCodes.md").components(separatedBy: "\n")
            .drop { $0 != "## All causes" }.filter { $0.firstMatch(of: /^\| \d/) != nil }
        let reasons = ExitReason.severity.sorted().flatMap { code in ExitReason.allCases.filter { $0.code == code } }
        #expect(rows == reasons.map { "| \($0.code) | `\($0.rawValue)` | \($0.text(in: .english)) |" })
    }

    @Test(
        arguments: [
            ([], 0), ([.rowsShort, .filesMissing], 6), ([.filesMissing, .rowsRejected], 4),
            ([.rowsRejected, .inputRefused], 65), ([.inputRefused, .terminated], 143),
            ([.inputRefused, .inputOutput], 74), ([.inputOutput, .ledgerGone], 78), ([.badSetting, .invariant], 70),
            ([.unreadable, .inputRefused], 65),
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

    /// The catalogue of errors has the code of each; a lack of descriptors or locks does not concern the file itself.
    @Test func shortageOfTheSystemIsAnInputOutputError() {
        #expect(ExitReason(of: BatchError.unreadable(path: "a", errno: ENOENT)) == .unreadable)
        #expect(ExitReason(of: BatchError.unreadable(path: "a", errno: EMFILE)) == .inputOutput)
        #expect(ExitReason(of: BatchError.cannotCreate(path: "a", errno: ENOLCK)) == .inputOutput)
        #expect(ExitReason(of: CancellationError()) == .bug)
        let signals: [ExitReason] = [.hungUp, .interrupted, .terminated]
        #expect([1, 2, 15].map { ExitReason(of: BatchError.interrupted(signal: $0)) } == signals)
    }
}

/// Errors in typed and configured export settings.
@Suite struct ExportRequestTests {
    /// The error of a dry run, and its essence.
    private func error(_ setup: TestShop, _ request: RunRequest) throws -> String {
        var request = request
        request.isDryRun = true
        do {
            _ = try setup.shop().run(request, notifying: MessageRecorder())
            return "none"
        } catch let error as BatchError {
            switch error {
            case .refused(let refusal): return "\(refusal.file):\(refusal.line): \(refusal.code)"
            case .usage(.noDate(role: "id")): return "no date"
            case .usage(.columnNotFound(_, "없음")): return "no column"
            case .badChecksum(_, .malformed(line: 1)): return "checksum"
            default: return "\(error)"
            }
        }
    }

    private func error(_ change: (inout RunRequest) -> Void) throws -> String {
        let setup = try TestShop(["orders.csv": "품명,영수증\n키위쥬스,1\n", "own.csv": "id,action,item,quantity\n"])
        var request = setup.request()
        request.input.columns = ["item=품명"]
        change(&request)
        return try error(setup, request)
    }

    @Test func compositeWithDateNeedsADate() throws {
        let composite = "id=@date+영수증"
        #expect(try error { $0.input.columns.append(composite) } == "no date")
        #expect(try error { $0.input.fileSettings.columns[.id] = RoleColumns("영수증+@date") } == "no date")
        let replaced = try error {
            $0.input.fileSettings.columns[.id] = RoleColumns("영수증+@date")
            $0.input.columns.append("id=영수증")
        }
        let dated = try error { ($0.input.columns, $0.input.date) = (["item=품명", composite], "2026-11-20") }
        #expect(replaced == "none" && dated == "none")
    }

    @Test func typedColumnMustExistAndSettledOneNeedNot() throws {
        let cell = RawExportSettings.Cell(column: "없음", value: "x")
        #expect(try error { $0.input.rules[.ignore] = ["없음=x"] } == "no column")
        #expect(try error { $0.input.rules[.only] = ["없음=x"] } == "no column")
        #expect(try error { $0.input.rules[.accept] = ["없음"] } == "no column")
        #expect(try error { $0.input.rules[.fill] = ["없음"] } == "no column")
        #expect(try error { $0.input.fileSettings.ignore = [cell] } == "none")
        #expect(try error { $0.input.fileSettings.only = [cell] } == "none")
        #expect(try error { $0.input.fileSettings.accept = ["없음"] } == "none")
        #expect(try error { $0.input.fileSettings.fill = ["없음"] } == "none")
        let own = try error {
            ($0.input.paths, $0.input.columns, $0.input.rules[.accept]) = (["own.csv"], [], ["없음"])
        }
        #expect(own == "none")
    }

    /// Malformed checksums come before columns that are nowhere, those before refusals, and of these the earlier
    /// input's.
    @Test(arguments: [
        (["good.csv", "cut.csv"], [], "cut.csv:1: checksum_mismatch"),
        (["bad.csv", "cut.csv"], [], "bad.csv:1: no_item_column"),
        (["cut.csv", "bad.csv"], [], "cut.csv:1: checksum_mismatch"), (["cut.csv"], ["id=없음"], "no column"),
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
        var request = setup.request()
        (request.input.paths, request.input.columns) = (paths, columns)
        #expect(try error(setup, request) == wanted)
    }
}

@Suite struct OutputPatternTests {
    /// An unknown brace is named, and the name is that of the first input without its extension.
    @Test(arguments: [
        ("reports", "night.csv", "reports"), ("reports/{date}", "night.csv", "reports/2026-11-20"),
        ("a/{date}-{name}/{date}", "till/night.csv", "a/2026-11-20-night/2026-11-20"), ("", "night.csv", ""),
        ("{name}", "-", "stdin"), ("{name}", "a.b.csv", "a.b"), ("{name}", ".hidden", ".hidden"),
        ("{name}", "딸기", "딸기"),
        ("{name}", "x/{date}.csv", "{date}"), ("{day}", "a", "unknown {day}"), ("a/{Date}", "a", "unknown {Date}"),
        ("a/{", "a", "unknown {"), ("a}", "a", "unknown }"), ("{}", "a", "unknown {}"),
        ("{date}{date", "a", "unknown {date"), ("{{name}}", "a", "unknown {{name}"),
    ])
    func bracesExpandToDateAndName(pattern: String, input: String, folder: String) {
        do throws(OutputPatternError) {
            let found = try RunRequest.output(pattern: pattern, date: "2026-11-20", inputs: [input, "b.csv"])
            #expect(found == folder)
        } catch .unknown(let braces) {
            #expect("unknown " + braces == folder)
        } catch {
            Issue.record("\(error)")
        }
        #expect(throws: OutputPatternError.noDate) {
            try RunRequest.output(pattern: "{date}", date: nil, inputs: [input])
        }
    }
}
