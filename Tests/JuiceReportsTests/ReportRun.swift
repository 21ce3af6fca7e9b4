import CSV
import JuiceBatch
import JuiceCore
import JuiceReports
import TestSupport

/// Swift Testing has a type of the same name.
typealias ExitStatus = JuiceReports.ExitStatus

/// Runs the engine with the report sink.
enum ReportRun {
    /// Runs files as one sequence, every fruit opening at 10.
    static func run(
        _ paths: String..., menu: Menu, sink: any OutcomeSink, reading: ReadingOptions = ReadingOptions()
    ) throws -> RunResult {
        try run(paths, menu: menu, sink: sink, reading: reading)
    }

    private static func run(
        _ paths: [String], menu: Menu, sink: any OutcomeSink, reading: ReadingOptions
    ) throws -> RunResult {
        let cancellation = CancellationToken()
        var files: [InputFile] = []
        for path in paths {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            files.append(try InputFile(path: path, name: name, spillFolder: "/tmp", cancellation: cancellation))
        }
        let settings = RunSettings(
            menu: menu, names: try NameIndex(menu: menu), opening: FruitStore(menu: menu).stock,
            reading: reading, threads: 1, hashSeed: HashSeed(low: 3, high: 4))
        return try BatchRun(settings: settings, files: files, cancellation: cancellation).run(sink: sink)
    }

    /// The report model of a text with the built-in menu, every fruit opening at 10.
    static func model(
        _ text: String, _ language: MessageLanguage = .english, reading: ReadingOptions = ReadingOptions()
    ) throws -> ReportModel {
        let folder = try TemporaryFolder()
        return try model(of: [try folder.write(Array(text.utf8), to: "a.csv")], language, reading: reading)
    }

    /// The report model of files.
    static func model(
        of paths: [String], _ language: MessageLanguage = .english, reading: ReadingOptions = ReadingOptions()
    ) throws -> ReportModel {
        let sink = FirstFailuresSink(menu: .builtIn, language: language)
        let result = try run(paths, menu: .builtIn, sink: sink, reading: reading)
        return ReportModel(
            language: language, menu: .builtIn, result: result, first: sink.firstFailures, reading: reading)
    }

    /// The problems that `check` prints for a text.
    static func problems(_ text: String, _ language: MessageLanguage) throws -> String {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(text.utf8), to: "a.csv")
        let spillFile = try TemporaryText(folder: folder.path)
        _ = try run(
            path, menu: .builtIn,
            sink: ProblemSink(menu: .builtIn, language: language, form: .text(.plain), spillFile: spillFile))
        var bytes: [UInt8] = []
        try spillFile.read { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Whether a text has a syllable of Hangul.
func hasHangul(_ text: String) -> Bool { text.unicodeScalars.contains { ("가"..."힣").contains($0) } }
