extension Localized {
    /// A table whose title and columns are given in both languages, the columns as for `TableViewModel.columns`.
    func table(
        ko koreanTitle: String, _ koreanColumns: String, en title: String, _ columns: String, rows: [[String]],
        bars: [Int]? = nil, sums: [String]? = nil, more: String? = nil, isCards: Bool = false
    ) -> TableViewModel {
        TableViewModel(
            pick(ko: koreanTitle, en: title), columns: TableViewModel.columns(pick(ko: koreanColumns, en: columns)),
            rows: rows, bars: bars, sums: sums, more: more, isCards: isCards)
    }

    /// The text of a day without a run in a bar chart.
    var dayWithoutRun: String { pick(ko: "실행이 없는 날", en: "day without a run") }

    /// A sentence about the elements that a list leaves out, and the file that contains them; nil if it is complete.
    ///
    /// The Korean noun and the counter with its particle surround the number; a noun is beside a space, or is empty.
    func more(
        _ count: Int, _ korean: String, _ counter: String, _ noun: String, in file: String = "summary.json"
    ) -> String? {
        let plural = noun.isEmpty || count == 1 ? noun : noun + "s"
        return pick(
            if: count > 0, ko: "그 밖의 \(korean)\(grouped(count))\(counter) \(file)에 있습니다.",
            en: "\(grouped(count)) more\(plural) \(count == 1 ? "is" : "are") in \(file).")
    }
}

/// A table of a report as plain text, which each format escapes and lays out.
struct TableViewModel: Sendable {
    enum Kind: Sendable {
        case text
        /// A number, aligned right.
        case number
        /// A digest or a command, in a fixed-width font.
        case code
        /// A share with a bar for it and its rest; always the second column.
        case share
        /// An amount with a bar for it; always the second column.
        case bar

        var cssClass: String {
            switch self {
            case .text: "t"
            case .number: "n"
            case .code: "c"
            case .share, .bar: "b"
            }
        }
    }

    typealias Column = (title: String, kind: Kind)

    let title: String
    /// Whether a phone shows each row as a card that includes the names of the columns.
    let isCards: Bool
    let columns: [Column]
    /// The rows, each with a cell for each column.
    let rows: [[String]]
    /// The length of each row's bar in thousandths; nil if the table has no bars.
    let bars: [Int]?
    /// The totals, including those of omitted rows, with one cell for each column; nil if there are none.
    let sums: [String]?
    /// A sentence about the rows that the table leaves out; nil if it is complete.
    let more: String?

    /// The columns written as `text|#number|=code|%share|~bar`.
    static func columns(_ text: String) -> [Column] {
        let kinds: [Character: Kind] = ["#": .number, "=": .code, "%": .share, "~": .bar]
        return text.split(separator: "|").map { name in
            let kind = name.first.flatMap { kinds[$0] }
            return (String(kind == nil ? name : name.dropFirst()), kind ?? .text)
        }
    }

    /// Creates a table with any column names; if all bars have the same length, their column shows only the numbers.
    init(
        _ title: String, columns: [Column], rows: [[String]], bars: [Int]? = nil, sums: [String]? = nil,
        more: String? = nil, isCards: Bool = false
    ) {
        self.title = title
        self.isCards = isCards
        self.rows = rows
        self.sums = sums
        self.more = more
        let hasBars = columns.count > 1 && [.share, .bar].contains(columns[1].kind)
        let hasEqualBars = bars.map { bars in bars.allSatisfy { $0 == bars[0] } } ?? false
        self.bars = hasEqualBars ? nil : bars
        self.columns = hasEqualBars ? [columns[0], (columns[1].title, .number)] + columns.dropFirst(2) : columns
        precondition(rows.allSatisfy { $0.count == columns.count }, "a cell for each column")
        precondition(sums.map { $0.count == columns.count } ?? true, "a sum for each column")
        precondition(bars?.count == (hasBars ? rows.count : nil), "a bar for each row if there is a column of bars")
    }
}
