import Foundation
import TestSupport
import Testing

/// A folder with inputs, and the program to run in it.
struct Shop {
    let folder: TemporaryFolder
    private let program: ProgramRunner

    /// A folder that holds these files.
    init(_ files: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        program = try ProgramRunner.find()
        for (name, text) in files { try write(text, to: name) }
    }

    func write(_ text: String, to name: String) throws {
        try folder.write(Array(text.utf8), to: name)
    }

    @discardableResult
    func run(
        _ arguments: [String], environment: [String: String] = [:], input: [UInt8]? = nil
    ) throws -> ProgramResult {
        try program.run(arguments, in: folder.path, environment: environment, input: input)
    }

    /// Runs the program with the words of a line, where two quotes are an empty word, and words that may have spaces.
    @discardableResult
    func run(
        _ line: String, _ more: [String] = [], environment: [String: String] = [:], input: [UInt8]? = nil
    ) throws -> ProgramResult {
        let words = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
        return try run(words + more, environment: environment, input: input)
    }

    /// The exit codes of several runs, one after the other.
    func exits(_ lines: String...) throws -> [Int?] { try lines.map { try run($0).exit } }

    /// The standard output of a run as JSON.
    func json(_ line: String, _ more: [String] = []) throws -> OrderedJSON {
        let result = try run(line, more)
        return try #require(OrderedJSONParser.parse(result.outputText), "\(line): \(result.errorText)")
    }

    /// Runs a command of the shell in the folder; `$0` is the program.
    func shell(_ command: String) throws -> ProgramResult {
        try ProgramRunner(program: "/bin/sh").run(["-c", command, program.program], in: folder.path)
    }

    /// Removes a file or a folder.
    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.path + "/" + name) }

    /// Changes a ledger by SQL.
    func edit(_ ledger: String, _ sql: String) throws -> ProgramResult {
        try ProgramRunner(program: "/usr/bin/python3").run([
            "-c", "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()",
            folder.path + "/" + ledger, sql,
        ])
    }

    /// A file as text; empty when there is none.
    func text(_ name: String) -> String {
        String(decoding: folder.read(name) ?? [], as: UTF8.self)
    }

    func lines(_ name: String) -> [String] {
        text(name).split(separator: "\n").map(String.init)
    }

    /// All files of a folder by name, with their bytes.
    func files(_ name: String) -> [String: [UInt8]] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + name)) ?? []
        return Dictionary(uniqueKeysWithValues: names.map { ($0, folder.read(name + "/" + $0) ?? []) })
    }

    /// The entries of the folder, including hidden ones.
    var entries: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }
}

/// A chain of shops in the folder `c`.
extension Shop {
    static let date = "2026-11-23"
    static let chainSettings = #"{"columns": {"shop": "매장"}, "language": "en"}"#

    /// A chain of the shops a and b with files, by their paths in the chain's folder.
    static func chain(_ files: [String: String] = [:]) throws -> Shop {
        let usual = ["chain.json": chainSettings, "a/inbox/.keep": "", "b/inbox/.keep": ""]
        let shop = try Shop()
        for (path, text) in usual.merging(files, uniquingKeysWith: { $1 }) { try shop.write(text, to: "c/" + path) }
        return shop
    }

    /// The exit code of a nightly run of the chain.
    func chainRun(_ options: String = "", date: String = date) throws -> Int? {
        try run("chain run c --date \(date) \(options)").exit
    }

    /// The shops in chain.csv with their folders, states and exit codes.
    func states(_ date: String = date) -> String {
        lines("c/reports/\(date)/chain.csv").dropFirst().map {
            $0.split(separator: ",").prefix(4).joined(separator: ",")
        }.joined(separator: " ")
    }

    /// The stock of a shop of the chain, in the order of the menu.
    func stock(_ folder: String) throws -> String {
        let result = try run("stock --ledger c/\(folder)/shop.sqlite --csv")
        return ReportSet.rows(result.output).dropFirst().map { $0[1] }.joined(separator: " ")
    }
}

/// Rows that meet every kind of outcome but those of ids.
let mixedOrders = """
    id,action,item,quantity,메모
    1,order,키위쥬스,2,a
    2,order,딸기쥬스,1,b
    3,order,모름쥬스,1,c
    4,restock,딸기,x,d
    """
