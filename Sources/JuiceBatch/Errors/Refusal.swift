package import CSV

/// The refusal of an input, with its reason and position.
package struct Refusal: Error, Sendable, Equatable {
    /// The reason of a refusal.
    package enum Reason: Sendable, Equatable {
        /// The bytes are not valid CSV or text.
        ///
        /// `offset` is that of a byte that is not text, from 0; `openingLine` is the line (from 1) on which a cell with
        /// an invalid quote starts.
        case fault(CSVError.Kind, offset: Int? = nil, openingLine: Int? = nil)
        case noHeader
        /// No record has all columns that settings and options name.
        ///
        /// `line` is that of the record that lacks the fewest, from 1; `missing` contains the names that it lacks.
        case incompleteHeader(line: Int, missing: [String])
        /// The header has no column for the item.
        ///
        /// `likelyLine` is the line (from 1) of a record that is more likely the header, if there is one.
        case noItemColumn(header: [String], likelyLine: Int?)
        /// The header has two columns for one role.
        case duplicateColumn(role: String, header: [String])
        case tooManyColumns(Int)
        /// A described export has a column that no setting names.
        ///
        /// `cells` contains at most 12 distinct cells of the column; `doubtful` contains those that may mean that a row
        /// is not an order.
        case unknownColumn(name: String, cells: [String], hasMore: Bool, doubtful: [String])
        /// The header lacks the column by which an export is to be split by shop.
        case noShopColumn(name: String, header: [String])
        case alreadyApplied
        /// The input resembles a report of this program, but was changed.
        case changedReport(ChangedReport)
        /// The input is ambiguous.
        case ambiguity(Ambiguity)
        /// The sums of the rows differ from a totals row, or from what the user expects.
        case totalMismatch(TotalMismatch)
        /// The SHA-256 in the checksum file differs from that of the bytes; both are in hex.
        case checksumMismatch(expected: String, found: String)
    }

    /// The report of this program that an input resembles.
    package enum ChangedReport: Sendable, Equatable {
        /// A failure.csv with other columns first, names spelled differently or another delimiter.
        case failure
        /// A stock.csv, or another list of fruits and their stock.
        case stock
    }

    /// A sum that does not match the rows.
    package enum TotalMismatch: Sendable, Equatable {
        /// A totals row's quantity as spelled, and the sums that would have matched, in ascending order.
        case row(figure: String, sums: [Int])
        /// The number of rows of all inputs differs from `--expect rows=`.
        case rows(expected: Int, found: Int, inputs: [String])
        /// The quantity of all inputs differs from `--expect quantity=`.
        case quantity(expected: Int, found: Int, inputs: [String])
    }

    /// The name of the input in reports, or its path in messages.
    package private(set) var file: String
    /// The physical line, from 1.
    package let line: Int
    package let reason: Reason
    /// The actual kind of the file, if its bytes show it.
    package private(set) var fileKind: FileKind?

    package init(file: String, line: Int, reason: Reason) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// Creates the refusal for an error in the bytes; its line counts from 1, its offset from 0, both within the file.
    package init(file: String, fault: CSVError) {
        self.init(
            file: file, line: fault.line,
            reason: .fault(fault.kind, offset: fault.offset, openingLine: fault.openingLine))
    }

    /// Returns this refusal with another name for the input.
    package func renamed(_ file: String) -> Refusal {
        var refusal = self
        refusal.file = file
        return refusal
    }

    /// Returns this refusal with the actual kind of the file.
    package func named(_ fileKind: FileKind?) -> Refusal {
        var refusal = self
        refusal.fileKind = fileKind
        return refusal
    }

    /// The code of the reason as messages show it.
    package var code: String {
        switch reason {
        case .fault(let kind, _, _): kind.rawValue
        case .noHeader, .incompleteHeader: "no_header"
        case .noItemColumn: "no_item_column"
        case .duplicateColumn: "duplicate_column"
        case .tooManyColumns: "too_many_columns"
        case .unknownColumn: "unknown_column"
        case .noShopColumn: "no_shop_column"
        case .alreadyApplied: "already_applied"
        case .changedReport: "changed_report"
        case .ambiguity(let ambiguity): ambiguity.code
        case .totalMismatch: "total_mismatch"
        case .checksumMismatch: "checksum_mismatch"
        }
    }
}

/// The actual kind of a file that was refused as CSV, recognized by its bytes.
package enum FileKind: Sendable, Equatable, CaseIterable {
    /// A workbook of Excel: xlsx.
    case excel
    /// A workbook of Excel before 2007: xls.
    case oldExcel
    /// A workbook of LibreOffice and similar programs: ods.
    case openDocument
    case zip, gzip, pdf, html, json, xml
    case image, video, program
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
