/// Reads one input by the contract's second section.
package struct PlainInputReader {
    /// A text, and the number of its header's record, from 0.
    private typealias Body = (table: PlainTable, header: Int)

    private static let failureHeader = [
        "file", "line", "id", "action", "item", "quantity", "code", "message", "shortage", "raw",
    ]

    private let options: PlainOptions
    private var input: PlainInput

    package static func read(_ bytes: [UInt8], file: String, options: PlainOptions) -> PlainInput {
        let empty = PlainInput(file: file, byteCount: bytes.count, sha256: PlainSHA256.hex(bytes), options: options)
        var reader = PlainInputReader(options: options, input: empty)
        reader.read(bytes)
        return reader.input
    }

    private mutating func refuse(_ code: String, _ line: Int) {
        input.headerRefusal = input.headerRefusal ?? input.refusal(code, line)
    }

    private mutating func read(_ bytes: [UInt8]) {
        let decoded = PlainEncoding.decode(bytes, forced: options.encoding)
        input.encoding = decoded.encoding
        let text = Array(decoded.text.prefix { $0 != 0 })
        let cut = text.count < decoded.text.count ? "nul_byte" : decoded.isCut ? "bad_encoding" : nil
        guard let start = PlainStart.find(text, isCut: cut != nil) else { return refuse("no_header", 1) }
        input.blank = start.blank
        guard let body = chooseBody(Array(text[start.offset...]), start: start, cut: cut) else { return }
        input.isHeaderReadable = true
        input.takesGuardOff = input.ownKind == .failure && decoded.hasByteOrderMark
        read(body)
    }

    private mutating func read(_ body: Body) {
        let titles = body.table.records.prefix(body.header)
        let blankTitles = titles.count { PlainStart.isBlank($0.cells.joined()) }
        input.titles = titles.count - blankTitles
        input.blank += body.table.emptyLines + blankTitles
        input.header = body.table.records[body.header]
        let columns = columns(of: input.header.cells)
        input.columns = columns
        if input.ownKind == nil, let code = Self.lookalike(input.header.cells) { refuse(code, 1) }
        for code in columns.refusals { refuse(code, input.header.line) }
        input.extraPlaces = extraPlaces(columns)
        input.fault = body.table.fault.map { input.refusal($0.code, $0.line) }
        guard input.headerRefusal == nil else { return }
        let behind = body.table.records.dropFirst(body.header + 1)
        let records = behind.filter { !$0.cells.allSatisfy { PlainText.isBlank($0) } }
        input.blank += behind.count - records.count
        let maker = PlainRowMaker(records, of: input, columns: columns)
        let isUnknown = columns.undescribed.contains { index in
            ([columns.header] + maker.fittingCells).contains { !PlainText.isBlank($0[index]) }
        }
        if isUnknown { return refuse("unknown_column", input.header.line) }
        input.lines = maker.lines()
        input.records = [input.header.cells] + zip(records, input.lines).filter { $0.1.row != nil }.map(\.0.cells)
    }

    /// The records with a comma if that makes it one of our own, else with the delimiter that applies; nil when no
    /// header can be read.
    private mutating func chooseBody(_ text: [UInt8], start: PlainStart, cut: String?) -> Body? {
        func read(_ delimiter: UInt8, exemptCells: Int = 0) -> PlainTable {
            PlainCSVReader.read(
                text, delimiter: delimiter, firstLine: start.line, exemptCells: exemptCells, cut: cut)
        }
        // The ten columns of failure.csv count toward no limit.
        let own = read(UInt8(ascii: ","), exemptCells: Self.failureHeader.count)
        let names = own.records.first?.cells ?? own.openCells
        let isFailure = names.starts(with: Self.failureHeader, by: PlainText.same)
        let strict = isFailure ? own : read(UInt8(ascii: ","))
        input.ownKind = isFailure ? .failure : strict.records.first.flatMap { Self.ownKind($0.cells) }
        if input.ownKind != nil { input.options = options.forOwnFiles }
        if input.ownKind != nil || Self.lookalike(names) != nil { return body(strict) }
        if options.findsHeader { return findBody(start: start) { read($0) } }
        input.delimiter = options.delimiter ?? start.delimiter
        return body(read(input.delimiter))
    }

    /// The code under which a header is refused that is none of our own files but looks like one.
    private static func lookalike(_ header: [String]) -> String? {
        let names = Set(header.map { PlainText.matchable($0) }).subtracting([""])
        if names.isSuperset(of: ["file", "line", "id", "action", "item", "quantity", "message"]),
            names.isDisjoint(with: ["shortage", "raw"])
        {
            return "already_applied"
        }
        let isInstruction = names.isSuperset(of: ["id", "action", "item", "quantity"])
        let marks = names.intersection(["code", "message", "shortage", "raw"])
        let isStock =
            names.count == 2 && !names.isDisjoint(with: ["fruit", "과일"]) && !names.isDisjoint(with: ["stock", "재고"])
        return (isInstruction && marks.count >= 2) || isStock ? "changed_report" : nil
    }

    private static func ownKind(_ names: [String]) -> PlainOwnKind? {
        let restock = ["id", "action", "item", "quantity"]
        if names.elementsEqual(restock, by: PlainText.same) { return .restock }
        return names.elementsEqual(["time"] + restock, by: PlainText.same) ? .shiftLog : nil
    }

    /// A text whose first record is the header; nil when that cannot be read.
    private mutating func body(_ table: PlainTable) -> Body? {
        if !table.records.isEmpty { return (table, 0) }
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
        return (found.table, found.header)
    }

    private func columns(of header: [String]) -> PlainColumns {
        let places: [PlainRole: Int]
        switch input.ownKind {
        case .failure?: places = [.id: 2, .action: 3, .item: 4, .quantity: 5]
        case .restock?: places = [.id: 0, .action: 1, .item: 2, .quantity: 3]
        case .shiftLog?: places = [.time: 0, .id: 1, .action: 2, .item: 3, .quantity: 4]
        case nil: return PlainColumns(header: header, options: options)
        }
        return PlainColumns(ownHeader: header, places: places)
    }

    private func extraPlaces(_ columns: PlainColumns) -> [Int: PlainExtra] {
        let taken = input.ownKind == .failure ? Set(0..<10) : columns.takenPlaces
        var places: [Int: PlainExtra] = [:]
        for (index, title) in columns.header.enumerated() where !taken.contains(index) {
            let name = Array((input.takesGuardOff ? PlainCSVWriter.unguarded(title) : title).utf8)
            places[index] = PlainExtra(name: name, repetition: places.values.count { $0.name == name })
        }
        return places
    }
}
