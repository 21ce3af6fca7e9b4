import JuiceBatch
import JuiceLedger
import JuiceReports
import TestSupport
import Testing

@testable import JuiceShop

/// Reduced report sets of chain runs, and their facts in the ledger.
@Suite struct FewReportsTests {
    private static let orders =
        "id,item,quantity,memo\nA-1,키위쥬스,2,\nA-2,망고쥬스,1,\"a,b\"\nA-3,포도쥬스,1,x\nA-4,딸기쥬스,1,\nA-5\n"
    private static let fewNames: Set<String> = ["failure.csv", "restock.csv", "summary.json"]
    private static let date = "2026-11-20"

    private let setup: TestShop

    init() throws { setup = try TestShop(["orders.csv": Self.orders, "more.csv": "item\n키위쥬스\n키위쥬스\n"]) }

    private func facts(on date: String = Self.date) throws -> [RunFacts] {
        try setup.read { try $0.facts(on: date) }.map {
            try #require(RunFacts(JSONReader.value(of: Array($0.json.utf8))))
        }
    }

    private func expectFewEqualAll(change: (inout RunRequest) -> Void) throws {
        for (folder, reports) in [("all", ReportSelection.all), ("few", .few)] {
            var request = setup.request(output: folder)
            request.reports = reports
            change(&request)
            #expect(try setup.apply(request).reports == folder)
        }
        #expect(setup.reports("few") == Self.fewNames)
        let all = try setup.content(of: "all")
        #expect(try setup.content(of: "few") == all.filter { Self.fewNames.contains($0.key) })
    }

    @Test(arguments: [false, true], [1, 3])
    func fewReportsEqualThoseOfTheFullSet(hasLedger: Bool, threads: Int) throws {
        try expectFewEqualAll { request in
            request.ledger = hasLedger ? LedgerRequest(path: "\(request.reports).sqlite") : nil
            (request.isForExcel, request.input.threads) = (hasLedger, threads)
        }
    }

    @Test func rereadInputIsWrittenOnce() throws {
        let text = Array("item,memo\n".utf8) + Array(repeating: Array("mango,x\nnone,y\n".utf8), count: 20_000).joined()
        try setup.folder.write(text + [0xB0, 0xA1, 0x2C, 0x0A], to: "orders.csv")
        try expectFewEqualAll { $0.input.chunkBytes = 4_096 }
    }

    @Test func fullAndFewReportsReplaceEachOther() throws {
        var request = setup.request(ledger: LedgerRequest(path: "shop.sqlite", knownInputs: .applyAgain))
        (request.input.columns, request.index) = (["id=id"], .createOrUpdate)
        for reports in [ReportSelection.all, .few, .all, .few] {
            let names = reports == .all ? ReportFolder.names : Self.fewNames
            request.reports = reports
            try setup.apply(request)
            #expect(setup.reports("reports/orders") == names && reports.names == names)
        }
        let index = setup.text("reports/index.html")
        #expect(index.contains("orders") && !index.contains("report.html"))
        try setup.folder.write([], to: "reports/orders/mine.txt")
        #expect(throws: BatchError.self) { try setup.apply(request) }
    }

    @Test func factsOfAChainRunAreInItsLedger() throws {
        var request = setup.request(ledger: TestShop.ledger, output: setup.path("reports/one"))
        request.chainRunReference = (date: "2026-11-19", partition: ExportPartition(exportSHA256: "e0", shopNames: []))
        request.reports = .few
        let run = try setup.apply(request)
        var other = setup.request("more.csv", ledger: TestShop.ledger)
        other.chainRunReference = (date: "2026-11-19", partition: nil)
        let second = try setup.apply(other)
        other.ledger?.knownInputs = .applyAgain
        other.chainRunReference = nil
        try setup.apply(other)
        #expect(
            try facts(on: "2026-11-19") == [
                RunFacts(run.model, exportSHA256: "e0", reports: "reports/one", ExitStatus(.rowsRejected)),
                RunFacts(second.model, exportSHA256: nil, reports: "reports/more", .done),
            ])
        #expect(try facts().isEmpty)
        try setup.reverse(2)
        #expect(try facts(on: "2026-11-19").map(\.file) == ["orders.csv"])
        try setup.verify()
    }

    /// Each disk step fails in turn: the run is complete, or nothing was applied.
    @Test(arguments: [nil, TestShop.ledger], 1...8)
    func diskFailureLeavesAllOrNothing(ledger: LedgerRequest?, step: Int) throws {
        var request = setup.request(ledger: ledger, output: "out")
        request.chainRunReference = ledger.map { _ in (date: Self.date, partition: nil) }
        try setup.apply(request)
        let before = try setup.content(of: "out")
        request.input.paths = ["more.csv"]
        let disk = FaultyDisk { number, _ in number == step }
        let isDone = (try? setup.shop(on: disk).run(request, notifying: MessageRecorder())) != nil
        #expect(try (setup.content(of: "out") == before) == !isDone)
        #expect(setup.reports("out") == ReportFolder.names)
        if ledger == nil { return }
        #expect(try setup.runs().count == (isDone ? 2 : 1) && facts().count == (isDone ? 2 : 1))
        // The next command finishes what is left.
        let extent = try setup.verify()
        #expect(try extent.runs == setup.runs().count && extent.misplaced.isEmpty)
        #expect(try setup.content().keys.allSatisfy { !$0.contains(".juice-") })
    }
}
