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
        let megabytes = 16
        let bytes = Array(start.utf8) + [UInt8](repeating: 0x61, count: megabytes << 20)
        let file = try Engine.open(bytes, in: folder)
        let readBytes = Mutex(0)
        let run = BatchRun(
            settings: try Engine.settings(threads: 8), files: [file], cancellation: CancellationToken())
        let found = Engine.refused {
            try run.run(sink: CollectingSink()) { progress in
                readBytes.withLock { $0 = max($0, progress.readBytes) }
            }
        }
        #expect(found.map { "\($0.line): \($0.code)" } == refusal)
        #expect(readBytes.withLock { $0 } <= 5 << 20, "of \(megabytes) MiB")
    }

    /// The cache of spellings holds some thousands and is then cleared.
    @Test func readsManySpellings() throws {
        let padding = (0..<5_000).map { number in
            String(repeating: "-", count: number % 30) + String(repeating: "_", count: number / 30 % 40)
                + String(repeating: " ", count: number / 1_200)
        }
        let known = Set(padding).sorted()
        #expect(known.count > 4_500)
        var text = "item,quantity\n"
        for _ in 0..<2 {
            for (number, pad) in known.enumerated() {
                text += number % 2 == 0 ? "딸\(pad)기,\(number + 1)\n" : "모름\(pad)x,\(number)\n"
            }
        }
        let outcome = try Engine.run(text)
        let half = known.indices.map { $0 % 2 == 0 ? OutcomeCode.success : .unknownItem }
        #expect(outcome.codes == half + half)
        #expect(
            outcome.rows.prefix(known.count).enumerated().allSatisfy { number, row in
                number % 2 != 0 || row.quantity == number + 1
            })
    }

    /// An interruption after some batches ends the run soon after, without a result.
    @Test(arguments: [1, 3])
    func interruptionStopsTheRun(threads: Int) throws {
        let folder = try TemporaryFolder()
        let rows = 20_000
        let text = "item,quantity\n" + String(repeating: "딸기,1\n", count: rows)
        let cancellation = CancellationToken()
        let file = try Engine.open(Array(text.utf8), in: folder, cancellation: cancellation)
        let settings = try Engine.settings(ReadingOptions(chunkBytes: 100), threads: threads)
        let sink = CollectingSink { usedByOrders in
            if usedByOrders >= 500 { cancellation.request(signal: 15) }
        }
        do {
            _ = try BatchRun(settings: settings, files: [file], cancellation: cancellation).run(sink: sink)
            Issue.record("finished")
        } catch BatchError.interrupted(let signal) {
            #expect(signal == 15)
        }
        #expect((500..<rows / 2).contains(sink.rows.count), "\(sink.rows.count) of \(rows) rows were taken")
    }

    /// A file changed between its opening and the end of the run is refused.
    @Test(arguments: FileChange.allCases)
    func changedFileIsDetected(change: FileChange) throws {
        let folder = try TemporaryFolder()
        let rows = "item,quantity\n" + String(repeating: "딸기,1\n", count: 2_000)
        let path = folder.path + "/a.csv"
        let file = try Engine.open(Array(rows.utf8), in: folder)
        let settings = try Engine.settings(ReadingOptions(chunkBytes: 1_000))
        let isChanged = Mutex(false)
        let sink = CollectingSink { _ in
            let isDue = isChanged.withLock { isChanged in
                defer { isChanged = true }
                return !isChanged
            }
            if isDue { change.make(at: path) }
        }
        do {
            _ = try BatchRun(settings: settings, files: [file], cancellation: CancellationToken()).run(sink: sink)
            Issue.record("accepted")
        } catch BatchError.changedWhileRead(let changed) {
            #expect(changed == "a.csv" || changed == path)
        }
    }

    @Test func distinguishesFiles() throws {
        let folder = try TemporaryFolder()
        let file = try Engine.open(Array("item\n".utf8), in: folder)
        #expect(try !file.isSameFile(as: Engine.open(Array("item\n".utf8), in: folder, "b.csv")))
        #expect(file.isSameFile(as: file))
    }
}

enum FileChange: CaseIterable {
    case grown
    case cut
    case rewritten

    func make(at path: String) {
        guard let handle = FileHandle(forUpdatingAtPath: path) else {
            Issue.record("\(path) cannot be written to")
            return
        }
        do {
            switch self {
            case .grown:
                try handle.seekToEnd()
                try handle.write(contentsOf: Array("망고,1\n".utf8))
            case .cut: try handle.truncate(atOffset: 5_000)
            case .rewritten: try handle.write(contentsOf: Array("item,quantity\n망고".utf8))
            }
            try handle.close()
        } catch {
            Issue.record(error)
        }
    }
}
