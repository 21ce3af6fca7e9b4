import CSV
import JuiceBatch
import JuiceCore
import JuiceReports

/// Runs of the engine with a sink of the reports.
enum ReportRun {
    /// Runs files as one sequence, every fruit opening at 10.
    static func run(_ paths: String..., menu: Menu, sink: any OutcomeSink) throws -> RunResult {
        let interruption = Interruption()
        var files: [InputFile] = []
        for path in paths {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            files.append(try InputFile(path: path, name: name, spoolFolder: "/tmp", interruption: interruption))
        }
        let settings = RunSettings(
            menu: menu, names: try NameIndex(menu: menu), opening: FruitStore(menu: menu).stock,
            reading: ReadingOptions(), threads: 1, hashSeed: HashSeed(low: 3, high: 4))
        return try BatchRun(settings: settings, files: files, interruption: interruption).run(sink: sink)
    }
}
