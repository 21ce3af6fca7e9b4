internal import CSV
package import JuiceBatch

extension RunSettings {
    /// Reads all rows of an export, without interpreting its columns; throws its refusal if no header could be found.
    package func readExport(_ file: InputFile, cancellation: CancellationToken) throws -> ExportTable {
        defer { file.closeUntilRead() }
        let plan = try plan(of: file, cancellation)
        var table = ExportTable(plan, seed: hashSeed)
        let wasInterrupted = try plan.forEachRecord(self, cancellation) { records, row, line in
            table.add(records, row, line: line)
            return false
        }
        table.finish(wasInterrupted: wasInterrupted)
        return table
    }

    /// The plan for reading an input, by the existing settings or else by the record most like a header.
    private func plan(of file: InputFile, _ cancellation: CancellationToken) throws(BatchError) -> InputPlan {
        let encoding = try TextEncoding.detect(in: file, cancellation: cancellation)
        let header = try HeaderReader(file: file, options: reading).read(encoding)
        let refusal: Refusal
        switch header.result {
        case .success(let plan): return plan
        case .failure(let found): refusal = found
        }
        if case .checksumMismatch = refusal.reason { throw .refused(refusal) }
        let kind = FileKind.of(file, refusal, isHeader: true, encoding: reading.encoding, names)
        // A file that is not CSV has no header to guess.
        guard !refusal.isUnresolvable, kind == nil || kind == .headless else { throw .refused(refusal.withKind(kind)) }
        let guess = try HeaderGuess.best(of: file, header, delimiter: reading.delimiter, names: names)
        if let guess, let options = options(guess) {
            let found = try HeaderReader(file: file, options: options).read(encoding)
            if case .success(let plan) = found.result, plan.headerLine == guess.line { return plan }
        }
        if kind == nil, case .noItemColumn = refusal.reason { throw .refused(refusal.withKind(.headless)) }
        throw .refused(refusal.withKind(kind))
    }

    /// Options with which a record is read as the header, without its meaning; nil if each of its names repeats.
    private func options(_ guess: HeaderGuess) -> ReadingOptions? {
        let keys = guess.cells.map(nameKey)
        let unique = zip(guess.cells, keys).first { _, key in !key.isEmpty && keys.count { $0 == key } == 1 }
        guard let unique else { return nil }
        var columns = Dictionary(uniqueKeysWithValues: Role.allCases.map { ($0, RoleColumns.none) })
        columns[.item] = .single(unique.0)
        var exportSettings = ExportSettings()
        exportSettings.header = .find
        var options = ColumnOptions()
        options.add(defaults: columns)
        return ReadingOptions(
            columns: options, exportSettings: exportSettings, delimiter: guess.delimiter, encoding: reading.encoding,
            chunkBytes: reading.chunkBytes)
    }
}

/// A record among the first ones of a file that may be the header, parsed with one of the delimiters.
struct HeaderGuess {
    let delimiter: Delimiter
    let line: Int
    let cells: [String]

    /// The record without a name on the menu that looks most like a header, with a delimiter or, if nil, with any.
    ///
    /// It has the most known names or, if no record has any, is the first with the usual number of cells.
    static func best(
        of file: InputFile, _ header: HeaderReading, delimiter: Delimiter?, names: NameIndex
    ) throws(BatchError) -> HeaderGuess? {
        let samples = try samples(of: file, header, delimiter: delimiter)
        func isRow(_ record: HeaderGuess) -> Bool { record.cells.contains(where: names.isOnMenu) }
        let known = samples.joined().map { (record: $0, score: $0.score) }.filter { $0.score > 0 && !isRow($0.record) }
        let best = known.max { a, b in (a.score, -a.record.line) < (b.score, -b.record.line) }
        if let best { return best.record }
        // For each delimiter, the first record with as many cells as most records have, unless it is the last one.
        let ofUsualWidth = samples.compactMap { records in
            let widths = Dictionary(grouping: records, by: \.cells.count)
            let usual = widths.max { a, b in (a.value.count, a.key) < (b.value.count, b.key) }
            return usual?.value.first.flatMap { $0.line == records.last?.line ? nil : $0 }
        }
        guard let widest = ofUsualWidth.max(by: { $0.cells.count < $1.cells.count }) else { return nil }
        // With a cell that is empty, a number or a duplicate of another, the file may have no header at all.
        let mayBeHeader =
            widest.cells.count <= ColumnLayout.countMax && Set(widest.cells.map(nameKey)).count == widest.cells.count
            && widest.cells.allSatisfy { $0.contains(where: \.isLetter) }
        return mayBeHeader && !isRow(widest) ? widest : nil
    }

