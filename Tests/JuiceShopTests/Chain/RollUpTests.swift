import Foundation
import JuiceBatch
import TestSupport
import Testing

@testable import JuiceReports
@testable import JuiceShop

/// Roll-ups of the facts of shops.
@Suite struct RollUpTests {
    private static let date = "2026-11-23"

    private let setup: TestShop

    init() throws {
        setup = try TestShop([:])
        for name in ["a", "b", "c"] { try setup.makeFolder("c/" + name) }
    }

    @Test func waitingFilesAreASentenceOfTheirOwn() {
        let listener = ShopRunListener(.english, in: "c") { _ in }
        listener.add(.badLedger, "shop.sqlite: cannot be read (out of memory)")
        listener.addToLastProblem(filesWaiting: 1)
        let text = "shop.sqlite: cannot be read (out of memory). 1 file is waiting in the shop's folder."
        #expect(listener.problems.map(\.text) == [text])
    }

    private static func done(_ folder: String, date: String = date) -> ShopFacts {
        ShopFacts(date: date, shop: folder, folder: folder, state: .done, [], runs: [], problems: [])
    }

    /// Facts of shop a, each with one impossible number.
    private static var outOfRange: [String] {
        var facts = done("a")
        var run = RunFacts(file: "a.csv", inputSHA256: "00", reports: "r")
        (run.figures.rows, run.figures.success, run.figures.codes) = (11, 12, [("unknown_item", 13)])
        (run.figures.ordersServed, run.figures.ordersShort) = (14, 15)
        (run.figures.cupsServed, run.figures.cupsShort) = (16, 17)
        run.juices = [RunFacts.Juice(name: "키위쥬스", cupsServed: 18, cupsShort: 19)]
        run.fruits = [RunFacts.Fruit(name: "키위", used: 20, shortOrders: 21)]
        facts.runs = [run]
        // More rows succeeded than there were.
        let text = facts.json.text
        let mended = text.replacing("11", with: "12")
        return [text, mended.replacing("\"code\": 0", with: "\"code\": 256")]
            + (13...21).flatMap { number in
                ["9007199254740992", "9223372036854775807"].map { mended.replacing("\(number)", with: $0) }
            } + (12...21).filter { $0 != 20 }.map { mended.replacing("\($0)", with: "-\($0)") }
    }

    /// Leaves facts of shop a.
    private func leave(_ text: String) throws { try setup.write(text, to: "c/a/reports/\(Self.date)/facts.json") }

    private func facts(exports: [ExportFacts] = [], known: [String: ShopFacts] = [:]) throws -> [ShopFacts] {
        let environment = setup.shop().environment
        let chain = try ChainFolder("c", file: ChainFile(Array("{}".utf8), path: "chain.json"), in: environment)
        let run = RunRequest(input: InputRequest(paths: []), language: .english)
        return try RollUp(chain: chain, date: Self.date, run: run, environment: environment)
            .facts(exports: exports, known: known)
    }

    @Test func factsOfAnotherShopOrDateAreIgnored() throws {
        let whole = Self.done("a").json.text
        let others = [Self.done("b").json.text, Self.done("a", date: "2026-11-22").json.text]
        for text in ["", "{}", "null", String(whole.dropLast(2)), whole + "x"] + others + Self.outOfRange {
            try leave(text)
            let found = try #require(try facts().first)
            #expect(found.state == .failed && found.exitStatus.code == 74 && found.runs.isEmpty, "\(text)")
            #expect(found.problems.map(\.text) == ["a/reports/\(Self.date)/facts.json: cannot be read."])
        }
    }

    @Test func refusedExportLeavesShopsWithoutOtherFilesNotRun() throws {
        let refused = ExportFacts(file: "o.csv", sha256: "", bytes: 1, state: .refused, .inputRefused, text: "bad")
        var missing = Self.done("b")
        missing.state = .missing
        missing.exitStatus = ExitStatus([.shopWithoutFile], isOfChain: true)
        let known = ["a": Self.done("a"), "b": missing]
        let all = try facts(exports: [refused], known: known)
        #expect(all.map(\.state) == [.done, .notRun, .notRun] && all.map(\.exitStatus.code) == [0, 65, 65])
        #expect(all[1].problems.map(\.file) == ["o.csv"])
        #expect(all[1].problems.map(\.text) == ["The export that this shop needs could not be split: o.csv"])
        var unread = refused
        unread.state = .unread
        unread.reason = .inputOutput
        #expect(try facts(exports: [unread], known: known).map(\.exitStatus.code) == [0, 74, 74])
        // The file came again and was taken, so it is no longer missing.
        var mended = refused
        mended.reason = nil
        let found = try facts(exports: [mended], known: known)
        #expect(found.map(\.state) == [.done, .missing, .notRun] && found.map(\.exitStatus.code) == [0, 4, 4])
    }

    @Test func linkInPlaceOfTheFactsIsNotFollowed() throws {
        try setup.write(Self.done("a").json.text, to: "facts.json")
        try setup.makeFolder("c/a/reports/\(Self.date)")
        #expect(symlink(setup.path("facts.json"), setup.path("c/a/reports/\(Self.date)/facts.json")) == 0)
        #expect(try facts().first?.state == .notRun)
    }
}
