import CSV
import FlatMemory
import Foundation
import JuiceCore
import TestSupport
import Testing

@testable import JuiceBatch

@Suite struct SortedRowsTests {
    struct Setup {
        var memoryBytes = 64 << 20
        var buffers = 1
        var readBytes = 128 << 10
        var blockBytes = 1 << 20
    }

    /// The distribution of keys.
    enum Spread: CaseIterable {
        case ordered, reversed, seconds, ties, fractions, all, extremes

        func key(_ index: Int, _ random: inout SeededGenerator) -> SortKey {
            let ordinal = Int64(index)
            let time = Int64(random.int(0...86_399))
            return switch self {
            case .ordered: SortKey(group: 0, seconds: ordinal / 7, nanoseconds: 0, input: 0, ordinal: ordinal)
            case .reversed: SortKey(group: 0, seconds: -ordinal / 7, nanoseconds: 0, input: 0, ordinal: -ordinal)
            case .seconds: SortKey(group: 0, seconds: time, nanoseconds: 0, input: 3, ordinal: ordinal)
            case .ties: SortKey(group: 0, seconds: time % 3, nanoseconds: 0, input: 0, ordinal: -ordinal)
            case .fractions:
                SortKey(
                    group: 1, seconds: time % 9, nanoseconds: UInt32(random.int(0...999_999_999)), input: 300,
                    ordinal: ordinal)
            case .all:
                SortKey(
                    group: Int32(random.int(0...2)), seconds: random.chance(10) ? -1 << 40 : time % 5,
                    nanoseconds: UInt32(random.int(0...2)), input: Int32(random.int(0...2)),
                    ordinal: random.chance(50) ? ordinal : -ordinal)
            case .extremes:
                SortKey(
                    group: random.pick([.min, -1, 0, .max], else: 0), seconds: random.pick([.min, 0, .max], else: 0),
                    nanoseconds: random.pick([0, 1, 999_999_999], else: 0), input: random.pick([0, .max], else: 0),
                    ordinal: random.pick([.min + ordinal, ordinal, -ordinal, .max - ordinal], else: 0))
            }
        }
    }

    /// The parts of a key, the one that decides first in front.
    private static func parts(_ key: SortKey) -> (Int32, Int64, UInt32, Int32, Int64) {
        (key.group, key.seconds, key.nanoseconds, key.input, key.ordinal)
    }

    /// A row of failure.csv of any kind, or a blank one.
    ///
    /// Rows of some hundred cells, and cells of some hundred bytes, are packed in another way than others.
    private func line(_ random: inout SeededGenerator) -> String {
        if random.chance(5) { return random.pick([",,,,,,,,,", " ", ",,,,,,,,,,"]) }
        if random.chance(5) {
            let many = String(repeating: ",", count: random.int(252...256))
            return random.pick(["a,b", ",,,,딸기쥬스", many + "x", String(repeating: "y", count: random.int(254...256))])
        }
        let cells = [
            "x.csv", "7", random.pick(["", "id-\(random.int(0...99))"]), random.pick(["", "주문", "입고", "count", "뭐지"]),
            random.pick(["딸기쥬스", "바나나", "망고 주스", "없는 것", ""]),
            random.pick(["", "1", "3", "254", "255", "1000000", "1000000000", "-1"]),
            random.pick(["", "already_processed", "id_conflict", "insufficient_stock"]), "", "",
            random.chance(3) ? "\"" + String(repeating: "긴 메모,", count: random.int(30...2_000)) + "\"" : "",
        ]
        return cells.joined(separator: ",")
    }

    /// Random batches, read and decoded as the pipeline does, with the keys of their rows.
    private func batches(
        _ spread: Spread, rowCount: Int, _ random: inout SeededGenerator
    ) throws -> [(batch: RowBatch, keys: [SortKey])] {
        let columns = try #require(try Engine.run(Engine.failureHeader).plan).columns
        var batches: [(batch: RowBatch, keys: [SortKey])] = []
        var index = 0
        while index < rowCount {
            let batch = RowBatch()
            let text = (0..<random.int(1...40)).map { _ in line(&random) + "\n" }.joined()
            let fault = Array(text.utf8).withView { chunk in
                RecordParser(delimiter: .comma, spacesAreData: true)
                    .parse(chunk, end: .file, hasQuotes: true, limits: CSVLimits(), into: &batch.records)
            }
            #expect(fault == nil)
            var decoder = RowDecoder(names: try NameIndex(menu: .builtIn), seed: HashSeed(low: 1, high: 2))
            let filters = RowFilters(ExportSettings(), columns, header: [])
            _ = decoder.decode(batch.records, columns, filters, into: &batch.rows)
            batch.firstLine = index == 0 ? 6_000_000_000 : index
            batches.append((batch, (0..<batch.rows.count).map { spread.key(index + $0, &random) }))
            index += batch.rows.count
        }
        return batches
    }

