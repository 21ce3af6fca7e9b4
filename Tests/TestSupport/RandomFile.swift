import Foundation

package struct RandomFile {
    package var random: SeededGenerator
    /// The shop whose names the rows use.
    package let shop: PlainMenu
    /// Whether no id may occur twice.
    package let distinctIDs: Bool
    package var idNumber: Int

    private var columns: [PlainRole?] = []
    private var isFailureReport = false
    private var records: [[String]] = []
    private var delimiter = UInt8(ascii: ",")

    package init(random: SeededGenerator, shop: PlainMenu, distinctIDs: Bool, idNumber: Int) {
        (self.random, self.shop, self.distinctIDs, self.idNumber) = (random, shop, distinctIDs, idNumber)
    }

    /// A file's bytes.
    ///
    /// May add an option that the file needs.
    package mutating func make(options: inout PlainOptions) -> [UInt8] {
        isFailureReport = random.chance(10)
        delimiter = isFailureReport ? UInt8(ascii: ",") : random.pick(Array(",,,,;;\t|".utf8))
        if isFailureReport { makeFailureHeader() } else { makeHeader(options: &options) }
        for _ in 0..<random.pick([0, 3, 10, 25, 25, 60]) { records.append(row()) }
        let lineEnd = random.pick(["\n", "\n", "\n", "\r\n", "\r\n", "\r"])
        var text = written(lineEnd: lineEnd)
        if options.delimiter == nil && !isFailureReport {
            if random.chance(6) { text = "sep=" + String(decoding: [delimiter], as: UTF8.self) + lineEnd + text }
            if random.chance(3) { options.delimiter = delimiter }
        }
        let isLost = random.chance(5)
        if isLost {
            for _ in 0..<random.pick([1, 1, 2]) { text = spoiled(text, lineEnd: lineEnd) }
        }
        let encoding = random.pick(["utf-8", "utf-8", "utf-8", "utf-8", "utf-8", "utf-16le", "utf-16be", "cp949"])
        let encoded = PlainEncoding.encode(text, as: encoding, mark: random.chance(20))
        var bytes = encoded ?? Array(text.utf8)
        if random.chance(1) || (isLost && random.chance(30)) { damage(&bytes) }
        return bytes
    }

    /// Inserts invalid bytes, or text in another encoding.
    private mutating func damage(_ bytes: inout [UInt8]) {
        let pieces: [[UInt8]] = [
            [0], [0xFF], [0x80], [0x22], Array("카드".utf8), Array(",카드\n".utf8), [0xC4, 0xAB, 0xB5, 0xE5], [0xEC, 0xB9],
        ]
        for _ in 0..<random.pick([1, 1, 2]) {
            let at = random.int(0...bytes.count)
            bytes.insert(contentsOf: random.pick(pieces), at: at)
        }
    }

    // MARK: Header

    private mutating func makeHeader(options: inout PlainOptions) {
        columns = [.item]
        if random.chance(75) { columns.append(.action) }
        if random.chance(88) { columns.append(.quantity) }
        if random.chance(60) { columns.append(.id) }
        for _ in 0..<random.pick([0, 0, 1, 2, 4]) { columns.append(nil) }
        columns.shuffle(using: &random)
        var header: [String] = []
        for column in columns {
            header.append(column.map { random.spelling(of: random.pick($0.headerNames)) } ?? extraName())
        }
        /// The place of a role's column if no option names one yet.
        func open(_ role: PlainRole) -> Int? {
            options.columns.contains { $0.role == role } ? nil : columns.firstIndex(of: role)
        }
        if random.chance(4), let index = open(.item) {
            header[index] = "무엇"
            options.columns.append(PlainOptions.Column(role: .item, name: "무엇"))
        }
        if random.chance(3), open(.action) != nil {
            options.columns.append(PlainOptions.Column(role: .action, name: ""))
        }
        // Ids found by their header alone would be doubted wherever one appears twice.
        if !distinctIDs, random.chance(85), let index = open(.id) {
            options.columns.append(PlainOptions.Column(role: .id, name: header[index]))
        }
        if random.chance(1) { header += Array(repeating: "x", count: 257 - header.count) }
        if random.chance(1) { header[random.int(0...header.count - 1)] = "수량" }
        records = [header]
        if random.chance(8) { records[0] += Array(repeating: "", count: random.int(1...3)) }
    }

    private mutating func extraName() -> String {
        random.pick([
            "메모", "메모", "메모".decomposedStringWithCanonicalMapping, "note", "=sum", "'=q", "'q", "a,b",
            "he \"x\"", "줄\n바꿈", "", " 비고 ", "a;b", "-", "\tx", "file", "재고_딸기",
        ])
    }

    private mutating func makeFailureHeader() {
        records = [["file", "line", "id", "action", "item", "quantity", "code", "message", "shortage", "raw"]]
        columns = [nil, nil, .id, .action, .item, .quantity, nil, nil, nil, nil]
        for _ in 0..<random.pick([0, 0, 1, 2]) {
            columns.append(nil)
            records[0].append(random.chance(10) ? "id" : extraName())
        }
    }

    // MARK: Rows

    private mutating func row() -> [String] {
        if random.chance(2) { return columns.map { _ in random.pick(["", " ", "\u{3000}"]) } }
        var cells = columns.map { _ in "" }
        let action: PlainAction = random.pick([
            .order, .order, .order, .order, .order, .restock, .restock, .discard, .count,
        ])
        for (index, column) in columns.enumerated() {
            switch column {
            case .id?: cells[index] = id()
            case .action?: cells[index] = actionCell(action)
            case .item?: cells[index] = itemCell(action)
            case .quantity?: cells[index] = quantityCell(action)
            case .time?, nil: cells[index] = extraCell()
            }
        }
        if isFailureReport { fillFailureColumns(&cells) }
        if let header = records.first, header.count > cells.count, random.chance(60) {
            // Spreadsheets write the empty cells at the header's end below it, too.
            cells += (cells.count..<header.count).map { _ in random.chance(95) ? "" : " " }
        }
        if random.chance(2) { cells.append(random.pick(["x", "", " "])) }
        if random.chance(1) { cells.removeLast() }
        if cells.isEmpty { cells = [""] }
        return cells
    }

    private mutating func fillFailureColumns(_ cells: inout [String]) {
        let codes = [
            "insufficient_stock", "insufficient_stock", "unknown_item", "already_processed", "id_conflict", "",
            " id_conflict ", "wrong_field_count", "invalid_quantity",
        ]
        cells[0] = "orders.csv"
        cells[1] = String(records.count + 1)
        cells[6] = random.pick(codes)
        cells[7] = random.pick(["", "메시지"])
        if PlainText.trimmed(cells[6]) == "wrong_field_count" {
            if random.chance(70) { for index in 2...5 { cells[index] = random.pick(["", "", " "]) } }
            cells[9] = random.pick(["a,b,\"c,\"\"d\"", "주문,딸기쥬스\n", "=x,1", "'=x", ""])
        }
    }

    private mutating func id() -> String {
        if random.chance(15) { return random.pick(["", "", " "]) }
        idNumber += 1
        if distinctIDs { return random.pick(["A-", "-", "주문 "]) + String(idNumber) }
        let number = random.chance(25) ? random.int(1...max(1, idNumber)) : idNumber
        return random.pick(["", "", "", " "]) + "A-\(number)" + random.pick(["", "", "", "\u{3000}"])
    }

    private mutating func actionCell(_ action: PlainAction) -> String {
        if random.chance(2) { return random.pick(["주문취소", "refund", "-", "order2", "'order"]) }
        if random.chance(action == .order || action == .restock ? 25 : 3) { return random.pick(["", " "]) }
        return random.spelling(of: random.pick(action.names))
    }

    private mutating func itemCell(_ action: PlainAction) -> String {
        if random.chance(2) {
            return random.pick(["", " ", "딸가쥬스", "수박", "juice", "딸기쥬스 juice", "--", "=딸기", "두리안쥬스"])
        }
        if random.chance(96) == (action == .order) {
            return random.spelling(ofJuice: random.pick(shop.juices.flatMap(\.names)))
        }
        return random.spelling(of: random.pick(shop.fruits.flatMap(\.names)))
    }

    private mutating func quantityCell(_ action: PlainAction) -> String {
        if random.chance(3) { return random.badQuantity() }
        if random.chance(action == .order ? 15 : 1) { return random.pick(["", " "]) }
        var value = random.int(action == .order ? 1...4 : 1...40)
        if random.chance(6) {
            value = random.pick([0, 1_000, 12_345, 1_000_000, 1_000_001, 1_000_000_000, 1_000_000_001])
        }
        return random.spelling(ofQuantity: value)
    }

    private mutating func extraCell() -> String {
        random.pick([
            "", "", "얼음 없이", "a,b", "q\"q", "두\n줄", "두\r\n줄", "cr\rx", " 앞뒤 ", "=1+1", "'=x", "''-", "@a",
            "+82-2", "-", "'", "e\u{301}", "é", "x|y;z\tt", "\"", "👍🏽",
        ])
    }

    // MARK: Text

    private mutating func written(lineEnd: String) -> String {
        let mark = String(decoding: [delimiter], as: UTF8.self)
        var text = ""
        if random.chance(10) {
            let blanks =
                ["", " ", mark + mark, ",,;", "\"\"", " \(mark)\u{3000}", "|"]
                // With fewer columns the header may not show the delimiter, and this would be broken quoting.
                + (columns.count > 3 ? ["\"\"\(mark)\"\""] : [])
            for _ in 0..<random.int(1...3) { text += random.pick(blanks) + lineEnd }
        }
        return text + random.text(of: records, delimiter: delimiter, lineEnd: lineEnd)
    }

    /// A text that is to be refused, most of the time.
    private mutating func spoiled(_ text: String, lineEnd: String) -> String {
        let mark = String(decoding: [delimiter], as: UTF8.self)
        switch random.int(1...11) {
        case 1: return text + lineEnd + "\"never closed" + lineEnd + "딸기쥬스" + lineEnd
        case 2: return text + lineEnd + "stray\"quote" + lineEnd
        case 3: return text + lineEnd + "\"two" + lineEnd + "lines\"x" + lineEnd
        case 4: return random.pick(["", lineEnd, " " + lineEnd + ",," + lineEnd])
        case 5: return ["품목", "메뉴", "수량"].joined(separator: mark) + lineEnd + text
        case 6: return ["고객", "전화"].joined(separator: mark) + lineEnd + text
        case 7: return text + lineEnd + String(repeating: "가", count: 21_846) + lineEnd
        case 8: return text + lineEnd + "\"" + String(repeating: "가", count: 21_845) + random.pick(["", "\"x", "x"])
        case 9:
            // Near the limit of a record, which a cell at its end may pass before its own.
            let cell = String(repeating: "x", count: 65_535)
            return text + lineEnd + Array(repeating: cell, count: 16).joined(separator: mark)
                + random.pick(["", mark, "\"", "가", lineEnd])
        case 10: return random.lookalikeHeader().joined(separator: random.pick([mark, ",", ";"])) + lineEnd + text
        default: return "file,line,id,action,item,quantity,message,재고_딸기" + lineEnd + text
        }
    }
}

