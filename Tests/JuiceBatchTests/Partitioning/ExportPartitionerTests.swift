import CSV
import FlatMemory
import JuiceBatch
import JuiceCore
import TestSupport
import Testing

@Suite struct ExportPartitionerTests {
    /// Each partition has the bytes that a plain reader assigns to its shop; its run uses the export's line numbers.
    @Test(arguments: 0..<150)
    func partitionsAgreeWithAPlainSplitter(seed: Int) throws {
        let export = RandomExport(seed: UInt64(seed))
        guard let bytes = export.bytes else { return }
        var reading = SplitRunner.reading
        reading.exportSettings.totals = ["합계"]
        reading.exportSettings.header = export.isFound ? .find : .first
        reading.chunkBytes = [1, 13, 64, 1000, 1 << 17][seed % 5]
        reading.columns = try ColumnOptions(parsing: seed % 3 == 0 ? ["id=메모+#"] : [])
        if !export.hasMark { reading.encoding = EncodingChoice(rawValue: export.encoding) }
        let split = try SplitRunner.split(bytes, RandomExport.shops, reading, threads: 1 + seed % 3)

        var owned: [RandomExport.Owner: String] = [:]
        var lines: [RandomExport.Owner: [Int]] = [:]
        // Only the records after the leading lines count.
        let table = PlainCSVReader.read(Array(export.text.utf8), delimiter: export.delimiter.rawValue)
        let plain = table.records.suffix(export.records.count)
        for (record, line) in zip(export.records, plain.map(\.line)) {
            owned[record.owner, default: ""] += record.text
            lines[record.owner, default: []].append(line)
        }
        let mark: [UInt8] = export.hasMark ? [0xEF, 0xBB, 0xBF] : []
        let shops = owned.keys.compactMap { if case .shop(let shop) = $0 { shop } else { nil } }.sorted()
        #expect(split.rows.keys.sorted() == shops.map { String($0) })
        #expect(try SplitRunner.unknown(split) == mark + export.encoded(export.lead + owned[.unknown, default: ""]))
        #expect(split.counts.rowsWithoutShop == lines[.unknown, default: []].count)
        #expect(split.counts.rows == export.records.count { $0.owner != .nobody })
        #expect(split.counts.blankRows == export.blankRows && split.counts.totalsRows == export.totalsRows)
        for (shop, rows) in split.rows {
            let owner = RandomExport.Owner.shop(Int(shop) ?? -1)
            let wanted = mark + export.encoded(export.lead + owned[owner, default: ""])
            let file = try #require(split.input(of: shop))
            #expect(try SplitRunner.bytes(of: file) == wanted)
            #expect(rows == lines[owner]?.count)
            try expectSameRun(file, wanted, reading, export, lines[owner, default: []])
            // A file with the same bytes is the same partition, with its metadata and lines.
            let folder = try TemporaryFolder()
            let again = try SplitRunner.reopened(file, wanted, in: folder)
            #expect(again.partition == file.partition && file.partition != nil && again.name == "본사.csv")
            #expect(try SplitRunner.bytes(of: again) == wanted)
            try expectSameRun(again, wanted, reading, export, lines[owner, default: []])
        }
        #expect(split.input(of: "3") == nil)
    }

    /// A run over a partition equals one over a file with the same bytes, except for line numbers.
    private func expectSameRun(
        _ file: InputFile, _ bytes: [UInt8], _ reading: ReadingOptions, _ export: RandomExport, _ lines: [Int]
    ) throws {
        var alone = reading
        alone.delimiter = export.delimiter
        let wanted = try Engine.run(inputs: [bytes], alone)
        let found = try Engine.run([file], reading)
        #expect(found.rows.map(\.line) == lines)
        #expect(found.rows.map(\.code) == wanted.rows.map(\.code))
        #expect(found.rows.map(\.cells) == wanted.rows.map(\.cells))
        #expect(found.result.tally == wanted.result.tally)
        #expect(found.result.inputSummaries.map(\.digest) == wanted.result.inputSummaries.map(\.digest))
        #expect(found.plan?.headerLine == wanted.plan?.headerLine)
    }

    private static let head = "주문일시,매장,메뉴,수량\n"
    static let twoShops = [["강남점"], ["홍대점"]]

    private func bytes(_ rows: String...) -> [UInt8] { Array((Self.head + rows.joined(separator: "\n")).utf8) }

