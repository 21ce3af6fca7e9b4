import CSV
import FlatMemory
import Foundation
import JuiceCore
import TestSupport
import Testing

@testable import JuiceBatch

@Suite struct RowSorterTests {
    struct Setup: CustomTestStringConvertible {
        var memoryBytes = 64 << 20
        var buffers = 1
        var readBytes = 128 << 10
        var blockBytes = 1 << 20

        var testDescription: String { "\(memoryBytes) bytes, \(buffers) buffers, \(readBytes)" }
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

    /// A row of failure.csv of any kind, or a blank one.
    private func line(_ random: inout SeededGenerator) -> String {
        if random.chance(5) { return random.pick([",,,,,,,,,", " ", ",,,,,,,,,,"]) }
        if random.chance(5) {
            return random.pick(["a,b", ",,,,딸기쥬스", Array(repeating: "", count: 300).joined(separator: ",") + "x"])
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

    /// Random batches with the keys of their rows.
    private func batches(
        _ spread: Spread, rowCount: Int, _ random: inout SeededGenerator
    ) throws -> [(batch: RowBatch, keys: [SortKey])] {
        let withIDs = try DecodedText(header: DecodedText.failureHeader)
        var batches: [(batch: RowBatch, keys: [SortKey])] = []
        var index = 0
        while index < rowCount {
            let lines = (0..<random.int(1...40)).map { _ in line(&random) }
            let batch = try withIDs.batch(lines, firstLine: index == 0 ? 6_000_000_000 : index)
            let keys = (0..<batch.rows.count).map { spread.key(index + $0, &random) }
            batches.append((batch, keys))
            index += batch.rows.count
        }
        return batches
    }

    /// Sorts batches, which go to the buffers in turn.
    private func sorted(_ batches: [(batch: RowBatch, keys: [SortKey])], _ setup: Setup) throws -> [BatchedRow] {
        let folder = try TemporaryFolder()
        let sorter = RowSorter(
            folder: folder.path, memoryBytes: setup.memoryBytes, readBytes: setup.readBytes,
            cancellation: CancellationToken())
        let buffers = (0..<setup.buffers).map { _ in sorter.makeBuffer(oneOf: setup.buffers) }
        for (number, (batch, keys)) in batches.enumerated() {
            try buffers[number % buffers.count].append(batch, keys: keys)
        }
        let result = try sorter.sorted(buffers)
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
                for row in 0..<batch.rows.count where batch.rows.codes[row] != DecodedRows.None.row {
                    wanted.append((keys[row], BatchedRow(batch, row, input: Int(keys[row].input))))
                }
            }
            wanted.sort { $0.key < $1.key }
            let found = try sorted(batches, setup)
            #expect(found.count == wanted.count)
            if let at = zip(found, wanted).enumerated().first(where: { $1.0 != $1.1.row }) {
                Issue.record("row \(at.offset): \(at.element.0) for \(at.element.1)")
            }
        }
    }

    /// The order of keys, part by part.
    @Test func keysCompareByFirstDifference() {
        let key = SortKey(group: 1, seconds: 1, nanoseconds: 1, input: 1, ordinal: 1)
        let changes: [(inout SortKey, Int) -> Void] = [
            { $0.ordinal += Int64($1) }, { $0.input += Int32($1) },
            { $0.nanoseconds = UInt32(Int($0.nanoseconds) + $1) },
            { $0.seconds += Int64($1) }, { $0.group += Int32($1) },
        ]
        for (part, change) in changes.enumerated() {
            for by in [-1, 1] {
                var other = key
                for lower in changes[..<part] { lower(&other, -by) }
                change(&other, by)
                #expect((key < other) == (by == 1))
                #expect((other < key) == (by == -1))
            }
        }
        #expect(!(key < key))
    }

