import CSV
import JuiceBatch
import JuiceCore

/// Menu and stock files: either refused with a line, or the same again when they are written and read back.
final class MenuFuzz: FuzzChecker {
    private let folder: MemoryFolder
    private let builtIn: NameIndex

    init() throws {
        folder = try MemoryFolder()
        builtIn = try NameIndex(menu: .builtIn)
    }

    func problem(with bytes: [UInt8]) throws -> String? {
        try menuProblem(bytes) ?? stockProblem(bytes)
    }

    private func menuProblem(_ bytes: [UInt8]) throws -> String? {
        guard let (menu, names) = try readMenu(bytes) else { return nil }
        for (index, juice) in menu.juices.enumerated() where names.juice(juice.name) != index {
            return "\(juice.name) is not found"
        }
        guard let again = try readMenu(csv(MenuFile.rows(menu))) else { return "what was written is refused" }
        return again.menu == menu ? nil : "\(again.menu)\nfor \(menu)"
    }

    private func readMenu(_ bytes: [UInt8]) throws(BatchError) -> (menu: Menu, names: NameIndex)? {
        let path = try folder.write(bytes, to: "menu.csv")
        do throws(BatchError) {
            return try MenuFile.load(path: path, cancellation: CancellationToken())
        } catch {
            try expectSetting(error)
            return nil
        }
    }

    private func stockProblem(_ bytes: [UInt8]) throws -> String? {
        guard let stock = try readStock(bytes) else { return nil }
        let rows = zip(Menu.builtIn.fruits, stock).map { [$0.name, String($1)] }
        let again = try readStock(csv([["fruit", "stock"]] + rows))
        return again == stock ? nil : "\(again as [Int]?) for \(stock)"
    }

    private func readStock(_ bytes: [UInt8]) throws(BatchError) -> [Int]? {
        let path = try folder.write(bytes, to: "stock.csv")
        do throws(BatchError) {
            return try StockFile.load(path: path, menu: .builtIn, names: builtIn, cancellation: CancellationToken())
        } catch {
            try expectSetting(error)
            return nil
        }
    }

    /// A bad file is nothing but a bad file.
    private func expectSetting(_ error: BatchError) throws(BatchError) {
        guard case .badSetting(_, let line, _) = error, line > 0 else { throw error }
    }

    private func csv(_ rows: [[String]]) -> [UInt8] {
        rows.flatMap { csvRecord($0.map { Array($0.utf8) }) + [Ascii.lineFeed] }
    }
}
