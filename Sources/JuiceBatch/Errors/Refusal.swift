package import CSV

/// The refusal of an input, with its reason and position.
package struct Refusal: Error, Sendable, Equatable {
    /// The reason of a refusal.
    package enum Reason: Error, Sendable, Equatable {
        /// The bytes are not valid CSV or text; the values are those of a `CSVError`.
        case invalidCSV(CSVError.Kind, offset: Int? = nil, openingLine: Int? = nil)
        case noHeader
        /// No record has all columns that settings and options name; `line` and `missing` are of the nearest.
        case incompleteHeader(line: Int, missing: [String])
        case noItemColumn(header: [String])
        /// The header has two columns with usual names for one role.
        case duplicateColumn(role: Role, header: [String])
        /// A column that settings or options name is in the header more than once, or they name it for two roles.
        case repeatedColumn(name: String, header: [String])
        /// The header has this number of columns, which is above `ColumnLayout.countMax`.
        case tooManyColumns(Int)
        /// A described export has a column that no setting names, with some of its distinct cells; `suspicious` are
        /// those that may mean that a row is not an order, and `mayBeQuantity` is whether it may be that of the quantities.
        case unknownColumn(name: String, cells: [String], suspicious: [String], mayBeQuantity: Bool)
        /// The header lacks the column by which an export is to be split by shop.
        case noShopColumn(name: String, header: [String])
        /// The input is a success.csv, whose rows have already been applied.
        case alreadyApplied
        /// The input resembles a failure.csv, but has other columns first, other spellings or another delimiter.
        case changedFailureFile
        /// The input resembles a stock.csv, or is another list of fruits and their stock.
        case stockList
        case ambiguity(Ambiguity)
        /// The sums of the rows differ from a totals row, or from what the user expects.
        case totalMismatch(TotalMismatch)
        /// The SHA-256 in the checksum file differs from that of the bytes; both are in hex.
        case checksumMismatch(expected: String, actual: String)
    }

    /// A sum that does not match the rows.
    package enum TotalMismatch: Sendable, Equatable {
        /// The quantity in a totals row, as spelled, differs from these sums, any of which would have matched.
        case row(figure: String, sums: [Int])
        /// The figure of all inputs, `rows` or `quantity`, differs from that of `--expect`.
        case expectation(figure: String, expected: Int, actual: Int, inputs: [String])
    }

    /// The name of the input in reports, or its path in messages.
    package var file: String
    /// The physical line that the reason is about, from 1.
    package let line: Int
    package let reason: Reason
    /// The actual kind of the file, if its bytes show one.
    package private(set) var fileKind: FileKind?

    package init(file: String, line: Int, reason: Reason) {
        (self.file, self.line, self.reason) = (file, line, reason)
    }

    /// Creates the refusal for an error in the bytes, whose line counts from 1 within the file.
    package init(file: String, csvError: CSVError) {
        self.init(
            file: file, line: csvError.line,
            reason: .invalidCSV(csvError.kind, offset: csvError.offset, openingLine: csvError.openingLine))
    }

    /// Returns this refusal with the actual kind of the file; nil if none was recognized.
    package func withKind(_ fileKind: FileKind?) -> Refusal {
        var refusal = self
        refusal.fileKind = fileKind
        return refusal
    }

    /// The code of the reason as messages show it.
    package var code: String {
        switch reason {
        case .invalidCSV(let kind, _, _): kind.rawValue
        case .noHeader, .incompleteHeader: "no_header"
        case .noItemColumn: "no_item_column"
        case .duplicateColumn, .repeatedColumn: "duplicate_column"
        case .tooManyColumns: "too_many_columns"
        case .unknownColumn: "unknown_column"
        case .noShopColumn: "no_shop_column"
        case .alreadyApplied: "already_applied"
        case .changedFailureFile, .stockList: "changed_report"
        case .ambiguity(let ambiguity): ambiguity.code
        case .totalMismatch: "total_mismatch"
        case .checksumMismatch: "checksum_mismatch"
        }
    }
}

