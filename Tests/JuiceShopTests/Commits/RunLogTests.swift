import Foundation
import JuiceBatch
import JuiceLedger
import TestSupport
import Testing

@testable import JuiceShop

/// The run log, and ledgers that do not match it.
@Suite struct RunLogTests {
    private static let ledger = TestShop.ledger
    private static let name = "shop.sqlite.runs"
    private let setup: TestShop
    private let shop: Shop
    private let recorder = MessageRecorder()

    /// A shop with three runs, the last of which reverses the first; `old.sqlite` is its ledger after the first.
    init() throws {
        setup = try TestShop([
            "orders.csv": TestShop.orders, "b.csv": "action,item,quantity\n입고,딸기,1\n",
            "c.csv": "action,item,quantity\n입고,딸기,2\n",
        ])
        shop = setup.shop()
        try setup.run(ledger: Self.ledger)
        try copy("shop.sqlite", to: "old.sqlite")
        try run("b.csv") { $0.options = ["--shop=강남"] }
        try setup.reverse(1)
    }

    private func run(_ path: String, change: (inout RunRequest) -> Void = { _ in }) throws {
        var request = setup.request(path, ledger: Self.ledger)
        change(&request)
        try setup.apply(request)
    }

    private func copy(_ name: String, to other: String) throws {
        try setup.folder.write(#require(setup.folder.read(name)), to: other)
    }

    private var text: String { setup.text(Self.name) }

    private var log: RunLog { RunLog(beside: setup.path("shop.sqlite"), shownLedger: "shop.sqlite") }

    /// Commands that apply rows or report the status.
    private var attempts: [(String, () throws -> Void)] {
        var dryRun = setup.request("c.csv", ledger: Self.ledger)
        dryRun.isDryRun = true
        return [
            ("run", { try run("c.csv") }), ("run --dry-run", { _ = try shop.run(dryRun, notifying: recorder) }),
            ("reverse", { try setup.reverse(2) }),
            ("settle", { try shop.settle(1, in: Self.ledger, notifying: recorder) { _, _ in } }),
            ("verify", { try setup.verify() }), ("counter", { _ = try setup.openCounter() }),
            ("counter close", { _ = try setup.closeCounter() }),
            ("status", { _ = try shop.status(StatusRequest(ledger: Self.ledger)) }),
            ("nightly", nightlyRun),
        ]
    }

    private func nightlyRun() throws {
        let recorder = MessageRecorder()
        _ = try setup.nightlyRun(notifying: recorder)
        if let failure = recorder.failures.first { throw failure }
    }

    private func expectRefusal(_ wanted: LedgerError) throws {
        try setup.makeFolder("inbox")
        let before = setup.folder.read("shop.sqlite")
        for (name, attempt) in attempts {
            let error = #expect(throws: BatchError.self, "\(name)") { try attempt() }
            guard case .badLedger("shop.sqlite", wanted)? = error else {
                throw ProgramError(description: "\(name): \(String(describing: error))")
            }
            #expect(setup.folder.read("shop.sqlite") == before, "\(name)")
        }
    }

    @Test func eachRunAppendsALine() throws {
        try setup.write("item\n포도쥬스\n귤쥬스\n", to: "wrong.csv")
        try run("wrong.csv")
        let rows = [try #require(Shop.rowName("3"))]
        try shop.settle(4, rows: rows, reason: "없음", in: Self.ledger, notifying: recorder) { _, _ in }
        let lines = try log.runs()
        #expect(try lines.map(\.number) == [1, 2, 3, 4, 5] && lines.map(\.digest) == ledgerDigests())
        #expect(text.hasSuffix("\n") && text.split(separator: "\n").count == 5)
        let kinds = ["run", "run", "reverse", "run", "settle"]
        #expect(zip(lines, kinds).allSatisfy { $0.text.contains(#""kind": "\#($1)""#) })
        #expect(lines[1].text.contains(#""options": ["--shop=강남"]"#))
        #expect(lines[1].text.contains("/b.csv\"}]") && lines[1].text.contains(#""output": "reports/b""#))
        #expect(lines[2].text.contains(#""reverses": 1"#))
        #expect(lines[4].text.hasSuffix(#""settles": 4, "settled": [{"input": 1, "lines": "3"}], "why": "없음"}"#))
        let sample = try #require(OrderedJSONParser.parse(text.split(separator: "\n").map(String.init)[1]))
        #expect(sample["run"]?.int == 2 && sample["recorded_at"]?.text == TestShop.now)
    }

    private func ledgerDigests() throws -> [String] {
        try setup.read { snapshot in try (1...snapshot.lastRun()).map { try snapshot.digest(of: $0) } }
    }

    @Test func changeInPlaceRightAfterARunIsSeen() throws {
        try run("c.csv")
        var status = stat()
        #expect(stat(log.path, &status) == 0)
        let checked = try setup.read { try $0.checkedLog() }
        #expect(checked?.lines == 4 && checked?.identity == FileIdentity(status))
        let file = open(log.path, O_WRONLY)
        defer { close(file) }
        #expect(pwrite(file, "2", 1, 8) == 1)
        try expectRefusal(.damagedLog(log: Self.name, line: 1))
    }

    /// Another ledger has other runs of the same numbers, and a link leads to one whose run log is not beside the link.
    @Test(arguments: ["older", "other", "link"]) func olderOrOtherLedgerIsRefused(kind: String) throws {
        let log = text
        try copy("old.sqlite", to: "shop.sqlite")
        if kind == "link" {
            try setup.makeFolder("disk")
            try #require(rename(setup.path("shop.sqlite"), setup.path("disk/shop.sqlite")) == 0)
            try #require(symlink("disk/shop.sqlite", setup.path("shop.sqlite")) == 0)
        }
        if kind == "other" {
            try setup.remove(Self.name)
            for name in ["c.csv", "b.csv"] { try run(name) }
            try setup.write(log, to: Self.name)
        }
        try expectRefusal(.stale(run: 2, log: Self.name))
    }

    /// Only the first line has another digest, and its check is right.
    @Test func lineMustHaveTheDigestOfItsRun() throws {
        var lines = text.split(separator: "\n").map(String.init)
        let digest = try #require(ledgerDigests().first)
        let rest = lines[0].dropFirst(#"{"check": "0123456789abcdef"#.count)
            .replacing(digest, with: String(digest.reversed()))
        lines[0] = #"{"check": ""# + SHA256.hex(of: String(rest)).prefix(16) + rest
        try setup.write(lines.joined(separator: "\n") + "\n", to: Self.name)
        try expectRefusal(.stale(run: 1, log: Self.name))
    }

    @Test func logWithoutALedgerIsRefused() throws {
        for sizeBytes in [0, 1, 15] {
            try setup.folder.write(Array("SQLite format 3".utf8.prefix(sizeBytes)), to: "shop.sqlite")
            try expectRefusal(.runsMissing(log: Self.name))
        }
        try setup.remove("shop.sqlite")
        try expectRefusal(.runsMissing(log: Self.name))
        #expect(!setup.folder.holds("shop.sqlite"))
    }

    @Test(arguments: ["link", "pipe", "folder", "marker"]) func logThatIsNoRegularFileIsRefused(kind: String) throws {
        if kind != "marker" { try #require(rename(log.path, setup.path("moved.runs")) == 0) }
        switch kind {
        case "marker": try #require(mkfifo(setup.path("shop.sqlite.restore"), 0o600) == 0)
        case "link": try #require(symlink("moved.runs", log.path) == 0)
        case "pipe": try #require(mkfifo(log.path, 0o600) == 0)
        default: try setup.makeFolder(Self.name)
        }
        try expectRefusal(.irregularFile(path: kind == "marker" ? "shop.sqlite.restore" : Self.name))
    }

    @Test(arguments: [
        (1, #""run": 1"#), (1, #"check": ""#), (2, "강남"), (2, nil), (3, #""run": 3"#), (3, "reverses"),
        (3, #"", "kind"#), (3, "1}"),
    ])
    func damagedLineIsRefused(line: Int, part: String?) throws {
        var lines = text.components(separatedBy: "\n")
        if let part {
            let range = try #require(lines[line - 1].ranges(of: part).last)
            lines[line - 1].replaceSubrange(range, with: part.dropLast() + "#")
        } else {
            lines.remove(at: line - 1)
        }
        try setup.write(lines.joined(separator: "\n"), to: Self.name)
        try expectRefusal(.damagedLog(log: Self.name, line: line))
    }

    /// A killed process may omit or truncate lines; a missing log is rebuilt from the ledger.
    @Test(arguments: [0, 1, 100, 700, -1, -2, nil])
    func missingLastLinesAreAdded(bytes: Int?) throws {
        let whole = text.utf8
        if let bytes {
            try setup.folder.write(Array(bytes < 0 ? whole.dropLast(-bytes) : whole.prefix(bytes)), to: Self.name)
        } else {
            try setup.remove(Self.name)
        }
        let torn = setup.folder.read(Self.name)
        // Status writes nothing and accepts this.
        _ = try shop.status(StatusRequest(ledger: Self.ledger))
        #expect(setup.folder.read(Self.name) == torn)
        try setup.verify()
        #expect(setup.folder.read(Self.name) == Array(whole))
    }

    @Test func linesOfAnyLengthAreRead() throws {
        for (index, length) in [65_000, 200_000, 1, 64_500, 131_072].enumerated() {
            try setup.write("action,item,quantity\n입고,딸기,\(index + 3)\n", to: "d.csv")
            try run("d.csv") { $0.options = ["--shop=" + String(repeating: "a", count: length)] }
        }
        let whole = text
        let lines = try log.runs()
        #expect(try lines.map(\.number) == Array(1...8) && lines.map(\.digest) == ledgerDigests())
        #expect(lines.map(\.text).allSatisfy { whole.contains($0.dropFirst().dropLast()) })
        for left in [whole.utf8.count - 1, whole.utf8.count - 131_072, 200_000, 65_536] {
            try setup.folder.write(Array(whole.utf8.prefix(left)), to: Self.name)
            #expect(try setup.verify().runs == 8 && text == whole)
        }
    }

    @Test func logStoresEachMenuOnce() throws {
        try setup.write("juice,fruit,quantity\n딸기쥬스,딸기,1\n", to: "menu.csv")
        for quantity in 3...4 {
            try setup.write("item,quantity\n딸기,\(quantity)\n", to: "d.csv")
            try run("d.csv") { $0.input.menu = "menu.csv" }
        }
        let lines = try log.runs().map(\.text).suffix(2)
        #expect(lines.first?.contains(#""menu": "juice,fruit,quantity"#) == true)
        #expect(lines.last?.contains(#""menu":"#) == false && lines.last?.contains(#""menu_sha256": ""#) == true)
    }
}