    @Test(arguments: [
        "a\"b\n", "주문일시,매장,수량\nx,강남점,1\n", head + "x,강남점,바나나쥬스,1\nx,홍대점,\"바나나쥬스,1\n", "", head + "x\u{0},강남점,a,1\n",
        head + "1,강남점,바나나쥬스,2\n2,합계,,5\n",
        // The whole export decides whether it is one table.
        head + "1,강남점,바나나쥬스,2\n" + head + "1,홍대점,바나나쥬스,2\n", head + "1,강남점,바나나쥬스\n",
    ])
    func splittingRefusesLikeCheck(text: String) {
        var reading = SplitRunner.reading
        reading.exportSettings.totals = ["합계"]
        let bytes = Array(text.utf8)
        #expect(SplitRunner.refusal(bytes, reading, threads: 2) == Engine.refusal(bytes, reading))
        #expect(SplitRunner.refusal([0xFF] + bytes) == Engine.refusal([0xFF] + bytes, SplitRunner.reading))
    }

    @Test(arguments: [
        ("메뉴,수량\n바나나쥬스,1\n", "1: no_shop_column"), ("\n매장,메뉴,매 장\na,b,c\n", "2: duplicate_column"),
        ("id,action,item,quantity\n", "1: no_shop_column"),
    ])
    func shopColumnMustExistOnce(text: String, refusal: String) {
        #expect(SplitRunner.refusal(Array(text.utf8)) == refusal)
    }

    @Test func expectedTotalsCoverTheWholeExport() throws {
        let bytes = bytes("1,강남점,바나나쥬스,2", "2,홍대점,바나나쥬스,3", "3,,바나나쥬스,1")
        var reading = SplitRunner.reading
        reading.exportSettings.expectedRows = 3
        reading.exportSettings.expectedQuantity = 6
        #expect(try SplitRunner.split(bytes, [], reading, sha256: PlainSHA256.hex(bytes)).counts.rows == 3)
        reading.exportSettings.expectedRows = 4
        #expect(SplitRunner.refusal(bytes, reading) == "0: total_mismatch")
        #expect(SplitRunner.refusal(bytes, sha256: String(repeating: "0", count: 64)) == "1: checksum_mismatch")
    }

    /// Ids, ambiguities and the order of times are checked by shop and reported with the export's lines.
    @Test func shopSpecificProblemsStayWithTheShop() throws {
        let bytes = bytes(
            "2026-11-23 10:05,강남점,바나나쥬스,1", "2026-11-23 10:01,홍대점,바나나쥬스,1",
            "2026-11-23 10:04,강남점,\"바나나\n쥬스\",1", "2026-11-23 10:02,홍대점,바나나쥬스,9", "2026-11-23 10:03,강남점,합계,1")
        let split = try SplitRunner.split(bytes, Self.twoShops, threads: 2)
        #expect(split.rows == ["0": 3, "1": 2])
        let gangnam = try #require(split.input(of: "0"))
        let refusal = Engine.refused { try Engine.run([gangnam], SplitRunner.reading) }
        #expect(refusal?.line == 4 && refusal?.code == "unclear_sequence" && refusal?.file == "본사.csv")
        var reading = SplitRunner.reading
        reading.exportSettings.sequence = .time
        let sorted = try Engine.run([gangnam], reading, threads: 2)
        #expect(sorted.rows.map(\.cells[0]).first == "2026-11-23 10:03")
        let merged = try Engine.run([try #require(split.input(of: "1"))], reading)
        #expect(merged.rows.map(\.cells[3]) == ["1", "9"])
        // An id column found by its header is ambiguous within a shop, not within the export.
        let ids = Array("id,매장,메뉴\n1,강남점,바나나쥬스\n1,홍대점,바나나쥬스\n\n1,강남점,키위쥬스\n".utf8)
        let part = try #require(try SplitRunner.split(ids, Self.twoShops).input(of: "0"))
        let doubt = Engine.refused { try Engine.run([part], SplitRunner.reading) }
        #expect(doubt?.line == 5 && doubt?.code == "unclear_id")
    }

    @Test func failureFileIsSplitByItsExtraColumns() throws {
        let head = Engine.failureHeader.replacing("\n", with: ",매장\n")
        let bytes = Array((head + "a.csv,2,,order,바나나쥬스,90,insufficient_stock,,,,강남점\n").utf8)
        let part = try #require(try SplitRunner.split(bytes, Self.twoShops).input(of: "0"))
        #expect(try Engine.run([part], SplitRunner.reading).rows.map(\.line) == [2])
    }

    /// With `fill`, an empty cell takes the shop above it, but rows without a shop must not be filled from there.
    @Test func fillDoesNotAssignRowsWithoutAShop() throws {
        var reading = SplitRunner.reading
        reading.exportSettings.fill = [ExportSettings.Column(name: "매장", isTyped: false)]
        reading.exportSettings.totals = ["합계"]
        let rows = ["1,없는점,딸기,1\n", "2,,딸기,1\n", "합계,,,2\n", "3,,딸기,1\n", "4,강남점,딸기,1\n", "5,,딸기,1\n"]
        let split = try SplitRunner.split(bytes(rows.joined()), Self.twoShops, reading)
        #expect(
            split.rows == ["0": 2] && split.counts.unknownShopRows == 2 && split.counts.unnamedShopRows == 1)
        let unknown = try SplitRunner.unknown(split)
        #expect(unknown == bytes(rows[3] + rows[0] + rows[1]))
        let again = try SplitRunner.split(unknown, [["없는점"]], reading)
        #expect(again.rows == ["0": 2] && again.counts.unnamedShopRows == 1)
    }

    @Test func manyUnknownNamesAreCounted() throws {
        var text = "매장,메뉴,수량\n"
        for number in 0..<100_000 { text += "점\(number),딸기,1\n" }
        text += "점-0,딸기,1\n,딸기,1\n딸기\n"
        let split = try SplitRunner.split(Array(text.utf8), [["강남점"]], threads: 2)
        let counts = split.counts
        #expect(split.rows.isEmpty && counts.rows == 100_003 && counts.unknownShopRows == 100_001)
        #expect(counts.unnamedShopRows == 1 && counts.wrongFieldCountRows == 1)
        #expect(counts.unknownNames.count == PartitionCounts.unknownNamesMax)
        #expect(counts.unknownNames.first == PartitionCounts.UnknownName(name: "점0", rows: 2, line: 2))
        #expect(try SplitRunner.unknown(split) == Array(text.utf8))
    }

    /// The partition of a shop with all rows equals the export, even over many blocks.
    @Test func oneShopMayOwnAllRows() throws {
        var text = "매장,메뉴,수량\r\n"
        for number in 0..<200_000 { text += "강남점,딸기,\(number)\r\n" }
        let split = try SplitRunner.split(Array(text.utf8), [["홍대점"], ["강남점"]], threads: 3)
        let file = try #require(split.input(of: "1"))
        #expect(try SplitRunner.bytes(of: file, pieces: 100_003) == Array(text.utf8))
        #expect(try file.sha256(cancellation: CancellationToken()) == split.sha256)
        #expect(try Engine.run([file], SplitRunner.reading, threads: 2).rows.map(\.line) == Array(2...200_001))
    }
}

/// Splits bytes and runs their partitions.
enum SplitRunner {
    static let reading: ReadingOptions = {
        var exportSettings = ExportSettings()
        exportSettings.accept = [ExportSettings.Column(name: "매장", isTyped: false)]
        return ReadingOptions(exportSettings: exportSettings)
    }()

