import Foundation

struct RandomExportFile {
    private typealias Content = RandomExportLayout.Content

    /// A receipt's row before it is written.
    private struct Row {
        var receipt: Int
        var isFirst: Bool
        var seconds: Int
        var item: String
        var quantity: Int
        var kind: String
    }

    var random: SeededGenerator
    var layout: RandomExportLayout
    private let number: Int
    private var records: [[String]] = []

    /// The input of this number, from 0.
    init(random: SeededGenerator, layout: RandomExportLayout, number: Int) {
        self.random = random
        self.layout = layout
        self.number = number
    }

    mutating func make() -> [UInt8] {
        if random.chance(3) { return programFile() }
        if random.chance(60) { layout.clock = 32_400 }
        if random.chance(5) { layout.receipt = 0 }
        var header = layout.columns.map(\.name)
        let lost = random.chance(4) && header.count > 1 ? random.int(0...header.count - 1) : nil
        var body = rows().map { row in layout.columns.map { cell($0, row) } }
        if let lost {
            header.remove(at: lost)
            for at in body.indices { body[at].remove(at: lost) }
        }
        consecutiveRows(&header, &body)
        records = titles() + [header + (random.chance(10) ? ["", ""] : [])] + body
        if layout.hasTotals { addTotals(header.count, titles: records.count - body.count) }
        return written(header: records.count - body.count)
    }

    /// Now and then more columns or longer cells than there may be.
    private mutating func consecutiveRows(_ header: inout [String], _ body: inout [[String]]) {
        guard random.chance(2), !body.isEmpty else { return }
        let row = random.int(0...body.count - 1)
        switch random.int(1...3) {
        case 1:
            let more = (0..<random.pick([250, 260])).map { "열\($0)" }
            header += more
            for at in body.indices { body[at] += more.map { _ in "" } }
        case 2 where !body[row].isEmpty:
            body[row][body[row].count - 1] = String(repeating: "x", count: random.pick([65_536, 65_537]))
        default: body[row] += Array(repeating: String(repeating: "y", count: 60_000), count: 18)
        }
    }

    private mutating func programFile() -> [UInt8] {
        if random.chance(16) {
            return Array((random.lookalikeHeader().joined(separator: random.pick([",", ",", ";", "\t"])) + "\n").utf8)
        }
        let header = random.pick(["id,action,item,quantity\n", "time,id,action,item,quantity\n"])
        let stamp = header.hasPrefix("time") ? "2026-11-20 18:03," : ""
        let rows = (0..<random.int(0...4)).map { "\(stamp)own-\(number)-\($0),restock,키위,\($0)\n" }
        return Array((header + rows.joined()).utf8)
    }

    private mutating func titles() -> [[String]] {
        guard layout.hasTitles else { return [] }
        let width = layout.columns.count
        return (0..<random.int(1...3)).map { _ in
            let line = random.pick([["2026-11-20 매출"], ["매장", "강남점"], ["메뉴"], [" "], ["기간: \"오늘\""]])
            return line + Array(repeating: "", count: random.chance(30) ? max(0, width - line.count) : 0)
        }
    }

    // MARK: Rows

    private mutating func rows() -> [Row] {
        var receipts: [[Row]] = []
        for _ in 0..<random.pick([0, 1, 2, 4, 8, 8, 16]) {
            layout.receipt += random.chance(95) ? 1 : 0
            layout.clock += random.pick([0, 1, 7, 60, 600, 3_600])
            let kind = kind()
            var rows = (0..<random.pick([1, 1, 2, 3])).map { index in
                Row(
                    receipt: layout.receipt, isFirst: index == 0, seconds: layout.clock, item: item(kind),
                    quantity: number(kind), kind: kind)
            }
            // The same once more, or with something else in it.
            if random.chance(10), var again = rows.first {
                again.isFirst = !layout.isMerged
                again.quantity += random.chance(20) ? 1 : 0
                rows.append(again)
            }
            receipts.append(rows)
        }
        switch layout.direction {
        case .oldestFirst: break
        case .newestFirst: receipts.reverse()
        case .shuffled: receipts.shuffle(using: &random)
        }
        return receipts.flatMap { $0 }
    }

    private mutating func kind() -> String {
        if random.chance(70) { return random.pick(RandomExportLayout.neutralWords + ["주문", "order", "정상"]) }
        if random.chance(50) { return random.pick(["취소", "반품", "취소", "cancel", "취소완료"]) }
        return random.pick(Self.stockWords + ["", "모름"])
    }

    private static let stockWords = ["입고", "폐기", "실사", "재고확인", "restock"]

    private mutating func number(_ kind: String) -> Int {
        if Self.stockWords.contains(kind) { return random.pick([0, 1, 2, 10, 60, 1_000, 1_000_000_000]) }
        let number = random.pick([1, 1, 1, 2, 3, 12])
        return ["취소", "반품", "cancel"].contains(kind) && random.chance(60) ? -number : number
    }

    private mutating func item(_ kind: String) -> String {
        if Self.stockWords.contains(kind) && random.chance(80) {
            return random.pick(["딸기", "키위", "바나나", "mango", "파인애플"])
        }
        let juice = random.pick([
            "딸기쥬스", "딸기 주스", "바나나쥬스", "키위주스", "망고쥬스", "mango kiwi", "strawberry", "딸바쥬스", "Kiwi Juice",
            "키위쥬스", "파인애플쥬스",
        ])
        if random.chance(88) { return juice }
        return random.pick(["딸기", "키위", "봉투", "배달비", "봉투", "", "수박쥬스", "합계", "메뉴", "상품"])
    }