/// A kind of file that is not CSV, or not the CSV of an export, recognized by its bytes.
package enum FileKind: Sendable, Equatable, CaseIterable {
    /// An Excel workbook (xlsx, or xls of Excel 97–2003).
    case excel
    /// A workbook of LibreOffice and similar programs: ods.
    case openDocument
    case archive, pdf, html, json, xml, image
    /// A text document or presentation of an office suite.
    case document
    /// An SQLite database, such as a ledger.
    case database
    /// UTF-16 without a byte order mark.
    case utf16LittleEndian, utf16BigEndian
    /// CSV rows without a header above them.
    case headless
    /// CSV with a cell written as a formula, `="0001"`, which spreadsheets accept but CSV does not have.
    case formulaCells
}

/// An ambiguity in an input that no setting resolves; the program refuses the input instead of guessing.
package enum Ambiguity: Sendable, Equatable {
    /// The possible meaning of a column that no setting or option names, by its name in JSON, in the order of reports.
    package enum Column: String, CaseIterable, Sendable {
        /// The column may contain quantities, because the input has no other column for them.
        case quantity
        /// The column may name actions other than orders.
        case action
        /// The column may show which rows were cancelled later.
        case cancellation
        /// The column may name a unit other than the cup.
        case unit
        /// The column may name the size or variant of an item.
        case variant
        /// The column may name the shop of a row.
        case location
        /// The column may contain the dates of times that have none.
        case date

        /// Whether single cells tell the rows that may not be orders from the others.
        package var isShownByCells: Bool { [.action, .cancellation, .unit].contains(self) }
        /// The rank of its ambiguities, from 0, as `Ambiguity.order`.
        package var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The position of rows in the input that an earlier input also contains.
    package enum SharedRows: Sendable, Equatable {
        /// The input begins with all rows of the earlier one.
        case start
        /// The input ends with all rows of the earlier one.
        case end
        /// Some consecutive rows, each with a date and time, are in both inputs.
        case consecutiveRows
    }

    /// An ambiguous column, with a cell as evidence.
    ///
    /// `others` are the columns to which a variant or a date may belong, or the other cells of a column of actions,
    /// cancellations or units, or other columns that may be the quantity; `mayBeQuantity` is whether a column of
    /// cancellations may be that of the quantities.
    case column(Column, header: String, cell: String, others: [String], mayBeQuantity: Bool = false)
    /// Only some columns of a composite are present; `isDescribed` is whether settings must name each column.
    case incompleteComposite(role: Role, present: [String], missing: [String], isDescribed: Bool = false)
    /// An id that an earlier row of this run or of an earlier run has; `dates` is the name of a column of dates, and
    /// `undescribed` has the columns that settings would have to name if they were not the id.
    case id(header: String, id: String, isOfEarlierRun: Bool, dates: String? = nil, undescribed: [String] = [])
    /// An id that a spreadsheet truncated to scientific notation; `undescribed` is as for `id`.
    case cutOffID(header: String, id: String, undescribed: [String] = [])
    /// A row that looks like a total, because of a cell of an extra column; `isTotalIfNamed` is whether the row becomes
    /// a totals row if settings name the cell as a word for totals.
    case row(header: String, cell: String, isTotalIfNamed: Bool = true)
    /// A column of times that mostly fall, so that the rows may be newest first.
    case sequence(header: String)
    /// A row that repeats the header; `item` is the name of the item's column, or of its first part.
    case secondTable(item: String)
    /// No row has as many cells as the header; `actual` is the number of cells in the first row.
    ///
    /// The flags are whether the settings already search for the header, and drop an empty cell at the end of rows.
    case noRowFits(expected: Int, actual: Int, findsHeader: Bool = false, dropsTrailing: Bool = false)
    /// The input contains the given number of rows of an input that an earlier run applied.
    case overlap(run: Int, input: String, rows: Int, SharedRows)

    /// The code of the ambiguity as messages show it.
    package var code: String {
        switch self {
        case .column, .incompleteComposite: "unclear_column"
        case .id, .cutOffID: "unclear_id"
        case .row: "unclear_row"
        case .sequence: "unclear_sequence"
        case .secondTable: "second_table"
        case .noRowFits: "no_row_fits"
        case .overlap: "overlap"
        }
    }

    /// The rank among several ambiguities of one row, from 0; the lowest is reported.
    package var order: Int {
        switch self {
        case .column(let column, _, _, _, _): column.order
        case .incompleteComposite: 0
        case .id: 7
        case .cutOffID: 8
        case .row: 9
        case .sequence: 10
        case .secondTable: 11
        case .noRowFits: 12
        case .overlap: 13
        }
    }
}
