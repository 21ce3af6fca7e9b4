import CSV
import TestSupport

/// A random export of head office whose records have known shops.
struct RandomExport {
    enum Owner: Hashable {
        case shop(Int)
        case unknown
        /// Blank and totals records.
        case nobody
    }

    static let shops = [["Hongdae"], ["강남점", "강남 1호점"], ["\"따옴표\", 점"]]
    /// The spellings of shops in cells.
    private static let spellings: [(text: String, shop: Int)] = [
        ("강남점", 1), (" 강남 점", 1), ("강남1호점\t", 1), ("hong-dae", 0), ("Hongdae", 0), ("\"따옴표\", 점", 2),
    ]
    /// Characters of one and two bytes in the files' encodings.
    private static let memos = ["", "가나", "a,b", "두\n줄", "세\r\n줄\r", "\"", " ; | ", "긴 메모 긴 메모 긴 메모", ";;", "x\ty"]
    private static let items = ["바나나쥬스", "딸기", "키위쥬스", "없는 쥬스", "", "망고"]

    let encoding: String
    let hasMark: Bool
    let delimiter: Delimiter
    let isFound: Bool
    private(set) var text = ""
    /// Everything up to the end of the header.
    private(set) var lead = ""
    /// The records, none of them an empty line, as they stand.
    private(set) var records: [(text: String, owner: Owner)] = []
    private(set) var blankRows = 0
    private(set) var totalsRows = 0
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        encoding = random.pick(["utf-8", "utf-8", "cp949", "utf-16le", "utf-16be"])
        hasMark = random.chance(encoding == "utf-8" ? 30 : encoding == "cp949" ? 0 : 100)
        delimiter = random.pick(Delimiter.allCases, else: .comma)
        isFound = random.chance(30)
        if random.chance(30) { lead += "sep=\(String(decoding: [delimiter.rawValue], as: UTF8.self))" + lineEnd() }
        if isFound && random.chance(70) { lead += "본사 매출 2026-11-23" + lineEnd() }
        text = lead
        if random.chance(20) { addEmptyLine() }
        lead = text + record(["메모", "매장", "메뉴", "수량"])
        text = lead
        for _ in 0..<random.int(0...120) { addRecord() }
        guard random.chance(30), let last = records.indices.last, text.hasSuffix(records[last].text) else { return }
        // The last line has no end.
        while let end = text.unicodeScalars.last, "\r\n".unicodeScalars.contains(end) {
            text.unicodeScalars.removeLast()
            records[last].text.unicodeScalars.removeLast()
        }
    }

    var bytes: [UInt8]? { PlainEncoding.encode(text, as: encoding, mark: hasMark) }

    /// Encodes a text as in a partition, without a mark.
    func encoded(_ text: String) -> [UInt8] {
        encoding.hasPrefix("utf-16") ? Array(text.utf8) : PlainEncoding.encode(text, as: encoding, mark: false) ?? []
    }

    private mutating func lineEnd() -> String { random.pick(["\n", "\r\n", "\r", "\n"]) }

    private mutating func record(_ cells: [String]) -> String {
        let written = cells.map { cell in
            random.chance(20)
                ? PlainCSVWriter.quoted(cell) : PlainCSVWriter.cell(cell, delimiter: delimiter.rawValue)
        }
        return written.joined(separator: String(decoding: [delimiter.rawValue], as: UTF8.self)) + lineEnd()
    }

    /// Adds an empty line, unless it would be the second half of a line end.
    private mutating func addEmptyLine() {
        if text.unicodeScalars.last == "\r" { return }
        text += "\n"
        blankRows += 1
    }

    private mutating func addRecord() {
        var cells = [random.pick(Self.memos), "", random.pick(Self.items), random.pick(["1", "2", "", "x", "1,000"])]
        var owner = Owner.unknown
        switch random.int(1...20) {
        case 1: return addEmptyLine()
        case 2:
            (cells, owner) = (["", " ", "\t", ""], .nobody)
            blankRows += 1
        case 3:
            (cells, owner) = (["합계", random.pick(["", "강남점"]), "", ""], .nobody)
            totalsRows += 1
        case 4: cells.append("x")
        case 5: cells[1] = random.pick(["", " ", "모르는 점", "모르는점", "-", "강남"])
        default:
            let spelling = random.pick(Self.spellings, else: ("강남점", 1))
            (cells[1], owner) = (spelling.text, .shop(spelling.shop))
        }
        if owner != .nobody, cells[0].isEmpty, cells[1].isEmpty { cells[0] = "메모" }
        var record = record(cells)
        // A line end in a cell may stand beside that of the line before.
        if text.unicodeScalars.last == "\r", record.unicodeScalars.first == "\n" { record = "메모" + record }
        text += record
        records.append((record, owner))
    }
}