    private mutating func cell(_ column: RandomExportLayout.Column, _ row: Row) -> String {
        let isHidden = layout.isMerged && !row.isFirst
        switch column.content {
        case .receipt:
            if isHidden { return "" }
            return random.chance(97)
                ? "R/\(row.receipt)" : random.pick(["", "R", "-", "없음", "0", "NULL", "2.02611E+11"])
        case .item: return row.item
        case .quantity: return quantity(row.quantity)
        case .kind: return row.kind
        case .time: return isHidden ? "" : time(row.seconds)
        case .day: return isHidden ? "" : random.pick(["2026-11-20", "2026-11-20", "2026.11.20"])
        case .option: return random.chance(90) ? "기본" : random.pick(["얼음 없이", "", "large"])
        case .unit: return random.chance(95) ? random.pick(["잔", "개", "", "EA"]) : random.pick(["박스", "3,000"])
        case .store: return random.chance(90) ? random.pick(["매장", "포장"]) : random.pick(["홍대점", "강남점", ""])
        case .cancelled: return random.chance(92) ? random.pick(["", "0", "N", "₩0", "-", "정상", "0원", "0.00"]) : "1"
        case .price: return random.pick(["3,000", "4500", "", "-3000"])
        case .note:
            return random.chance(96)
                ? random.pick(["", "a,b", "줄\n바꿈", "x\"y"]) : random.pick(["합계", "Total", "홀 소계", "합계:", "미결제"])
        }
    }

    private mutating func quantity(_ value: Int) -> String {
        if random.chance(2) { return random.badQuantity() }
        if random.chance(2) { return random.pick(["", "1.000", "2,000", "1,0", "--1", "- 1", "(1)"]) }
        if value < 0 { return "-\(random.chance(90) ? String(-value) : random.spelling(ofQuantity: -value))" }
        return random.chance(80) ? String(value) : random.spelling(ofQuantity: value)
    }

    private mutating func time(_ seconds: Int) -> String {
        if random.chance(2) { return random.pick(["", "어제", "24:00", "2026-11-20", "18:03"]) }
        let (day, rest) = (20 + seconds / 86_400, seconds % 86_400)
        let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60)
        let half = String(format: "%d:%02d:%02d", (hour + 11) % 12 + 1, minute, second)
        let clock = String(format: "%02d:%02d:%02d", hour, minute, second)
        // Beside a column of dates, a time has none.
        if layout.name(of: .day) != nil && layout.timeForm != .iso {
            return random.chance(50) ? clock : String(clock.dropLast(3))
        }
        switch layout.timeForm {
        case .iso: return "2026-11-\(day)T\(clock)"
        case .blank: return "2026-11-\(day) " + String(format: "%d:%02d", hour, minute)
        case .seconds: return "2026.11.\(day).  \(clock)"
        case .half where second % 2 == 0: return "2026/11/\(day) \(hour < 12 ? "am" : "PM") \(half)"
        case .half: return "2026/11/\(day) \(half) \(hour < 12 ? "AM" : "pm")"
        case .hangulHalf: return "2026. 11. \(day). \(hour < 12 ? "오전" : "오후") \(half)"
        case .offset: return "2026-11-\(day)T\(clock)\(random.pick(["+09:00", "+0900", "Z", "-03:30"]))"
        case .fraction: return "2026-11-\(day) \(clock).\(random.pick(["5", "50", "123456789", "0"]))"
        case .american: return "11/\(day)/2026 \(clock)"
        case .european: return "\(day)/11/26 \(clock)"
        case .clock: return clock
        case .hangul: return "2026년 11월 \(day)일 \(hour)시 \(minute)분 \(second)초"
        }
    }

    // MARK: Totals

    private mutating func addTotals(_ width: Int, titles: Int) {
        var places = [records.count]
        if random.chance(30), records.count > titles + 2 {
            places.insert(random.int(titles + 1...records.count - 1), at: 0)
        }
        let quantity = layout.columns.firstIndex { $0.content == .quantity }
        let item = layout.columns.firstIndex { $0.content == .item } ?? 0
        for index in places.reversed() {
            let above = records[titles..<index].compactMap { cells in
                quantity.flatMap { $0 < cells.count ? PlainNumber.signed(cells[$0]) : nil }
            }
            let sums = [above, above.filter { !$0.isNegative }].map { $0.map(\.value).reduce(0, &+) }
            var row = Array(repeating: "", count: width)
            guard width > 0 else { return }
            let word = random.pick(["합계", "합 계", "소계", "Total"])
            row[random.chance(60) ? min(item, width - 1) : random.int(0...width - 1)] = word
            if let quantity, quantity < width, random.chance(85) {
                row[quantity] = String(random.chance(94) ? random.pick(sums) : random.int(-2...40))
            }
            if random.chance(5) { row = [word, "3"] }
            records.insert(row, at: index)
        }
    }

    // MARK: Text

    private mutating func written(header: Int) -> [UInt8] {
        let lineEnd = random.pick(["\n", "\n", "\r\n", "\r"])
        if random.chance(2), header - 1 < records.count, header > 0 { records.append(records[header - 1]) }
        if random.chance(3) { records.append(random.pick([["x"], ["a", "b", "c", "d", "e", "f", "g"]])) }
        if random.chance(2) { for at in records.indices.dropFirst(header) { records[at].append("x") } }
        let headerHasTrailing = random.chance(50)
        for index in records.indices where layout.hasTrailing && (index >= header || headerHasTrailing) {
            if random.chance(99) { records[index].append("") }
        }
        var text = random.text(of: records, delimiter: layout.delimiter, lineEnd: lineEnd)
        if random.chance(2) { text += random.pick(["a\"b", "\"open", "\u{0}"]) }
        let encoded = PlainEncoding.encode(text, as: layout.encoding, mark: random.chance(20))
        return encoded ?? Array(text.utf8)
    }
}
