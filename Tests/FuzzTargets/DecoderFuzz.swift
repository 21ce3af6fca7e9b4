import CSV
import FlatMemory
import JuiceBatch
import JuiceCore
import TestSupport

/// Rows of `id,action,item,quantity,x` against the plain model.
///
/// The first byte says what the item column is called.
final class DecoderFuzz: FuzzChecker {
    private static let itemNames = ["item", "juice", "fruit"]

    private let columns: [ColumnLayout]
    private var decoder: RowDecoder
    private let batch = RowBatch()

    init() throws {
        let names = try NameIndex(menu: .builtIn)
        decoder = RowDecoder(names: names, seed: HashSeed(low: 1, high: 2))
        let settings = RunSettings(
            menu: .builtIn, names: names, opening: FruitStore(menu: .builtIn).stock, reading: ReadingOptions(),
            threads: 1, hashSeed: HashSeed(low: 1, high: 2))
        columns = try Self.itemNames.map { name in
            let header = Array("id,action,\(name),quantity,x\n".utf8)
            return try MemoryRun(settings: settings).run([RandomCase.Input(path: name, bytes: header)]).result.inputs[0]
                .columns
        }
    }

    func problem(with bytes: [UInt8]) -> String? {
        let choice = Int(bytes.first ?? 0) % columns.count
        let text = Array(bytes.dropFirst())
        let isText = PlainEncoding.firstInvalidUTF8(text) == nil
        let fault = text.withUnsafeBufferPointer { chunk in
            RecordParser(delimiter: .comma, spacesAreData: true).parse(
                chunk, end: .file, hasQuotes: true, limits: CSVLimits(), into: &batch.records)
        }
        guard fault == nil, !text.contains(0) else { return nil }
        let isKnownText = decoder.decode(batch.records, columns[choice], into: &batch.rows)
        if isKnownText && !isText { return "taken for UTF-8" }
        guard isText else { return nil }
        var rowCount = 0
        for row in 0..<batch.records.count {
            let cells = batch.records.fields(row).map { String(decoding: $0, as: UTF8.self) }
            let isBlank = cells.allSatisfy { PlainText.isBlank($0) }
            guard isBlank == (batch.rows.codes[row] == DecodedRows.None.row) else { return "blank: \(cells)" }
            if isBlank { continue }
            rowCount += 1
            if let problem = problem(row, plainRow(cells, itemName: Self.itemNames[choice])) {
                return "\(problem): \(cells)"
            }
        }
        return rowCount == batch.rows.rowCount ? nil : "\(batch.rows.rowCount) rows for \(rowCount)"
    }

    private func plainRow(_ cells: [String], itemName: String) -> PlainRow {
        var row = PlainRow(file: "", line: 1)
        guard cells.count == 5 else {
            row.givenCode = "wrong_field_count"
            return row
        }
        for (place, role) in [PlainRole.id, .action, .item, .quantity].enumerated() {
            row.roles[role] = PlainText.trimmed(cells[place])
        }
        row.itemHeader = itemName
        return row
    }

    private func problem(_ row: Int, _ plain: PlainRow) -> String? {
        let wanted = PlainOutcome.resolve(plain, menu: .builtIn)
        let code = OutcomeCode(rawValue: batch.rows.codes[row])
        guard code?.name == wanted.code ?? "success" else {
            return "\(code?.name ?? "?") for \(wanted.code ?? "success")"
        }
        if wanted.code == "wrong_field_count" { return nil }
        let action = Action(rawValue: batch.rows.actions[row])
        guard action?.name == wanted.action?.rawValue else { return "\(action?.name ?? "no action")" }
        let item = batch.rows.items[row]
        // An item is told where the action could be read.
        guard item == wanted.item.map({ UInt16($0) }) ?? DecodedRows.None.item else { return "item \(item)" }
        let quantity = batch.rows.quantities[row]
        guard quantity == wanted.quantity ?? DecodedRows.None.quantity else {
            return "quantity \(quantity)"
        }
        return nil
    }
}
