import Dispatch
import JuiceBatch
import JuiceLedger
import JuiceReports
import Synchronization
import TestSupport
import Testing

@testable import JuiceShop

/// Reduced report sets of chain runs, and their facts in the ledger.
@Suite struct FewReportsTests {
    private static let orders =
        "id,item,quantity,memo\nA-1,키위쥬스,2,\nA-2,망고쥬스,1,\"a,b\"\nA-3,포도쥬스,1,x\nA-4,딸기쥬스,1,\nA-5\n"
    private static let fewNames: Set<String> = ["failure.csv", "restock.csv", "summary.json"]
    private let ledger = LedgerRequest(path: "shop.sqlite")

    private func done(_ outcome: RunOutcome) throws -> CompletedRun {
        guard case .done(let run) = outcome else { throw ProgramError(description: "\(outcome.exitStatus)") }
        return run
    }

    private func facts(_ nightlyRun: String, of setup: TestShop, _ path: String = "shop.sqlite") throws -> [RunFacts] {
        let ledger = try Ledger(
            path: setup.folder.path + "/" + path, shownPath: path, purpose: .read, waitSeconds: 0,
            cancellation: CancellationToken())
        return try ledger.read { try $0.facts(on: nightlyRun) }.map {
            try #require(RunFacts(JSONReader.value(of: Array($0.json.utf8))))
        }
    }

    @Test(arguments: [false, true], [1, 3])
    func fewReportsEqualThoseOfTheFullSet(hasLedger: Bool, threads: Int) throws {
        let setup = try TestShop(["orders.csv": Self.orders])
        var request = setup.request()
        request.input.threads = threads
        (request.output, request.isForExcel) = ("all", hasLedger)
        request.ledger = hasLedger ? LedgerRequest(path: "all.sqlite") : nil
        _ = try done(setup.shop().run(request, notifying: MessageRecorder()))
        (request.output, request.reports) = ("few", .few)
        request.ledger = hasLedger ? LedgerRequest(path: "few.sqlite") : nil
        let run = try done(setup.shop().run(request, notifying: MessageRecorder()))
        #expect(run.tally.success == 2 && run.reports == "few")
        #expect(setup.reports("few") == Self.fewNames)
        let all = try setup.content(of: "all")
        #expect(try setup.content(of: "few") == all.filter { Self.fewNames.contains($0.key) })
    }

    /// CP949 input is reread from its start.
    @Test func rereadInputIsWrittenOnce() throws {
        let setup = try TestShop([:])
        let text = Array("item,memo\n".utf8) + Array(repeating: Array("mango,x\nnone,y\n".utf8), count: 20_000).joined()
        try setup.folder.write(text + [0xB0, 0xA1, 0x2C, 0x0A], to: "orders.csv")
        var request = setup.request()
        (request.output, request.reports, request.input.chunkBytes) = ("few", .few, 4_096)
        _ = try done(setup.shop().run(request, notifying: MessageRecorder()))
        (request.output, request.reports) = ("all", .all)
        _ = try done(setup.shop().run(request, notifying: MessageRecorder()))
        let all = try setup.content(of: "all")
        #expect(try setup.content(of: "few") == all.filter { Self.fewNames.contains($0.key) })
    }

    @Test func fullAndFewReportsReplaceEachOther() throws {
        let setup = try TestShop(["orders.csv": Self.orders])
        var request = setup.request(ledger: ledger)
        request.ledger?.knownInputs = .applyAgain
        request.input.columns = ["id=id"]
        for reports in [ReportSelection.all, .few, .all] {
            let names = reports == .all ? ReportFolder.names : Self.fewNames
            request.reports = reports
            _ = try done(setup.shop().run(request, notifying: MessageRecorder()))
            #expect(setup.reports("reports/orders") == names && reports.names == names)
        }
    }

    @Test func fewReportsAreListedInTheIndex() throws {
        let setup = try TestShop(["orders.csv": Self.orders])
        var request = setup.request(ledger: ledger)
        (request.output, request.reports, request.index) = ("reports/2026-11-20/orders", .few, .createOrUpdate)
        let recorder = MessageRecorder()
        _ = try done(setup.shop().run(request, notifying: recorder))
        #expect(recorder.notices == [.ledgerCreated(path: "shop.sqlite", hasStockFile: false)])
        let index = String(decoding: try #require(setup.folder.read("reports/index.html")), as: UTF8.self)
        #expect(index.contains("2026-11-20/orders") && !index.contains("report.html"))
        try setup.folder.write([], to: "reports/2026-11-20/orders/mine.txt")
        #expect(throws: BatchError.self) {
            request.ledger?.knownInputs = .applyAgain
            _ = try setup.shop().run(request, notifying: MessageRecorder())
        }
    }

