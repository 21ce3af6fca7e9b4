import JuiceBatch
import JuiceCore
import JuiceReports
import JuiceShop
import TestSupport
import Testing

@Suite struct RunningTests {
    private let ledger = TestShop.ledger

    @Test func writesAllReportsAndReturnsTheOutcome() throws {
        let setup = try TestShop()
        let recorder = MessageRecorder { reports in
            // The notification comes before any report is in place.
            #expect(reports == "reports/orders" && setup.reports("reports/orders").isEmpty)
        }
        guard case .done(let run) = try setup.run(notifying: recorder) else {
            throw ProgramError(description: "nothing was done")
        }
        #expect(setup.reports("reports/orders") == ReportFolder.names)
        #expect(run.reports == "reports/orders" && run.number == nil)
        #expect(run.model.tally.success == 2 && run.model.tally.count(.rejected) == 1)
        #expect(run.exitStatus == ExitStatus(.rowsRejected))
        #expect(run.model.first.rejected.map(\.position.line) == [4])
        #expect(recorder.messages == ["rejected", "applied"])
        #expect(recorder.rejections.map(\.paths) == [["orders.csv": setup.path("orders.csv")]])
    }

    @Test func pathsAreRelativeToTheShopFolder() throws {
        let setup = try TestShop([
            "in/a.csv": "item\npunch\npunch\n", "menu.csv": "juice,fruit,quantity\npunch,melon,2\n",
            "stock.csv": "fruit,stock\nmelon,5\n",
        ])
        var request = setup.request("in/a.csv", ledger: ledger, output: "out", menu: "menu.csv")
        request.input.stock = "stock.csv"
        let run = try setup.apply(request)
        #expect(run.exitStatus == .done && run.number == 1 && setup.reports("out") == ReportFolder.names)
        #expect(try setup.stock() == [1] && setup.shop().menu(at: "menu.csv").juices.map(\.name) == ["punch"])
    }

    @Test func dryRunWritesNothing() throws {
        let setup = try TestShop(["orders.csv": TestShop.orders, "more.csv": "item\n키위쥬스\n"])
        try setup.run("more.csv", ledger: ledger)
        let before = try setup.content()
        var request = setup.request(ledger: ledger)
        request.isDryRun = true
        let run = try setup.apply(request)
        #expect(run.model.tally.success == 2 && run.reports == nil && run.number == nil)
        #expect(try run.model.ledger?.runNumber == 2 && setup.content() == before)
    }

    /// Also if its cell is empty or filled from the row above.
    @Test(arguments: [["상태"], []]) func rowWithUnknownCellWaitsUntilTheCellIsListed(filled: [String]) throws {
        let setup = try TestShop(["a.csv": "상태,메뉴\n정상,키위쥬스\n보류중,망고쥬스\n,바나나쥬스\n"])
        func tally(_ path: String, to output: String, known: String...) throws -> Tally {
            var request = setup.request(path, ledger: ledger, output: output)
            (request.input.rules[.known], request.input.rules[.fill]) = (known.map { "상태=\($0)" }, filled)
            return try setup.apply(request).model.tally
        }
        #expect(try tally("a.csv", to: "1", known: "정상").count(.unknownValue) == 2)
        #expect(try tally("1/failure.csv", to: "2", known: "정상").count(.unknownValue) == 2)
        if !filled.isEmpty {
            // In a filled column an empty cell is not a cell of its own.
            #expect(try tally("2/failure.csv", to: "3", known: "정상", "").count(.unknownValue) == 2)
        }
        #expect(try tally("2/failure.csv", to: "4", known: "정상", "보류중").success == (filled.isEmpty ? 1 : 2))
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
        (request.input.rules[.only], request.input.rules[.ignore]) = (only, ignore)
        request.input.rules[.known] = ["상태=정상"]
        #expect(try setup.apply(request).model.tally.count(.unknownValue) == count)
        (request.input.paths, request.input.rules[.known], request.output) = (["1/failure.csv"], known, "2")
        #expect(try setup.apply(request).model.tally.success == count)
    }

    /// What the row's own header and settings did not allow is not read once its value is known.
    @Test func retryReadsNoMoreThanTheRowsOwnInput() throws {
        let setup = try TestShop(["a.csv": "메뉴,수량,상태\n딸기,3,새값\n딸기쥬스,4.00,새값\n키위쥬스,1,새값\n"])
        var request = setup.request("a.csv", ledger: ledger, output: "1")
        (request.input.fileSettings.decimal, request.input.rules[.known]) = (.comma, ["상태=정상"])
        #expect(try setup.apply(request).model.tally.count(.unknownValue) == 3)
        (request.input.paths, request.output) = (["1/failure.csv"], "2")
        #expect(try setup.apply(request).model.tally.count(.unknownValue) == 3)
        (request.input.paths, request.input.rules[.known], request.output) = (["2/failure.csv"], ["상태=새값"], "3")
        let tally = try setup.apply(request).model.tally
        #expect([.success, .missingAction, .invalidQuantity].map(tally.count) == [1, 1, 1])
    }

    /// Neither a canonical name in the list nor in the row makes another spelling known.
    @Test func unknownSpellingOfAnItemStaysOutUntilItIsListed() throws {
        let setup = try TestShop(["a.csv": "Item\nMango Kiwi\n망키쥬스\n"])
        var request = setup.request("a.csv", ledger: ledger, output: "1")
        request.input.rules[.known] = ["Item=Mango Kiwi"]
        #expect(try setup.apply(request).model.tally.success == 1)
        for (number, success) in [0, 0, 1].enumerated() {
            (request.input.paths, request.output) = (["\(number + 1)/failure.csv"], "\(number + 2)")
            if success > 0 { request.input.rules[.known]?.append("Item=망키쥬스") }
            let tally = try setup.apply(request).model.tally
            #expect(tally.success == success && tally.count(.unknownValue) == 1 - success)
        }
    }

    @Test func inputAppliedTwiceIsKnownUntilBothRunsAreReversed() throws {
        let setup = try TestShop(["more.csv": "item\n키위쥬스\n"])
        let request = setup.request("more.csv", ledger: ledger)
        try setup.apply(request)
        var again = request
        again.ledger?.knownInputs = .applyAgain
        try setup.apply(again)
        for run in [2, 1] {
            #expect(throws: BatchError.self) { try setup.apply(request) }
            try setup.reverse(run)
        }
        #expect(try setup.apply(request).number == 5)
    }

    @Test func cancelledRunAppliesNothing() throws {
        let setup = try TestShop()
        let recorder = MessageRecorder { _ in setup.cancellation.request(signal: 15) }
        func run() throws { try setup.run(ledger: ledger, notifying: recorder) }
        expectError(run) { ExitReason(of: $0) == .terminated }
        #expect(try setup.runs().isEmpty && !setup.folder.holds("reports"))
    }

    @Test func failedOrCancelledReversalChangesNothing() throws {
        let setup = try TestShop()
        try setup.run(ledger: ledger)
        func reverse(_ willCommit: @escaping () throws -> Void) throws {
            try setup.shop().reverse(1, in: ledger, notifying: MessageRecorder()) { reversal in
                #expect(reversal.by == 2)
                try willCommit()
            }
        }
        #expect(throws: ProgramError.self) { try reverse { throw ProgramError(description: "?") } }
        #expect(throws: BatchError.self) { try reverse { setup.cancellation.request(signal: 2) } }
        #expect(try setup.runs().map(\.number) == [1])
    }
}
