package import CSV

/// The plan for reading the rows of an input, made from its header.
package struct InputPlan {
    package let file: InputFile
    /// The name in the reports.
    package var name: String { file.name }
    package var encoding: TextEncoding { assumption.encoding }
    /// The certainty of the encoding.
    let assumption: EncodingAssumption
    package let delimiter: Delimiter
    package var columns: ColumnLayout
    /// The column, from 0, that says which shop a row is of; nil unless the export is to be split by one.
    var shopColumn: Int?
    /// The names of the columns, as the header has them.
    package let header: [String]
    /// The rules for the input's rows.
    var rules: RowFilters
    /// The indices of columns without a role that no setting names, from 0; empty for files that this program wrote.
    package let undescribedColumns: [Int]
    /// Reads the times of its rows; nil if it has no column of them.
    let timeReader: TimeReader?
    /// The reader of times for reports; also for a shift log, whose rows are not sorted.
    package let clockReader: TimeReader?
    /// Whether its rows stand in the run by their times.
    var isTimed: Bool
    /// The number, from 0, that is shared by inputs that are sorted together.
    var group = 0
    /// The line on which the header starts, from 1.
    package let headerLine: Int
    /// Bytes of text up to the end of the header: blank rows, a `sep=` line and the header itself.
    let leadBytes: Int
    /// Whether the bytes up to the header's end are all ASCII, so that they read the same in any encoding.
    let isLeadASCII: Bool
    /// The number of blank rows before the header.
    let leadingBlankRows: Int
    /// The number of title records above the header.
    package let titleRows: Int
    /// Bytes of the byte order mark.
    let markLength: Int

    /// Whether its rows are worth knowing when another input begins with the same: those of our own files are not.
    var keepsRecords: Bool { columns.ownFile == nil }

    /// The first column, from 0, that may hold the dates of times that have none; nil where there is none.
    var dateColumn: Int? {
        guard columns.ownFile == nil, let times = columns.sources[.time] else { return nil }
        return header.indices.first { !times.contains($0) && Role.isOfDates(header[$0]) }
    }

    /// Whether settings list the cells that columns may have.
    package var listsCells: Bool { rules.listsCells }

    /// The cells of a row that their columns may not have, each with its column's name.
    package func unknownCells(_ records: borrowing RecordBatch, _ row: Int) -> [(column: String, cell: String)] {
        rules.retry?.unknownCells(records, row, columns) ?? rules.unknownCells(records, row, columns)
    }

    /// The message of a row of failure.csv that has to stay as it is; nil for any other row.
    package func keptMessage(_ records: borrowing RecordBatch, _ row: Int) -> String? {
        rules.retry?.message(records, row, columns)
    }

    /// The index of a row's cell, from 0, in the list of values by which reports break down sales.
    ///
    /// - Parameter index: the column's among `ExportSettings.reportBy`.
    /// - Returns: nil for any other cell, or if the input lacks the column.
    package func reportedPlace(_ index: Int, _ records: borrowing RecordBatch, _ row: Int) -> Int? {
        rules.reportedPlace(index, records, row, columns)
    }

    /// Whether the meaning of an id that an earlier row has had is in doubt.
    var doubtsIDs: Bool { columns.foundByHeader.contains(.id) && columns.ownFile == nil }

    var limits: CSVLimits {
        CSVLimits(exemptFields: columns.isFailureFile ? ReportHeader.failure.count : 0)
    }
}

extension InputPlan {
    /// The reason why a row's cell is not a valid time; nil if the input has no time column.
    package func timeProblem(in cell: [UInt8]) -> TimeProblem? {
        guard let clockReader else { return nil }
        if cell.isEmpty { return .empty }
        if clockReader.read(cell) != nil { return .otherKind }
        let orders = DateOrder.allCases.filter { TimeReader(dateOrder: $0).read(cell) != nil }
        if !orders.isEmpty { return .dateOrder(orders) }
        return Self.withinDay(cell).contains { clockReader.read($0) != nil } ? .hourBeyondDay : .form
    }

    /// The cell with an hour from 20 to 99 replaced by one of the day, for each place where it may stand.
    private static func withinDay(_ cell: [UInt8]) -> [[UInt8]] {
        func isDigit(_ at: Int) -> Bool { cell.indices.contains(at) && (0x30...0x39).contains(cell[at]) }
        return cell.indices.dropLast().compactMap { at in
            let isHour = cell[(at + 2)...].starts(with: ":".utf8) || cell[(at + 2)...].starts(with: "시".utf8)
            guard isHour, isDigit(at), isDigit(at + 1), cell[at] >= 0x32,
                at == 0 || !isDigit(at - 1) && cell[at - 1] != Ascii.colon
            else { return nil }
            var changed = cell
            changed.replaceSubrange(at...(at + 1), with: "10".utf8)
            return changed
        }
    }
}

/// The user's options for reading inputs.
package struct ReadingOptions: Sendable {
    package var columns: ColumnOptions
    /// The settings for the POS' exports.
    package var exportSettings: ExportSettings
    package var delimiter: Delimiter?
    package var encoding: EncodingChoice?
    /// The column that names the shop of each row, if the export is split by shop; then every input must have it.
    package var shopColumn: String?
    /// Bytes of a chunk; the result does not depend on it.
    package var chunkBytes: Int

    package init(
        columns: ColumnOptions = ColumnOptions(), exportSettings: ExportSettings = ExportSettings(),
        delimiter: Delimiter? = nil,
        encoding: EncodingChoice? = nil, chunkBytes: Int = 128 * 1024
    ) {
        self.columns = columns
        self.exportSettings = exportSettings
        self.delimiter = delimiter
        self.encoding = encoding
        self.chunkBytes = chunkBytes
    }
}

extension ReadingOptions {
    /// The columns that the settings name for all inputs and that this input lacks: their names as in the settings, each
    /// once.
    ///
    /// Empty for files that this program wrote itself, to which those settings do not apply.
    package func missingColumns(of plan: InputPlan) -> [String] {
        if plan.columns.ownFile != nil { return [] }
        let ofRoles = Role.allCases.filter { columns.defaults.contains($0) }.flatMap {
            columns.columns[$0]?.names ?? []
        }
        var known = Set(plan.header.map(nameKey))
        return (ofRoles + exportSettings.columns.filter { !$0.isTyped }.map(\.name)).filter {
            known.insert(nameKey($0)).inserted
        }
    }
}
