import Foundation
import JuiceBatch
import JuiceCore
import TestSupport
import Testing

/// Runs whose rows are not in order, and more than the memory that they may take.
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
        let path = try folder.write(Array(Self.text.utf8), to: "a.csv")
        var exportSettings = ExportSettings()
        exportSettings.sequence = .time
        var settings = RunSettings(
            menu: .builtIn, names: try NameIndex(menu: .builtIn), opening: FruitStore(menu: .builtIn).stock,
            reading: ReadingOptions(exportSettings: exportSettings, chunkBytes: 512), threads: 2,
            hashSeed: HashSeed(low: 1, high: 2))
        change(&settings)
        let files = [
            try InputFile(path: path, name: "a.csv", spillFolder: folder.path, cancellation: CancellationToken())
        ]
        let sink = CollectingSink { _ in
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names == ["a.csv"], "what does not fit into memory has no name")
        }
        _ = try BatchRun(settings: settings, files: files, cancellation: CancellationToken()).run(sink: sink)
        return sink.rows
    }

    @Test func rowsThatDoNotFitComeInTheSameOrder() throws {
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

    @Test func withoutAPlaceToSpillNothingIsApplied() throws {
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