    /// Splits an export by its column 매장 among shops that are identified by their index.
    static func split(
        _ bytes: [UInt8], _ shops: [[String]], _ reading: ReadingOptions = reading, threads: Int = 1,
        sha256: String? = nil
    ) throws -> PartitionedExport {
        let folder = try TemporaryFolder()
        let file = try Engine.open(bytes, in: folder, "본사.csv")
        if let sha256 { file.expectedSHA256 = sha256 }
        let named = Dictionary(uniqueKeysWithValues: shops.enumerated().map { (String($0), $1) })
        return try Engine.settings(reading, threads: threads).split(
            file, by: "매장", named, spillFolder: folder.path, cancellation: CancellationToken())
    }

    /// The refusal of a split, as `LINE: code`.
    static func refusal(
        _ bytes: [UInt8], _ reading: ReadingOptions = reading, threads: Int = 1, sha256: String? = nil
    ) -> String {
        let refusal = Engine.refused {
            try split(bytes, ExportPartitionerTests.twoShops, reading, threads: threads, sha256: sha256).counts.rows
        }
        return refusal.map { "\($0.line): \($0.code)" } ?? "accepted"
    }

    /// All bytes of an input, read in pieces of some size.
    static func bytes(of file: InputFile, pieces: Int = 1000) throws -> [UInt8] {
        var buffer = ByteBuffer()
        var bytes: [UInt8] = []
        while try file.read(at: bytes.count, count: pieces, into: &buffer) > 0 {
            bytes += Array(buffer.bytes)
            buffer.removeAll()
        }
        return bytes
    }

    /// A file with these bytes, opened as a partition of which only its metadata are left.
    static func reopened(_ part: InputFile, _ bytes: [UInt8], in folder: TemporaryFolder) throws -> InputFile {
        let (metadata, file) = (try #require(part.partition), try Engine.open(bytes, in: folder, "left.csv"))
        return try InputFile(
            opened: ReadDescriptor(opening: file.path, cancellation: CancellationToken()), path: metadata.path,
            name: metadata.name, identity: file.identity, partition: metadata, cancellation: CancellationToken())
    }

    /// The bytes of the rows without a shop.
    static func unknown(_ split: PartitionedExport) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try split.readUnknown { part in part.withUnsafeBufferPointer { bytes += $0 } }
        return bytes
    }
}
