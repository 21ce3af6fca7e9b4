import CSV
import JuiceBatch
import JuiceCore
import TestSupport

/// Menu and stock files: either refused with a line, or the same again when they are written and read back.
final class MenuFuzz: FuzzChecker {
    private let folder: TemporaryFolder
    private let builtIn: NameIndex

    init() throws {
        folder = try .inMemory()
        builtIn = try NameIndex(menu: .builtIn)
    }

    func problem(with bytes: [UInt8]) throws -> String? { try menuProblem(bytes) ?? stockProblem(bytes) }

    private func menuProblem(_ bytes: [UInt8]) throws -> String? {
        func load(_ path: String) throws -> (menu: Menu, names: NameIndex) {
            try Menu.load(path: path, cancellation: CancellationToken())
        }
        guard let (menu, names) = try read(bytes, load) else { return nil }
        for (index, juice) in menu.juices.enumerated() where names.juice(juice.name) != index {
            return "\(juice.name) is not found"
        }
        let again = try read(csv(menu.fileRows), load)?.menu
        return again == menu ? nil : "\(again as Menu?)\nfor \(menu)"
    }

    private func stockProblem(_ bytes: [UInt8]) throws -> String? {
        func load(_ path: String) throws -> [Int] {
            try Menu.builtIn.loadStock(path: path, names: builtIn, cancellation: CancellationToken())
        }
        guard let stock = try read(bytes, load) else { return nil }
        let rows = zip(Menu.builtIn.fruits, stock).map { [$0.name, String($1)] }
        let again = try read(csv([["fruit", "stock"]] + rows), load)
        return again == stock ? nil : "\(again as [Int]?) for \(stock)"
    }

    /// What a file says; nil if it is refused as a setting, with a line.
    private func read<Value>(_ bytes: [UInt8], _ load: (String) throws -> Value) throws -> Value? {
        do {
            return try load(folder.write(bytes, to: "setting.csv"))
        } catch BatchError.badSetting(_, let line, _) where line > 0 {
            return nil
        }
    }

    private func csv(_ rows: [[String]]) -> [UInt8] {
        rows.flatMap { csvRecord($0.map { Array($0.utf8) }) + [Ascii.lineFeed] }
    }
}
