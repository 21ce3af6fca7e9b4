internal import CSV

/// The cells of one column, each distinct one kept once and named by a code.
struct CellTable: Sendable {
    /// The code of an empty cell, and of one that is not kept since there are too many others.
    static let empty: UInt32 = 0
    static let other: UInt32 = .max

    /// The maximum length of a cell that is kept, in bytes.
    static let cellBytesMax = 4_096

    /// The number of distinct cells that are kept, and of their bytes.
    struct Limits: Sendable {
        let cells: Int
        let bytes: Int

        static let standard = Limits(cells: ColumnSurvey.distinctMax, bytes: 1 << 20)
        /// The limits for ids and times, which differ from row to row.
        static let wide = Limits(cells: 1 << 20, bytes: 32 << 20)
    }

    private let limits: Limits
    private var text: [UInt8] = []
    /// The end of each distinct cell in `text`; the one of code `c` ends at `ends[c]`.
    private var ends: [Int] = [0]
    private var hashes: [Int] = [0]
    /// The number of rows by code; 0 for a cell that stands only in rows that are not counted.
    private(set) var counts: [Int] = [0]
    /// Whether a distinct cell looks like a total, by code.
    private(set) var areTotals: [Bool] = [false]
    /// The codes by hash; 0 for a free place.
    private var places: [UInt32] = Array(repeating: 0, count: 64)
    private var last = CellTable.empty

    /// The code of each row.
    var codes: [UInt32] = []
    private(set) var hasMore = false
    private(set) var repeatsAbove = 0
    private var above = CellTable.empty
    private var isRowNumber = true

    init(_ limits: Limits) { self.limits = limits }

    /// The number of distinct cells that are kept.
    var count: Int { ends.count - 1 }

    /// The number of distinct cells in counted rows.
    var distinct: Int { counts.dropFirst().count { $0 > 0 } }

    /// Whether a distinct cell stands in several counted rows.
    var hasRepeats: Bool { counts.dropFirst().contains { $0 > 1 } }

    /// The text of a code other than `other`.
    func cell(_ code: UInt32) -> String {
        if code == Self.empty { return "" }
        return String(decoding: text[ends[Int(code) - 1]..<ends[Int(code)]], as: UTF8.self)
    }

    /// Runs a closure with the bytes of a code other than `other`.
    func withBytes<Value>(_ code: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        text.withUnsafeBufferPointer { bytes in
            if code == Self.empty { return body(UnsafeBufferPointer(rebasing: bytes[0..<0])) }
            return body(UnsafeBufferPointer(rebasing: bytes[ends[Int(code) - 1]..<ends[Int(code)]]))
        }
    }

    /// Answers a question about each distinct cell, by code; that of the empty one comes first.
    func map<Value>(_ transform: (String) -> Value) -> [Value] {
        (0...count).map { transform(cell(UInt32($0))) }
    }

    /// The code of a trimmed cell.
    mutating func code(of cell: UnsafeBufferPointer<UInt8>) -> UInt32 {
        if cell.isEmpty { return Self.empty }
        if last != Self.empty, isCell(last, cell) { return last }
        if cell.count > Self.cellBytesMax { return Self.other }
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(cell))
        let hash = hasher.finalize()
        var place = hash & (places.count - 1)
        while places[place] != 0 {
            let code = places[place]
            if hashes[Int(code)] == hash, isCell(code, cell) {
                last = code
                return code
            }
            place = (place + 1) & (places.count - 1)
        }
        guard count < limits.cells, text.count + cell.count <= limits.bytes else { return Self.other }
        return insert(cell, hash, at: place)
    }

    private func isCell(_ code: UInt32, _ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        let (start, end) = (ends[Int(code) - 1], ends[Int(code)])
        guard end - start == cell.count else { return false }
        for at in cell.indices where text[start + at] != cell[at] { return false }
        return true
    }

    private mutating func insert(_ cell: UnsafeBufferPointer<UInt8>, _ hash: Int, at place: Int) -> UInt32 {
        let code = UInt32(ends.count)
        text.append(contentsOf: cell)
        ends.append(text.count)
        hashes.append(hash)
        counts.append(0)
        areTotals.append(TotalsWord.isOne(cell))
        places[place] = code
        last = code
        if ends.count * 2 > places.count { grow() }
        return code
    }

    private mutating func grow() {
        places = Array(repeating: 0, count: places.count * 4)
        for code in 1..<ends.count {
            var place = hashes[code] & (places.count - 1)
            while places[place] != 0 { place = (place + 1) & (places.count - 1) }
            places[place] = UInt32(code)
        }
    }

    /// Counts the cell of the next row.
    ///
    /// - Parameter row: the row's number, from 1.
    mutating func count(_ code: UInt32, _ cell: UnsafeBufferPointer<UInt8>, row: Int) {
        if code == Self.other { hasMore = true } else { counts[Int(code)] += 1 }
        if code != Self.empty, code != Self.other, code == above { repeatsAbove += 1 }
        above = code
        if isRowNumber, Int(String(decoding: cell, as: UTF8.self)) != row { isRowNumber = false }
    }

    /// Forgets the counted rows, and keeps the distinct cells.
    mutating func startOver() {
        counts = counts.map { _ in 0 }
        codes = []
        hasMore = false
        repeatsAbove = 0
        above = Self.empty
        isRowNumber = true
    }

    /// The profile of the counted rows.
    func survey(name: String, place: Int) -> ColumnSurvey {
        var survey = ColumnSurvey(name: name, place: place)
        let counted = (1..<ends.count).lazy.filter { counts[$0] > 0 }.prefix(ColumnSurvey.distinctMax)
        let ordered = counted.sorted { a, b in (-counts[a], a) < (-counts[b], b) }
        survey.values = ordered.map { ColumnSurvey.Value(cell(UInt32($0)), counts[$0]) }
        survey.hasMoreValues = hasMore || distinct > survey.values.count
        survey.emptyRows = counts[0]
        survey.repeatsAbove = repeatsAbove
        survey.isRowNumber = isRowNumber && (hasMore || !survey.values.isEmpty)
        return survey
    }
}