    @Test func factsOfAChainRunAreInItsLedger() throws {
        let setup = try TestShop(["orders.csv": Self.orders, "more.csv": "item\n키위쥬스\n"])
        var request = setup.request(ledger: ledger)
        request.chainRunReference = ChainRunReference(
            date: "2026-11-19", partition: .init(exportSHA256: "e0", shopNames: []))
        (request.output, request.reports) = (setup.folder.path + "/reports/one", .few)
        let run = try done(setup.shop().run(request, notifying: MessageRecorder()))
        var other = setup.request("more.csv", ledger: ledger)
        other.chainRunReference = ChainRunReference(date: "2026-11-19")
        let second = try done(setup.shop().run(other, notifying: MessageRecorder()))
        other = setup.request("more.csv", ledger: ledger)
        other.ledger?.knownInputs = .applyAgain
        _ = try setup.shop().run(other, notifying: MessageRecorder())
        #expect(
            try facts("2026-11-19", of: setup) == [
                RunFacts(run.model, exportSHA256: "e0", reports: "reports/one", ExitStatus(.rowsRejected)),
                RunFacts(second.model, exportSHA256: nil, reports: "reports/more", .done),
            ])
        #expect(try facts("2026-11-20", of: setup).isEmpty)
        _ = try setup.shop().reverse(2, in: ledger, notifying: MessageRecorder()) { _ in }
        #expect(try facts("2026-11-19", of: setup).map(\.file) == ["orders.csv"])
        _ = try setup.shop().verify(ledger, notifying: MessageRecorder())
    }

    @Test func failedRunLeavesNoFacts() throws {
        for failing in FaultyDisk.Step.allCases where failing != .removeSet {
            let setup = try TestShop(["orders.csv": Self.orders, "more.csv": "item\n키위쥬스\n"])
            var request = setup.request(ledger: ledger)
            request.chainRunReference = ChainRunReference(date: "2026-11-20")
            _ = try setup.shop().run(request, notifying: MessageRecorder())
            request.input.paths = ["more.csv"]
            request.output = "reports/orders"
            let disk = FaultyDisk { number, step in number > 1 && step == failing }
            let outcome = try? setup.shop(on: disk).run(request, notifying: MessageRecorder())
            #expect(try facts("2026-11-20", of: setup).count == (outcome == nil ? 1 : 2))
            _ = try setup.shop().verify(ledger, notifying: MessageRecorder())
        }
    }

    /// Byte for byte what a full run would have written.
    @Test(arguments: [false, true])
    func fullReportsCanBeMadeLater(isOpened: Bool) throws {
        let setup = try TestShop(["orders.csv": Self.orders, "more.csv": "item\n키위쥬스\n키위쥬스\n"])
        func requests(_ folder: String, _ reports: ReportSelection) -> [RunRequest] {
            ["more", "orders"].map { name in
                var request = setup.request("\(name).csv", ledger: LedgerRequest(path: "\(folder).sqlite"))
                (request.reports, request.shop, request.input.date) = (reports, "강남점", "2026-11-20")
                request.chainRunReference = ChainRunReference(
                    date: "2026-11-20", partition: .init(exportSHA256: "e0", shopNames: []))
                request.output = "\(folder)/\(name)"
                return request
            }
        }
        for request in requests("all", .all) + requests("few", .few) {
            _ = try done(setup.shop().run(request, notifying: MessageRecorder()))
        }
        let before = try facts("2026-11-20", of: setup, "few.sqlite")
        #expect(before.count == 2)
        for (index, wanted) in requests("few", .all).enumerated() {
            var request = wanted
            let path = setup.folder.path + "/" + request.input.paths[0]
            let files = try [
                InputFile(
                    path: path, name: request.input.paths[0], spillFolder: setup.folder.path,
                    cancellation: CancellationToken())
            ]
            // An opened file is not opened again.
            if isOpened { request.input.paths = ["gone.csv"] }
            let run = try done(
                setup.shop().regenerateReports(
                    index + 1, by: request, opened: isOpened ? files : nil, notifying: MessageRecorder()))
            #expect(run.number == index + 1)
        }
        #expect(try setup.content(of: "few") == setup.content(of: "all"))
        #expect(try facts("2026-11-20", of: setup, "few.sqlite") == before)
        _ = try setup.shop().verify(LedgerRequest(path: "few.sqlite"), notifying: MessageRecorder())
    }
}
