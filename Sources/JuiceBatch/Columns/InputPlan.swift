package import CSV

/// The plan for reading the rows of an input, made from its header.
package struct InputPlan {
    package internal(set) var file: InputFile
    package var name: String { file.name }
    package var encoding: TextEncoding { preamble.encoding }
    let preamble: Preamble
    package let delimiter: Delimiter
    package var columns: ColumnLayout
    /// The column, from 0, that contains the shop of each row; nil unless the export is to be split by shop.
    var shopColumn: Int?
    /// The names of the columns, as the header has them.
    package let header: [String]
    /// The filters and other settings that apply to the rows.
    var filters: RowFilters
    /// The indices of columns without a role that no setting names, from 0; empty for files that this program wrote.
    package let undescribedColumns: [Int]
    /// The reader of the times that reports show; nil if the input has no column of times.
    package let timeReader: TimeReader?
    /// Whether the input's rows are applied in the order of their times.
    var isTimed: Bool
    /// The index, from 0, of the group of inputs that are sorted together.
    var group = 0
    /// The line on which the header starts, from 1.
    package var headerLine: Int { preamble.line }
    /// The number of title records above the header.
    package var titleRows: Int { preamble.titleRows }
    /// Whether hashes of the rows are kept to recognize later inputs with the same rows; not of this program's files.
    var keepsRecords: Bool { !columns.isProgramFile }

    /// The first column, from 0, that may hold the dates for times without a date; nil if there is none.
    var dateColumn: Int? {
        guard !columns.isProgramFile, let times = columns.sources[.time] else { return nil }
        return header.indices.first { column in
            let words = TextWords(header[column])
            return !times.contains(column) && (words.hasAny(Role.dateWords) || Role.dateKeys.contains(words.key))
        }
    }

    /// The names of the columns that may contain the time, if none is used because there are several.
    package var possibleTimes: [String] {
        guard !columns.isProgramFile, columns.time == nil else { return [] }
        return Role.timeColumns(header.map(nameKey)).map { header[$0] }
    }

    /// Whether settings list the values that columns may have.
    package var listsCells: Bool { !filters.known.isEmpty || filters.retry != nil }

    /// The cells of a row that are not among the listed values of their columns, each with its column's name.
    package func unknownCells(_ records: borrowing RecordBatch, _ row: Int) -> [(column: String, cell: String)] {
        if let retry = filters.retry { return retry.unknownCells(records, row, columns) }
        return filters.known.compactMap { list in
            let cell = columns.cell(records, row, list.column)
            return list.matcher.match(cell) == nil ? (list.name, trimmedText(cell)) : nil
        }
    }

    /// The message that a row of failure.csv keeps because only it has an unknown value; nil for any other row.
    package func earlierMessage(_ records: borrowing RecordBatch, _ row: Int) -> String? {
        filters.retry?.message(records, row, columns)
    }

    /// The index, from 0, of a row's cell in the values of `ExportSettings.reportBy[index]`; nil if it is none of them.
    package func reportedIndex(
        _ index: Int, _ records: borrowing RecordBatch, _ row: Int, _ cache: inout SpellingCache
    ) -> Int? {
        guard let list = filters.reported[index] else { return nil }
        return list.matcher.match(columns.cell(records, row, list.column), &cache)
    }

    /// Whether a repeated id is ambiguous, because only its name in the header makes the column that of the ids.
    var hasAmbiguousIDs: Bool { columns.rolesFromHeader.contains(.id) && !columns.isProgramFile }
    var limits: CSVLimits { CSVLimits(exemptFields: columns.isFailureFile ? ReportHeader.failure.count : 0) }

    /// The reason why a row's cell is not a valid time; nil if the input has no time column.
    package func timeProblem(in cell: [UInt8]) -> TimeProblem? {
        guard let timeReader else { return nil }
        if cell.isEmpty { return .empty }
        if timeReader.read(cell) != nil { return .otherKind }
        let orders = DateOrder.allCases.filter { TimeReader(dateOrder: $0).read(cell) != nil }
        if !orders.isEmpty, columns.dateOrder == nil { return .dateOrder(orders) }
        // The hour is the two digits before the first `:` or 시; with 10 in their place, the rest must be a time.
        let text = String(decoding: cell, as: UTF8.self)
        guard let end = text.firstIndex(where: { $0 == ":" || $0 == "시" }), let hour = Int(text[..<end].suffix(2)),
            hour >= 20, timeReader.read(Array((text[..<end].dropLast(2) + "10" + text[end...]).utf8)) != nil
        else { return .form }
        return .hourBeyondDay
    }
}

/// The user's options for reading inputs.
package struct ReadingOptions: Sendable {
    /// The usual size of a chunk in bytes.
    package static let chunkBytesUsual = 128 * 1024

    package var columns: ColumnOptions
    /// The settings for the exports of the POS.
    package var exportSettings: ExportSettings
    package var delimiter: Delimiter?
    package var encoding: EncodingChoice?
    /// The name of the column with the shop of each row, which every input must have; nil unless it is split.
    package var shopColumn: String?
    /// The size of a chunk in bytes; the result does not depend on it.
    package var chunkBytes: Int

    package init(
        columns: ColumnOptions = ColumnOptions(), exportSettings: ExportSettings = ExportSettings(),
        delimiter: Delimiter? = nil, encoding: EncodingChoice? = nil, chunkBytes: Int = chunkBytesUsual
    ) {
        (self.columns, self.exportSettings) = (columns, exportSettings)
        (self.delimiter, self.encoding, self.chunkBytes) = (delimiter, encoding, chunkBytes)
    }

    /// The names of all columns that settings and options name, as spelled; some may repeat.
    var columnNames: [String] {
        columns.columns.values.flatMap(\.names) + exportSettings.columns.map(\.name) + [shopColumn].compactMap(\.self)
    }

    /// The names, as written and each once, of columns that every input should have and that this one lacks.
    ///
    /// Settings name such columns, and options unless they are for a role. Files of this program need none of them.
    package func missingColumns(of plan: InputPlan) -> [String] {
        if plan.columns.isProgramFile { return [] }
        let ofRoles = Role.allCases.filter(columns.defaults.contains).flatMap { columns.columns[$0]?.names ?? [] }
        var known = Set(plan.header.map(nameKey))
        return (ofRoles + exportSettings.columns.map(\.name)).filter { known.insert(nameKey($0)).inserted }
    }
}
