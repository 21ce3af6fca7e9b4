import JuiceBatch
import JuiceCore
import JuiceReports
import JuiceShop
import TestSupport
import Testing

@Suite struct RunningTests {
    private let ledger = LedgerRequest(path: "shop.sqlite")

    private func done(_ outcome: RunOutcome) throws -> CompletedRun {
        guard case .done(let run) = outcome else { throw ProgramError(description: "\(outcome.exitStatus)") }
        return run
    }

    @Test func writesAllReportsAndReturnsTheOutcome() throws {
        let setup = try TestShop()
        let recorder = MessageRecorder { reports in
            // The notification comes before any report is in place.
            #expect(reports == "reports/orders" && setup.reports("reports/orders").isEmpty)
        }
        let run = try done(setup.shop().run(setup.request(), notifying: recorder))
        #expect(setup.reports("reports/orders") == ReportFolder.names)
        #expect(run.reports == "reports/orders" && run.number == nil && run.skipped.isEmpty)
        #expect(
            run.tally.success == 2 && run.tally.count(.rejected) == 1 && run.exitStatus == ExitStatus(.rowsRejected))
        #expect(run.model.first.rejected.map(\.line) == [4])
        #expect(recorder.messages == ["rejected", "applied"])
        #expect(recorder.rejections.map(\.paths) == [["orders.csv": setup.folder.path + "/orders.csv"]])
    }

    @Test func pathsAreRelativeToTheShopFolder() throws {
        let setup = try TestShop([
            "in/a.csv": "item\npunch\npunch\n", "menu.csv": "juice,fruit,quantity\npunch,melon,2\n",
            "stock.csv": "fruit,stock\nmelon,5\n",
        ])
        var request = setup.request("in/a.csv", ledger: ledger, output: "out", menu: "menu.csv")
        request.input.stock = "stock.csv"
        let run = try done(setup.shop().run(request, notifying: MessageRecorder()))
        #expect(run.exitStatus == .done && run.number == 1)
        #expect(setup.reports("out") == ReportFolder.names)
        #expect(try setup.shop().stock(of: ledger).stock == [FruitStock(fruit: "melon", pieces: 1)])
        #expect(try setup.shop().menu(at: "menu.csv").juices.map(\.name) == ["punch"])
    }

    @Test(arguments: [false, true])
    func dryRunWritesNothing(hasLedger: Bool) throws {
        let setup = try TestShop(["orders.csv": TestShop.orders, "more.csv": "item\n키위쥬스\n"])
        if hasLedger {
            _ = try setup.shop().run(setup.request("more.csv", ledger: ledger), notifying: MessageRecorder())
        }
        let before = try setup.content()
        var request = setup.request(ledger: ledger)
        request.isDryRun = true
        var told: [String?] = []
        let run = try done(setup.shop().run(request, notifying: MessageRecorder { told.append($0) }))
        #expect(run.tally.success == 2 && run.reports == nil && run.number == nil && told == [nil])
        #expect(run.model.ledger?.runNumber == (hasLedger ? 2 : 1))
        #expect(try setup.content() == before)
    }

    /// Also if its cell is empty or filled from the row above.
    @Test(arguments: [["상태"], []]) func rowWithUnknownCellWaitsUntilTheCellIsListed(filled: [String]) throws {
        let setup = try TestShop(["a.csv": "상태,메뉴\n정상,키위쥬스\n보류중,망고쥬스\n,바나나쥬스\n"])
        func run(_ path: String, to output: String, known: [String]) throws -> CompletedRun {
            var request = setup.request(path, ledger: ledger, output: output)
            (request.input.rules.known, request.input.rules.fill) = (known.map { "상태=\($0)" }, filled)
            return try done(setup.shop().run(request, notifying: MessageRecorder()))
        }
        #expect(try run("a.csv", to: "1", known: ["정상"]).tally.count(.unknownValue) == 2)
        for number in 1...3 {
            // In a filled column an empty cell is not a cell of its own.
            let known = ["정상"] + (number == 2 && !filled.isEmpty ? [""] : [])
            let again = try run("\(number)/failure.csv", to: "\(number + 1)", known: known)
            #expect(again.tally.count(.unknownValue) == 2 && again.tally.success == 0)
        }
        let last = try run("4/failure.csv", to: "5", known: ["정상", "보류중"])
        #expect(last.tally.success == (filled.isEmpty ? 1 : 2))
    }

    /// Failure.csv has the item's canonical name, where the settings list how the POS spells it; a list of rows to skip
    /// skips no other spelling.
    @Test(
        arguments: [
            ("망키쥬스", ["Item=Mango Juice", "Item=망키쥬스"], [], ["상태=쿠폰", "Item=Mango Juice", "Item=망키쥬스"], 2),
            ("망키쥬스", ["Item=Mango Juice", "Item=망키쥬스"], [], ["상태=쿠폰"], 2),
            ("망고쥬스", [], ["Item=Mango Juice", "Item=Sandwich"], ["상태=쿠폰"], 1),
        ] as [(String, [String], [String], [String], Int)])
    func retryMatchesTheExportsSpellingOfTheItem(
        item: String, only: [String], ignore: [String], known: [String], count: Int
    ) throws {
        let setup = try TestShop(["a.csv": "Item,상태\nMango Juice,쿠폰\n\(item),쿠폰\nSandwich,쿠폰\n"])
        var request = setup.request("a.csv", ledger: ledger, output: "1")
        (request.input.rules.only, request.input.rules.ignore) = (only, ignore)
        request.input.rules.known = ["상태=정상"]
        #expect(try done(setup.shop().run(request, notifying: MessageRecorder())).tally.count(.unknownValue) == count)
        request.input.paths = ["1/failure.csv"]
        request.input.rules.known = known
        request.output = "2"
        #expect(try done(setup.shop().run(request, notifying: MessageRecorder())).tally.success == count)
    }

    /// Neither a canonical name in the list nor in the row makes another spelling known.
    @Test func unknownSpellingOfAnItemStaysOutUntilItIsListed() throws {
        let setup = try TestShop(["a.csv": "Item\nMango Kiwi\n망키쥬스\n"])
        var request = setup.request("a.csv", ledger: ledger, output: "1")
        request.input.rules.known = ["Item=Mango Kiwi"]
        let first = try done(setup.shop().run(request, notifying: MessageRecorder()))
        #expect(first.tally.success == 1 && first.tally.count(.unknownValue) == 1)
        for (number, success) in [0, 0, 1].enumerated() {
            request.input.paths = ["\(number + 1)/failure.csv"]
            request.output = "\(number + 2)"
            if success > 0 { request.input.rules.known.append("Item=망키쥬스") }
            let again = try done(setup.shop().run(request, notifying: MessageRecorder()))
            #expect(again.tally.success == success && again.tally.count(.unknownValue) == 1 - success)
        }
    }

    @Test func inputAppliedTwiceIsKnownUntilBothRunsAreReversed() throws {
        let setup = try TestShop(["more.csv": "item\n키위쥬스\n"])
        let (shop, request) = (setup.shop(), setup.request("more.csv", ledger: ledger))
        _ = try shop.run(request, notifying: MessageRecorder())
        var again = request
        again.ledger?.knownInputs = .applyAgain
        _ = try shop.run(again, notifying: MessageRecorder())
        for run in [2, 1] {
            #expect(throws: BatchError.self) { _ = try shop.run(request, notifying: MessageRecorder()) }
            try shop.reverse(run, in: ledger, notifying: MessageRecorder()) { _ in }
        }
        #expect(try done(shop.run(request, notifying: MessageRecorder())).number == 5)
    }

    @Test func cancelledRunAppliesNothing() throws {
        let setup = try TestShop()
        let recorder = MessageRecorder { _ in setup.cancellation.request(signal: 15) }
        let error = #expect(throws: BatchError.self) {
            try setup.run(ledger: ledger, notifying: recorder)
        }
        #expect(error.map { ExitReason(of: $0) } == .terminated)
        #expect(try setup.runs().isEmpty && !setup.folder.holds("reports"))
    }

    /// Each disk step fails in turn: the run is complete, or nothing was applied.
    @Test(arguments: [nil, LedgerRequest(path: "shop.sqlite")], 1...8)
    func diskFailureLeavesAllOrNothing(ledger: LedgerRequest?, step: Int) throws {
        let setup = try TestShop(["first.csv": "item\n키위쥬스\n", "second.csv": "item\n망고쥬스\n"])
        var request = setup.request("first.csv", ledger: ledger, output: "out")
        _ = try setup.shop().run(request, notifying: MessageRecorder())
        let before = try setup.content(of: "out")
        request.input.paths = ["second.csv"]
        let disk = FaultyDisk { number, _ in number == step }
        let result = Result { try setup.shop(on: disk).run(request, notifying: MessageRecorder()) }
        let isDone = (try? result.get()) != nil
        let runs = try setup.runs()
        if ledger != nil { #expect(runs.count == (isDone ? 2 : 1)) }
        #expect(try (setup.content(of: "out") == before) == !isDone)
        #expect(setup.reports("out") == ReportFolder.names)
        guard let ledger else { return }
        // The next command finishes what is left.
        let extent = try setup.shop().verify(ledger, notifying: MessageRecorder())
        #expect(extent.runs == runs.count && extent.misplaced.isEmpty)
        #expect(try setup.content().keys.allSatisfy { !$0.contains(".juice-") })
    }
}
