import Foundation
import JuiceBatch
import JuiceLedger
import JuiceShop
import TestSupport
import Testing

/// The run log, and ledgers that do not match it.
@Suite struct RunLogTests {
    private static let ledger = LedgerRequest(path: "shop.sqlite", waitSeconds: 0)
    private let setup: TestShop
    private let shop: Shop

    /// A shop with three runs, the last of which reverses the first; `old.sqlite` is its ledger after the first.
    init() throws {
        setup = try TestShop([
            "orders.csv": TestShop.orders, "b.csv": "action,item,quantity\n입고,딸기,1\n",
            "c.csv": "action,item,quantity\n입고,딸기,2\n",
        ])
        shop = setup.shop()
        _ = try shop.run(setup.request(ledger: Self.ledger), notifying: MessageRecorder())
        try copy("shop.sqlite", to: "old.sqlite")
        var second = setup.request("b.csv", ledger: Self.ledger)
        second.options = ["--shop=강남"]
        _ = try shop.run(second, notifying: MessageRecorder())
        try shop.reverse(1, in: Self.ledger, notifying: MessageRecorder()) { _ in }
    }

    private func copy(_ name: String, to other: String) throws {
        try setup.folder.write(#require(setup.folder.read(name)), to: other)
    }

    private func text(_ name: String = "shop.sqlite.runs") -> String {
        setup.text(name)
    }

    private var log: RunLog { RunLog(beside: setup.folder.path + "/shop.sqlite", shownLedger: "shop.sqlite") }

    /// Commands that apply rows or report the status.
    private func attempts() -> [(String, () throws -> Void)] {
        var dryRun = setup.request("c.csv", ledger: Self.ledger)
        dryRun.isDryRun = true
        let status = StatusRequest(.ledger(Self.ledger))
        return [
            ("run", { _ = try shop.run(setup.request("c.csv", ledger: Self.ledger), notifying: MessageRecorder()) }),
            ("run --dry-run", { _ = try shop.run(dryRun, notifying: MessageRecorder()) }),
            ("reverse", { try shop.reverse(2, in: Self.ledger, notifying: MessageRecorder()) { _ in } }),
            (
                "settle",
                { try shop.settle(SettleRequest(run: 1), in: Self.ledger, notifying: MessageRecorder()) { _, _ in } }
            ),
            ("verify", { _ = try shop.verify(Self.ledger, notifying: MessageRecorder()) }),
            (
                "counter",
                { _ = try shop.openShift(ShiftRequest(ledger: Self.ledger, process: 1), notifying: MessageRecorder()) }
            ),
            (
                "counter close",
                {
                    _ = try shop.closeShift(of: Self.ledger, by: setup.request(), notifying: MessageRecorder())
                }
            ),
            ("status", { _ = try shop.status(status) }),
            (
                "nightly",
                {
                    let recorder = MessageRecorder()
                    _ = try shop.runNightly(NightlyRequest(run: setup.request(), quietPeriodMs: 0), notifying: recorder)
                    if let failure = recorder.failures.first { throw failure }
                }
            ),
        ]
    }

    private func expect(_ fault: LedgerError) throws {
        try FileManager.default.createDirectory(
            atPath: setup.folder.path + "/inbox", withIntermediateDirectories: true)
        let before = setup.folder.read("shop.sqlite")
        for (name, attempt) in attempts() {
            let error = #expect(throws: BatchError.self, "\(name)") { try attempt() }
            guard case .badLedger("shop.sqlite", fault)? = error else {
                throw ProgramError(description: "\(name): \(String(describing: error))")
            }
            #expect(setup.folder.read("shop.sqlite") == before, "\(name)")
        }
    }

    @Test func eachRunAppendsALine() throws {
        let lines = try log.lines()
        #expect(lines.map(\.run) == [1, 2, 3])
        let digests = try ledgerDigests()
        #expect(lines.map(\.digest) == digests)
        #expect(text().hasSuffix("\n") && text().split(separator: "\n").count == 3)
        #expect(lines.map { $0.content.contains(#""kind": "run""#) } == [true, true, false])
        #expect(lines[1].content.contains(#""options": ["--shop=강남"]"#))
        #expect(lines[1].content.contains("/b.csv\"}]") && lines[1].content.contains(#""output": "reports/b""#))
        #expect(lines[2].content.contains(#""kind": "reverse""#) && lines[2].content.contains(#""reverses": 1"#))
        let sample = try #require(OrderedJSONParser.parse(text().split(separator: "\n").map(String.init)[1]))
        #expect(sample["run"]?.int == 2 && sample["recorded_at"]?.text == TestShop.now)
    }

    @Test func closedRowsAreListedInTheirLine() throws {
        try setup.write("item\n포도쥬스\n귤쥬스\n", to: "wrong.csv")
        _ = try shop.run(setup.request("wrong.csv", ledger: Self.ledger), notifying: MessageRecorder())
        let row = try #require(SettleRequest.RowName("3"))
        try shop.settle(SettleRequest(run: 4, rows: [row], reason: "없음"), in: Self.ledger, notifying: MessageRecorder())
        {
            _, _ in
        }
        let line = try #require(try log.lines().last)
        let settled = #""settles": 4, "settled": [{"input": 1, "lines": "3"}], "why": "없음"}"#
        #expect(line.run == 5 && line.content.contains(#""kind": "settle""#) && line.content.hasSuffix(settled))
    }

    private func read<Value>(_ body: (LedgerSnapshot) throws -> Value) throws -> Value {
        try Ledger(
            path: setup.folder.path + "/shop.sqlite", shownPath: "shop.sqlite", purpose: .read, waitSeconds: 0,
            cancellation: CancellationToken()
        ).read(body)
    }

    private func ledgerDigests() throws -> [String] {
        try read { snapshot in try (1...snapshot.lastRun()).map { try snapshot.digest(of: $0) } }
    }

    @Test func changeInPlaceRightAfterARunIsSeen() throws {
        try setup.write("action,item,quantity\n입고,딸기,3\n", to: "d.csv")
        _ = try shop.run(setup.request("d.csv", ledger: Self.ledger), notifying: MessageRecorder())
        var status = stat()
        #expect(stat(log.path, &status) == 0)
        let checked = try read { try $0.checkedLog() }
        #expect(checked?.lines == 4 && checked?.identity == FileIdentity(status))
        let file = open(log.path, O_WRONLY)
        defer { close(file) }
        #expect(pwrite(file, "2", 1, 8) == 1)
        try expect(.damagedLog(log: "shop.sqlite.runs", line: 1))
    }

    @Test func olderLedgerCopyIsRefused() throws {
        try copy("old.sqlite", to: "shop.sqlite")
        try expect(.stale(run: 2, log: "shop.sqlite.runs"))
    }

    /// The ledger has another run of the same number.
    @Test func divergedLedgerIsRefused() throws {
        let log = text()
        try copy("old.sqlite", to: "shop.sqlite")
        try FileManager.default.removeItem(atPath: setup.folder.path + "/shop.sqlite.runs")
        for name in ["c.csv", "b.csv"] {
            _ = try shop.run(setup.request(name, ledger: Self.ledger), notifying: MessageRecorder())
        }
        try setup.write(log, to: "shop.sqlite.runs")
        try expect(.stale(run: 2, log: "shop.sqlite.runs"))
    }

    /// Only the first line has another digest, and its check is right.
    @Test func lineMustHaveTheDigestOfItsRun() throws {
        var lines = text().split(separator: "\n").map(String.init)
        let digest = try #require(ledgerDigests().first)
        let start = try #require(lines[0].components(separatedBy: #", "check""#).first)
            .replacing(digest, with: String(digest.reversed()))
        lines[0] = start + #", "check": "\#(SHA256.hex(of: start).prefix(16))"}"#
        try setup.write(lines.joined(separator: "\n") + "\n", to: "shop.sqlite.runs")
        try expect(.stale(run: 1, log: "shop.sqlite.runs"))
    }

    @Test func logWithoutALedgerIsRefused() throws {
        try setup.folder.write([], to: "shop.sqlite")
        try expect(.runsMissing(log: "shop.sqlite.runs"))
        try FileManager.default.removeItem(atPath: setup.folder.path + "/shop.sqlite")
        try expect(.runsMissing(log: "shop.sqlite.runs"))
        #expect(!FileManager.default.fileExists(atPath: setup.folder.path + "/shop.sqlite"))
    }

    @Test(arguments: ["강남", #""run": 1"#, #"check": ""#])
    func damagedLineIsRefused(part: String) throws {
        let text = text()
        let line = text.prefix(upTo: try #require(text.firstRange(of: part)).lowerBound).count { $0 == "\n" } + 1
        try setup.write(text.replacing(part, with: part.dropLast() + "#", maxReplacements: 1), to: "shop.sqlite.runs")
        try expect(.damagedLog(log: "shop.sqlite.runs", line: line))
    }

    @Test(arguments: [#""run": 3"#, "reverses", #"", "kind"#, #""}"#])
    func damagedLastLineIsRefused(part: String) throws {
        let text = text()
        let index = try #require(text.ranges(of: part).last)
        try setup.write(text.replacingCharacters(in: index, with: part.dropLast() + "#"), to: "shop.sqlite.runs")
        try expect(.damagedLog(log: "shop.sqlite.runs", line: 3))
    }

    @Test func missingLineInTheMiddleIsRefused() throws {
        let lines = text().split(separator: "\n", omittingEmptySubsequences: false)
        try setup.write(lines[0] + "\n" + lines[2] + "\n", to: "shop.sqlite.runs")
        try expect(.damagedLog(log: "shop.sqlite.runs", line: 2))
    }

    /// A killed process may omit or truncate lines; a missing log is rebuilt from the ledger.
    @Test(arguments: [0, 1, 100, 700, -1, -2, nil])
    func missingLastLinesAreAdded(bytes: Int?) throws {
        let whole = Array(text().utf8)
        if let bytes {
            try setup.folder.write(
                Array(bytes < 0 ? whole.dropLast(-bytes) : whole.prefix(bytes)), to: "shop.sqlite.runs")
        } else {
            try FileManager.default.removeItem(atPath: setup.folder.path + "/shop.sqlite.runs")
        }
        let torn = setup.folder.read("shop.sqlite.runs")
        // Status writes nothing and accepts this.
        _ = try shop.status(StatusRequest(.ledger(Self.ledger)))
        #expect(setup.folder.read("shop.sqlite.runs") == torn)
        _ = try shop.verify(Self.ledger, notifying: MessageRecorder())
        #expect(setup.folder.read("shop.sqlite.runs") == whole)
    }

    /// The log is read block by block; a line may be longer than a block, and end anywhere in one.
    @Test func linesOfAnyLengthAreRead() throws {
        for (index, length) in [65_000, 200_000, 1, 64_500, 131_072].enumerated() {
            try setup.write("action,item,quantity\n입고,딸기,\(index + 3)\n", to: "d.csv")
            var request = setup.request("d.csv", ledger: Self.ledger)
            request.options = ["--shop=" + String(repeating: "a", count: length)]
            _ = try shop.run(request, notifying: MessageRecorder())
        }
        let whole = text()
        let lines = try log.lines()
        #expect(try lines.map(\.run) == Array(1...8) && lines.map(\.digest) == ledgerDigests())
        #expect(lines.map(\.content).allSatisfy { whole.contains($0.dropFirst().dropLast()) })
        for left in [whole.utf8.count - 1, whole.utf8.count - 131_072, 200_000, 65_536] {
            try setup.folder.write(Array(whole.utf8.prefix(left)), to: "shop.sqlite.runs")
            #expect(try shop.verify(Self.ledger, notifying: MessageRecorder()).runs == 8)
            #expect(text() == whole)
        }
    }

    @Test func logStoresEachMenuOnce() throws {
        try setup.write("juice,fruit,quantity\n딸기쥬스,딸기,1\n", to: "menu.csv")
        for name in ["c.csv", "d.csv"] {
            try setup.write("item,quantity\n딸기,\(name == "c.csv" ? 3 : 4)\n", to: name)
            var request = setup.request(name, ledger: Self.ledger)
            request.input.menu = "menu.csv"
            _ = try shop.run(request, notifying: MessageRecorder())
        }
        let lines = try log.lines().map(\.content).suffix(2)
        #expect(lines.first?.contains(#""menu": "juice,fruit,quantity"#) == true)
        #expect(lines.last?.contains(#""menu":"#) == false && lines.last?.contains(#""menu_sha256": ""#) == true)
    }
}
