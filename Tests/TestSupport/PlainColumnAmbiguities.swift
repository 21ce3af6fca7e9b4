import Foundation

/// Columns that no setting describes, and what their cells may mean: `unclear_column`.
struct PlainColumnAmbiguities {
    /// Why a column is in doubt.
    private enum Reason { case quantity, action, cancel, unit, option, store }

    /// A column, and what its rows have shown.
    private struct Column {
        let place: Int
        let reasons: [Reason]
        var optionsOfItem: [String: [UInt8]] = [:]
        var stores: Set<[UInt8]> = []
        var hasOtherStore = false
    }

    private var columns: [Column]
    private let menu: PlainMenu
    private let options: PlainOptions
    private let hasDateBeside: Bool

    /// The doubtful columns of an input.
    init(_ columns: PlainColumns, menu: PlainMenu, options: PlainOptions) {
        self.menu = menu
        self.options = options
        let roles = Set(PlainRole.allCases.flatMap { columns.places(of: $0) })
        let named =
            options.effectiveColumns.flatMap(\.names) + options.ignore.map(\.column) + options.only.map(\.column)
        let settled = Set((named + options.accept).flatMap { columns.places(of: $0) })
        let open = columns.header.indices.filter { !roles.contains($0) && !settled.contains($0) }
        self.columns = open.map { place in
            let words = PlainHeaderWords(columns.header[place])
            return Column(place: place, reasons: Self.reasons(words, hasQuantity: columns.sources[.quantity] != nil))
        }
        hasDateBeside = open.contains {
            PlainHeaderWords(columns.header[$0]).has(hangul: "날짜 일자", english: "date")
        }
    }

    private static func reasons(_ words: PlainHeaderWords, hasQuantity: Bool) -> [Reason] {
        var reasons: [Reason] = []
        if words.has(hangul: "구분 유형 종류 작업 처리 상태", english: "action type kind status event") { reasons.append(.action) }
        if words.has(hangul: "취소 반품 환불 무효", english: "cancelled canceled void voided refund refunded") {
            reasons.append(.cancel)
        }
        if words.isOfMoney { return reasons }
        let quantities = "수량 개수 갯수 잔수 판매량 주문량 출고량 판매수 주문수 건수"
        if !hasQuantity, words.has(hangul: quantities, english: "qty quantity count pcs units sold ea cups") {
            reasons.append(.quantity)
        }
        if words.has(hangul: "단위", english: "unit") { reasons.append(.unit) }
        let isOption = words.has(hangul: "옵션 사이즈", english: "option size variant") && !words.has(english: "dining")
        if isOption || words.isPricePointName { reasons.append(.option) }
        if words.has(hangul: "매장 지점 점포", english: "location store shop branch") { reasons.append(.store) }
        return reasons
    }

    /// True where a row of data puts one of the columns in doubt.
    mutating func isDoubted(_ outcome: PlainOutcome) -> Bool {
        let row = outcome.row
        if options.sequence == .time, hasDateBeside, let time = row.time, !time.kind.hasDate { return true }
        var hasAmbiguity = false
        for number in columns.indices {
            let cell = PlainText.trimmed(row.cells[columns[number].place])
            for reason in columns[number].reasons where isDoubted(cell, reason, outcome, &columns[number]) {
                hasAmbiguity = true
            }
        }
        return hasAmbiguity
    }

    private func isDoubted(_ cell: String, _ reason: Reason, _ outcome: PlainOutcome, _ column: inout Column) -> Bool {
        switch reason {
        case .quantity:
            return !cell.isEmpty && PlainNumber.unsigned(cell, decimal: options.decimal) != 1
        case .action:
            if let action = PlainAction.named(cell), action != .order { return true }
            let begin = ["취소", "반품", "환불", "무효", "cancel", "void", "refund", "return"]
            return begin.contains { PlainText.matchable(cell).hasPrefix($0) }
        case .cancel:
            return !PlainText.matches(cell, ["", "n", "no", "false", "-", "정상"]) && !Self.isNothing(cell)
        case .unit:
            return !PlainText.matches(cell, ["", "개", "잔", "컵", "ea", "pcs", "cup"])
        case .option:
            guard let key = Self.name(of: outcome, menu: menu, options: options) else { return false }
            let bytes = Array(cell.utf8)
            guard let earlier = column.optionsOfItem[key] else {
                column.optionsOfItem[key] = bytes
                return false
            }
            return earlier != bytes
        case .store:
            column.stores.insert(Array(cell.utf8))
            if !PlainText.matches(cell, ["매장", "포장", "배달", "홀"]) { column.hasOtherStore = true }
            return column.stores.count > 1 && column.hasOtherStore
        }
    }

    /// The name on the menu of a row's item: of what its action means, or if that is nothing, of the only thing of that
    /// name; nil where there is none.
    private static func name(of outcome: PlainOutcome, menu: PlainMenu, options: PlainOptions) -> String? {
        if let action = outcome.action, let item = outcome.item {
            return action.isOfJuice ? "juice \(menu.juices[item].name)" : "fruit \(menu.fruits[item].name)"
        }
        let cell = PlainOutcome.mapped(outcome.row, .item, options)
        if cell.isEmpty { return nil }
        switch (menu.juice(named: cell), menu.fruit(named: cell)) {
        case (let juice?, nil): return "juice \(menu.juices[juice].name)"
        case (nil, let fruit?): return "fruit \(menu.fruits[fruit].name)"
        default: return nil
        }
    }

    /// True for 0 in any spelling, with a currency's sign or not.
    private static func isNothing(_ cell: String) -> Bool {
        let folded = cell.precomposedStringWithCompatibilityMapping.unicodeScalars
        let bare = folded.filter { scalar in
            !scalar.properties.isWhitespace && scalar.properties.generalCategory != .currencySymbol && scalar != "원"
        }
        return bare.contains("0") && bare.allSatisfy { ["0", ".", ",", "-", "+"].contains($0) }
    }
}
