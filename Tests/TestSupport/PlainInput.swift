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

/// An extra column: its name to the byte, and which repeat of it.
package struct PlainExtra: Hashable {
    /// The name's bytes.
    package var name: [UInt8]
    /// 0 for the first of that name.
    package var repetition: Int
}

/// One data row as it stands in its input.
package struct PlainRow {
    /// The input as the reports name it.
    package var file: String
    /// Physical line, from 1.
    package var line: Int
    /// The role cells, trimmed; empty when there is no such column.
    package var roles: [PlainRole: String] = [:]
    /// The extra cells.
    package var extras: [PlainExtra: String] = [:]
    /// The matchable name of the item column's header.
    package var itemHeader = ""
    /// The code that decides before anything is read: wrong_field_count, or one that failure.csv keeps.
    package var givenCode: String?
    /// The column `raw`.
    package var raw = ""

    /// A row without cells.
    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}

/// An input, read.
package struct PlainInput {
    /// The input as the reports name it.
    package var file: String
    /// The rows that are not blank, in order.
    package var rows: [PlainRow] = []
    /// Extra columns in order.
    package var extras: [PlainExtra] = []
    /// Blank rows and empty lines.
    package var blank = 0
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
    /// Why it is refused with the rows.
    package var rowRefusal: PlainRefusal?
    /// True when the names of its columns could be read.
    package var isHeaderReadable = true
    /// Which of the `--column` options found their column here.
    package var usedColumns: Set<Int> = []
    /// Line of the header.
    package var headerLine = 1
}