/// Random spellings that the contract reads as the same, and headers and cells that it does not read.
extension SeededGenerator {
    /// The header of one of the program's own files, as it was written or with a change.
    mutating func lookalikeHeader() -> [String] {
        var names = pick([
            ["file", "line", "id", "action", "item", "quantity", "message", "재고_딸기"],
            ["file", "line", "id", "action", "item", "quantity", "code", "message", "shortage", "raw"],
            ["fruit", "stock"], ["과일", "재고"],
        ])
        let at = int(0...names.count - 1)
        switch int(1...6) {
        case 1: names.insert("담당자", at: at)
        case 2: names.shuffle(using: &self)
        case 3: names.remove(at: at)
        case 4: names[at] = pick([names[at].uppercased(), " " + names[at], names[at] + "_"])
        case 5: names.append("")
        default: break
        }
        return names
    }

    /// Records as text: some cells are quoted without need, some lines are empty, and the last line end may be missing.
    mutating func text(of records: [[String]], delimiter: UInt8, lineEnd: String) -> String {
        let quotesAll = chance(8)
        var text = ""
        for record in records {
            let cells = record.map { cell in
                quotesAll || chance(5) ? PlainCSVWriter.quoted(cell) : PlainCSVWriter.cell(cell, delimiter: delimiter)
            }
            text += cells.joined(separator: String(decoding: [delimiter], as: UTF8.self)) + lineEnd
            if chance(3) { text += lineEnd }
        }
        return chance(15) ? String(text.dropLast()) : text
    }

