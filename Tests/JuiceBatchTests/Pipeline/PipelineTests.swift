import CSV
import Foundation
import JuiceBatch
import JuiceCore
import Synchronization
import TestSupport
import Testing

@Suite struct PipelineTests {
    private static let awkward =
        "id,item,quantity,메모\r\n1,딸기,\"1,200\",\"a\nb\r\nc\"\r\n\r\n2, 키위 주스 ,２잔,\"say \"\"hi\"\"\"\r3,\"딸바\n쥬스\",1,\n"
        + ",,,\n1,딸기,1200,again\n4,망고,-1,\"\"\"\"\n5,바나나쥬스,3,긴 메모 긴 메모 긴 메모 긴 메모\n6,키위\n\"7\",망고쥬스,4,\"\r\""

    @Test(arguments: [1, 2, 3, 7, 16, 17, 64, 100, 4_096])
    func chunksMakeNoDifference(size: Int) throws {
        let columns = try ColumnOptions(parsing: ["id=id"])
        let wanted = try Engine.run(Self.awkward, ReadingOptions(columns: columns))
        #expect(wanted.rows.map(\.line) == [2, 6, 7, 10, 11, 12, 13, 14])
        #expect(
            wanted.codes == [
                .success, .success, .success, .alreadyProcessed, .invalidQuantity, .success, .wrongFieldCount,
                .insufficientStock,
            ])
        for threads in [1, 3] {
            let outcome = try Engine.run(
                Self.awkward, ReadingOptions(columns: columns, chunkBytes: size), threads: threads)
            #expect(outcome.rows == wanted.rows)
            #expect(outcome.result.tally == wanted.result.tally)
            #expect(outcome.result.digests == wanted.result.digests)
        }
    }

    /// A quote that is never closed is refused long before the file is read to its end, wherever it opens.
    @Test(arguments: [
        ("item,memo\nkiwi,\"", "2: field_too_long"), ("\"item,memo\n", "1: field_too_long"),
        ("sep=,\n\nitem,\"", "3: field_too_long"), ("memo\n\"", "1: no_item_column"),
    ])
    func anOpenQuoteIsNotReadToItsEnd(start: String, refusal: String) throws {
        let folder = try TemporaryFolder()
        let megabytes = 16
        let bytes = Array(start.utf8) + [UInt8](repeating: 0x61, count: megabytes << 20)
        let file = try InputFile(
            path: folder.write(bytes, to: "a.csv"), name: "a.csv", spillFolder: folder.path,
            cancellation: CancellationToken())
        let readBytes = Mutex(0)
        let settings = RunSettings(
            menu: .builtIn, names: try NameIndex(menu: .builtIn), opening: FruitStore(menu: .builtIn).stock,
            reading: ReadingOptions(), threads: 8, hashSeed: HashSeed(low: 1, high: 2))
        let run = BatchRun(settings: settings, files: [file], cancellation: CancellationToken())
        do {
            _ = try run.run(sink: CollectingSink()) { progress in
                readBytes.withLock { $0 = max($0, progress.readBytes) }
            }
            Issue.record("accepted")
        } catch BatchError.refused(let found) {
            #expect("\(found.line): \(found.code)" == refusal)
        }
        #expect(readBytes.withLock { $0 } <= 5 << 20, "of \(megabytes) MiB")
    }

    @Test func batchesAreTakenInTheirOrder() throws {
        let lines = (0..<3_000).map { "\($0),딸기,1" }
        let text = "id,item,quantity\n" + lines.joined(separator: "\n") + "\n"
        let outcome = try Engine.run(text, ReadingOptions(chunkBytes: 40), threads: 8)
        #expect(outcome.rows.map { $0.cells[0] } == (0..<3_000).map { String($0) })
        #expect(outcome.rows.map(\.line) == Array(2...3_001))
        #expect(outcome.result.tally.fruits[0].closing == 3_010)
    }

    /// The table of ids doubles many times, and loses none and makes none up.
    @Test func everyIDIsFoundAgain() throws {
        let count = 30_000
        let first = (0..<count).map { "a\($0),count,딸기,\($0)\n" }.joined()
        let again = (0..<count).map { "a\($0),count,딸기,\($0 % 2 == 0 ? $0 : 1)\n" }.joined()
        let outcome = try Engine.run("id,action,item,quantity\n" + first + again, threads: 2)
        let codes = outcome.codes
        #expect(codes.prefix(count).allSatisfy { $0 == .success })
        // Row 1 of those that differ asks for the same after all.
        let wanted = (0..<count).map { $0 % 2 == 0 || $0 == 1 ? OutcomeCode.alreadyProcessed : .idConflict }
        #expect(Array(codes.suffix(count)) == wanted)
    }

    @Test func theFirstFaultInTheFileIsReported() throws {
        let rows = String(repeating: "딸기,1\n", count: 200)
        let text = "item,quantity\n" + rows + "a\"b,1\n" + rows + "c\"d\n"
        for threads in [1, 2, 5] {
            do {
                _ = try Engine.run(text, ReadingOptions(chunkBytes: 64), threads: threads)
                Issue.record("accepted")
            } catch BatchError.refused(let refusal) {
                #expect(refusal == Refusal(file: "input1.csv", line: 202, reason: .fault(.badQuoting)))
            }
        }
    }

    /// The table of ids starts small, so that this many make it grow several times.
    @Test func manyIDsAreAllRemembered() throws {
        let count = 6_000
        let first = (0..<count).map { "id-\($0),딸기,\($0 % 9 + 1)\n" }.joined()
        let other = (0..<count).map { "id-\($0),딸기,10\n" }.joined()
        let outcome = try Engine.run(
            "id,item,quantity\n" + first + first + other,
            ReadingOptions(columns: try ColumnOptions(parsing: ["id=id"]), chunkBytes: 10_000))
        #expect(outcome.codes[..<count].allSatisfy { $0 == .success })
        #expect(outcome.codes[count..<(2 * count)].allSatisfy { $0 == .alreadyProcessed })
        #expect(outcome.codes[(2 * count)...].allSatisfy { $0 == .idConflict })
        #expect(outcome.result.tally.fruits[0].restocked == (0..<count).reduce(0) { $0 + $1 % 9 + 1 })
    }

    /// The memory of spellings holds some thousands and then starts anew.
    @Test func manySpellingsAreAllUnderstood() throws {
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

    @Test func longSpellingsAreUnderstoodToo() throws {
        let long = "딸" + String(repeating: " ", count: 200) + "기"
        let digits = String(repeating: "0", count: 100) + "7"
        let outcome = try Engine.run("item,quantity\n\(long),\(digits)\n\(long),\(digits)\n")
        #expect(outcome.rows.map(\.quantity) == [7, 7])
        #expect(outcome.result.tally.fruits[0].closing == 24)
    }

    /// An interruption after some batches ends the run soon after, without a result.
    @Test(arguments: [1, 3])
    func interruptionEndsARun(threads: Int) throws {
        let folder = try TemporaryFolder()
        let rows = 20_000
        let text = "item,quantity\n" + String(repeating: "딸기,1\n", count: rows)
        let cancellation = CancellationToken()
        let file = try InputFile(
            path: folder.write(Array(text.utf8), to: "a.csv"), name: "a.csv", spillFolder: folder.path,
            cancellation: cancellation)
        let settings = RunSettings(
            menu: .builtIn, names: try NameIndex(menu: .builtIn), opening: FruitStore(menu: .builtIn).stock,
            reading: ReadingOptions(chunkBytes: 100), threads: threads, hashSeed: HashSeed(low: 1, high: 2))
        let sink = CollectingSink { taken in
            if taken >= 500 { cancellation.request(signal: 15) }
        }
        do {
            _ = try BatchRun(settings: settings, files: [file], cancellation: cancellation).run(sink: sink)
            Issue.record("finished")
        } catch BatchError.interrupted(let signal) {
            #expect(signal == 15)
        }
        #expect((500..<rows / 2).contains(sink.rows.count), "\(sink.rows.count) of \(rows) rows were taken")
    }

    @Test func digestsAreTheStandards() {
        let vectors = [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ]
        for (text, digest) in vectors {
            #expect(SHA256.hex(of: text) == digest)
            let pieces = SHA256()
            let bytes = Array(text.utf8)
            var at = 0
            while at < bytes.count {
                let end = min(bytes.count, at + at / 2 + 1)
                bytes[at..<end].withUnsafeBufferPointer { pieces.update($0) }
                at = end
            }
            #expect(pieces.finishHex() == digest)
        }
    }

    /// A file that is written to between opening it and the end of the run, in any way, is no input.
    @Test(arguments: FileChange.allCases)
    func aFileThatChangesIsNoticed(change: FileChange) throws {
        let folder = try TemporaryFolder()
        let rows = "item,quantity\n" + String(repeating: "딸기,1\n", count: 2_000)
        let path = try folder.write(Array(rows.utf8), to: "a.csv")
        let file = try InputFile(path: path, name: "a.csv", spillFolder: folder.path, cancellation: CancellationToken())
        let settings = RunSettings(
            menu: .builtIn, names: try NameIndex(menu: .builtIn), opening: FruitStore(menu: .builtIn).stock,
            reading: ReadingOptions(chunkBytes: 1_000), threads: 1, hashSeed: HashSeed(low: 1, high: 2))
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

    @Test func filesAreToldApart() throws {
        let folder = try TemporaryFolder()
        func open(_ name: String) throws -> InputFile {
            let path = try folder.write(Array("item\n".utf8), to: name)
            return try InputFile(path: path, name: name, spillFolder: folder.path, cancellation: CancellationToken())
        }
        let file = try open("a.csv")
        #expect(try !file.isSameFile(as: open("b.csv")))
        #expect(file.isSameFile(as: file))
    }
}

/// What may happen to a file while it is read.
enum FileChange: CaseIterable {
    case grown
    case cut
    case rewritten

    /// Makes the change in place.
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
