import Foundation
import JuiceBatch
import JuiceCore
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Ledgers with random histories, restored from one of their states: with reversals, repeated and retried files,
/// counter shifts, menus that change, and several inputs a run.
@Suite struct RestoreHistoryTests {
    private static let cases = CaseSeries(
        "histories to restore", seed: 1, count: 5, counter: "JUICE_BATCH_RESTORE_CASES")

    @Test(arguments: cases.seeds(shard: 0, of: 1))
    func restoredShopEqualsOriginal(seed: UInt64) throws {
        var history = try RandomHistory(seed: seed)
        try history.make()
        let (setup, requests) = (history.setup, history.requests)
        let (runs, stock) = (try setup.runs(), try setup.stock())
        let (log, reports) = (setup.text("shop.sqlite.runs"), try setup.content(of: "reports"))
        var chance = SeededGenerator(seed: seed &+ 1_000)
        let base = chance.pick(history.copies, else: "copy/1.sqlite")
        if chance.chance(50) { try setup.remove("shop.sqlite") } else { try setup.write("garbage", to: "shop.sqlite") }
        let areReportsGone = chance.chance(50)
        if areReportsGone { try setup.remove("reports") }
        // The restore is stopped after one more line each time.
        var isDone = false
        for lines in [2, 3, 10_000] where !isDone {
            var count = 0
            let recorder = MessageRecorder(onLine: { _ in
                count += 1
                if count == lines { throw BatchError.interrupted(signal: 15) }
            })
            do {
                let status = try setup.shop(now: { "2030-01-01T00:00:00Z" }).restore(
                    from: base, waitSeconds: 0, language: .english,
                    parsing: { try #require($0.first.flatMap { requests[$0] }) }, notifying: recorder)
                isDone = status == .done
            } catch {
                #expect(lines < 10_000, "\(error)")
            }
        }
        #expect(isDone)
        #expect(try setup.runs() == runs && setup.stock() == stock && setup.text("shop.sqlite.runs") == log)
        #expect(try setup.verify().runs == runs.count)
        // Only those of the runs behind the backup are made again; reversals and closed rows have none.
        let after = try setup.content(of: "reports")
        for (path, bytes) in after { #expect(reports[path] == bytes, "\(path)") }
        let later = runs.prefix { base != "copy/\($0.number).sqlite" }
        let hasReports = later.contains { $0.reverses == nil && $0.settlement == nil }
        #expect(areReportsGone ? !after.isEmpty || !hasReports : after.count == reports.count)
    }
}

/// A shop with a random history.
private struct RandomHistory {
    private static let juices = ["키위쥬스", "망고쥬스", "바나나쥬스", "딸바쥬스"]
    private static let fruits = ["딸기", "바나나", "키위", "망고"]

    let setup: TestShop
    /// The request of each run by the first of its options.
    private(set) var requests: [String: RunRequest] = [:]
    /// Copies of the ledger, each called by its runs.
    private(set) var copies: [String] = []
    private var chance: SeededGenerator
    private var day = 0
    private var files: [String] = []
    private var clock = 0

    init(seed: UInt64) throws {
        chance = SeededGenerator(seed: seed)
        setup = try TestShop([
            "stock.csv": "fruit,stock\n딸기,40\n바나나,30\n키위,50\n망고,20\n파인애플,5\n",
            "menu.csv": "juice,fruit,quantity,price\n키위쥬스,키위,2,3000\n망고쥬스,망고,1,3500\n",
        ])
    }

    private var shop: Shop {
        let (day, clock) = (day, clock)
        return setup.shop(
            localTime: { String(format: "2026-11-%02d 22:%02d:00", 1 + day, clock % 60) },
            now: { String(format: "2026-11-%02dT13:%02d:00Z", 1 + day, clock % 60) })
    }

    /// Does something that may be refused.
    private func attempt(_ body: () throws -> Void) throws { do { try body() } catch is BatchError {} }

    /// A request that is known by its options.
    private mutating func request(_ paths: [String] = ["inbox"]) -> RunRequest {
        var request = RunRequest(input: InputRequest(paths: paths), language: chance.chance(30) ? .korean : .english)
        request.ledger = TestShop.ledger
        request.isForExcel = chance.chance(20)
        if chance.chance(30) { request.shop = "강남" }
        if chance.chance(20) { request.input.columns = ["id=주문"] }
        request.options = ["case-\(requests.count)"]
        requests[request.options[0]] = request
        if chance.chance(25) { request.input.menu = "menu.csv" }
        return request
    }

    private mutating func rows() -> String {
        let rows = (0...chance.int(1...8)).map { _ in
            let id = "\(chance.pick(["A", "B", ""]))"
            let number = id.isEmpty ? "" : "-\(chance.int(1...60))"
            if chance.chance(40) { return "\(id)\(number),restock,\(chance.pick(Self.fruits)),\(chance.int(1...9))" }
            if chance.chance(15) { return "\(id)\(number),cancel,\(chance.pick(Self.juices)),1" }
            return "\(id)\(number),order,\(chance.pick(Self.juices + ["포도쥬스"])),\(chance.int(1...4))"
        }
        return "주문,action,item,quantity\n" + rows.joined(separator: "\n") + "\n"
    }

    mutating func make() throws {
        try setup.write(rows(), to: "first.csv")
        var first = request(["first.csv"])
        first.input.stock = first.input.menu == nil && chance.chance(50) ? "stock.csv" : nil
        _ = try shop.run(first, notifying: MessageRecorder())
        try keepCopy()
        for _ in 1...chance.int(6...14) {
            (day, clock) = (min(day + 1, 25), clock + 7)
            try step()
            try keepCopy()
        }
    }

    private mutating func keepCopy() throws {
        let name = "copy/\(try setup.runs().count).sqlite"
        if copies.contains(name) { return }
        try setup.folder.write(#require(setup.folder.read("shop.sqlite")), to: name)
        copies.append(name)
    }

    private mutating func step() throws {
        let run = chance.int(1...max(try setup.runs().count, 1))
        switch chance.int(1...11) {
        case 1...4: try nightlyRun(files: chance.int(1...2))
        case 5, 6: try attempt { try shop.reverse(run, in: TestShop.ledger, notifying: MessageRecorder()) { _ in } }
        case 7:
            try attempt {
                try shop.settle(run, reason: "손님이 없음", in: TestShop.ledger, notifying: MessageRecorder()) { _, _ in }
            }
        case 8: try apply(files.isEmpty ? [] : [chance.pick(files)], to: "reports/again", .applyAgain)
        case 9:
            // A failure.csv, where it lies.
            let found = try setup.content(of: "reports").keys.filter { $0.hasSuffix("/failure.csv") }.sorted()
            let paths = found.isEmpty ? [] : ["reports/" + chance.pick(found)]
            try apply(paths, to: "reports/retry-\(day)", .applyAgain)
        case 10:
            let paths = ["till/\(day)/x.csv", "till/\(day)/y.csv"]
            for path in paths { try setup.write(rows(), to: path) }
            try apply(
                paths + files.prefix(1), to: "reports/till-\(day)", .exclude,
                date: chance.chance(50) ? "2026-11-09" : nil)
        default: try shift()
        }
    }

    /// Runs inputs, if there are any.
    private mutating func apply(
        _ paths: [String], to output: String, _ knownInputs: LedgerRequest.KnownInputs, date: String? = nil
    ) throws {
        if paths.isEmpty { return }
        var request = request(paths)
        request.ledger?.knownInputs = knownInputs
        (request.output, request.input.date) = (output, date)
        try attempt { _ = try shop.run(request, notifying: MessageRecorder()) }
    }

    private mutating func nightlyRun(files count: Int) throws {
        for _ in 0..<count {
            let name = chance.pick(["a.csv", "b.csv", "c_20261105.csv"])
            // Now and then one that was applied before.
            let old = chance.chance(15) ? setup.folder.read(chance.pick(files)) : nil
            try setup.folder.write(old ?? Array(rows().utf8), to: "inbox/" + name)
        }
        _ = try shop.runNightly(NightlyRequest(run: request(), quietPeriodMs: 0), notifying: MessageRecorder())
        files = try ["done", "repeated"].flatMap { folder in
            try setup.content(of: folder).keys.filter { $0.hasSuffix(".csv") }.sorted().map { "\(folder)/\($0)" }
        }
    }

    private mutating func shift() throws {
        let menu = chance.chance(40) ? "menu.csv" : nil
        let shift = try shop.openShift(on: TestShop.ledger, menuAt: menu, process: 1, notifying: MessageRecorder())
        let presses = (1...chance.int(2...6)).map { number in
            let id = "press-\(requests.count)-\(number)"
            return chance.chance(30)
                ? CounterRequest(id: id, .row(.restock, "키위", number))
                : CounterRequest(id: id, .row(.order, chance.pick(["키위쥬스", "망고쥬스"]), 1))
        }
        _ = shift.book(presses)
        // One with an open shift has as many runs as the one before it.
        if chance.chance(30) {
            let runs = try setup.runs().count
            copies.removeAll { $0 == "copy/\(runs).sqlite" }
            try keepCopy()
        }
        if chance.chance(50) { return try nightlyRun(files: 1) }
        _ = try shop.closeShift(of: TestShop.ledger, by: request([]), notifying: MessageRecorder())
    }
}
