/// Looks for the header under `--header find`.
enum PlainHeaderSearch {
    /// Where the header was found.
    struct Found {
        /// The text, read with the delimiter under which it was found.
        var table: PlainTable
        /// The delimiter.
        var delimiter: UInt8
        /// Number of the header's record, from 0.
        var header: Int
    }

    /// What the search comes to.
    enum Result {
        /// A header.
        case found(Found)
        /// No record fits.
        case none
        /// Under every delimiter something that cannot be read comes first; this is the furthest on.
        case fault(PlainFault)
    }

    /// How many records are looked at, blank ones aside.
    private static let recordLimit = 100

    /// Tries the delimiters on a text and takes the earliest header.
    ///
    /// - Parameter read: parses the text with a delimiter.
    static func find(delimiters: [UInt8], options: PlainOptions, read: (UInt8) -> PlainTable) -> Result {
        var best: Found?
        var faults: [(fault: PlainFault, offset: Int)] = []
        for delimiter in delimiters {
            let table = read(delimiter)
            let records = table.records.indices.filter { !isBlank(table.records[$0].cells) }.prefix(recordLimit)
            let header = records.first { isHeader(table.records[$0].cells, options) }
            guard let header else {
                if records.count < recordLimit, let fault = table.fault { faults.append((fault, table.faultOffset)) }
                continue
            }
            let line = table.records[header].line
            if let best, best.table.records[best.header].line <= line { continue }
            best = Found(table: table, delimiter: delimiter, header: header)
        }
        if let best { return .found(best) }
        guard faults.count == delimiters.count else { return .none }
        let furthest = faults.map(\.offset).max()
        return faults.first { $0.offset == furthest }.map { .fault($0.fault) } ?? .none
    }

    /// True for nothing but White_Space, quotes and the four delimiters.
    static func isBlank(_ cells: [String]) -> Bool {
        cells.joined().unicodeScalars.allSatisfy { scalar in
            scalar.properties.isWhitespace || ["\"", ",", ";", "|"].contains(scalar)
        }
    }

    /// True where the item column and every column that an option or setting names stand once each.
    private static func isHeader(_ cells: [String], _ options: PlainOptions) -> Bool {
        var header = cells
        while let last = header.last, PlainText.isBlank(last) { header.removeLast() }
        func count(_ names: [String]) -> Int { header.count { PlainText.matches($0, names) } }
        guard options.namedColumns.allSatisfy({ count([$0]) == 1 }) else { return false }
        let isItemNamed = options.effectiveColumns.contains { $0.role == .item && !$0.names.isEmpty }
        return isItemNamed || count(PlainRole.item.headerNames) == 1
    }
}
