import Foundation

struct PlainHeaderWords {
    private let matchable: String
    private let english: Set<String>

    init(_ header: String) {
        matchable = PlainText.matchable(header)
        let letters = CharacterSet(charactersIn: "A"..."Z").union(CharacterSet(charactersIn: "a"..."z"))
        // Letters that become others in lower case only are rare, and none of them is a capital among small ones.
        let runs = header.precomposedStringWithCompatibilityMapping.unicodeScalars
            .split { !letters.contains($0) }.map { PlainText.string($0) }
        english = Set(runs.flatMap { [$0] + Self.parts(of: $0) }.map { $0.lowercased() })
    }

    /// `OrderStatus` is `Order` and `Status`; `RQty` is `R` and `Qty`.
    private static func parts(of run: String) -> [String] {
        if run == run.lowercased() || run == run.uppercased() { return [run] }
        return run.replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2)" }
            .replacing(/([A-Z])([A-Z][a-z])/) { "\($0.1) \($0.2)" }
            .split(separator: " ").map(String.init)
    }

    /// Whether one of its English words starts with one of `beginnings`, which are separated by blanks.
    func begins(_ beginnings: String) -> Bool {
        english.contains { word in beginnings.split(separator: " ").contains { word.hasPrefix($0) } }
    }

    /// Whether the header matches, as names do, one of `headers`, which are separated by blanks.
    func isOne(of headers: String) -> Bool {
        headers.split(separator: " ").contains { PlainText.matchable(String($0)) == matchable }
    }

    /// Whether the header contains one of the Hangul words, or has one of the English words among its runs of letters;
    /// both lists are separated by blanks.
    func has(hangul: String = "", english words: String = "") -> Bool {
        // By what it is made of: a mark behind a syllable takes no word away.
        let bytes = Array(matchable.utf8)
        return hangul.split(separator: " ").contains { word in
            bytes.indices.contains { bytes[$0...].starts(with: word.utf8) }
        } || !english.isDisjoint(with: words.split(separator: " ").map(String.init))
    }

    /// Whether the header means an amount of money, not a number of items.
    var isOfMoney: Bool {
        has(hangul: "가격 단가 금액 수수료", english: "cost amount fee tax")
            || (has(english: "price") && !isOne(of: "price-point-name"))
    }
}

enum PlainHeaderSearch {
    /// The text, read with the delimiter under which a header was found, and the number of its record, from 0.
    typealias Found = (table: PlainTable, delimiter: UInt8, header: Int)

    /// The maximum number of records examined, without blank ones.
    private static let recordLimit = 100

    /// Tries the delimiters on a text and takes the earliest header.
    ///
    /// - Parameter read: parses the text with a delimiter.
    /// - Returns: it, or where something that cannot be read comes first under every delimiter, the furthest on of that.
    static func find(
        delimiters: [UInt8], options: PlainOptions, read: (UInt8) -> PlainTable
    ) -> (found: Found?, fault: (line: Int, code: String)?) {
        var best: Found?
        var faulty: [PlainTable] = []
        for delimiter in delimiters {
            let table = read(delimiter)
            let records = table.records.indices.filter { !PlainStart.isBlank(table.records[$0].cells.joined()) }
                .prefix(recordLimit)
            if let header = records.first(where: { isHeader(table.records[$0].cells, options) }) {
                let isEarlier = best.map { table.records[header].line < $0.table.records[$0.header].line } ?? true
                if isEarlier { best = (table, delimiter, header) }
            } else if records.count < recordLimit, table.fault != nil {
                faulty.append(table)
            }
        }
        let furthest = faulty.map(\.faultOffset).max()
        let isFaulty = best == nil && faulty.count == delimiters.count
        return (best, isFaulty ? faulty.first { $0.faultOffset == furthest }?.fault : nil)
    }

    /// Whether the item column and every column that an option or setting names occur exactly once.
    private static func isHeader(_ cells: [String], _ options: PlainOptions) -> Bool {
        let header = PlainColumns.trimmed(cells)
        func count(_ names: [String]) -> Int { header.count { PlainText.matches($0, names) } }
        guard options.namedColumns.allSatisfy({ count([$0]) == 1 }) else { return false }
        let isItemNamed = options.effectiveColumns.contains { $0.role == .item && !$0.names.isEmpty }
        return isItemNamed || count(PlainRole.item.headerNames) == 1
    }
}