    /// One of the ways to write a name that still matches it.
    package mutating func spelling(of name: String) -> String {
        var text = name
        if chance(50) { return text }
        if chance(30) { text = text.replacingOccurrences(of: "쥬스", with: "주스") }
        if chance(25) { text = text.uppercased() }
        if chance(15) { text = fullWidth(text) }
        if chance(20) { text = text.decomposedStringWithCanonicalMapping }
        if chance(25) { text = split(text) }
        if chance(20) { text = padded(text) }
        return text
    }

    /// The name of a juice; an English one may end in "juice".
    package mutating func spelling(ofJuice name: String) -> String {
        let ending = pick([" juice", " Juice", "-JUICE", "juice"])
        return spelling(of: PlainText.isASCII(name) && chance(40) ? name + ending : name)
    }

    /// White_Space around a text.
    private mutating func padded(_ text: String) -> String {
        pick(["", " ", "\t", "\u{3000}", "\u{A0}", "  "]) + text + pick(["", " ", "\u{2003}", "\t "])
    }

    private mutating func split(_ text: String) -> String {
        let scalars = Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
        guard scalars.count > 1 else { return text }
        let index = int(1...scalars.count - 1)
        let gap = pick([" ", "-", "_", "\u{3000}", " - "])
        return PlainText.string(scalars[..<index]) + gap + PlainText.string(scalars[index...])
    }

