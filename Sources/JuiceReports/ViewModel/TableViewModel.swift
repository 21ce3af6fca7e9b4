/// A table of a report as plain text, which each format escapes and lays out.
struct TableViewModel: Sendable {
    /// The kind of a column's cells.
    enum Kind: Sendable {
        case text
        /// A list of days; a day is not broken across lines.
        case dates
        /// A number, aligned right.
        case number
        /// A digest or a command, in a fixed-width font.
        case code
        /// A share with a bar for it and its rest; always the second column.
        case share
        /// An amount with a bar of the length `Row.barPermille`; always the second column.
        case bar
    }

    /// A column and the kind of its cells.
    typealias Column = (title: String, kind: Kind)

    /// A row: a cell for each column.
    struct Row: Sendable {
        let cells: [String]
        /// The length of the bar in thousandths; nil if the table has no bars.
        var barPermille: Int?
    }

    let title: String
    /// Whether a phone shows each row as a card that includes the names of the columns.
    var isCards = false
    let columns: [Column]
    let rows: [Row]
    /// The totals, including those of omitted rows, with one cell for each column; nil if there are none.
    let sums: [String]?
    /// A sentence about the rows that the table leaves out; nil if it is complete.
    let more: String?

    /// Creates a table with columns written as `text|#number|@dates|=code|%share|~bar`.
    init(_ title: String, columns: String, rows: [Row], sums: [String]? = nil, more: String? = nil) {
        let columns = columns.split(separator: "|").map { name -> Column in
            switch name.first {
            case "#": (String(name.dropFirst()), .number)
            case "@": (String(name.dropFirst()), .dates)
            case "=": (String(name.dropFirst()), .code)
            case "%": (String(name.dropFirst()), .share)
            case "~": (String(name.dropFirst()), .bar)
            default: (String(name), .text)
            }
        }
        self.init(title, columns: columns, rows: rows, sums: sums, more: more)
    }

    /// The text of a cell with days.
    static func cell(of dates: [String]) -> String { dates.joined(separator: datesSeparator) }

    /// The days in a cell, each but the last with a comma.
    static func dates(in cell: String) -> [String] {
        let dates = cell.split(separator: datesSeparator).map(String.init)
        return dates.dropLast().map { $0 + "," } + dates.suffix(1)
    }

    private static let datesSeparator = ", "

    /// Creates a table with any column names; a column of bars with equal lengths is omitted.
    init(_ title: String, columns: [Column], rows: [Row], sums: [String]? = nil, more: String? = nil) {
        self.title = title
        self.sums = sums
        self.more = more
        let hasBars = columns.count > 1 && [.share, .bar].contains(columns[1].kind)
        let isPlain = hasBars && rows.allSatisfy { $0.barPermille == rows[0].barPermille }
        self.rows = isPlain ? rows.map { Row(cells: $0.cells) } : rows
        self.columns = isPlain ? [columns[0], (columns[1].title, .number)] + columns.dropFirst(2) : columns
        precondition(rows.allSatisfy { $0.cells.count == columns.count }, "a cell for each column")
        precondition(sums.map { $0.count == columns.count } ?? true, "a sum for each column")
        precondition(rows.allSatisfy { ($0.barPermille != nil) == hasBars }, "Bars must match the bar column")
    }
}
