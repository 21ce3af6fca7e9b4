internal import CSV

/// The search for the header among the first records of an input, below any titles.
struct HeaderSearch {
    /// The maximum number of records examined.
    private static let recordsMax = 100

    /// The names of all columns that settings and options name, by `nameKey`; the header must contain each exactly
    /// once.
    private let named: [String: String]
    /// Whether settings or options name the column of the item.
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

    /// Creates a search that has not examined any record.
    ///
    /// - Parameter delimiters: The delimiters to try, in this order.
    init(options: ReadingOptions, delimiters: [Delimiter]) {
        named = Dictionary(options.columnNames.map { (nameKey($0), $0) }) { first, _ in first }
        isItemNamed = !(options.columns.columns[.item]?.names.isEmpty ?? true)
        self.delimiters = delimiters
    }

    /// Examines the next record that is not blank.
    ///
    /// - Parameters:
    ///   - cells: Parses the record with a delimiter, up to its first error, whose line counts from 0 within the
    ///     record.
    ///   - validByteCount: The number of bytes of the record before its first error with a delimiter.
    ///   - line: The line on which the record starts, from 1.
    /// - Returns: The delimiter with which the record is the header; nil if it is not the header.
    /// - Throws: If this record or an earlier one is invalid with each delimiter, the error after the most valid bytes,
    ///   with its line from 1.
    mutating func add(
        _ cells: (Delimiter) -> (cells: [[UInt8]], csvError: CSVError?), validByteCount: (Delimiter) -> Int, line: Int
    ) throws(CSVError) -> Delimiter? {
        records += 1
        var lastError: (csvError: CSVError, at: Int)?
        var candidates: [Delimiter] = []
        for delimiter in delimiters {
            let (found, csvError) = cells(delimiter)
            if let csvError {
                let at = validByteCount(delimiter)
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
        named.keys.allSatisfy { name in keys.count { $0 == name } == 1 } && hasItem(keys)
    }

    /// Whether the column of the item is known: settings or options name it, or exactly one cell is a name for items.
    private func hasItem(_ keys: [String]) -> Bool { isItemNamed || hasUsualItemName(keys) }

    private func hasUsualItemName(_ keys: [String]) -> Bool { keys.count { Role.byKey[$0] == .item } == 1 }

    /// Remembers a record that is not the header if it is more like it than the nearest record so far.
    private mutating func updateNearest(_ keys: [String], line: Int) {
        let missing = named.filter { !keys.contains($0.key) }
        let found = named.count - missing.count + (isItemNamed ? 0 : 1)
        guard named.keys.allSatisfy({ name in keys.count { $0 == name } <= 1 }) else { return }
        let candidate = (line, missing.values.sorted())
        if hasItem(keys), found >= missing.count, missing.count < mostComplete?.missing.count ?? .max {
            mostComplete = candidate
        }
        if firstWithUsualName == nil, hasUsualItemName(keys) { firstWithUsualName = candidate }
    }
}
