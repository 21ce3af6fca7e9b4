/// Reads one input by the contract's second section.
package struct PlainInputReader {
    private static let failureHeader = [
        "file", "line", "id", "action", "item", "quantity", "code", "message", "shortage", "raw",
    ]

    private let options: PlainOptions
    private var input: PlainInput
    private var isFailureReport = false
    private var takesGuardOff = false
    private var header: [String] = []
    private var headerWidth = 0
    private var places: [PlainRole: Int] = [:]
    private var extraPlaces: [Int: PlainExtra] = [:]

    /// Reads an input that the reports call `file`.
    package static func read(_ bytes: [UInt8], file: String, options: PlainOptions) -> PlainInput {
        let empty = PlainInput(file: file, byteCount: bytes.count, sha256: PlainSHA256.hex(bytes))
        var reader = PlainInputReader(options: options, input: empty)
        reader.read(bytes)
        return reader.input
    }

    private init(options: PlainOptions, input: PlainInput) {
        self.options = options
        self.input = input
    }

    private mutating func refuse(_ code: String, _ line: Int) {
        let refusal = PlainRefusal(file: input.file, line: line, code: code)
        input.headerRefusal = input.headerRefusal ?? refusal
    }

    private mutating func read(_ bytes: [UInt8]) {
        let decoded = PlainEncoding.decode(bytes, forced: options.encoding)
        input.encoding = decoded.encoding
        var text = decoded.text
        var cut = decoded.isCut ? "bad_encoding" : nil
        if let nul = text.firstIndex(of: 0) {
            text.removeSubrange(nul...)
            cut = "nul_byte"
        }
        guard let start = PlainStart.find(text, isCut: cut != nil) else {
            refuse("no_header", 1)
            input.isHeaderReadable = false
            return
        }
        input.headerLine = start.line
        input.blank = start.blank
        let table = chooseTable(Array(text[start.offset...]), start: start, cut: cut)
        takesGuardOff = isFailureReport && decoded.hasMark
        input.blank += table.emptyLines
        guard let first = table.records.first else {
            if let fault = table.fault { refuse(fault.code, fault.line) }
            input.isHeaderReadable = false
            return
        }
        if isFailureReport { readFailureHeader(first.cells) } else { readHeader(first.cells) }
        input.rowRefusal = table.fault.map { PlainRefusal(file: input.file, line: $0.line, code: $0.code) }
        guard input.headerRefusal == nil, input.rowRefusal == nil else { return }
        for record in table.records.dropFirst() {
            if record.cells.allSatisfy({ PlainText.isBlank($0) }) {
                input.blank += 1
            } else {
                input.rows.append(row(record))
            }
        }
    }

    /// Parses with a comma if that makes it one of the program's own reports, else with the delimiter that applies.
    private mutating func chooseTable(_ body: [UInt8], start: PlainStart, cut: String?) -> PlainTable {
        let comma = UInt8(ascii: ",")
        // The ten columns of failure.csv count toward no limit.
        let own = PlainCSVReader.read(
            body, delimiter: comma, firstLine: start.line, exemptCells: Self.failureHeader.count, cut: cut)
        let names = own.records.first?.cells ?? own.openCells
        isFailureReport = names.starts(with: Self.failureHeader, by: PlainText.same)
        if isFailureReport { return own }
        let successHeader = Self.failureHeader.prefix(6) + ["message"]
        if names.count > 7, names.starts(with: successHeader, by: PlainText.same),
            names[7].utf8.starts(with: "재고_".utf8)
        {
            if !own.records.isEmpty { refuse("already_applied", 1) }
            return own
        }
        input.delimiter = options.delimiter ?? start.delimiter
        return PlainCSVReader.read(
            body, delimiter: input.delimiter, firstLine: start.line, exemptCells: 0, cut: cut)
    }

    private func cleaned(_ cell: String) -> String {
        takesGuardOff ? PlainCSVWriter.unguarded(cell) : cell
    }

    private mutating func readFailureHeader(_ cells: [String]) {
        header = cells
        headerWidth = cells.count
        places = [.id: 2, .action: 3, .item: 4, .quantity: 5]
        declareExtras(columns: Array(10..<max(10, cells.count)))
    }

    private mutating func readHeader(_ cells: [String]) {
        header = cells
        headerWidth = cells.count
        while let last = header.last, PlainText.isBlank(last) { header.removeLast() }
        if header.count > 256 { refuse("too_many_columns", input.headerLine) }
        let names = header.map { PlainText.matchable($0) }
        for (number, column) in options.columns.enumerated() where !column.name.isEmpty {
            let wanted = PlainText.matchable(column.name)
            let found = names.indices.filter { names[$0] == wanted }
            if found.count > 1 { refuse("duplicate_column", input.headerLine) }
            if let place = found.first {
                places[column.role] = place
                input.usedColumns.insert(number)
            }
        }
        for role in PlainRole.allCases where places[role] == nil {
            if options.columns.contains(where: { $0.role == role && $0.name.isEmpty }) { continue }
            let known = role.headerNames.map { PlainText.matchable($0) }
            let taken = Set(places.values)
            let found = names.indices.filter { !taken.contains($0) && known.contains(names[$0]) }
            if found.count > 1 { refuse("duplicate_column", input.headerLine) }
            places[role] = found.first
        }
        if places[.item] == nil { refuse("no_item_column", input.headerLine) }
        let roleColumns = Set(places.values)
        declareExtras(columns: header.indices.filter { !roleColumns.contains($0) })
    }

    private mutating func declareExtras(columns: [Int]) {
        var seen: [[UInt8]: Int] = [:]
        for column in columns {
            let name = Array(cleaned(header[column]).utf8)
            let extra = PlainExtra(name: name, repetition: seen[name, default: 0])
            seen[name, default: 0] += 1
            extraPlaces[column] = extra
            input.extras.append(extra)
        }
        if input.extras.count > 256 { refuse("too_many_columns", input.headerLine) }
    }

    private func row(_ record: PlainRecord) -> PlainRow {
        var row = PlainRow(file: input.file, line: record.line)
        let width = record.cells.count
        let isPadded = width == headerWidth && record.cells.dropFirst(header.count).allSatisfy { PlainText.isBlank($0) }
        if width != header.count && !isPadded {
            row.givenCode = "wrong_field_count"
            row.raw = PlainCSVWriter.record(record.cells)
            return row
        }
        let cells = record.cells.map { cleaned($0) }
        for (role, place) in places { row.roles[role] = PlainText.trimmed(cells[place]) }
        for (place, extra) in extraPlaces { row.extras[extra] = cells[place] }
        if isFailureReport {
            let code = PlainText.trimmed(cells[6])
            let isUnread = row.roles.values.allSatisfy { $0.isEmpty }
            if code == "already_processed" || code == "id_conflict" { row.givenCode = code }
            if code == "wrong_field_count" && isUnread {
                row.givenCode = code
                row.raw = cells[9]
            }
        }
        if let place = places[.item] { row.itemHeader = PlainText.matchable(header[place]) }
        return row
    }
}