/// The cells of an input's rows, as far as they fit in bounded memory: a code for each cell.
struct RowTable: Sendable {
    /// The maximum number of cells whose rows are kept; rows behind it are only counted.
    private static let cellsMax = 1 << 24

    var columns: [CellTable]
    /// The line of each row, from 1.
    private(set) var lines: [UInt32] = []
    /// A number for each row that rows with the same cells share, and hardly any others.
    private(set) var digests: [Int] = []
    private var scratch: [UInt32] = []

    /// - Parameter header: the names of the columns.
    init(header: [String]) {
        columns = header.map { CellTable(HeaderHints.isWide($0) ? .wide : .standard) }
    }

    static let none = RowTable(header: [])

    /// The number of rows that are kept.
    var count: Int { lines.count }

    /// Reads the trimmed cells of the next row, without adding it.
    ///
    /// - Returns: the first column whose cell looks like a total; nil if there is none.
    mutating func readNext(_ records: borrowing RecordBatch, _ row: Int) -> Int? {
        scratch.removeAll(keepingCapacity: true)
        var total: Int?
        for column in columns.indices {
            let bytes = trimmed(records.field(row, column))
            let code = columns[column].code(of: bytes)
            scratch.append(code)
            let isTotal = code == CellTable.other ? TotalsWord.isOne(bytes) : columns[column].areTotals[Int(code)]
            if isTotal, total == nil { total = column }
        }
        return total
    }

    /// Adds the row that was read last.
    ///
    /// - Parameters:
    ///   - line: its line, from 1.
    ///   - number: its number among the rows of the input, from 1.
    mutating func addNext(_ records: borrowing RecordBatch, _ row: Int, line: Int, number: Int) {
        let isKept = count * columns.count < Self.cellsMax && line <= UInt32.max
        var digest = Hasher()
        for column in columns.indices {
            let code = scratch[column]
            let cell = trimmed(records.field(row, column))
            columns[column].count(code, cell, row: number)
            guard isKept else { continue }
            columns[column].codes.append(code)
            if code == CellTable.other {
                digest.combine(bytes: UnsafeRawBufferPointer(cell))
            } else {
                digest.combine(code)
            }
        }
        if isKept {
            lines.append(UInt32(line))
            digests.append(digest.finalize())
        }
    }

    /// Forgets the counted rows.
    mutating func startOver() {
        for column in columns.indices { columns[column].startOver() }
        lines = []
        digests = []
    }
}

/// Words of rows that sum up others.
enum TotalsWord {
    /// No such word is longer, in bytes.
    private static let bytesMax = 64

    /// Whether a trimmed cell says that its row is a total.
    static func isOne(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        // Each has a Hangul syllable or the letter l.
        guard cell.count <= bytesMax, cell.contains(where: { $0 >= 0x80 || $0 | 0x20 == 0x6C }) else { return false }
        return AmbiguousCell.isTotal(String(decoding: cell, as: UTF8.self))
    }

    /// The first column of a row whose cell says that the row is a total.
    static func firstColumn(_ records: borrowing RecordBatch, _ row: Int) -> Int? {
        for column in 0..<records.fieldCount(row) where isOne(trimmed(records.field(row, column))) { return column }
        return nil
    }

    /// Whether a word sums up more than the rows of a file, such as those of the month so far.
    static func isCumulative(_ word: String) -> Bool {
        let key = nameKey(word).utf8
        return ["누계", "월계"].contains { key.contains($0.utf8) }
    }
}

extension HeaderHints {
    /// Whether a column may hold ids or times, which differ from row to row.
    static func isWide(_ header: String) -> Bool {
        let words = TextWords(header)
        return receipt.contains(words.key) || [Role.id, .time].contains(Role.byKey[words.key])
            || words.hasAny(["id", "번호"]) || words.hasAny(TimeColumns.words)
    }
}

extension InputSurvey {
    /// The names of items, as names match, in the rows that have one of some values in a column.
    func names(in found: ColumnFindings, where column: Int, isOneOf values: Set<String>) -> Set<String> {
        guard let item = found.item else { return [] }
        let isOurs = table.columns[column].map { values.contains($0) }
        var names: Set<String> = []
        var seen: Set<UInt64> = []
        let variant = found.variant.map { table.columns[$0] }
        for row in 0..<table.count {
            let (kind, code) = (table.columns[column].codes[row], table.columns[item].codes[row])
            guard kind != CellTable.other, isOurs[Int(kind)], code != CellTable.other else { continue }
            let size = variant?.codes[row] ?? CellTable.empty
            guard size != CellTable.other, seen.insert(UInt64(code) << 32 | UInt64(size)).inserted else { continue }
            let parts = [table.columns[item].cell(code), variant?.cell(size) ?? ""].filter { !$0.isEmpty }
            names.insert(nameKey(parts.joined(separator: " ")))
        }
        return names
    }
}
