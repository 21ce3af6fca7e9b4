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

    private func readMenu(_ bytes: [UInt8]) throws -> (menu: Menu, names: NameIndex)? {
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

    private func readStock(_ bytes: [UInt8]) throws -> [Int]? {
        let path = try folder.write(bytes, to: "stock.csv")
        do throws(BatchError) {
            return try StockFile.load(path: path, menu: .builtIn, names: builtIn, cancellation: CancellationToken())
        } catch {
            try expectSetting(error)
            return nil
        }
    }

    /// Expects a setting error.
    private func expectSetting(_ error: BatchError) throws(BatchError) {
        guard case .badSetting(_, let line, _) = error, line > 0 else { throw error }
    }

    private func csv(_ rows: [[String]]) -> [UInt8] {
        rows.flatMap { csvRecord($0.map { Array($0.utf8) }) + [Ascii.lineFeed] }
    }
}

/// A run of exports with settings against the plain model; then its failure.csv is run again.
///
/// The first three bytes choose the settings, for columns A to E and those that are known by their headers; the fourth
/// says the size of chunks and how many threads there are. A line of FF bytes parts two inputs.
final class ExportSettingsFuzz: FuzzChecker {
    private let comparison: MemoryComparison

    init() throws {
        comparison = try MemoryComparison()
    }

    func problem(with bytes: [UInt8]) throws -> String? {
        guard bytes.count >= 4 else { return nil }
        let choice = bytes.prefix(3).reduce(0) { $0 << 8 | Int($1) }
        let fuzzed = RandomCase(
            seed: 0, inputs: FuzzedInputs.split(Array(bytes.dropFirst(4))), options: Self.options(choice))
        return try comparison.problem(
            of: fuzzed, threads: 1 + Int(bytes[3]) % 3, chunkBytes: 1 + Int(bytes[3]) / 3)
    }

    private static func options(_ choice: Int) -> PlainOptions {
        var options = PlainOptions()
        let ids: [[PlainPart]?] = [nil, [.column("A"), .occurrence], [.column("A"), .column("B")], [.column("A")]]
        if let parts = ids[choice & 3] { options.columns.append(PlainOptions.Column(role: .id, parts: parts)) }
        let actions: [PlainOptions.Column?] = [
            nil, nil, .init(role: .action, name: "B"), .init(role: .action, name: ""),
        ]
        if let column = actions[choice >> 2 & 3] { options.columns.append(column) }
        let times: [[PlainPart]?] = [nil, nil, [.column("D")], [.column("C"), .column("D")]]
        if let parts = times[choice >> 4 & 3] { options.columns.append(PlainOptions.Column(role: .time, parts: parts)) }
        // A typed column that is missing would test nothing.
        for index in options.columns.indices { options.columns[index].isFinished = true }
        options.settledKeys = ["ignore", "only", "accept", "fill", "known"]
        options.sequence = [nil, .file, .time, .time][choice >> 6 & 3]
        options.negative = [.reject, .cancel, .cancel, .ignore][choice >> 8 & 3]
        options.decimal = [nil, nil, ".", ","][choice >> 10 & 3]
        options.findsHeader = choice >> 12 & 1 == 1
        options.dropsTrailing = choice >> 13 & 1 == 1
        if choice >> 14 & 1 == 1 { options.totals = ["T", "합계"] }
        if choice >> 15 & 1 == 1 { options.fill = ["A", "D"] }
        if choice >> 16 & 1 == 1 { options.ignore = [PlainMatch(column: "E", value: "x")] }
        if choice >> 17 & 1 == 1 { options.only = [PlainMatch(column: "E", value: "y")] }
        if choice >> 18 & 1 == 1 { options.accept = ["E"] }
        if choice >> 19 & 1 == 1 { options.dayStartMinutes = 300 }
        options.dateOrder = [nil, .mdy, .dmy, .ymd][choice >> 20 & 3]
        if choice >> 22 & 1 == 1 {
            options.values = [
                PlainValue(role: .action, from: "z", to: "cancel"), PlainValue(role: .action, from: "n", to: "order"),
                PlainValue(role: .item, from: "i", to: "ignore"),
            ]
        }
        if choice >> 23 & 1 == 1 {
            options.known = [PlainMatch(column: "E", value: "x"), PlainMatch(column: "E", value: "")]
            options.accept += ["A", "B"]
            options.isDescribed = true
        }
        return options
    }
}
