package import CSV

/// The refusal of an input, with its reason and position.
package struct Refusal: Error, Sendable, Equatable {
    /// The reason of a refusal.
    package enum Reason: Sendable, Equatable {
        /// The offset is that of a byte that is not text, from 0; of a quote inside a quoted cell the line (from 1) is
        /// that on which the cell opened.
        case fault(CSVError.Kind, offset: Int? = nil, openingLine: Int? = nil)
        case noHeader
        /// No record has all columns that settings and options name: the line of the one that lacks the fewest, from 1, and
        /// the names that it lacks.
        case incompleteHeader(line: Int, missing: [String])
        /// The header found, and the line that looks more like one (from 1), if any does.
        case noItemColumn(header: [String], likelyLine: Int?)
        /// The role that has two columns, and the header found.
        case duplicateColumn(role: String, header: [String])
        case tooManyColumns(Int)
        /// A described export has a column that nothing names: its name, its different cells, at most 12 of them, and
        /// those that may say that a row is no order.
        case unknownColumn(name: String, cells: [String], hasMore: Bool, doubtful: [String])
        /// The column by which an export is to be split, and the header found.
        case noShopColumn(name: String, header: [String])
        case alreadyApplied
        /// The input resembles a report of this program, but was changed.
        case changedReport(ChangedReport)
        /// The input is ambiguous.
        case ambiguity(Ambiguity)
        /// A totals row, or what the run was to come to: what it says, and what the rows come to, each sum once.
        case totalMismatch(TotalMismatch)
        /// The SHA-256 beside it, and that of its bytes, in hex.
        case checksumMismatch(expected: String, found: String)
    }

    /// The report that an input resembles.
    package enum ChangedReport: Sendable, Equatable {
        /// failure.csv with other columns first, names spelled otherwise or another delimiter.
        case failure
        /// stock.csv, or another list of fruits and their stock.
        case stock
    }

    /// A sum that does not hold.
    package enum TotalMismatch: Sendable, Equatable {
        /// A totals row's quantity as it stands, and the sums that would have held, the smallest first.
        case row(figure: String, sums: [Int])
        /// The number of rows of all inputs differs from `--expect rows=`.
        case rows(expected: Int, found: Int, inputs: [String])
        /// The quantity of all inputs differs from `--expect quantity=`.
        case quantity(expected: Int, found: Int, inputs: [String])
    }

    /// The input's name as in the reports, or its path in messages.
    package private(set) var file: String
    /// The physical line, from 1.
    package let line: Int
    package let reason: Reason
    /// The actual kind of the file, where its first bytes tell it.
    package private(set) var nature: FileKind?

    package init(file: String, line: Int, reason: Reason) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// A fault of the bytes; its line counts from 1, its offset from 0, both within the file.
    package init(file: String, fault: CSVError) {
        self.init(
            file: file, line: fault.line,
            reason: .fault(fault.kind, offset: fault.offset, openingLine: fault.openingLine))
    }

    /// This refusal with another name for the input.
    package func renamed(_ file: String) -> Refusal {
        var refusal = self
        refusal.file = file
        return refusal
    }

    /// This refusal for a file that is known to be something other than CSV.
    package func named(_ nature: FileKind?) -> Refusal {
        var refusal = self
        refusal.nature = nature
        return refusal
    }

    /// The code as messages write it.
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

/// The kind of a file that was given as CSV and refused, where its first bytes tell it.
package enum FileKind: Sendable, Equatable, CaseIterable {
    /// A workbook of Excel: xlsx.
    case excel
    /// A workbook of Excel before 2007: xls.
    case oldExcel
    /// A workbook of LibreOffice and the like: ods.
    case openDocument
    case zip, gzip, pdf, html, json, xml
    case image, video, program
    /// A text document or presentation of an office program.
    case document
    /// A database of SQLite, such as a ledger.
    case database
    /// UTF-16 without a byte order mark.
    case utf16LittleEndian, utf16BigEndian
    /// The rows are like others, without a header above them.
    case headless
    /// A cell is written as a formula, `="0001"`, which spreadsheets read and CSV has not.
    case formulaCells
}
