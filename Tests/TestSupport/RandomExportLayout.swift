/// The layout of random exports.
struct RandomExportLayout {
    enum Content: Equatable {
        case receipt, item, quantity, kind, time, day, option, unit, store, cancelled, price, note
    }

    struct Column {
        var name: String
        var content: Content
    }

    enum Direction { case oldestFirst, newestFirst, shuffled }

    enum TimeForm: CaseIterable {
        case iso, blank, seconds, half, hangulHalf, offset, fraction, american, european, clock, hangul
    }

    /// Words of rows that are orders, but are no action's names.
    static let neutralWords = ["정상", "판매", "sale"]

    /// Most cells that a column with some content has.
    static func cells(of content: Content) -> [String] {
        switch content {
        case .kind: neutralWords + ["주문", "order", "취소", "반품", "cancel", "입고", "폐기", "실사", ""]
        case .option: ["기본", "얼음 없이", ""]
        case .unit: ["잔", "개", "", "EA"]
        case .store: ["매장", "포장", "강남점", ""]
        case .cancelled: ["", "0", "N", "₩0", "-", "정상", "0원", "0.00"]
        case .price: ["3,000", "4500", ""]
        case .note: ["", "A,B", "x\"y", "줄 바꿈"]
        case .quantity: ["1", "2", "3", "12"]
        case .day: ["2026-11-20", "2026.11.20"]
        case .item: ["딸기쥬스", "바나나쥬스", "키위주스", "strawberry", "딸기", "Kiwi  juice"]
        case .receipt, .time: [""]
        }
    }

    var random: SeededGenerator
    private(set) var columns: [Column] = []
    private(set) var direction: Direction
    private(set) var timeForm: TimeForm
    private(set) var delimiter: UInt8
    private(set) var encoding: String
    /// Records above the header.
    private(set) var hasTitles: Bool
    /// Whether each row has an additional empty cell.
    private(set) var hasTrailing: Bool
    /// Totals rows among and below the rows.
    private(set) var hasTotals: Bool
    /// Cells of a receipt stand only in its first row.
    private(set) var isMerged: Bool
    var receipt = 0
    /// Seconds of the day of the next receipt.
    var clock = 32_400

    init(random: SeededGenerator) {
        self.random = random
        direction = self.random.pick([.oldestFirst, .oldestFirst, .newestFirst, .shuffled])
        timeForm = self.random.pick(TimeForm.allCases)
        delimiter = self.random.pick(Array(",,,,;\t|".utf8))
        encoding = self.random.pick(["utf-8", "utf-8", "utf-8", "cp949", "cp949", "utf-16le"])
        hasTitles = self.random.chance(20)
        hasTrailing = self.random.chance(12)
        hasTotals = self.random.chance(35)
        isMerged = self.random.chance(25)
        makeColumns()
    }

    /// The header of the first column with this content.
    func name(of content: Content) -> String? {
        columns.first { $0.content == content }?.name
    }

    /// The headers of columns that may be in doubt.
    var ambiguous: [String] {
        columns.filter { [.unit, .option, .store, .cancelled].contains($0.content) }.map(\.name)
    }

    /// Whether dates cannot be read without the setting.
    var needsDateOrder: Bool { timeForm == .american || timeForm == .european }

    var dateOrder: PlainOptions.DateOrder {
        switch timeForm {
        case .american: .mdy
        case .european: .dmy
        default: .ymd
        }
    }

    private mutating func makeColumns() {
        func add(_ chance: Int, _ content: Content, _ names: [String]) {
            if random.chance(chance) { columns.append(Column(name: random.pick(names), content: content)) }
        }
        add(99, .item, ["메뉴", "상품", "item", "품목", "쥬스", "메뉴명", "juice", "fruit", "Item", "상 품"])
        add(70, .receipt, ["영수증번호", "주문번호", "id", "번호", "Order ID", "receipt"])
        add(85, .quantity, ["수량", "qty", "Quantity", "개수", "판매수량", "Units Sold", "주문수", "RQty", "판매"])
        add(55, .kind, ["구분", "유형", "action", "type", "상태", "Event Type", "처리", "OrderStatus"])
        add(65, .time, ["일시", "시간", "주문일시", "timestamp", "Date Time", "판매시각", "결제시간"])
        add(columns.last?.content == .time ? 30 : 3, .day, ["날짜", "영업일자", "Business Date", "일자"])
        add(20, .option, ["옵션", "사이즈", "Size", "Price Point Name", "Dining Option", "규격", "Modifiers"])
        add(15, .unit, ["단위", "unit", "Unit Price"])
        add(15, .store, ["매장", "지점", "Store", "Location"])
        add(15, .cancelled, ["취소여부", "환불", "Refunded", "취소금액", "Voided", "환불 금액", "IsCancelled"])
        add(25, .price, ["단가", "금액", "Price", "결제금액", "Total Amount"])
        add(25, .note, ["비고", "memo", "메모", "", "시각2"])
        if random.chance(4) { columns.append(Column(name: random.pick(["시각", "time", "수량", "type"]), content: .note)) }
        columns.shuffle(using: &random)
    }
}
