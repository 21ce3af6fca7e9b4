internal import CSV

/// The search for the header among the first records of an input, which may have titles above it.
struct HeaderSearch {
    /// The result of examining a record.
    enum Step {
        case title
        /// The header, with this delimiter.
        case header(Delimiter)
        /// No delimiter is left that fits the records so far; the error's line counts from 1.
        case fault(CSVError)
        /// None of the examined records is the header.
        case nowhere
    }

    /// The maximum number of records examined.
    private static let recordsMax = 100

    /// The names of all columns that the settings and options name, by their keys (`nameKey`); a header contains each
    /// exactly once.
    private let named: [String: String]
    private let isItemNamed: Bool
    /// The delimiters under which all has been in order so far.
    private var delimiters: [Delimiter]
    private var records = 0
    /// The record that lacks the fewest of the named columns, but has the item's and half of them all; nil if there is none.
    private(set) var nearest: (line: Int, missing: [String])?

    /// - Parameter delimiters: those to be tried, in their order.
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
    ///   - cells: reads it with a delimiter, up to its error if it has one, whose line counts from 0 within the record.
    ///   - line: the line on which it starts, from 1.
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

    /// Whether a record has one column of the item by its header, where no setting and no option names it.
    private func hasItem(_ keys: [String]) -> Bool { isItemNamed || keys.count { Role.byKey[$0] == .item } == 1 }

    /// Compares a record that is no header with the nearest so far.
    private mutating func compare(_ keys: [String], line: Int) {
        let missing = named.filter { !keys.contains($0.key) }
        let found = named.count - missing.count + (isItemNamed ? 0 : 1)
        guard hasItem(keys), found >= missing.count, missing.count < nearest?.missing.count ?? .max,
            named.keys.allSatisfy({ name in keys.count { $0 == name } <= 1 })
        else { return }
        nearest = (line, missing.values.sorted())
    }
}
