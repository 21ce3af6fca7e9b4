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
    /// A record that is not the header, and the named columns that it lacks.
    typealias Candidate = (line: Int, missing: [String])
    /// The record that lacks the fewest columns, of those with the item's column and at least half of the named ones.
    private var mostComplete: Candidate?
    /// The first record with exactly one of the usual names for items; it may be the header of a file of another kind.
    private var firstWithUsualName: Candidate?

    /// The record most like the header; nil if there is none.
    var nearest: Candidate? { mostComplete ?? firstWithUsualName }

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
        let missing = named.filter { !keys.contains($0.key) }
        let found = named.count - missing.count + (isItemNamed ? 0 : 1)
        guard named.keys.allSatisfy({ name in keys.count { $0 == name } <= 1 }) else { return }
        let candidate = (line, missing.values.sorted())
        let hasUsualName = hasUsualItemName(keys)
        if isItemNamed || hasUsualName, found >= missing.count,
            missing.count < mostComplete?.missing.count ?? .max
        {
            mostComplete = candidate
        }
        if hasUsualName { firstWithUsualName = firstWithUsualName ?? candidate }
    }
}
