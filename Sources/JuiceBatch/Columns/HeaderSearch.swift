internal import CSV

/// The search for the header among the first records of an input, below any titles.
struct HeaderSearch {
    /// The result of examining a record.
    enum Step {
        case title
        /// The record is the header, with this delimiter.
        case header(Delimiter)
        /// Every delimiter has led to an error in the records so far; the line counts from 1.
        case fault(CSVError)
        /// The maximum number of records was examined without finding the header.
        case nowhere
    }

    /// The maximum number of records examined.
    private static let recordsMax = 100

    /// The names of all columns that settings and options name, by `nameKey`; the header must contain each exactly
    /// once.
    private let named: [String: String]
    private let isItemNamed: Bool
    /// The delimiters with which all records so far could be parsed.
    private var delimiters: [Delimiter]
    private var records = 0
    /// The record most like the header: it lacks the fewest of the named columns, but has the item's and at least half
    /// of all.
    ///
    /// Nil if there is no such record.
    private(set) var nearest: (line: Int, missing: [String])?

    /// - Parameter delimiters: The delimiters to try, in this order.
    init(options: ReadingOptions, delimiters: [Delimiter]) {
        let ofRoles = options.columns.columns.values.flatMap(\.names)
        let others = options.exportSettings.columns.map(\.name) + [options.shopColumn].compactMap(\.self)
        named = Dictionary((ofRoles + others).map { (nameKey($0), $0) }) { first, _ in first }
        isItemNamed = !(options.columns.columns[.item]?.names.isEmpty ?? true)
        self.delimiters = delimiters
    }

    /// Examines the next record that is not blank.
    ///
    /// - Parameters:
    ///   - cells: Parses the record with a delimiter, up to its first error, whose line counts from 0 within the
    ///     record.
    ///   - line: The line on which the record starts, from 1.
    mutating func add(
        _ cells: (Delimiter) -> (cells: [[UInt8]], fault: CSVError?), line: Int
    ) -> Step {
        records += 1
        if records > Self.recordsMax { return .nowhere }
        var lastFault: CSVError?
        var left: [Delimiter] = []
        for delimiter in delimiters {
            let (found, fault) = cells(delimiter)
            if let fault {
                if fault.line > lastFault?.line ?? -1 { lastFault = fault }
                continue
            }
            let keys = found.map { nameKey(String(decoding: $0, as: UTF8.self)) }
            if isHeader(keys) { return .header(delimiter) }
            compare(keys, line: line)
            left.append(delimiter)
        }
        delimiters = left
        if left.isEmpty, let lastFault { return .fault(lastFault.inFile(line: line)) }
        return .title
    }

    private func isHeader(_ keys: [String]) -> Bool {
        named.keys.allSatisfy { name in keys.count { $0 == name } == 1 } && hasItem(keys)
    }

    /// Whether the item column is known: it is named by a setting or an option, or exactly one name in the record is an
    /// item's.
    private func hasItem(_ keys: [String]) -> Bool { isItemNamed || keys.count { Role.byKey[$0] == .item } == 1 }

    /// Remembers a record that is not the header if it is more like it than the nearest record so far.
    private mutating func compare(_ keys: [String], line: Int) {
        let missing = named.filter { !keys.contains($0.key) }
        let found = named.count - missing.count + (isItemNamed ? 0 : 1)
        guard hasItem(keys), found >= missing.count, missing.count < nearest?.missing.count ?? .max,
            named.keys.allSatisfy({ name in keys.count { $0 == name } <= 1 })
        else { return }
        nearest = (line, missing.values.sorted())
    }
}