    /// The first records of a file, at most `HeaderReader.recordsMax`, parsed with the delimiter or, if it is nil, each.
    private static func samples(
        of file: InputFile, _ header: HeaderReading, delimiter: Delimiter?
    ) throws(BatchError) -> [[HeaderGuess]] {
        var reader = try ChunkReader(
            file, encoding: header.encoding, byteOrderMarkLength: header.byteOrderMarkLength, chunkBytes: 256 * 1024,
            limits: CSVLimits())
        var raw = ByteBuffer()
        guard let chunk = try reader.next(into: &raw) else { return [] }
        if header.encoding == .cp949 {
            var text = ByteBuffer()
            _ = TextEncoding.cp949.decode(raw.bytes, into: &text)
            swap(&raw, &text)
        }
        let text = raw.bytes
        let separator = HeaderReader.separator(text)
        let delimiters = (delimiter ?? separator).map { [$0] } ?? Delimiter.allCases
        return delimiters.map { delimiter in
            var batch = RecordBatch()
            _ = RecordParser(delimiter: delimiter, spacesAreData: true)
                .parse(text, end: chunk.end, hasQuotes: true, limits: CSVLimits(), into: &batch)
            let rows = (0..<batch.count).filter { !batch.isBlank($0) && (separator == nil || $0 > 0) }
            return rows.prefix(HeaderReader.recordsMax).map { row in
                let cells = batch.fields(row).map { trimmedText(String(decoding: $0, as: UTF8.self)) }
                return HeaderGuess(delimiter: delimiter, line: batch.line(row) + 1, cells: cells)
            }
        }
    }

    /// The number of cells with known names minus that of cells without a letter; 0 if the record cannot be a header,
    /// because at most half of its cells are distinct, it has too many, or only a known name that is not the item's.
    private var score: Int {
        let named = cells.filter { !$0.isEmpty }
        guard Set(named).count * 2 > named.count, named.count <= ColumnLayout.countMax else { return 0 }
        // A text of more than 40 characters is a sentence, not a column name, even if it contains a known word.
        let known = named.filter { $0.count <= 40 }.map { TextWords($0) }.filter(HeaderHints.isKnown)
        if named.count == 1, let only = known.first, !HeaderHints.isItem(only) { return 0 }
        return known.count - named.count { !$0.contains(where: \.isLetter) }
    }
}