    /// Sorts batches, which go to the buffers in turn.
    private func sorted(_ batches: [(batch: RowBatch, keys: [SortKey])], _ setup: Setup) throws -> [BatchedRow] {
        let folder = try TemporaryFolder()
        let cancellation = CancellationToken()
        let buffers = (0..<setup.buffers).map { _ in
            SortBuffer(
                folder: folder.path, memoryBytes: max(1, setup.memoryBytes / setup.buffers),
                cancellation: cancellation)
        }
        for (number, (batch, keys)) in batches.enumerated() {
            try buffers[number % buffers.count].append(batch, keys: keys)
        }
        let result = try SortedRows(buffers, blockBytes: setup.readBytes, cancellation: cancellation)
        var found: [BatchedRow] = []
        var packed = PackedRows()
        let batch = RowBatch()
        while try result.next(into: &packed, byteCount: setup.blockBytes) {
            packed.unpack(into: batch)
            #expect(batch.rows.count == packed.count && batch.rows.rowCount == packed.count)
            #expect(batch.rows.blankCount == 0)
            found += (0..<batch.rows.count).map { BatchedRow(batch, $0) }
        }
        return found
    }

    @Test(
        arguments: [
            Setup(), Setup(memoryBytes: 20_000), Setup(memoryBytes: 1, blockBytes: 1),
            Setup(memoryBytes: 30_000, buffers: 3, readBytes: 100, blockBytes: 5_000),
            Setup(memoryBytes: 4_000, buffers: 2, readBytes: 1), Setup(memoryBytes: 1, buffers: 5),
        ], Spread.allCases)
    func rowsAreSortedByKey(setup: Setup, spread: Spread) throws {
        var random = SeededGenerator(seed: 20_261_120)
        for rowCount in [0, 1, 300] {
            let batches = try batches(spread, rowCount: rowCount, &random)
            var wanted: [(key: SortKey, row: BatchedRow)] = []
            for (batch, keys) in batches {
                for row in 0..<batch.rows.count where batch.rows.codes[row] != DecodedRows.notARow {
                    wanted.append((keys[row], BatchedRow(batch, row, input: Int(keys[row].input))))
                }
            }
            wanted.sort { Self.parts($0.key) < Self.parts($1.key) }
            #expect(try sorted(batches, setup) == wanted.map(\.row))
        }
    }

    @Test func interruptedSortStops() throws {
        let folder = try TemporaryFolder()
        let cancellation = CancellationToken()
        var random = SeededGenerator(seed: 3)
        let buffer = SortBuffer(folder: folder.path, memoryBytes: 1_000, cancellation: cancellation)
        for (batch, keys) in try batches(.seconds, rowCount: 100, &random) { try buffer.append(batch, keys: keys) }
        let rows = try SortedRows([buffer], cancellation: cancellation)
        cancellation.request(signal: 15)
        var packed = PackedRows()
        let error = Engine.error { try rows.next(into: &packed, byteCount: 1) }
        #expect(error == "\(BatchError.interrupted(signal: 15))")
    }
}

/// Runs with unsorted rows that exceed the memory limit.
@Suite struct SpillingRunTests {
    private static let rowCount = 300

    /// Rows a minute apart, well mixed.
    private static let text: String = {
        let rows = (0..<rowCount).map { number in
            let minute = 660 + number * 37 % rowCount
            return "\(minute / 60):\(String(minute % 60 + 100).dropFirst()),키위,1,\(number)\n"
        }
        return "time,item,quantity,memo\n" + rows.joined()
    }()

    private func run(in folder: TemporaryFolder, _ change: (inout RunSettings) -> Void) throws -> [CollectedRow] {
        var exportSettings = ExportSettings()
        exportSettings.sequence = .time
        var settings = try Engine.settings(
            ReadingOptions(exportSettings: exportSettings, chunkBytes: 512), threads: 2)
        change(&settings)
        let files = [try Engine.open(Array(Self.text.utf8), in: folder)]
        let sink = CollectingSink { _ in
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names == ["a.csv"], "what does not fit into memory has no name")
        }
        _ = try BatchRun(settings: settings, files: files, cancellation: CancellationToken()).run(sinks: [sink])
        return sink.rows
    }

    @Test func spilledRowsComeInTheSameOrder() throws {
        let folder = try TemporaryFolder()
        let wanted = try run(in: folder) { $0.spillFolder = "/nonexistent" }
        #expect(wanted.count == Self.rowCount && wanted.allSatisfy { $0.code == .success })
        #expect(wanted.map { $0.cells[0] } == wanted.map { $0.cells[0] }.sorted())
        let spilled = try run(in: folder) { ($0.spillFolder, $0.sortMemoryBytes) = (folder.path, 4_096) }
        #expect(spilled == wanted)
    }

    @Test func missingSpillFolderAppliesNothing() throws {
        let folder = try TemporaryFolder()
        let error = Engine.error {
            try run(in: folder) { ($0.spillFolder, $0.sortMemoryBytes) = ("/nonexistent", 4_096) }
        }
        #expect(error == "\(BatchError.cannotCreate(path: "/nonexistent", errno: ENOENT))")
    }
}

/// All values of a row in a batch.
private struct BatchedRow: Equatable {
    var origin: RowOrigin
    var cells: [[UInt8]]
    var numbers: [Int]
    var id: IDHash?
    var keepsCode: Bool

    /// A row of a batch, from 0, and its input, for an unsorted batch.
    init(_ batch: RowBatch, _ row: Int, input: Int? = nil) {
        origin = RowOrigin(input: input ?? batch.origin(of: row).input, line: batch.origin(of: row).line)
        cells = batch.records.fields(row)
        let (code, action) = (batch.rows.codes[row], batch.rows.actions[row])
        numbers = [Int(code), Int(action), Int(batch.rows.items[row]), batch.rows.quantities[row]]
        id = batch.rows.id(of: row)
        keepsCode = batch.rows.keepsCode(row)
    }
}
