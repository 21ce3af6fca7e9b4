import Foundation
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Ledgers with random histories, restored from one of their states: with reversals, repeated and retried files,
/// counter shifts, menus that change, and several inputs a run.
@Suite struct RestoreHistoryTests {
    @Test(arguments: 1...12)
    func restoredShopEqualsOriginal(seed: Int) throws {
        var history = try RandomHistory(seed: UInt64(seed))
        try history.make()
        let setup = history.setup
        let (runs, stock) = (try setup.runs(), try setup.shop().stock(of: RandomHistory.ledger).stock)
        let (log, reports) = (setup.folder.read("shop.sqlite.runs"), try setup.content(of: "reports"))
        var chance = SeededGenerator(seed: UInt64(seed) &+ 1_000)
        let base = chance.pick(history.copies, else: "copy/1.sqlite")
        if chance.chance(50) {
            try FileManager.default.removeItem(atPath: setup.folder.path + "/shop.sqlite")
        } else {
            try setup.write("garbage", to: "shop.sqlite")
        }
        let areReportsGone = chance.chance(50)
        if areReportsGone { try FileManager.default.removeItem(atPath: setup.folder.path + "/reports") }
        // The restore is stopped after one more line each time.
        var isDone = false
        for lines in [2, 3, 10_000] where !isDone {
            var request = RestoreRequest(waitSeconds: 0, language: .english)
            request.backup = base
            var count = 0
            let recorder = MessageRecorder(onLine: { _ in
                count += 1
                if count == lines { throw BatchError.interrupted(signal: 15) }
            })
            do {
                let requests = history.requests
                let status = try setup.shop(now: { "2030-01-01T00:00:00Z" }).restore(
                    request,
                    parsing: { options in
                        try #require(options.first.flatMap { requests[$0] })
                    }, notifying: recorder)
                isDone = status == .done
            } catch {
                #expect(lines < 10_000, "\(error)")
            }
        }
        #expect(isDone)
        #expect(try setup.runs() == runs)
        #expect(try setup.shop().stock(of: RandomHistory.ledger).stock == stock)
        #expect(setup.folder.read("shop.sqlite.runs") == log)
        #expect(try setup.shop().verify(RandomHistory.ledger, notifying: MessageRecorder()).runs == runs.count)
        let after = try setup.content(of: "reports")
        if areReportsGone {
            // Those of the runs behind the backup.
            for (path, bytes) in after { #expect(reports[path] == bytes, "\(path)") }
            #expect(!after.isEmpty || runs.count == history.runs(in: base))
        } else {
            #expect(after == reports)
        }
    }
}

/// A shop with a random history.
private struct RandomHistory {
    static let ledger = LedgerRequest(path: "shop.sqlite", waitSeconds: 0)
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
        setup = try TestShop(["stock.csv": "fruit,stock\n딸기,40\n바나나,30\n키위,50\n망고,20\n파인애플,5\n"])
        try setup.write("juice,fruit,quantity,price\n키위쥬스,키위,2,3000\n망고쥬스,망고,1,3500\n", to: "menu.csv")
    }

    func runs(in copy: String) -> Int? { Int(copy.dropFirst("copy/".count).dropLast(".sqlite".count)) }

    private var shop: Shop {
        let (day, clock) = (day, clock)
        return setup.shop(
            localTime: { String(format: "2026-11-%02d 22:%02d:00", 1 + day, clock % 60) },
            now: { String(format: "2026-11-%02dT13:%02d:00Z", 1 + day, clock % 60) })
    }

    /// A request that is known by its options.
    private mutating func request(_ paths: [String] = ["inbox"]) -> RunRequest {
        var request = RunRequest(input: InputRequest(paths: paths), language: chance.chance(30) ? .korean : .english)
        request.ledger = Self.ledger
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
        let bytes = try #require(setup.folder.read("shop.sqlite"))
        try setup.folder.write(bytes, to: name)
        copies.append(name)
    }

    private mutating func step() throws {
        switch chance.int(1...11) {
        case 1...4: try nightlyRun(files: chance.int(1...2))
        case 11: try settle()
        case 5, 6: try reverse()
        case 7: try again()
        case 8: try retry()
        case 9: try together()
        default: try shift()
        }
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

    private mutating func reverse() throws {
        let run = chance.int(1...max(try setup.runs().count, 1))
        do { try shop.reverse(run, in: Self.ledger, notifying: MessageRecorder()) { _ in } } catch is BatchError {}
    }

    private mutating func settle() throws {
        let request = SettleRequest(run: chance.int(1...max(try setup.runs().count, 1)), reason: "손님이 없음")
        do { try shop.settle(request, in: Self.ledger, notifying: MessageRecorder()) { _, _ in } } catch is BatchError {
        }
    }

    private mutating func again() throws {
        guard !files.isEmpty else { return }
        var request = request([chance.pick(files)])
        request.ledger?.knownInputs = .applyAgain
        request.output = "reports/again"
        _ = try shop.run(request, notifying: MessageRecorder())
    }

    /// Runs a failure.csv of the reports again, where it lies.
    private mutating func retry() throws {
        let found = try setup.content(of: "reports").keys.filter { $0.hasSuffix("/failure.csv") }.sorted()
        guard !found.isEmpty else { return }
        var request = request(["reports/" + chance.pick(found)])
        request.ledger?.knownInputs = .applyAgain
        request.output = "reports/retry-\(day)"
        do { _ = try shop.run(request, notifying: MessageRecorder()) } catch is BatchError {}
    }

    /// Several inputs in one run, of which known ones are left out.
    private mutating func together() throws {
        try setup.write(rows(), to: "till/\(day)/x.csv")
        try setup.write(rows(), to: "till/\(day)/y.csv")
        var request = request(["till/\(day)/x.csv", "till/\(day)/y.csv"] + files.prefix(1))
        request.ledger?.knownInputs = .exclude
        request.output = "reports/till-\(day)"
        request.input.date = chance.chance(50) ? "2026-11-09" : nil
        do { _ = try shop.run(request, notifying: MessageRecorder()) } catch is BatchError {}
    }

    private mutating func shift() throws {
        var opening = ShiftRequest(ledger: Self.ledger, process: 1)
        if chance.chance(40) { opening.menu = "menu.csv" }
        let shift = try shop.openShift(opening, notifying: MessageRecorder())
        let tag = requests.count
        _ = shift.book(
            (1...chance.int(2...6)).map { number in
                chance.chance(30)
                    ? CounterRequest(id: "press-\(tag)-\(number)", .restock(fruit: "키위", pieces: number))
                    : CounterRequest(
                        id: "press-\(tag)-\(number)", .order(juice: chance.pick(["키위쥬스", "망고쥬스"]), cups: 1))
            })
        // One with an open shift has as many runs as the one before it.
        if chance.chance(30) {
            let runs = try setup.runs().count
            copies.removeAll { $0 == "copy/\(runs).sqlite" }
            try keepCopy()
        }
        if chance.chance(50) { return try nightlyRun(files: 1) }
        _ = try shop.closeShift(of: Self.ledger, by: request([]), notifying: MessageRecorder())
    }
}