/// The rows of an export, without an interpretation of its columns.
package struct ExportTable {
    /// The maximum number of cells of rows that are kept; rows beyond it are only counted.
    private static let cellsMax = 1 << 24

    /// The plan by which the export is read: its encoding, its delimiter and the place of its header.
    package let plan: InputPlan
    /// Whether this program or its counter wrote the file.
    package var isProgramFile: Bool { plan.columns.isProgramFile }
    package private(set) var columns: [ExportColumn] = []
    /// The number of records below the header, without blank records and totals.
    package private(set) var rows = 0
    /// The number of records that look like totals rows.
    package var totals: Int { totalsWords.reduce(0) { $0 + $1.lines.count } }
    /// The words by which totals rows are recognized, once for each column (from 0), in order of first appearance, with
    /// the columns before it that are not empty in at least one of its rows, and the lines of these rows, from 1.
    private(set) var totalsWords: [(text: String, column: Int, filled: Set<Int>, lines: [Int])] = []
    /// The first records that look like totals rows: their lines, from 1, the number of kept rows above them, and the codes
    /// of their cells, which are empty if their number differs from the header's.
    private(set) var totalsRows: [(line: Int, rowsAbove: Int, codes: [UInt32])] = []
    private static let totalsRowsMax = 10_000
    /// The texts of these words, each once.
    package var totalsTexts: [String] {
        var seen: Set<String> = []
        return totalsWords.map(\.text).filter { seen.insert($0).inserted }
    }
    /// The number of rows whose number of cells differs from the header's.
    package private(set) var wrongWidthRows = 0
    /// Whether all rows have one additional empty cell, so that no row has the right number of cells.
    package var hasTrailingCells: Bool { trailing > 0 && trailing == rows }
    /// Whether an error kept the export from being read to its end.
    package private(set) var wasInterrupted = false
    /// The line of each row that is kept, from 1.
    private(set) var lines: [Int] = []

    private let seed: HashSeed
    private var trailing = 0
    private var codes: [UInt32] = []

    init(_ plan: InputPlan, seed: HashSeed) {
        (self.plan, self.seed) = (plan, seed)
        startOver()
    }

    private mutating func startOver() {
        let keys = plan.header.map(nameKey)
        columns = zip(plan.header, keys).enumerated().map { index, name in
            ExportColumn(
                name.0, at: index, isNameable: !name.1.isEmpty && keys.count { $0 == name.1 } == 1, seed: seed)
        }
        lines = []
        totalsRows = []
    }

    var count: Int { lines.count }

    /// The column with a name, compared by `nameKey`; nil if there is none.
    func column(_ name: String) -> ExportColumn? {
        let key = nameKey(name)
        return columns.first { $0.key == key }
    }

    /// Adds the next record that is not blank, on a line from 1.
    mutating func add(_ records: borrowing RecordBatch, _ row: Int, line: Int) {
        let fits = plan.columns.fits(records, row)
        let hasFittingRow = rows > wrongWidthRows
        // If every row has one cell too many, the other cells are still read by their columns.
        let isTrailing = !fits && !hasFittingRow && plan.columns.fitsTrailing(records, row)
        let total =
            fits || isTrailing
            ? readCells(records, row)
            : (0..<records.fieldCount(row)).first { AmbiguousCell.isTotal(trimmed(records.field(row, $0))) }
        if let total, !isProgramFile {
            if totalsRows.count < Self.totalsRowsMax {
                totalsRows.append((line, count, fits || isTrailing ? codes : []))
            }
            return addTotal(records, row, column: total, line: line)
        }
        rows += 1
        if !fits { wrongWidthRows += 1 }
        guard fits || isTrailing else { return }
        if isTrailing { trailing += 1 }
        if fits, !hasFittingRow, trailing > 0 {
            startOver()
            _ = readCells(records, row)
        }
        // Cells are counted, and their codes kept if there is memory for them.
        let isStored = count * columns.count < Self.cellsMax
        for (column, code) in codes.enumerated() { columns[column].add(code, isStored: isStored) }
        if isStored { lines.append(line) }
    }

    /// Adds a record that by its cell in a column looks like a totals row.
    private mutating func addTotal(_ records: borrowing RecordBatch, _ row: Int, column: Int, line: Int) {
        let text = trimmedText(records.field(row, column))
        let index = totalsWords.firstIndex { $0.text == text && $0.column == column } ?? totalsWords.count
        if index == totalsWords.count { totalsWords.append((text, column, [], [])) }
        totalsWords[index].lines.append(line)
        for before in 0..<column where !trimmed(records.field(row, before)).isEmpty {
            totalsWords[index].filled.insert(before)
        }
    }

    /// Reads the codes of a record's cells, and returns the first column whose cell looks like a total.
    private mutating func readCells(_ records: borrowing RecordBatch, _ row: Int) -> Int? {
        codes.removeAll(keepingCapacity: true)
        var total: Int?
        for column in columns.indices {
            let cell = trimmed(records.field(row, column))
            let code = columns[column].code(of: cell)
            codes.append(code)
            if code == ExportColumn.other ? AmbiguousCell.isTotal(cell) : columns[column].areTotals[Int(code)] {
                total = total ?? column
            }
        }
        return total
    }

    /// Computes the results, after all records have been added, or those above an error that interrupted the reading.
    mutating func finish(wasInterrupted: Bool) {
        self.wasInterrupted = wasInterrupted
        if rows == wrongWidthRows, !hasTrailingCells { startOver() }
        for column in columns.indices { columns[column].listValues() }
    }
}

