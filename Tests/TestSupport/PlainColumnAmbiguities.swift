import Foundation

/// Finds columns that no setting describes and whose cells may affect orders: `unclear_column`.
struct PlainColumnAmbiguities {
    /// The possible meaning that makes a column ambiguous.
    private enum Reason { case quantity, action, cancel, unit, option, store }

    /// A column, and the evidence in its rows so far.
    private struct Column {
        let index: Int
        let reasons: [Reason]
        /// Whether it may be quantities if it contains only numbers.
        let mayBeFigures: Bool
        /// The cells in the rows that show something, with their lines.
        var cells: [(text: String, line: Int)] = []
        var optionsOfItem: [String: [UInt8]] = [:]
    }

    private var columns: [Column]
    private let menu: PlainMenu
    private let options: PlainOptions
    private let hasDateBeside: Bool

    init(_ columns: PlainColumns, menu: PlainMenu, options: PlainOptions) {
        self.menu = menu
        self.options = options
        let named =
            options.effectiveColumns.flatMap(\.names) + (options.ignore + options.only + options.known).map(\.column)
        let settled = columns.rolePlaces.union((named + options.accept).flatMap { columns.places(of: $0) })
        let open = columns.header.indices.filter { !settled.contains($0) }
        let words = columns.header.map { PlainHeaderWords($0) }
        let hasQuantity = columns.sources[.quantity] != nil
        self.columns = open.map { index in
            Column(
                index: index, reasons: Self.reasons(words[index], hasQuantity: hasQuantity),
                mayBeFigures: !hasQuantity && Self.mayBeFigures(words[index]))
        }
        hasDateBeside = open.contains { words[$0].has(hangul: "날짜 일자", english: "date") }
    }

    private static func reasons(_ words: PlainHeaderWords, hasQuantity: Bool) -> [Reason] {
        var reasons: [Reason] = []
        let actions = "구분 유형 종류 작업 처리 상태 결과"
        if words.has(hangul: actions, english: "action type kind status event state result") { reasons.append(.action) }
        if words.has(hangul: "취소 반품 환불 무효") || words.begins("cancel void refund return") { reasons.append(.cancel) }
        if words.isOfMoney { return reasons }
        let quantities = "수량 개수 갯수 잔수 판매량 주문량 출고량 판매수 주문수 건수"
        let isQuantity =
            words.has(hangul: quantities, english: "qty quantity count cnt pcs units sold ea cups")
            || words.isOne(of: "판매 잔 컵 sales")
        if !hasQuantity && isQuantity { reasons.append(.quantity) }
        if words.has(hangul: "단위", english: "unit") { reasons.append(.unit) }
        let options = "option size variant variation modifier modifiers volume"
        let isOption = words.has(hangul: "옵션 사이즈 크기 규격 용량", english: options) && !words.has(english: "dining")
        if isOption || words.isOne(of: "price-point-name") { reasons.append(.option) }
        if words.has(hangul: "매장 지점 점포", english: "location store shop branch") { reasons.append(.store) }
        return reasons
    }

    private static func mayBeFigures(_ words: PlainHeaderWords) -> Bool {
        let hangul = "합계 할인 세액 매출 판매가 순서 정렬 번호 코드 전화 연락처 테이블 좌석 순번 우편 나이 #"
        let english =
            "total discount tip net gross money sort rank no number code id sku tel phone table seat seq zip"
        let isPeriod = words.has(hangul: "요일 0 1 2 3 4 5 6 7 8 9")
        let isPartOfTime = !isPeriod && words.has(hangul: "년 월 일 시", english: "year month day hour")
        return !words.isOfMoney && !isPartOfTime && !words.has(hangul: hangul, english: english)
    }

    /// The line of the first row of an ambiguity that only the whole input shows: a column of numbers, or a column of
    /// few distinct cells, one of which means something other than an order.
    var lineOfWhole: Int? {
        for cells in columns.filter(\.mayBeFigures).map(\.cells) {
            let filled = cells.filter { !$0.text.isEmpty }
            if cells.count < 2 || filled.contains(where: { figure($0.text) == nil }) { continue }
            if let first = filled.first(where: { figure($0.text) != 1 }) { return first.line }
        }
        for cells in columns.map(\.cells) {
            let different = Set(cells.map { Array($0.text.utf8) }).count
            let areFew = cells.count >= 20 ? different <= 12 : different < cells.count
            if areFew, let first = cells.first(where: { saysOtherThanOrder($0.text) }) { return first.line }
        }
        return nil
    }

