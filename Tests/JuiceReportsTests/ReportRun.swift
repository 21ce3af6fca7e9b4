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
        _ paths: [String], menu: Menu = .builtIn, sink: any OutcomeSink, reading: ReadingOptions = ReadingOptions()
    ) throws -> RunResult {
        let cancellation = CancellationToken()
        let files = try paths.map { path in
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return try InputFile(path: path, name: name, spillFolder: "/tmp", cancellation: cancellation)
        }
        let settings = RunSettings(
            menu: menu, names: try NameIndex(menu: menu), opening: FruitStore(menu: menu).stock,
            reading: reading, threads: 1, hashSeed: HashSeed(low: 3, high: 4))
        return try BatchRun(settings: settings, files: files, cancellation: cancellation).run(sinks: [sink])
    }

    /// The report model of texts with the built-in menu.
    static func model(
        _ texts: String..., language: MessageLanguage = .english, reading: ReadingOptions = ReadingOptions()
    ) throws -> ReportModel {
        let folder = try TemporaryFolder()
        let paths = try texts.enumerated().map { try folder.write(Array($1.utf8), to: "\($0).csv") }
        let sink = FirstFailuresSink(menu: .builtIn, language: language)
        let result = try run(paths, sink: sink, reading: reading)
        return ReportModel(
            language: language, menu: .builtIn, result: result, first: sink.firstFailures, reading: reading)
    }

    /// The problems that `check` prints for a text.
    static func problems(_ text: String, _ language: MessageLanguage = .english) throws -> String {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(text.utf8), to: "a.csv")
        let spillFile = try AnonymousFile(in: folder.path)
        let sink = ProblemSink(menu: .builtIn, language: language, form: .text(.plain), spillFile: spillFile)
        _ = try run([path], sink: sink)
        var bytes: [UInt8] = []
        try spillFile.read { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}