    @Test func interruptedSortStops() throws {
        let folder = try TemporaryFolder()
        let cancellation = CancellationToken()
        var random = SeededGenerator(seed: 3)
        let sorter = RowSorter(folder: folder.path, memoryBytes: 1_000, cancellation: cancellation)
        let buffer = sorter.makeBuffer(oneOf: 1)
        for (batch, keys) in try batches(.seconds, rowCount: 100, &random) { try buffer.append(batch, keys: keys) }
        let rows = try sorter.sorted([buffer])
        cancellation.request(signal: 15)
        var packed = PackedRows()
        do {
            _ = try rows.next(into: &packed, byteCount: 1)
            Issue.record("went on")
        } catch BatchError.interrupted(let signal) {
            #expect(signal == 15)
        }
    }
}

/// Runs with unsorted rows that exceed the memory limit.
@Suite struct SpillingRunTests {
    private static let rowCount = 300

    /// Rows a minute apart, well mixed.
    private static let text: String = {
        let rows = (0..<rowCount).map { number in
            let minute = 660 + number * 37 % rowCount
            return "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60),키위,1,\(number)\n"
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
        _ = try BatchRun(settings: settings, files: files, cancellation: CancellationToken()).run(sink: sink)
        return sink.rows
    }

    @Test func spilledRowsComeInTheSameOrder() throws {
        let folder = try TemporaryFolder()
        let wanted = try run(in: folder) { $0.spillFolder = "/nonexistent" }
        #expect(wanted.count == Self.rowCount && wanted.allSatisfy { $0.code == .success })
        #expect(wanted.map { $0.cells[0] } == wanted.map { $0.cells[0] }.sorted())
        let spilled = try run(in: folder) {
            $0.spillFolder = folder.path
            $0.sortMemoryBytes = 4_096
        }
        #expect(spilled == wanted)
    }

    @Test func missingSpillFolderAppliesNothing() throws {
        let folder = try TemporaryFolder()
        do {
            let rows = try run(in: folder) {
                $0.spillFolder = "/nonexistent"
                $0.sortMemoryBytes = 4_096
            }
            Issue.record("applied \(rows.count) rows")
        } catch BatchError.cannotCreate(let path, let number) {
            #expect(path == "/nonexistent" && number == ENOENT)
        }
    }
}

/// Makes batches as the pipeline does, by reading and decoding text.
struct DecodedText {
    /// The header of failure.csv, which has a column of ids and rows that keep their code.
    static let failureHeader = "file,line,id,action,item,quantity,code,message,shortage,raw"

    private let columns: ColumnLayout

    /// - Parameter header: of the inputs that the rows are of.
    init(header: String) throws {
        columns = try #require(try Engine.run(header + "\n").result.inputs.first).columns
    }

    /// The batch of some rows that begin on a line, from 1.
    func batch(_ rows: [String], firstLine: Int = 1) throws -> RowBatch {
        let batch = RowBatch()
        let text = rows.map { $0 + "\n" }.joined()
        let fault = Array(text.utf8).withView { chunk in
            RecordParser(delimiter: .comma, spacesAreData: true)
                .parse(
                    chunk, end: .file, hasQuotes: chunk.contains(Ascii.quote), limits: CSVLimits(), into: &batch.records
                )
        }
        #expect(fault == nil)
        var decoder = RowDecoder(names: try NameIndex(menu: .builtIn), seed: HashSeed(low: 1, high: 2))
        _ = decoder.decode(batch.records, columns, into: &batch.rows)
        batch.firstLine = firstLine
        return batch
    }
}

/// All values of a row in a batch.
struct BatchedRow: Equatable {
    var origin: RowOrigin
    var cells: [[UInt8]]
    var code: UInt8
    var action: UInt8
    var item: UInt16
    var quantity: UInt64?
    var id: IDHash?
    var keepsCode: Bool

    /// Row `row` (from 0) of a batch.
    ///
    /// - Parameter input: the row's input, for an unsorted batch.
    init(_ batch: RowBatch, _ row: Int, input: Int? = nil) {
        let origin = batch.origin(of: row)
        self.origin = RowOrigin(input: input ?? origin.input, line: origin.line)
        cells = batch.records.fields(row)
        code = batch.rows.codes[row]
        action = batch.rows.actions[row]
        item = batch.rows.items[row]
        let quantity = batch.rows.quantities[row]
        self.quantity = quantity == DecodedRows.None.quantity ? nil : UInt64(quantity)
        id = batch.rows.id(of: row)
        keepsCode = batch.rows.keepsCode(row)
    }
}