    /// A whole number with any sign.
    private func figure(_ cell: String) -> Int? {
        if let number = PlainNumber.unsigned(cell, decimal: options.decimal) { return number }
        let folded = cell.precomposedStringWithCompatibilityMapping
        guard let sign = ["-": -1, "+": 1][folded.prefix(1)] else { return nil }
        return PlainNumber.unsigned(String(folded.dropFirst()), decimal: options.decimal).map { sign * $0 }
    }

    private func saysOtherThanOrder(_ cell: String) -> Bool {
        if let action = PlainAction.named(cell), action != .order { return true }
        let words = PlainHeaderWords(cell)
        let hangul = "취소 반품 환불 무효 거절 거부 실패 보류 대기 미결제 미입금 노쇼 noshow onhold 폐기 출고 사용 소모 반출 이동"
        return words.has(hangul: hangul)
            || words.begins("cancel void refund return reject declin fail pending unpaid wast spoil consum used")
    }

    /// Whether a row of data shows that one of the columns is ambiguous.
    mutating func isDoubted(_ outcome: PlainOutcome) -> Bool {
        let row = outcome.row
        let cells = columns.map { PlainText.trimmed(row.cells[$0.index]) }
        for (number, cell) in cells.enumerated() { columns[number].cells.append((cell, row.line)) }
        if options.isByTime, hasDateBeside, let time = row.time, !time.kind.hasDate { return true }
        return columns.indices.contains { number in
            columns[number].reasons.contains { isDoubted(cells[number], $0, outcome, &columns[number]) }
        }
    }

    private func isDoubted(_ cell: String, _ reason: Reason, _ outcome: PlainOutcome, _ column: inout Column) -> Bool {
        switch reason {
        case .quantity:
            return !cell.isEmpty && PlainNumber.unsigned(cell, decimal: options.decimal) != 1
        case .action:
            return saysOtherThanOrder(cell)
        case .cancel:
            return !PlainText.cell(cell, isAmong: ["", "-"]) && !PlainText.matches(cell, ["n", "no", "false", "정상"])
                && !Self.isNothing(cell)
        case .unit:
            return !cell.isEmpty && !PlainText.matches(cell, ["개", "잔", "컵", "ea", "each", "pcs", "cup"])
        case .option:
            guard let key = name(of: outcome) else { return false }
            let bytes = Array(cell.utf8)
            defer { column.optionsOfItem[key] = column.optionsOfItem[key] ?? bytes }
            return column.optionsOfItem[key, default: bytes] != bytes
        case .store:
            let places = "매장 포장 배달 홀 takeaway takeout instore dinein delivery togo here forhere pickup"
            return column.cells.contains { !PlainText.same($0.text, cell) }
                && column.cells.contains { !PlainHeaderWords($0.text).isOne(of: places) }
        }
    }

    /// The name on the menu of a row's item: that of the kind that its action needs, or else that of the only item with
    /// the name; nil if there is none.
    private func name(of outcome: PlainOutcome) -> String? {
        if let action = outcome.action, let item = outcome.item {
            return action.concernsJuice ? "juice \(item)" : "fruit \(item)"
        }
        let cell = PlainOutcome.mapped(outcome.row, .item, options)
        if cell.isEmpty { return nil }
        switch (menu.juice(named: cell), menu.fruit(named: cell)) {
        case (let juice?, nil): return "juice \(juice)"
        case (nil, let fruit?): return "fruit \(fruit)"
        default: return nil
        }
    }

    /// Whether a cell is 0 in any spelling, with or without a currency sign; Korean fonts show a backslash as that of
    /// the won.
    private static func isNothing(_ cell: String) -> Bool {
        let folded = cell.precomposedStringWithCompatibilityMapping.unicodeScalars
        let bare = folded.filter { scalar in
            !scalar.properties.isWhitespace && scalar.properties.generalCategory != .currencySymbol
                && !["원", "\\"].contains(scalar)
        }
        if PlainNumber.unsigned(cell, decimal: nil) == 0 { return true }
        return bare.contains("0") && bare.allSatisfy { ["0", ".", ",", "-", "+"].contains($0) }
    }
}
