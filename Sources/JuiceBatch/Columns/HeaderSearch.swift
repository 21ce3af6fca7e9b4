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
    var isExhausted: Bool { records == Self.recordsMax }
    /// The record most like the header, with the named columns that it lacks; nil if there is none.
    ///
    /// Of records with the item's column and at least half of the named ones, it lacks the fewest; without such, it is
    /// the first with exactly one of the usual names for items, which may be the header of a file of another kind.
    private(set) var nearest: (line: Int, missing: [String], rank: Int)?

    init(options: ReadingOptions, delimiters: [Delimiter]) {
        named = Dictionary(options.columnNames.map { (nameKey($0), $0) }) { first, _ in first }
        isItemNamed = !(options.columns.columns[.item]?.names.isEmpty ?? true)
        self.delimiters = delimiters
    }

    /// Examines the next record that is not blank, on a line from 1; returns the delimiter with which it is the header.
    ///
    /// - Throws: If this record or an earlier one is invalid with each delimiter, the error after the most valid bytes.
    mutating func add(
        _ record: HeaderReader.Record, _ reader: HeaderReader, line: Int
    ) throws(BatchError) -> Delimiter? {
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
            candidates.append(delimiter)
            let keys = found.map { nameKey(String(decoding: $0, as: UTF8.self)) }
            if named.keys.contains(where: { name in keys.count { $0 == name } > 1 }) { continue }
            let missing = named.filter { !keys.contains($0.key) }.values.sorted()
            let hasUsualName = keys.count { Role.byKey[$0] == .item } == 1
            let hasItem = isItemNamed || hasUsualName
            if hasItem && missing.isEmpty { return delimiter }
            let isSimilar = hasItem && named.count + (isItemNamed ? 0 : 1) >= 2 * missing.count
            guard isSimilar || hasUsualName else { continue }
            let rank = isSimilar ? missing.count : .max
            if nearest.map({ rank < $0.rank }) ?? true { nearest = (line, missing, rank) }
        }
        delimiters = candidates
        if candidates.isEmpty, let lastError { throw reader.refusal(lastError.csvError.inFile(line: line)) }
        return nil
    }
}
