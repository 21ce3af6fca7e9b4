import CSV
import JuiceBatch
import TestSupport
import Testing

/// A part that lies somewhere as a file is read, with its label and its lines, as the part that it is.
@Suite struct PartitionMetadataTests {
    private static let rows = """
        매장;메뉴;수량
        강남점;바나나쥬스;1
        홍대점;"망고
        쥬스";2

        홍대점;없는쥬스;3
        """

    private static let encodings: [(name: String, bytes: [UInt8])] = [
        ("utf-8", Array(rows.utf8)), ("utf-8", [0xEF, 0xBB, 0xBF] + Array(rows.utf8)),
        ("utf-16le", [0xFF, 0xFE] + rows.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }),
        ("utf-16be", [0xFE, 0xFF] + rows.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }),
    ]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The bytes of a part as a file of its own.
    private func file(_ bytes: [UInt8]) throws -> InputFile {
        try InputFile(
            path: folder.write(bytes, to: "left.csv"), name: "left.csv", spillFolder: folder.path,
            cancellation: CancellationToken())
    }

    private func lines(of part: InputFile) throws -> [UInt8] {
        var lines: [UInt8] = []
        try part.readLines { lines += Array($0) }
        return lines
    }

    @Test(arguments: encodings.indices) func itIsThePartThatItWas(index: Int) throws {
        let (name, bytes) = Self.encodings[index]
        let split = try Splits.split(bytes, [("강남점", 1), ("홍대점", 2)])
        let part = try #require(split.input(ofShop: 2))
        let left = try file(Splits.bytes(of: part))
        #expect(left.label == nil)
        #expect(try lines(of: left).isEmpty)
        let label = try #require(part.label)
        #expect(label.encoding.rawValue == name && label.delimiter == .semicolon && label.name == "본사.csv")
        let sha256 = try part.sha256(cancellation: CancellationToken())
        let again = try left.asPart(label, lines: lines(of: part), sha256: sha256, spillFolder: folder.path)
        #expect(try Splits.bytes(of: again) == Splits.bytes(of: part))
        #expect(again.label == label && again.name == "본사.csv")
        let (wanted, found) = (try Splits.run(part, Splits.reading), try Splits.run(again, Splits.reading))
        #expect(wanted.rows.map(\.line) == [3, 6])
        #expect(found.rows.map(\.line) == wanted.rows.map(\.line))
        #expect(found.rows.map(\.cells) == wanted.rows.map(\.cells))
        #expect(found.result.digests == wanted.result.digests)
    }

    @Test func aFileThatWasChangedIsNoPart() throws {
        let split = try Splits.split(Array(Self.rows.utf8), [("홍대점", 2)])
        let part = try #require(split.input(ofShop: 2))
        let (label, sha256) = (try #require(part.label), try part.sha256(cancellation: CancellationToken()))
        let left = try file(Splits.bytes(of: part) + Array("홍대점;키위쥬스;1\n".utf8))
        let lines = try lines(of: part)
        let error = #expect(throws: BatchError.self) {
            _ = try left.asPart(label, lines: lines, sha256: sha256, spillFolder: folder.path)
        }
        guard case .changedWhileRead(left.path)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
