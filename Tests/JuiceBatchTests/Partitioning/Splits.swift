import CSV
import FlatMemory
import JuiceBatch
import JuiceCore
import TestSupport

/// Splits of bytes, and runs over their parts.
enum Splits {
    static let reading: ReadingOptions = {
        var exportSettings = ExportSettings()
        exportSettings.accept = [ExportSettings.Column(name: "매장", isTyped: false)]
        return ReadingOptions(exportSettings: exportSettings)
    }()

    static func settings(_ reading: ReadingOptions, threads: Int) throws -> RunSettings {
        RunSettings(
            menu: .builtIn, names: try NameIndex(menu: .builtIn), opening: FruitStore(menu: .builtIn).stock,
            reading: reading, threads: threads, hashSeed: HashSeed(low: 1, high: 2))
    }

    /// Splits an export by its column 매장.
    static func split(
        _ bytes: [UInt8], _ shops: [(name: String, shop: Int)], _ reading: ReadingOptions = reading, threads: Int = 1,
        sha256: String? = nil
    ) throws -> PartitionedExport {
        let folder = try TemporaryFolder()
        let file = try InputFile(
            path: folder.write(bytes, to: "본사.csv"), name: "본사.csv", spillFolder: folder.path,
            cancellation: CancellationToken())
        if let sha256 { file.expect(sha256: sha256) }
        return try ExportPartitioner(
            settings: settings(reading, threads: threads), file: file, column: "매장", shops: ShopNames(shops),
            spillFolder: folder.path, cancellation: CancellationToken()
        ).split()
    }

    /// Why a split is refused, as `LINE: code`; what happened instead where it is not.
    static func refusal(
        _ bytes: [UInt8], _ reading: ReadingOptions = reading, threads: Int = 1, sha256: String? = nil
    ) -> String {
        do {
            let split = try split(bytes, [("강남점", 1), ("홍대점", 2)], reading, threads: threads, sha256: sha256)
            return "accepted with \(split.rows) rows"
        } catch BatchError.refused(let refusal) {
            return "\(refusal.line): \(refusal.code)"
        } catch {
            return "\(error)"
        }
    }

    /// Runs over an input, as over any other.
    static func run(_ file: InputFile, _ reading: ReadingOptions, threads: Int = 1) throws -> Engine.Outcome {
        let sink = CollectingSink()
        let result = try BatchRun(
            settings: settings(reading, threads: threads), files: [file], cancellation: CancellationToken()
        ).run(sink: sink)
        return Engine.Outcome(rows: sink.rows, result: result)
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

    /// What is of no shop, as a file.
    static func unknown(_ split: PartitionedExport) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try split.readUnknown { bytes += Array($0) }
        return bytes
    }
}
