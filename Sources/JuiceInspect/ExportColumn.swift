internal import CSV
internal import JuiceBatch

/// A column of an export: its distinct cells, each stored once and identified by a code, and the code of each row.
package struct ExportColumn: Sendable {
    /// A trimmed value and the number of rows with it.
    package struct Value: Sendable, Equatable {
        package let text: String
        package let count: Int

        package init(_ text: String, _ count: Int) {
            self.text = text
            self.count = count
        }
    }

    /// The code of an empty cell.
    ///
    /// `other` is the code of a cell that is not kept, because it is too long or there are too many distinct cells.
    static let empty: UInt32 = 0
    static let other: UInt32 = .max
    /// The maximum length of a cell that is kept, in bytes.
    static let cellBytesMax = 4_096
    /// The maximum number of different values that are listed.
    package static let valuesMax = 10_000

    /// The name in the header, as spelled.
    package let name: String
    let words: TextWords
    /// Whether settings can refer to the column: its name is not empty and no other column has it.
    let isNameable: Bool
    /// The maximum number of distinct cells, and of their bytes.
    private let cellsMax: Int
    private let bytesMax: Int

    private var text: [UInt8] = []
    /// The end of each distinct cell in `text`; the one of code `c` ends at `ends[c]`.
    private var ends = [0]
    // A Swift dictionary would take twice as long if cells differ from row to row.
    private var hashes = [0]
    /// The codes in an open-addressing table by hash; 0 for an empty slot.
    private var places = [UInt32](repeating: 0, count: 64)
    private var last = ExportColumn.empty
    /// Whether a distinct cell looks like a total, by code.
    private(set) var areTotals = [false]
    /// The number of counted rows for each code; 0 for a cell that occurs only in totals rows.
    private(set) var counts = [0]
    /// The code of each row that is kept.
    private(set) var codes: [UInt32] = []
    /// Whether a counted row has a cell that is not kept.
    private(set) var hasMore = false

    /// The values except the empty one, most frequent first, then in order of first appearance.
    package private(set) var values: [Value] = []
    /// Whether there are more different values than are listed.
    package private(set) var hasMoreValues = false

    init(_ name: String, isNameable: Bool) {
        self.name = name
        self.isNameable = isNameable
        words = TextWords(name)
        // Ids and times differ from row to row.
        let isWide = HeaderHints.mayDifferFromRowToRow(words)
        (cellsMax, bytesMax) = isWide ? (1 << 20, 32 << 20) : (Self.valuesMax, 1 << 20)
    }

    /// The name, as names match.
    var key: String { words.key }
    /// The number of rows in which the cell is empty.
    package var emptyRows: Int { counts[0] }
    /// The number of distinct cells in counted rows.
    var distinct: Int { counts.dropFirst().count { $0 > 0 } }
    /// Whether a distinct cell stands in several counted rows.
    var hasRepeats: Bool { counts.dropFirst().contains { $0 > 1 } }

    /// The text of a code other than `other`.
    func cell(_ code: UInt32) -> String { withBytes(code) { String(decoding: $0, as: UTF8.self) } }

    /// Runs a closure with the bytes of a code other than `other`.
    func withBytes<Value>(_ code: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        let start = code == Self.empty ? 0 : ends[Int(code) - 1]
        return text.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<ends[Int(code)]])) }
    }

    /// Evaluates a function for each distinct cell, in the order of codes, starting with the empty cell.
    func map<Answer>(_ transform: (String) -> Answer) -> [Answer] { ends.indices.map { transform(cell(UInt32($0))) } }

    /// The share of counted rows, from 0 to 1, whose value satisfies a condition; 0 if none has a value.
    func share(_ holds: (String) -> Bool) -> Double {
        let rows = values.reduce(0) { $0 + $1.count }
        return rows == 0 ? 0 : Double(values.reduce(0) { $0 + (holds($1.text) ? $1.count : 0) }) / Double(rows)
    }

    // MARK: - Reading

    /// The code of a trimmed cell.
    mutating func code(of cell: UnsafeBufferPointer<UInt8>) -> UInt32 {
        if cell.isEmpty { return Self.empty }
        if last != Self.empty, isCell(last, cell) { return last }
        if cell.count > Self.cellBytesMax { return Self.other }
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(cell))
        let hash = hasher.finalize()
        let place = place(of: hash) { isCell($0, cell) }
        if places[place] == 0 {
            guard ends.count <= cellsMax, text.count + cell.count <= bytesMax else { return Self.other }
            places[place] = UInt32(ends.count)
            text.append(contentsOf: cell)
            ends.append(text.count)
            hashes.append(hash)
            counts.append(0)
            areTotals.append(AmbiguousCell.isTotal(cell))
            last = places[place]
            if ends.count * 2 > places.count { growPlaces() }
        } else {
            last = places[place]
        }
        return last
    }

    private func isCell(_ code: UInt32, _ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        let (start, end) = (ends[Int(code) - 1], ends[Int(code)])
        return end - start == cell.count && cell.indices.allSatisfy { text[start + $0] == cell[$0] }
    }

    /// The slot of a code with a hash, or the empty slot in which it belongs.
    private func place(of hash: Int, _ isWanted: (UInt32) -> Bool) -> Int {
        var place = hash & (places.count - 1)
        while places[place] != 0, hashes[Int(places[place])] != hash || !isWanted(places[place]) {
            place = (place + 1) & (places.count - 1)
        }
        return place
    }

    private mutating func growPlaces() {
        places = Array(repeating: 0, count: places.count * 4)
        for code in 1..<ends.count { places[place(of: hashes[code]) { _ in false }] = UInt32(code) }
    }

    /// Counts the cell of the next row.
    ///
    /// - Parameter isKept: whether there is memory for the row's code.
    mutating func add(_ code: UInt32, isKept: Bool) {
        if code == Self.other { hasMore = true } else { counts[Int(code)] += 1 }
        if isKept { codes.append(code) }
    }

    /// Lists the values, once all rows have been added.
    mutating func listValues() {
        let counted = (1..<ends.count).filter { counts[$0] > 0 }.prefix(Self.valuesMax)
        let ordered = counted.sorted { a, b in (-counts[a], a) < (-counts[b], b) }
        values = ordered.map { Value(cell(UInt32($0)), counts[$0]) }
        hasMoreValues = hasMore || distinct > values.count
    }
}
