import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// What is typed and settled of a till's exports, on its way to a run: what is a mistake, and whose.
@Suite struct ExportRequestTests {
    private func error(_ change: (inout RunRequest) -> Void) throws -> BatchError? {
        let given = try GivenShop(["orders.csv": "품명,영수증\n키위쥬스,1\n", "own.csv": "id,action,item,quantity\n"])
        var request = given.request()
        request.isDryRun = true
        request.input.columns = ["item=품명"]
        change(&request)
        do {
            _ = try given.shop().run(request, telling: Hearer())
            return nil
        } catch let error as BatchError {
            return error
        }
    }

    @Test func aDateIsNeededWhereACompositeHasIt() throws {
        let typed = try error { $0.input.columns.append("id=@date+영수증") }
        guard case .usage(.noDate(role: "id"))? = typed else {
            throw ProgramError(description: String(describing: typed))
        }
        let settled = try error { $0.input.settled.columns[.id] = RoleColumns("영수증+@date") }
        guard case .usage(.noDate(role: "id"))? = settled else {
            throw ProgramError(description: String(describing: settled))
        }
        let replaced = try error {
            $0.input.settled.columns[.id] = RoleColumns("영수증+@date")
            $0.input.columns.append("id=영수증")
        }
        #expect(replaced == nil)
        let given = try error {
            $0.input.columns.append("id=@date+영수증")
            $0.input.date = "2026-11-20"
        }
        #expect(given == nil)
    }

    @Test func aSettledMistakeIsTheFilesAndATypedOneTheCommandLines() throws {
        let typed = try error { $0.input.rules.values = ["item:x=포도"] }
        guard case .usage(.exportSettings(.itemValues, .unknownReading))? = typed else {
            throw ProgramError(description: String(describing: typed))
        }
        #expect(ExitReason(of: try #require(typed)) == .usage)
        let settled = try error {
            $0.input.settled.origin = "shop.json"
            $0.input.settled.rules.readings = [RowFilterSettings.Reading(role: .action, from: "x", to: "포도")]
        }
        guard case .badConfiguration("shop.json", .exportSettings(.actionValues, .unknownReading))? = settled else {
            throw ProgramError(description: String(describing: settled))
        }
        #expect(ExitReason(of: try #require(settled)) == .badSetting)
    }

    @Test(arguments: ["ignore", "only", "accept", "fill"])
    func aTypedColumnHasToBeSomewhereAndASettledOneNeedNot(kind: String) throws {
        let typed = try error { request in
            switch kind {
            case "ignore": request.input.rules.ignore = ["없음=x"]
            case "only": request.input.rules.only = ["없음=x"]
            case "accept": request.input.rules.accept = ["없음"]
            default: request.input.rules.fill = ["없음"]
            }
        }
        guard case .usage(.columnNowhere(role: nil, name: "없음"))? = typed else {
            throw ProgramError(description: String(describing: typed))
        }
        let settled = try error { request in
            let cell = RowFilterSettings.Cell(column: "없음", value: "x")
            switch kind {
            case "ignore": request.input.settled.rules.ignore = [cell]
            case "only": request.input.settled.rules.only = [cell]
            case "accept": request.input.settled.rules.accept = ["없음"]
            default: request.input.settled.rules.fill = ["없음"]
            }
        }
        #expect(settled == nil)
        let own = try error { request in
            request.input.paths = ["own.csv"]
            request.input.columns = []
            request.input.rules.accept = ["없음"]
        }
        #expect(own == nil)
    }

    /// Malformed checksums come before columns that are nowhere, those before refusals, and of these the earlier input's.
    @Test(arguments: [
        (["good.csv", "cut.csv"], [], "cut.csv:1: checksum_mismatch"),
        (["bad.csv", "cut.csv"], [], "bad.csv:1: no_item_column"),
        (["cut.csv", "bad.csv"], [], "cut.csv:1: checksum_mismatch"), (["cut.csv"], ["id=없음"], "usage"),
        (["bad.csv", "odd.csv"], ["id=없음"], "checksum"), (["torn.csv"], [], "torn.csv:1: checksum_mismatch"),
        (["good.csv"], [], "none"),
    ])
    func refusalsHaveTheirOrder(paths: [String], columns: [String], wanted: String) throws {
        let zeros = String(repeating: "0", count: 64)
        let given = try GivenShop([
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
            _ = try given.shop().run(request, telling: Hearer())
        } catch BatchError.refused(let refusal) {
            found = "\(refusal.file):\(refusal.line): \(refusal.code)"
        } catch BatchError.usage(.columnNowhere) {
            found = "usage"
        } catch BatchError.badChecksum(_, .malformed(line: 1)) {
            found = "checksum"
        }
        #expect(found == wanted)
    }
}
