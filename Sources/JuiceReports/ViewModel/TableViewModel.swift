/// A table of a report, as plain text: each format escapes and lays it out in its own way.
struct TableViewModel: Sendable {
    /// A column and how it reads best.
    struct Column: Sendable {
        enum Kind: Sendable {
            case text
            /// Days, each of which stands in one line.
            case dates
            /// Aligned at its end.
            case number
            /// A digest or a command: set in a fixed width.
            case code
            /// A part of a whole, and a bar that shows it with its rest; always the second column.
            case share
            /// An amount, and a bar as long as `Row.barPermille` says; always the second column.
            case bar
        }

        let title: String
        let kind: Kind
    }

    /// A row: a cell for each column.
    struct Row: Sendable {
        let cells: [String]
        /// The length of the bar in thousandths; nil if the table has no bars.
        var barPermille: Int?
    }

    let title: String
    /// Whether a phone shows each row as a card, with the names of the columns in it.
    var isCards = false
    let columns: [Column]
    let rows: [Row]
    /// A cell for each column behind all rows, those that are left out among them; nil if there is nothing to sum.
    let sums: [String]?
    /// The message about rows that the table leaves out; nil if it leaves out none.
    let more: String?

    /// A table with columns written as `text|#number|@dates|=code|%share|~bar`.
    init(_ title: String, columns: String, rows: [Row], sums: [String]? = nil, more: String? = nil) {
        let columns = columns.split(separator: "|").map { name in
            switch name.first {
            case "#": Column(title: String(name.dropFirst()), kind: .number)
            case "@": Column(title: String(name.dropFirst()), kind: .dates)
            case "=": Column(title: String(name.dropFirst()), kind: .code)
            case "%": Column(title: String(name.dropFirst()), kind: .share)
            case "~": Column(title: String(name.dropFirst()), kind: .bar)
            default: Column(title: String(name), kind: .text)
            }
        }
        self.init(title, columns: columns, rows: rows, sums: sums, more: more)
    }

    /// A cell of days.
    static func cell(of dates: [String]) -> String { dates.joined(separator: datesSeparator) }

    /// The days of a cell.
    static func dates(in cell: String) -> [String] {
        let dates = cell.split(separator: datesSeparator).map(String.init)
        return dates.dropLast().map { $0 + "," } + dates.suffix(1)
    }

    private static let datesSeparator = ", "

    /// A table with columns of any name; bars of one length say nothing and are left out.
    init(_ title: String, columns: [Column], rows: [Row], sums: [String]? = nil, more: String? = nil) {
        self.title = title
        self.sums = sums
        self.more = more
        let hasBars = columns.count > 1 && [.share, .bar].contains(columns[1].kind)
        let isPlain = hasBars && rows.allSatisfy { $0.barPermille == rows[0].barPermille }
        self.rows = isPlain ? rows.map { Row(cells: $0.cells) } : rows
        self.columns =
            isPlain
            ? [columns[0], Column(title: columns[1].title, kind: .number)] + columns.dropFirst(2) : columns
        precondition(rows.allSatisfy { $0.cells.count == columns.count }, "a cell for each column")
        precondition(sums.map { $0.count == columns.count } ?? true, "a sum for each column")
        precondition(rows.allSatisfy { ($0.barPermille != nil) == hasBars }, "a bar where there is a column for it")
    }
}