    private func fullWidth(_ text: String) -> String {
        PlainText.string(
            text.unicodeScalars.map { scalar in
                let wide = (0x21...0x7E).contains(scalar.value) ? Unicode.Scalar(scalar.value + 0xFEE0) : nil
                return wide ?? scalar
            })
    }

    /// A spelling of a quantity that the contract accepts.
    package mutating func spelling(ofQuantity value: Int) -> String {
        var text = String(value)
        if chance(55) { return text }
        if value >= 1_000 && chance(60) {
            text = value.formatted(.number.locale(Locale(identifier: "en_US")))
        } else if chance(15) {
            text = pick(["0", "00", "000000000000000000000000"]) + text
        }
        if chance(20) { text += pick([".0", ".00", ".0000", ".000000000000000000000"]) }
        if chance(20) { text = fullWidth(text) }
        if chance(30) { text += pick(["개", "잔", "컵", " 개", " 잔", " 컵"]) }
        if chance(5) { text = text.decomposedStringWithCanonicalMapping }
        return chance(20) ? padded(text) : text
    }

    /// A cell that is no quantity for any action.
    package mutating func badQuantity() -> String { pick(Self.badQuantities) }

    /// Cells that are no quantities for any action.
    package static let badQuantities = [
        "-1", "+3", "1.5", "1,00", "1,0000", ",100", "100,", "1,,000", "12 34", "둘", "3개 정도", "개", "１．５",
        "99999999999999999999999", "1000000001", "1e3", "0x10", "1 2잔", "5개잔", "=1+1", "−3", "1'000",
        // Digits and blanks that are others than ASCII's, full-width ones aside.
        "2²", "①", "٣", "½", "𝟑", "㏢", "2\u{3000}잔", "2\u{A0}잔", "2  잔", "３\u{3000}０", "3\u{200B}", "3㈎",
        // Separators that may be of thousands or of decimals, and incomplete numbers.
        "1.000", "1,200.000", "1.", ".0", "1..0", "1.0.0", "1.01", "1.0,0", "1,0.0", "1.잔", "1.000개", "1.0 0",
    ]
}
