package import CSV
package import JuiceBatch

/// The rows of an export, without an interpretation of its columns.
package struct ExportTable: Sendable {
    /// The maximum number of cells of rows that are kept; rows beyond it are only counted.
    private static let cellsMax = 1 << 24

    /// The name in the reports.
    package let file: String
    package let encoding: TextEncoding
    package let delimiter: Delimiter
    /// The line of the header, from 1.
    package let headerLine: Int
    /// The number of title records above the header.
    package let titles: Int
    /// The kind of file if this program wrote it; nil for any other file.
    package let ownFile: OwnFile?
    package private(set) var columns: [ExportColumn] = []
    /// The number of records below the header, without blank records and totals.
    package private(set) var rows = 0
    /// The number of records that look like totals rows.
    package private(set) var totals = 0
    /// The words by which totals rows are recognized, once for each column, in order of first appearance.
    package private(set) var totalsWords: [TotalsWord] = []
    /// The texts of these words, each once.
    package var totalsTexts: [String] {
        var seen: Set<String> = []
        return totalsWords.map(\.text).filter { seen.insert($0).inserted }
    }
    /// The number of rows whose number of cells differs from the header's.
    package private(set) var misfits = 0
    /// Whether all rows have one additional empty cell, so that no row has the right number of cells.
    package private(set) var hasTrailingCells = false
    /// Whether an error kept the export from being read to its end.
    package var isCutShort = false
    /// The line of each row that is kept, from 1.
    private(set) var lines: [UInt32] = []
    /// A hash of each row that is kept; rows with the same cells have the same hash, and others hardly ever.
    private(set) var digests: [Int] = []

    private let header: [String]
    private let layout: ColumnLayout
    /// The number of rows with one additional empty cell.
    private var trailing = 0
    private var codes: [UInt32] = []

    /// Creates an export without rows.
    init(_ plan: InputPlan) {
        file = plan.name
        encoding = plan.encoding
        delimiter = plan.delimiter
        headerLine = plan.headerLine
        titles = plan.titleRows
        layout = plan.columns
        ownFile = layout.ownFile
        header = plan.header
        startOver()
    }

    private mutating func startOver() {
        let keys = header.map(nameKey)
        columns = zip(header, keys).map { name, key in
            ExportColumn(name, isNameable: !key.isEmpty && keys.count { $0 == key } == 1)
        }
        (lines, digests) = ([], [])
    }

    /// The number of rows that are kept.
    var count: Int { lines.count }

    /// The column with a name, from 0, compared by `nameKey`; nil if there is none.
    func column(_ name: String) -> Int? {
        let key = nameKey(name)
        return columns.firstIndex { $0.key == key }
    }

    /// Adds the next record that is not blank.
    ///
    /// - Parameter line: The line of the record, from 1.
    mutating func add(_ records: borrowing RecordBatch, _ row: Int, line: Int) {
        let (fits, hasFittingRow) = (layout.fits(records, row), rows > misfits)
        // If every row has one cell too many, the other cells are still read by their columns.
        let isTrailing = !fits && !hasFittingRow && layout.fitsTrailing(records, row)
        let total = fits || isTrailing ? readCells(records, row) : AmbiguousCell.firstTotal(records, row)
        if let total, ownFile == nil {
            totals += 1
            addTotalsWord(records, row, total)
            return
        }
        rows += 1
        if !fits { misfits += 1 }
        guard fits || isTrailing else { return }
        if isTrailing { trailing += 1 }
        if fits, !hasFittingRow, trailing > 0 {
            startOver()
            _ = readCells(records, row)
        }
        addCells(records, row, line: line)
    }

    private mutating func addTotalsWord(_ records: borrowing RecordBatch, _ row: Int, _ column: Int) {
        let text = String(decoding: trimmed(records.field(row, column)), as: UTF8.self)
        let known = totalsWords.firstIndex { $0.text == text && $0.column == column }
        if known == nil { totalsWords.append(TotalsWord(text: text, column: column)) }
        let place = known ?? totalsWords.count - 1
        for other in 0..<column where !trimmed(records.field(row, other)).isEmpty {
            totalsWords[place].filled.insert(other)
        }
    }

    /// Reads the codes of a record's cells.
    ///
    /// - Returns: the first column whose cell looks like a total; nil if there is none.
    private mutating func readCells(_ records: borrowing RecordBatch, _ row: Int) -> Int? {
        codes.removeAll(keepingCapacity: true)
        var total: Int?
        for column in columns.indices {
            let cell = trimmed(records.field(row, column))
            let code = columns[column].code(of: cell)
            codes.append(code)
            let isTotal =
                code == ExportColumn.other ? AmbiguousCell.isTotal(cell) : columns[column].areTotals[Int(code)]
            if isTotal, total == nil { total = column }
        }
        return total
    }

    private mutating func addCells(_ records: borrowing RecordBatch, _ row: Int, line: Int) {
        let isKept = count * columns.count < Self.cellsMax && line <= UInt32.max
        var digest = Hasher()
        for (column, code) in codes.enumerated() {
            columns[column].add(code, isKept: isKept)
            if code == ExportColumn.other {
                digest.combine(bytes: UnsafeRawBufferPointer(trimmed(records.field(row, column))))
            } else {
                digest.combine(code)
            }
        }
        guard isKept else { return }
        lines.append(UInt32(line))
        digests.append(digest.finalize())
    }

    /// Computes the results, after all records have been added.
    mutating func finish() {
        hasTrailingCells = trailing > 0 && trailing == rows
        if rows == misfits, !hasTrailingCells { startOver() }
        for column in columns.indices { columns[column].listValues() }
    }
}

/// A word that marks totals rows, in one of their columns.
package struct TotalsWord: Sendable {
    package let text: String
    /// The column, from 0.
    let column: Int
    /// The columns before it, from 0, that are not empty in at least one of its rows.
    fileprivate(set) var filled: Set<Int> = []

    /// Whether its rows become totals rows if the user names it as a word for totals.
    ///
    /// - Parameter items: The columns of the item, from 0; empty if they are unknown.
    func isTotalIfNamed(items: [Int]) -> Bool {
        items.isEmpty || items.contains { $0 >= column } || filled.isDisjoint(with: items)
    }
}

/// Words of rows that sum up others.
extension AmbiguousCell {
    /// The maximum length of such a word, in bytes.
    private static let totalBytesMax = 64

    /// Whether a trimmed cell shows that its row is a total.
    static func isTotal(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        // Each of these words contains a Hangul syllable or the letter l.
        guard cell.count <= totalBytesMax, cell.contains(where: { $0 >= 0x80 || $0 | 0x20 == 0x6C }) else {
            return false
        }
        return isTotal(String(decoding: cell, as: UTF8.self))
    }

    /// The first column of a row whose cell shows that the row is a total; nil if there is none.
    static func firstTotal(_ records: borrowing RecordBatch, _ row: Int) -> Int? {
        for column in 0..<records.fieldCount(row) where isTotal(trimmed(records.field(row, column))) { return column }
        return nil
    }

    /// Whether a word is for a total of more than the rows of the file, such as that of the month so far.
    static func isCumulative(_ word: String) -> Bool {
        let key = nameKey(word).utf8
        return ["누계", "월계"].contains { key.contains($0.utf8) }
    }
}
