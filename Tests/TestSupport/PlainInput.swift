package struct PlainRefusal: Hashable, Sendable, CustomStringConvertible {
    /// The input as the reports name it.
    package var file: String
    /// Physical line, from 1.
    package var line: Int
    package var code: String

    package init(file: String, line: Int, code: String) {
        (self.file, self.line, self.code) = (file, line, code)
    }

    /// As on standard error, without the text.
    package var description: String { "\(file):\(line): \(code)" }
}

/// A file of the program's own, known by its header.
package enum PlainOwnKind: Equatable, Sendable {
    case failure
    /// restock.csv, and plan's list.
    case restock
    case shiftLog
}

package struct PlainInput {
    /// The input as the reports name it.
    package var file: String
    package var byteCount: Int
    package var sha256: String
    package var options: PlainOptions
    /// The kind of the program's own file; nil for an export.
    package var ownKind: PlainOwnKind?
    var header = PlainRecord(line: 1, cells: [])
    package var columns: PlainColumns?
    var extraPlaces: [Int: PlainExtra] = [:]
    /// The rows that are not blank, and the totals rows, in order.
    package var lines: [PlainLine] = []
    /// The header's record, and those of all rows of data.
    package var records: [[String]] = []
    /// Blank rows and empty lines.
    package var blank = 0
    /// Records above the header.
    package var titles = 0
    /// As in summary.json.
    package var encoding = ""
    package var delimiter = UInt8(ascii: ",")
    /// The refusal when headers are read; nil if there is none.
    package var headerRefusal: PlainRefusal?
    /// The error at which reading of its rows stopped.
    package var fault: PlainRefusal?
    /// Whether the names of its columns could be read.
    package var isHeaderReadable = false
    /// Whether the `'` before cells that a spreadsheet would evaluate is taken off.
    var takesGuardOff = false

    package var rows: [PlainRow] { lines.compactMap(\.row) }
    package var totals: Int { lines.count - rows.count }
    package var extras: [PlainExtra] { extraPlaces.sorted { $0.key < $1.key }.map(\.value) }

    func refusal(_ code: String, _ line: Int) -> PlainRefusal { PlainRefusal(file: file, line: line, code: code) }
}

/// An extra column: its name to the byte, and which repeat of it.
package struct PlainExtra: Hashable {
    package var name: [UInt8]
    /// 0 for the first of that name.
    package var repetition: Int
}

package struct PlainRow {
    /// The input as the reports name it.
    package var file: String
    /// Physical line, from 1.
    package var line: Int
    /// The role cells, trimmed; empty when there is no such column.
    package var roles: [PlainRole: String] = [:]
    package var extras: [PlainExtra: String] = [:]
    /// All cells by place, as they came.
    package var ownCells: [String] = []
    /// All cells by place, with what `--fill` put into the empty ones.
    package var cells: [String] = []
    /// The matchable name of the item column's header.
    package var itemHeader = ""
    /// The code that applies before anything is read: wrong_field_count, ignored, or one that failure.csv keeps.
    package var givenCode: String?
    /// A code of failure.csv that holds where the cell it is about would say more under the header of failure.csv than it
    /// did under its own: missing_action, invalid_quantity or unknown_value.
    package var earlierCode: String?
    package var raw = ""
    /// When it happened, if that can be read.
    package var time: PlainTime?

    /// Whether the id's only cell is a placeholder: `-`, `null`, `없음`.
    package var hasPlaceholderID = false

    /// The id's bytes; empty where there is none.
    package var id: [UInt8] { hasPlaceholderID ? [] : Array((roles[.id] ?? "").utf8) }
}

/// A record behind the header that is not blank.
package enum PlainLine {
    case row(PlainRow)
    /// A totals row: its line, and its quantity, trimmed, if it has the right width and one.
    case totals(line: Int, figure: String?)

    /// The row of data; nil for a totals row.
    package var row: PlainRow? { if case .row(let row) = self { row } else { nil } }
}

package enum PlainRole: String, CaseIterable, Sendable {
    case id, action, item, quantity, time

    /// The header names by which a column is known for the time where no other one is.
    package static let dateNames = [
        "date", "날짜", "일자", "작성일자", "거래일", "거래일자", "판매일", "판매일자", "주문일", "주문일자", "영업일", "영업일자",
    ]

    /// The header names by which a column is known for this role.
    package var headerNames: [String] {
        switch self {
        case .id: ["id", "order id", "주문번호"]
        case .action: ["action", "type", "구분", "유형", "작업"]
        case .item: ["item", "juice", "fruit", "품목", "상품", "메뉴", "메뉴명", "쥬스", "과일"]
        case .quantity: ["quantity", "qty", "수량", "개수"]
        case .time:
            ["time", "datetime", "date time", "timestamp", "시각", "일시", "시간", "주문일시", "거래일시", "판매일시", "결제일시"]
        }
    }
}

package enum PlainAction: String, CaseIterable, Sendable {
    case order, restock, discard, count, cancel, assert

    /// All names, the canonical one first.
    package var names: [String] {
        switch self {
        case .order: ["order", "주문"]
        case .restock: ["restock", "입고", "재고추가"]
        case .discard: ["discard", "폐기"]
        case .count: ["count", "실사", "재고수정"]
        case .cancel: ["cancel", "취소", "주문취소", "void"]
        case .assert: ["assert", "재고확인"]
        }
    }

    /// The quantities it takes.
    package var range: ClosedRange<Int> {
        switch self {
        case .order, .cancel: 1...1_000_000
        case .restock, .discard: 1...1_000_000_000
        case .count: 0...1_000_000_000
        case .assert: 0...1_000_000_000_000
        }
    }

    /// Whether the item is a juice; otherwise it is a fruit.
    package var concernsJuice: Bool { self == .order || self == .cancel }

    /// The action that a cell means; nil when it means none.
    package static func named(_ cell: String) -> PlainAction? {
        allCases.first { PlainText.matches(cell, $0.names) }
    }
}
