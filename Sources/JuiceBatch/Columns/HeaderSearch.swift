internal import CSV

/// The search for the header among the first records of an input, below any titles.
struct HeaderSearch {
    private static let recordsMax = 100

    /// The names of columns that the header must contain exactly once, by `nameKey`.
    private let named: [String: String]
    private let isItemNamed: Bool
    /// The delimiters with which all records so far could be parsed.
    private var delimiters: [Delimiter]
    private var records = 0
    /// Whether the maximum number of records has been examined without finding the header.
    var isExhausted: Bool { records == Self.recordsMax }
    /// The record most like the header, with the named columns that it lacks; nil if there is none.
    ///
    /// It is the one with the lowest rank, the number of columns that it lacks, of those with the item's column and at
    /// least half of the named ones. After these comes the first with exactly one of the usual names for items, which
    /// may be the header of a file of another kind.
    private(set) var nearest: (line: Int, missing: [String], rank: Int)?

    init(options: ReadingOptions, delimiters: [Delimiter]) {
        named = Dictionary(options.columnNames.map { (nameKey($0), $0) }) { first, _ in first }
        isItemNamed = !(options.columns.columns[.item]?.names.isEmpty ?? true)
        self.delimiters = delimiters
    }

    /// Examines the next record that is not blank, on a line from 1, and returns the delimiter with which it is the
    /// header.
    ///
    /// - Throws: If this record or an earlier one is invalid with each delimiter, the error after the most valid bytes,
    ///   with its line from 1.
    mutating func add(
        _ record: HeaderReader.Record, _ reader: HeaderReader, line: Int
    ) throws(CSVError) -> Delimiter? {
        records += 1
        var lastError: (csvError: CSVError, at: Int)?
        var candidates: [Delimiter] = []
        for delimiter in delimiters {
            let (found, csvError) = reader.cells(record, delimiter, CSVLimits())
            if let csvError {
                let at = reader.validByteCount(record, delimiter)
                if at > lastError?.at ?? -1 { lastError = (csvError, at) }
                continue
            }
            let keys = found.map { nameKey(String(decoding: $0, as: UTF8.self)) }
            if isHeader(keys) { return delimiter }
            updateNearest(keys, line: line)
            candidates.append(delimiter)
        }
        delimiters = candidates
        if candidates.isEmpty, let lastError { throw lastError.csvError.inFile(line: line) }
        return nil
    }

    private func isHeader(_ keys: [String]) -> Bool {
        named.keys.allSatisfy { name in keys.count { $0 == name } == 1 } && (isItemNamed || hasUsualItemName(keys))
    }

    private func hasUsualItemName(_ keys: [String]) -> Bool { keys.count { Role.byKey[$0] == .item } == 1 }

    /// Remembers a record that is not the header if it is more like it than the nearest record so far.
    private mutating func updateNearest(_ keys: [String], line: Int) {
        guard named.keys.allSatisfy({ name in keys.count { $0 == name } <= 1 }) else { return }
        let missing = named.filter { !keys.contains($0.key) }.values.sorted()
        let found = named.count - missing.count + (isItemNamed ? 0 : 1)
        let hasUsualName = hasUsualItemName(keys)
        let isSimilar = (isItemNamed || hasUsualName) && found >= missing.count
        guard isSimilar || hasUsualName else { return }
        let rank = isSimilar ? missing.count : .max
        if nearest.map({ rank < $0.rank }) ?? true { nearest = (line, missing, rank) }
    }
}
