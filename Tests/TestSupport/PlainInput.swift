/// Why an input is refused, and where.
package struct PlainRefusal: Hashable, Sendable, CustomStringConvertible {
    /// The input as the reports name it.
    package var file: String
    /// Physical line, from 1.
    package var line: Int
    /// The contract's code.
    package var code: String

    /// A refusal by hand.
    package init(file: String, line: Int, code: String) {
        self.file = file
        self.line = line
        self.code = code
    }

    /// As on standard error, without the text.
    package var description: String { "\(file):\(line): \(code)" }
}

/// A file of our own, known by its header.
package enum PlainOwnKind: Equatable, Sendable {
    /// failure.csv.
    case failure
    /// restock.csv, and plan's list.
    case restock
    /// The counter's journal.
    case shiftLog
}

/// An input, read.
package struct PlainInput {
    /// The input as the reports name it.
    package var file: String
    /// Which of our own files it is; nil for a till's.
    package var ownKind: PlainOwnKind?
    /// The rows that are not blank, and the totals rows, in order.
    package var lines: [PlainLine] = []
    /// What its columns are for.
    package var columns: PlainColumns?
    /// Extra columns in order.
    package var extras: [PlainExtra] = []
    /// The header's record, and those of all rows of data.
    package var records: [[String]] = []
    /// Blank rows and empty lines.
    package var blank = 0
    /// Records above the header.
    package var titles = 0
    /// Size in bytes.
    package var byteCount: Int
    /// SHA-256 in hex.
    package var sha256: String
    /// As in summary.json.
    package var encoding = ""
    /// The delimiter used.
    package var delimiter = UInt8(ascii: ",")
    /// Why it is refused with the headers.
    package var headerRefusal: PlainRefusal?
    /// What ended the reading of its rows.
    package var fault: PlainRefusal?
    /// True when the names of its columns could be read.
    package var isHeaderReadable = true
    /// Line of the header.
    package var headerLine = 1
    /// The options it was read with.
    package var options = PlainOptions()

    /// The rows of data.
    package var rows: [PlainRow] { lines.compactMap(\.row) }
    /// Number of totals rows.
    package var totals: Int { lines.count { $0.row == nil } }
}