extension AmbiguousCell {
    /// Whether a trimmed cell is, or ends with, a word for a totals row.
    static func isTotal(_ cell: ByteView) -> Bool {
        mayBeTotal(cell) && isTotal(String(decoding: cell, as: UTF8.self))
    }

    /// Whether a word is for a total of more than the rows of the file, such as that of the month so far.
    static func isCumulative(_ word: String) -> Bool {
        let key = nameKey(word).utf8
        return ["누계", "월계"].contains { key.contains($0.utf8) }
    }
}

/// A column of an export: its distinct cells, each stored once and identified by a code, and the code of each row.
package struct ExportColumn: Sendable, Equatable {
    /// A trimmed value and the number of rows with it.
    package typealias Value = (text: String, count: Int)

    static let empty: UInt32 = 0
    /// The code of a cell that is not kept, because it is too long or there are too many distinct cells.
    static let other: UInt32 = .max
    static let cellBytesMax = 4_096
    /// The maximum number of different values that are listed.
    package static let valuesMax = 10_000

    /// The position in the export, from 0.
    let index: Int
    /// The name in the header, as spelled.
    package let name: String
    let words: TextWords
    private let isItem: Bool
    /// Whether settings can refer to the column: its name is not empty and no other column has it.
    let isNameable: Bool
    /// The maximum number of distinct cells, and of their bytes.
    private let cellsMax: Int
    private let bytesMax: Int

    /// The bytes of all distinct cells one after the other, in the order of codes, and the end of each.
    private var text: [UInt8] = []
    private var ends = [0]
    private let seed: HashSeed
    /// The codes of distinct cells by half of their hash; of 2^20 cells, two share it with a probability of 3 · 10^-8.
    private var codesByHash: [UInt64: UInt32] = [:]
    /// The hash and the code of the last cell that was read, which the next one often has too.
    private var last = (hash: UInt64(0), code: ExportColumn.empty)
    /// The flags of distinct cells, by code: whether each looks like a total.
    private(set) var areTotals = [false]
    /// The number of counted rows for each code; 0 for a cell that occurs only in totals rows.
    private(set) var counts = [0]
    /// The code of each row that is kept.
    private(set) var codes: [UInt32] = []
    /// Whether a row outside the totals has a cell whose text is not stored.
    private(set) var hasMore = false

    /// The values except the empty one, most frequent first, then in order of first appearance.
    package private(set) var values: [Value] = []
    /// Whether there are more different values than are listed.
    package private(set) var hasMoreValues = false

    init(_ name: String, at index: Int, isNameable: Bool, seed: HashSeed) {
        (self.name, self.index, self.isNameable, self.seed) = (name, index, isNameable, seed)
        words = TextWords(name)
        isItem = HeaderHints.isItem(words)
        // Ids and times differ from row to row.
        let isWide =
            HeaderHints.receipt.contains(words.key) || [Role.id, .time].contains(Role.byKey[words.key])
            || words.hasAny(["id", "번호"] + HeaderHints.time)
        (cellsMax, bytesMax) = isWide ? (1 << 20, 32 << 20) : (Self.valuesMax, 1 << 20)
    }

    package static func == (one: ExportColumn, other: ExportColumn) -> Bool { one.index == other.index }

    /// The name, as names match.
    var key: String { words.key }
    var texts: [String] { values.map(\.text) }
    /// The number of counted rows whose cell is empty.
    package var emptyRows: Int { counts[0] }
    /// The number of distinct cells in counted rows, without the empty cell.
    package var distinct: Int { counts.dropFirst().count { $0 > 0 } }
    /// Whether the column has so few different values that they may distinguish kinds of rows.
    var hasFewValues: Bool { !hasMoreValues && (1...50).contains(values.count) }
    /// Whether any cell but the empty one occurs in several counted rows.
    var hasRepeats: Bool { counts.dropFirst().contains { $0 > 1 } }

    /// Whether the cell of a row that is kept is empty.
    func isEmpty(_ row: Int) -> Bool { codes[row] == Self.empty }

    /// A test of the rows that are kept by the column's cells; it is false for a cell that is not kept.
    func rowTest(_ holds: (String) -> Bool) -> (_ row: Int) -> Bool {
        let answers = map(holds)
        return { [codes] row in codes[row] != Self.other && answers[Int(codes[row])] }
    }

    /// The text of a code other than `other`.
    func cell(_ code: UInt32) -> String { String(decoding: bytes(code), as: UTF8.self) }

    /// The bytes of a code other than `other`.
    func bytes(_ code: UInt32) -> ArraySlice<UInt8> {
        code == Self.empty ? [] : text[ends[Int(code) - 1]..<ends[Int(code)]]
    }

    /// Evaluates a function for each distinct cell, in the order of codes, starting with the empty cell.
    func map<Answer>(_ transform: (String) -> Answer) -> [Answer] { ends.indices.map { transform(cell(UInt32($0))) } }

    /// The share of counted rows, from 0 to 1, whose value satisfies a condition; 0 if none has a value.
    func share(_ holds: (String) -> Bool) -> Double {
        let rows = values.reduce(0) { $0 + $1.count }
        return rows == 0 ? 0 : Double(values.reduce(0) { $0 + (holds($1.text) ? $1.count : 0) }) / Double(rows)
    }

    /// The distinct cells in some rows, or in all rows for nil, in order of first appearance; only cells that are kept.
    func cells(in rows: [Int]?) -> [(text: String, rows: Int)] {
        var counts = counts
        if let rows {
            counts = counts.map { _ in 0 }
            for row in rows where codes[row] != Self.other { counts[Int(codes[row])] += 1 }
        }
        return counts.indices.filter { counts[$0] > 0 }.map { (cell(UInt32($0)), counts[$0]) }
    }

    /// The meanings that the column may have by its name, if another column contains the quantities or not.
    func kinds(hasQuantity: Bool = true) -> [Ambiguity.Column] {
        AmbiguousColumns.kinds(words, hasQuantity: hasQuantity)
    }

    // MARK: - Reading

    mutating func code(of cell: ByteView) -> UInt32 {
        if cell.isEmpty { return Self.empty }
        if cell.count > Self.cellBytesMax { return Self.other }
        let hash = IDHash(cell, seed: seed).low
        if hash == last.hash { return last.code }
        guard ends.count <= cellsMax, text.count + cell.count <= bytesMax else {
            return codesByHash[hash] ?? Self.other
        }
        // One search finds the code or stores a new one.
        func read(_ code: inout UInt32) -> UInt32 { code }
        let code = read(&codesByHash[hash, default: UInt32(ends.count)])
        last = (hash, code)
        guard Int(code) == ends.count else { return code }
        text += cell
        ends.append(text.count)
        counts.append(0)
        // Spreadsheets name the subtotal of an item so.
        let isSubtotal = isItem && String(decoding: cell, as: UTF8.self).hasSuffix(" 요약")
        areTotals.append(isSubtotal || AmbiguousCell.isTotal(cell))
        return code
    }

    /// Counts the cell of the next row, for whose code there may be memory.
    mutating func add(_ code: UInt32, isStored: Bool) {
        if code == Self.other { hasMore = true } else { counts[Int(code)] += 1 }
        if isStored { codes.append(code) }
    }

    mutating func listValues() {
        let counted = (1..<ends.count).filter { counts[$0] > 0 }.prefix(Self.valuesMax)
        let ordered = counted.sorted { a, b in (-counts[a], a) < (-counts[b], b) }
        values = ordered.map { (cell(UInt32($0)), counts[$0]) }
        hasMoreValues = hasMore || distinct > values.count
    }
}
