/// Reads one input by the contract's second section.
package struct PlainInputReader {
    private static let failureHeader = [
        "file", "line", "id", "action", "item", "quantity", "code", "message", "shortage", "raw",
    ]

    private let options: PlainOptions
    private var input: PlainInput
    private var takesGuardOff = false

    /// A text, and the record of it that is the header.
    private struct Body {
        var table: PlainTable
        var header: Int
    }

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
        self.input.options = options
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
        input.isHeaderReadable = false
        guard let start = PlainStart.find(text, isCut: cut != nil) else { return refuse("no_header", 1) }
        input.blank = start.blank
        guard let body = chooseBody(Array(text[start.offset...]), start: start, cut: cut) else { return }
        input.isHeaderReadable = true
        takesGuardOff = input.ownKind == .failure && decoded.hasByteOrderMark
        read(body)
    }

    private mutating func read(_ body: Body) {
        input.blank += body.table.emptyLines
        let titles = body.table.records.prefix(body.header)
        let blankTitles = titles.count { PlainStart.isBlank($0.cells.joined()) }
        input.titles = titles.count - blankTitles
        input.blank += blankTitles
        let header = body.table.records[body.header]
        input.headerLine = header.line
        let columns = columns(of: header.cells)
        input.columns = columns
        if input.ownKind == nil, let code = Self.lookalike(header.cells) { refuse(code, 1) }
        for code in columns.refusals { refuse(code, header.line) }
        let extras = declareExtras(columns)
        input.fault = body.table.fault.map { PlainRefusal(file: input.file, line: $0.line, code: $0.code) }
        guard input.headerRefusal == nil else { return }
        let behind = body.table.records.dropFirst(body.header + 1)
        let records = behind.filter { !$0.cells.allSatisfy { PlainText.isBlank($0) } }
        input.blank += behind.count - records.count
        let maker = PlainRowMaker(
            records, of: input, columns: columns, headerWidth: header.cells.count, extras: extras,
            takesGuardOff: takesGuardOff)
        let fitting = records.filter { !maker.isTotals($0.cells) }.compactMap { maker.rightCells($0.cells) }
        if columns.undescribed.contains(where: { index in
            ([columns.header] + fitting).contains { !PlainText.isBlank($0[index]) }
        }) {
            return refuse("unknown_column", header.line)
        }
        input.lines = maker.lines(records, of: input)
        input.records = [header.cells] + zip(records, input.lines).filter { $0.1.row != nil }.map(\.0.cells)
    }

    /// The records with a comma if that makes it one of our own, else with the delimiter that applies; nil when no
    /// header can be read.
    private mutating func chooseBody(_ text: [UInt8], start: PlainStart, cut: String?) -> Body? {
        func read(_ delimiter: UInt8, exemptCells: Int) -> PlainTable {
            PlainCSVReader.read(
                text, delimiter: delimiter, firstLine: start.line, exemptCells: exemptCells, cut: cut)
        }
        let comma = UInt8(ascii: ",")
        // The ten columns of failure.csv count toward no limit.
        let own = read(comma, exemptCells: Self.failureHeader.count)
        let names = own.records.first?.cells ?? own.openCells
        if names.starts(with: Self.failureHeader, by: PlainText.same) {
            input.ownKind = .failure
            input.options = options.forOwnFiles
            return body(own)
        }
        let strict = read(comma, exemptCells: 0)
        input.ownKind = strict.records.first.flatMap { Self.ownKind($0.cells) }
        if input.ownKind != nil { input.options = options.forOwnFiles }
        if input.ownKind != nil || Self.lookalike(names) != nil { return body(strict) }
        if options.findsHeader { return findBody(start: start) { read($0, exemptCells: 0) } }
        input.delimiter = options.delimiter ?? start.delimiter
        return body(read(input.delimiter, exemptCells: 0))
    }

    /// The code under which a header is refused that is none of our own files but looks like one.
    private static func lookalike(_ header: [String]) -> String? {
        let names = Set(header.map { PlainText.matchable($0) }.filter { !$0.isEmpty })
        let ofSuccess = ["file", "line", "id", "action", "item", "quantity", "message"]
        if ofSuccess.allSatisfy(names.contains), !names.contains("shortage"), !names.contains("raw") {
            return "already_applied"
        }
        let isInstruction = ["id", "action", "item", "quantity"].allSatisfy(names.contains)
        let marks = ["code", "message", "shortage", "raw"].count { names.contains($0) }
        let isStock =
            names.count == 2 && (names.contains("fruit") || names.contains("과일"))
            && (names.contains("stock") || names.contains("재고"))
        return (isInstruction && marks >= 2) || isStock ? "changed_report" : nil
    }

    private static func ownKind(_ names: [String]) -> PlainOwnKind? {
        let restock = ["id", "action", "item", "quantity"]
        if names.elementsEqual(restock, by: PlainText.same) { return .restock }
        return names.elementsEqual(["time"] + restock, by: PlainText.same) ? .shiftLog : nil
    }

    /// A text whose first record is the header; nil when that cannot be read.
    private mutating func body(_ table: PlainTable) -> Body? {
        if !table.records.isEmpty { return Body(table: table, header: 0) }
        if let fault = table.fault { refuse(fault.code, fault.line) }
        return nil
    }

    private mutating func findBody(start: PlainStart, read: (UInt8) -> PlainTable) -> Body? {
        let said = options.delimiter ?? start.saidDelimiter
        let delimiters = said.map { [$0] } ?? PlainStart.delimiters
        let (found, fault) = PlainHeaderSearch.find(delimiters: delimiters, options: options, read: read)
        guard let found else {
            refuse(fault?.code ?? "no_header", fault?.line ?? 1)
            return nil
        }
        input.delimiter = found.delimiter
        return Body(table: found.table, header: found.header)
    }

    private func columns(of header: [String]) -> PlainColumns {
        switch input.ownKind {
        case .failure?:
            PlainColumns(ownHeader: header, places: [.id: 2, .action: 3, .item: 4, .quantity: 5])
        case .restock?:
            PlainColumns(ownHeader: header, places: [.id: 0, .action: 1, .item: 2, .quantity: 3])
        case .shiftLog?:
            PlainColumns(ownHeader: header, places: [.time: 0, .id: 1, .action: 2, .item: 3, .quantity: 4])
        case nil: PlainColumns(header: header, options: options)
        }
    }

    /// The extra columns by place.
    private mutating func declareExtras(_ columns: PlainColumns) -> [Int: PlainExtra] {
        let usedByOrders = input.ownKind == .failure ? Set(0..<10) : columns.takenPlaces
        var places: [Int: PlainExtra] = [:]
        for (index, title) in columns.header.enumerated() where !usedByOrders.contains(index) {
            let name = Array((takesGuardOff ? PlainCSVWriter.unguarded(title) : title).utf8)
            let extra = PlainExtra(name: name, repetition: input.extras.count { $0.name == name })
            places[index] = extra
            input.extras.append(extra)
        }
        return places
    }
}
