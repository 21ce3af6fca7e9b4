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

/// Rows that meet every kind of outcome but those of ids.
let mixedOrders = """
    id,action,item,quantity,메모
    1,order,키위쥬스,2,a
    2,order,딸기쥬스,1,b
    3,order,모름쥬스,1,c
    4,restock,딸기,x,d
    """
