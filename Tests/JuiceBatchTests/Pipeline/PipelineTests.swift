import CSV
import Foundation
import JuiceBatch
import JuiceCore
import Synchronization
import TestSupport
import Testing

@Suite struct PipelineTests {
    @Test(arguments: [
        ("item,memo\nkiwi,\"", "2: field_too_long"), ("\"item,memo\n", "1: field_too_long"),
        ("sep=,\n\nitem,\"", "3: field_too_long"), ("memo\n\"", "1: no_item_column"),
    ])
    func unclosedQuoteIsRefusedEarly(start: String, refusal: String) throws {
        let folder = try TemporaryFolder()
        let file = try Engine.open(Array(start.utf8) + [UInt8](repeating: 0x61, count: 16 << 20), in: folder)
        let readBytes = Mutex(0)
        let settings = try Engine.settings(threads: 8)
        let run = BatchRun(settings: settings, files: [file], cancellation: CancellationToken())
        let found = Engine.refused {
            try run.run(sinks: [CollectingSink()]) { progress in
                readBytes.withLock { $0 = max($0, progress.readBytes) }
            }
        }
        #expect(found.map { "\($0.line): \($0.code)" } == refusal)
        #expect(readBytes.withLock { $0 } <= 5 << 20, "of 16 MiB")
    }

    /// That inputs list their newest row first is found out together, and not by a new start for each.
    @Test func inputsNewestFirstStartOverTogether() throws {
        let text = "time,item\n18:02,키위쥬스\n18:01,키위쥬스\n18:00,키위쥬스\n"
        var settings = ExportSettings()
        settings.sequence = .time
        let reading = ReadingOptions(exportSettings: settings)
        let outcome = try Engine.run(inputs: Array(repeating: Array(text.utf8), count: 9), reading)
        #expect(outcome.rows.count == 27 && outcome.restarts == 2)
    }

    /// An input in any order is read twice, also if its second row is earlier than the first.
    @Test func inputInAnyOrderStartsOverOnce() throws {
        var settings = ExportSettings()
        settings.sequence = .time
        let text = "time,item\n18:02,키위쥬스\n18:00,키위쥬스\n18:05,키위쥬스\n18:03,키위쥬스\n18:04,키위쥬스\n"
        let outcome = try Engine.run(inputs: [Array(text.utf8)], ReadingOptions(exportSettings: settings))
        #expect(outcome.rows.map(\.line) == [3, 2, 5, 6, 4] && outcome.restarts == 1)
    }

    /// The cache of spellings holds some thousands and is then cleared.
    @Test func readsManySpellings() throws {
        let pads = (0..<5_000).map { String(repeating: "-", count: $0 / 100) + String(repeating: "_", count: $0 % 100) }
        let rows = pads.enumerated().map { $0 % 2 == 0 ? "딸\($1)기,\($0 + 1)\n" : "모름\($1)x,\($0)\n" }.joined()
        let outcome = try Engine.run("item,quantity\n" + rows + rows)
        let codes = pads.indices.map { $0 % 2 == 0 ? OutcomeCode.success : .unknownItem }
        #expect(outcome.codes == codes + codes)
        #expect(outcome.rows.prefix(pads.count).enumerated().allSatisfy { $0 % 2 != 0 || $1.quantity == $0 + 1 })
    }

    @Test(arguments: [1, 3])
    func interruptionStopsTheRun(threads: Int) throws {
        let folder = try TemporaryFolder()
        let rows = 20_000
        let text = "item,quantity\n" + String(repeating: "딸기,1\n", count: rows)
        let cancellation = CancellationToken()
        let file = try Engine.open(Array(text.utf8), in: folder, cancellation: cancellation)
        let settings = try Engine.settings(ReadingOptions(chunkBytes: 100), threads: threads)
        let sink = CollectingSink { count in
            if count >= 500 { cancellation.request(signal: 15) }
        }
        let run = BatchRun(settings: settings, files: [file], cancellation: cancellation)
        #expect(Engine.error { try run.run(sinks: [sink]) } == "\(BatchError.interrupted(signal: 15))")
        #expect((500..<rows / 2).contains(sink.rows.count), "\(sink.rows.count) of \(rows) rows were taken")
    }

    @Test(arguments: ["grown", "cut", "rewritten"])
    func changedFileIsDetected(change: String) throws {
        let folder = try TemporaryFolder()
        let rows = "item,quantity\n" + String(repeating: "딸기,1\n", count: 2_000)
        let path = folder.path + "/a.csv"
        let file = try Engine.open(Array(rows.utf8), in: folder)
        let settings = try Engine.settings(ReadingOptions(chunkBytes: 1_000))
        let isChanged = Atomic(false)
        let sink = CollectingSink { _ in
            let isDue = !isChanged.exchange(true, ordering: .relaxed)
            guard isDue, let file = FileHandle(forUpdatingAtPath: path) else { return }
            switch change {
            case "grown":
                _ = file.seekToEndOfFile()
                file.write(Data("망고,1\n".utf8))
            case "cut": file.truncateFile(atOffset: 5_000)
            default: file.write(Data("item,quantity\n망고".utf8))
            }
        }
        let run = BatchRun(settings: settings, files: [file], cancellation: CancellationToken())
        #expect(Engine.error { try run.run(sinks: [sink]) }.hasPrefix("changedWhileRead"))
    }
}
