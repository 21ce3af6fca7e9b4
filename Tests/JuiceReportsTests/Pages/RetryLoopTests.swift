import Foundation
import JuiceBatch
import JuiceCore
import JuiceReports
import TestSupport
import Testing

/// The rows of restock.csv, then of failure.csv, on top of what a run has left in a ledger: all are served.
@Suite struct RetryLoopTests {
    private static let shards = 4

    private static let caseCount =
        ProcessInfo.processInfo.environment["JUICE_BATCH_RETRY_CASES"].flatMap { Int($0) } ?? 600

    @Test(arguments: 0..<shards)
    func aRetryLeavesNoShortage(shard: Int) throws {
        let baseSeed: UInt64 = 5_000_000
        if shard == 0 { print("retry loop: \(Self.caseCount) cases from seed \(baseSeed)") }
        var retried = 0
        for number in stride(from: shard, to: Self.caseCount, by: Self.shards) {
            let seed = baseSeed + UInt64(number)
            guard let left = try shortagesAfterRetry(RandomShop.makeCase(seed: seed)) else { continue }
            retried += 1
            #expect(left == 0, "case \(seed): \(left) shortages are left")
        }
        #expect(retried * Self.shards > Self.caseCount / 5, "only \(retried) cases had anything to retry")
    }

    /// How many rows are short in the retry; nil if there is none, or nothing is promised so close to the stock limit.
    private func shortagesAfterRetry(_ randomCase: RandomCase) throws -> Int? {
        guard randomCase.options.columns.isEmpty, randomCase.options.delimiter == nil,
            randomCase.options.encoding == nil
        else { return nil }
        let place = try TemporaryFolder()
        var paths: [String] = []
        for (number, input) in randomCase.inputs.enumerated() {
            try place.write(input.bytes, to: "\(number).csv")
            paths.append("\(place.path)/\(number).csv")
        }
        guard let shop = try? settings(randomCase, place) else { return nil }
        let style = CellStyle(isForExcel: randomCase.options.excel)
        guard let first = try? run(paths, shop, style, output: place.path + "/one"),
            first.tally.count(.shortage) > 0, isFarFromTheLimit(first.tally)
        else { return nil }
        var next = shop
        next.opening = first.tally.fruits.map(\.closing)
        next.idHistory = RememberedIDs(first.usedIDs)
        let retry = ["restock.csv", "failure.csv"].map { "\(place.path)/one/\($0)" }
        return try run(retry, next, CellStyle(isForExcel: false), output: place.path + "/two").tally.count(.shortage)
    }

    private func settings(_ randomCase: RandomCase, _ place: TemporaryFolder) throws -> RunSettings {
        var (menu, names) = (Menu.builtIn, try NameIndex(menu: .builtIn))
        if let text = randomCase.menu {
            try place.write(Array(text.utf8), to: "menu.csv")
            (menu, names) = try MenuFile.load(path: place.path + "/menu.csv", cancellation: CancellationToken())
        }
        var opening = FruitStore(menu: menu).stock
        if let text = randomCase.stock {
            try place.write(Array(text.utf8), to: "stock.csv")
            opening = try StockFile.load(
                path: place.path + "/stock.csv", menu: menu, names: names, cancellation: CancellationToken())
        }
        var settings = RunSettings(
            menu: menu, names: names, opening: opening, reading: ReadingOptions(), threads: 1,
            hashSeed: HashSeed(low: 5, high: 6))
        settings.idHistory = RememberedIDs()
        return settings
    }

    private func run(
        _ paths: [String], _ settings: RunSettings, _ style: CellStyle, output: String
    ) throws -> RunResult {
        let folder = try ReportFolder(path: output)
        let sink = CSVReportSink(
            menu: settings.menu, style: style, language: .korean, success: try folder.create("success.csv"),
            failure: try folder.create("failure.csv"))
        let files = try paths.map { path in
            try InputFile(
                path: path, name: URL(fileURLWithPath: path).lastPathComponent, spillFolder: "/tmp",
                cancellation: CancellationToken())
        }
        let failures = FirstFailuresSink(menu: settings.menu, language: .korean)
        let result = try BatchRun(settings: settings, files: files, cancellation: CancellationToken()).run(
            sink: TeeSink([sink, failures]))
        let model = ReportModel(
            language: .korean, menu: settings.menu, result: result, first: failures.firstFailures)
        let restock = StockReports.restock(model, style: style)
        try folder.create("restock.csv").write(String(decoding: restock, as: UTF8.self))
        try folder.commit(durable: false)
        return result
    }

    private func isFarFromTheLimit(_ tally: Tally) -> Bool {
        tally.count(.stockLimit) == 0
            && tally.fruits.allSatisfy {
                Int128($0.closing) + $0.shortageNeed + Int128($0.restocked) < Int128(FruitStore.stockMax)
            }
    }
}

/// The ids of one run, kept in memory.
private struct RememberedIDs: IDHistory {
    private var uses: [IDKey: IDUse] = [:]

    /// Nothing to remember yet.
    init() {}

    init(_ ids: [UsedID]) {
        for id in ids {
            let used = id.instruction
            uses[id.key] = IDUse(action: used.action, item: used.item, quantity: used.quantity)
        }
    }

    func makeLookup(inputBytes: Int) -> (any IDLookup)? { Lookup(uses: uses) }

    private final class Lookup: IDLookup {
        private let uses: [IDKey: IDUse]

        init(uses: [IDKey: IDUse]) { self.uses = uses }

        func find(_ ids: [IDKey], found: (Int, IDUse) -> Void) {
            for (index, id) in ids.enumerated() {
                if let use = uses[id] { found(index, use) }
            }
        }
    }
}
