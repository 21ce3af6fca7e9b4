import CSV
import JuiceBatch
import JuiceCore
import Testing

/// Reads texts for what is in doubt in them, without the rest of a run.
enum AmbiguityReading {
    /// What a text leaves in doubt, as `LINE: code` or as `LINE: kind HEADER=CELL` for a column or a row; nil for nothing.
    ///
    /// - Parameters:
    ///   - options: columns of roles, as on the command line.
    ///   - recordsPerBatch: how many lines of rows are read at a time; the answer does not depend on it.
    static func ambiguity(
        _ text: String, _ options: [String] = [], exportSettings: ExportSettings = ExportSettings(),
        recordsPerBatch: Int? = nil
    ) throws -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let reading = ReadingOptions(columns: try ColumnOptions(parsing: options), exportSettings: exportSettings)
        let plan = try #require(try Engine.run(lines[0] + "\n", reading).plan)
        let names = try NameIndex(menu: .builtIn)
        let rules = AmbiguityRules(
            header: plan.header, headerLine: 1, columns: plan.columns, options: reading.columns,
            exportSettings: exportSettings,
            names: names)
        var scanner = AmbiguityScanner()
        var decoder = RowDecoder(names: names, seed: HashSeed(low: 1, high: 2))
        var input = InputAmbiguities(rules)
        let batch = RowBatch()
        var line = 2
        var rest = lines.dropFirst()
        while !rest.isEmpty {
            let count = min(recordsPerBatch ?? rest.count, rest.count)
            let bytes = Array((rest.prefix(count).joined(separator: "\n") + "\n").utf8)
            let fault = bytes.withUnsafeBufferPointer {
                RecordParser(delimiter: plan.delimiter, spacesAreData: true).parse(
                    $0, end: .record, hasQuotes: true, limits: CSVLimits(), into: &batch.records)
            }
            #expect(fault == nil)
            _ = decoder.decode(batch.records, plan.columns, into: &batch.rows)
            let found = scanner.scan(batch.records, batch.rows, rules)
            if let found = input.add(found, batch.records, firstLine: line) { return told(found) }
            line += count
            rest = rest.dropFirst(count)
        }
        return input.atEnd().map(told)
    }

    private static func told(_ found: InputAmbiguities.Found) -> String {
        switch found.ambiguity {
        case .column(let kind, let header, let cell, _): "\(found.line): \(kind) \(header)=\(cell)"
        case .row(let header, let cell): "\(found.line): row \(header)=\(cell)"
        default: "\(found.line): \(found.ambiguity.code)"
        }
    }

    /// What a column beside the item leaves in doubt with such cells, one a row.
    static func ambiguity(column header: String, cells: [String], quantity: Bool = true) throws -> String? {
        let rows = cells.map { "키위쥬스,1,\(quoted($0))" }
        return try ambiguity((["메뉴,\(quantity ? "수량" : "비고"),\(quoted(header))"] + rows).joined(separator: "\n"))
    }

    private static func quoted(_ cell: String) -> String { "\"\(cell)\"" }
}

extension ExportSettings {
    /// Settings that accept columns.
    static func accepting(_ names: String...) -> ExportSettings {
        var exportSettings = ExportSettings()
        exportSettings.accept = names.map { Column(name: $0, isTyped: false) }
        return exportSettings
    }
}
