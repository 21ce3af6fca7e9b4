package import CSV
internal import Foundation
internal import JuiceCore

/// Checks of single cells in ambiguous columns.
package enum AmbiguousCell {
    /// The words that show that a row is not an order; they may be anywhere in a cell.
    private static let otherThanOrders = [
        "취소", "반품", "환불", "무효", "거절", "거부", "실패", "보류", "대기", "미결제", "미입금", "노쇼", "noshow", "onhold", "폐기", "출고",
        "사용", "소모", "반출", "이동",
    ]
    /// The beginnings of English words that show that a row is not an order; they may be anywhere in a cell.
    private static let otherThanOrdersInEnglish = [
        "cancel", "void", "refund", "return", "reject", "declin", "fail", "pending", "unpaid", "waste", "spoil",
        "consum", "used",
    ]
    /// The words of totals rows.
    private static let totals = [
        "합계", "총계", "총합계", "소계", "누계", "일계", "월계", "total", "subtotal", "grandtotal",
    ]
    /// The words for where a drink was consumed, which are not locations of a shop.
    private static let places = [
        "매장", "포장", "배달", "홀", "takeaway", "takeout", "instore", "dinein", "delivery", "togo", "here", "forhere",
        "pickup",
    ]

    private static let otherThanOrderKeys = otherThanOrders.map(nameKey)
    private static let otherActionKeys = Set(
        Action.allCases.filter { $0 != .order }.flatMap(\.names).map(nameKey))
    private static let notUndoneKeys = Set(["n", "no", "false", "정상"].map(nameKey))
    private static let cupKeys = Set(["개", "잔", "컵", "ea", "each", "pcs", "cup"].map(nameKey))
    private static let totalKeys = Set(totals.map(nameKey))
    private static let placeKeys = Set(places.map(nameKey))

    /// Whether a cell is evidence that its column has a possible meaning.
    ///
    /// - Parameters:
    ///   - text: The trimmed cell.
    ///   - kind: A meaning of which a single cell is evidence.
    package static func isAmbiguous(_ text: String, as kind: Ambiguity.Column, decimal: DecimalMark?) -> Bool {
        if text.isEmpty { return false }
        switch kind {
        case .quantity: return parseQuantity(text, decimal: decimal) != 1
        case .action:
            let words = TextWords(text)
            return otherActionKeys.contains(words.key)
                || otherThanOrderKeys.contains { words.key.utf8.contains($0.utf8) }
                || words.beginsWithAny(otherThanOrdersInEnglish)
        case .cancellation:
            if text.precomposedStringWithCompatibilityMapping == "-" || isNothing(text) { return false }
            return !notUndoneKeys.contains(nameKey(text))
        case .unit: return !cupKeys.contains(nameKey(text))
        case .variant, .location, .date: preconditionFailure("This kind of ambiguity cannot be found in a single cell")
        }
    }

    /// The whole number that a cell contains, with its sign; nil if it is not a whole number.
    package static func figure(_ text: String, decimal: DecimalMark?) -> Int? {
        if let quantity = parseQuantity(text, decimal: decimal) { return quantity }
        let folded = trimmedText(text).precomposedStringWithCompatibilityMapping
        guard let sign = folded.first, sign == "-" || sign == "+" else { return nil }
        let size = parseQuantity(String(folded.dropFirst()), decimal: decimal)
        return sign == "-" ? size.map { -$0 } : size
    }

    /// Whether a cell is, or ends with, a word for a totals row, ignoring punctuation, symbols and digits.
    package static func isTotal(_ text: String) -> Bool {
        let scalars = text.precomposedStringWithCompatibilityMapping.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .decimalNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
                .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
                .modifierSymbol, .otherSymbol:
                false
            default: true
            }
        }
        var rest = String.UnicodeScalarView()
        rest.append(contentsOf: scalars)
        let plain = String(rest)
        if totalKeys.contains(nameKey(plain)) { return true }
        let words = plain.split(whereSeparator: \.isWhitespace)
        return words.count > 1 && words.last.map { totalKeys.contains(nameKey(String($0))) } == true
    }

    /// Whether a cell may be a total by its last letter: 계, the l of `total`, or a character that NFKC maps to them.
    @inline(__always)
    static func mayBeTotal(_ cell: ByteView) -> Bool {
        if hasNoLetters(cell) { return false }
        var at = cell.count
        while at > 0 {
            at -= 1
            let byte = cell[at]
            if byte >= 0x80 {
                guard at >= 2 else { return true }
                let isSyllable =
                    cell[at - 2] >= 0xEB && cell[at - 2] <= 0xED || cell[at - 2] == 0xEA && cell[at - 1] >= 0xB0
                // 계 is EA B3 84.
                return !isSyllable || cell[at - 2] == 0xEA && cell[at - 1] == 0xB3 && byte == 0x84
            }
            let lower = byte | 0x20
            if lower >= 0x61 && lower <= 0x7A { return lower == 0x6C }
        }
        return false
    }

    /// Whether a cell is longer than seven bytes and contains no letter, as most times, numbers and amounts.
    @inline(__always)
    private static func hasNoLetters(_ cell: ByteView) -> Bool {
        guard cell.count >= 8 else { return false }
        // Letters and all bytes beyond ASCII have one of the two highest bits.
        var bits: UInt64 = 0
        for at in stride(from: 0, to: cell.count &- 8, by: 8) { bits |= cell.word(at: at) }
        bits |= cell.word(at: cell.count &- 8)
        return bits & 0xC0C0_C0C0_C0C0_C0C0 == 0
    }

    /// Whether a cell contains where a cup was consumed rather than which shop sold it.
    package static func isPlace(_ text: String) -> Bool { placeKeys.contains(nameKey(text)) }

    /// Whether a text is 0 in any spelling: with a sign, a currency symbol, separators, decimals or a unit.
    static func isNothing(_ text: String) -> Bool {
        let scalars = text.precomposedStringWithCompatibilityMapping.unicodeScalars.filter {
            !$0.properties.isWhitespace
        }
        var rest = Array(scalars)[...]
        var hasSign = false
        var hasCurrency = false
        while let first = rest.first, !hasSign && isPlusOrMinus(first) || !hasCurrency && isCurrency(first) {
            if isPlusOrMinus(first) { hasSign = true } else { hasCurrency = true }
            rest.removeFirst()
        }
        if let last = rest.last, !hasCurrency && isCurrency(last) || ["개", "잔", "컵", "원"].contains(last) {
            rest.removeLast()
        }
        return rest.contains("0") && rest.allSatisfy { ["0", ".", ","].contains($0) }
    }

    private static func isPlusOrMinus(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || scalar == "+" }

    private static func isCurrency(_ scalar: Unicode.Scalar) -> Bool {
        // Korean Windows displays the backslash as the won sign, so files contain backslashes for it.
        scalar == "\\" || scalar.properties.generalCategory == .currencySymbol
    }
}

/// A column without a role whose header suggests that it affects the orders, and that no setting or option explains.
package struct AmbiguousColumn: Sendable, Equatable {
    /// The meaning that the column may have.
    package let kind: Ambiguity.Column
    /// The column, from 0.
    package let column: Int
}

/// The words of headers that tell what a column may mean.
private enum HeaderWords {
    static let quantity = [
        "수량", "개수", "갯수", "잔수", "판매량", "주문량", "출고량", "판매수", "주문수", "건수", "qty", "quantity", "count", "cnt", "pcs",
        "units", "sold", "ea", "cups",
    ]
    /// The headers that mean quantities if they are nothing else.
    static let wholeQuantity = Set(["판매", "잔", "컵", "sales"].map(nameKey))
    static let action = [
        "구분", "유형", "종류", "작업", "처리", "상태", "결과", "action", "type", "kind", "status", "event", "state", "result",
    ]
    static let cancellation = ["취소", "반품", "환불", "무효"]
    static let cancellationBeginnings = ["cancel", "void", "refund", "return"]
    static let unit = ["단위", "unit"]
    static let variant = [
        "옵션", "사이즈", "규격", "용량", "option", "size", "variant", "modifier", "modifiers", "volume",
    ]
    static let location = ["매장", "지점", "점포", "location", "store", "shop", "branch"]
    static let money = ["cost", "amount", "fee", "tax", "가격", "단가", "금액", "수수료"]
    /// The words of columns that hold figures other than quantities.
    static let otherFigures = [
        "합계", "할인", "세액", "매출", "판매가", "순서", "정렬", "total", "discount", "tip", "net", "gross", "money", "sort", "rank",
        "번호", "코드", "전화", "연락처", "테이블", "좌석", "순번", "우편", "나이", "년", "월", "일", "시", "no", "number", "code", "id",
        "sku", "tel", "phone", "table", "seat", "seq", "zip", "year", "month", "day", "hour",
    ]
    /// The header of a size or kind of item, although it contains a word for money.
    static let pricePointName = nameKey("price point name")
}

/// The possible meanings, by their headers, of an input's columns without a role.
package struct AmbiguousColumns: Sendable, Equatable {
    /// The columns whose ambiguity the cells decide, in the order of the ambiguities and then from the left.
    package let columns: [AmbiguousColumn]
    /// The first column, from 0, that may hold the dates of times that have none; nil if none may.
    package let date: Int?

    /// The columns, from 0, without a role that no setting names.
    package let unnamed: Set<Int>
    /// The unnamed columns that may be quantities if they contain only numbers, regardless of their headers.
    let figures: Set<Int>

    /// Finds the ambiguous columns of an input.
    ///
    /// - Parameters:
    ///   - header: the names of its columns, as the header has them.
    ///   - options: the columns that the user or the settings named for roles; not all of them need be in this input.
    ///   - exportSettings: the settings of the POS exports, of which those about columns are used.
    package init(header: [String], columns layout: ColumnLayout, options: ColumnOptions, exportSettings: ExportSettings)
    {
        guard layout.programFile == nil else {
            columns = []
            date = nil
            unnamed = []
            figures = []
            return
        }
        let withRole = Set(layout.sources.values.joined())
        let named =
            options.columns.values.flatMap(\.names)
            + (exportSettings.ignore + exportSettings.only + exportSettings.known).map(\.column.name)
        let acceptedKeys = Set((named + exportSettings.accept.map(\.name)).map(nameKey))
        var ambiguousColumns: [AmbiguousColumn] = []
        var unnamed: Set<Int> = []
        var figures: Set<Int> = []
        var date: Int?
        for (column, name) in header.enumerated() where !withRole.contains(column) {
            let words = TextWords(name)
            if acceptedKeys.contains(words.key) { continue }
            let hasQuantity = layout.quantity != nil
            ambiguousColumns += Self.kinds(words, hasQuantity: hasQuantity).map {
                AmbiguousColumn(kind: $0, column: column)
            }
            if date == nil, words.hasAny(Role.dateWords) { date = column }
            unnamed.insert(column)
            if !hasQuantity, Self.mayContainQuantities(words, name) { figures.insert(column) }
        }
        func order(_ column: AmbiguousColumn) -> Int {
            Ambiguity.column(column.kind, header: "", cell: "", others: []).order
        }
        // Columns with equal rank keep their order.
        columns = ambiguousColumns.enumerated().sorted { a, b in
            (order(a.element), a.offset) < (order(b.element), b.offset)
        }.map(\.element)
        self.date = date
        self.unnamed = unnamed
        self.figures = figures
    }

    /// The meanings that a column without a role may have by the words of its header.
    package static func kinds(_ words: TextWords, hasQuantity: Bool) -> [Ambiguity.Column] {
        var kinds: [Ambiguity.Column] = []
        func add(_ kind: Ambiguity.Column, if condition: Bool) {
            if condition { kinds.append(kind) }
        }
        let isMoney = isMoney(words)
        add(
            .quantity,
            if: !hasQuantity && !isMoney
                && (words.hasAny(HeaderWords.quantity) || HeaderWords.wholeQuantity.contains(words.key)))
        add(.action, if: words.hasAny(HeaderWords.action))
        add(
            .cancellation,
            if: words.hasAny(HeaderWords.cancellation) || words.beginsWithAny(HeaderWords.cancellationBeginnings))
        if isMoney { return kinds }
        add(.unit, if: words.hasAny(HeaderWords.unit))
        let isVariant = words.hasAny(HeaderWords.variant) && !words.contains("dining")
        add(.variant, if: isVariant || words.key == HeaderWords.pricePointName)
        add(.location, if: words.hasAny(HeaderWords.location))
        return kinds
    }

    private static func isMoney(_ words: TextWords) -> Bool {
        words.hasAny(HeaderWords.money) || words.contains("price") && words.key != HeaderWords.pricePointName
    }

    /// Whether numbers in a column may be quantities, since its header has no word for other numbers.
    package static func mayContainQuantities(_ words: TextWords, _ header: String) -> Bool {
        !isMoney(words) && !words.hasAny(HeaderWords.otherFigures) && !words.key.contains("#")
    }
}

/// The ambiguities of an input, collected while its batches are added in order.
package struct InputAmbiguities: Sendable {
    /// An ambiguity and its position.
    package struct LocatedAmbiguity: Sendable, Equatable {
        /// The physical line, from 1.
        package let line: Int
        /// The record of the batch, from 0; nil for the header's.
        package let row: Int?
        package let ambiguity: Ambiguity

        package init(line: Int, row: Int?, ambiguity: Ambiguity) {
            self.line = line
            self.row = row
            self.ambiguity = ambiguity
        }
    }

    /// The locations that have been seen.
    private struct Locations: Sendable {
        var first: [UInt8]?
        /// Whether there are two different locations.
        var isDifferent = false
        /// Whether any cell is a location rather than one of the words that are not.
        var hasLocation = false
    }

    private let rules: AmbiguityRules
    /// The first cell of each item in each compared column, by the item's number.
    private var variants: [[Int: [UInt8]]]
    /// The locations in each compared column.
    private var locations: [Locations]
    private var hasFittingRow = false
    private var firstWrongWidthCells: Int?

    /// Creates the state before the first batch.
    package init(_ rules: AmbiguityRules) {
        self.rules = rules
        variants = rules.comparisons.map { _ in [:] }
        locations = rules.comparisons.map { _ in Locations() }
    }

    /// Adds the ambiguities that a scanner found in the next batch.
    ///
    /// - Parameter firstLine: The physical line on which the batch starts, from 1.
    /// - Returns: The ambiguity that is reported: of those in the first row that has any, the one with the lowest rank.
    ///   No further batch may be added after it.
    package mutating func add(_ ambiguities: BatchAmbiguities, _ records: borrowing RecordBatch, firstLine: Int)
        -> LocatedAmbiguity?
    {
        if !hasFittingRow {
            hasFittingRow = ambiguities.hasFittingRow
            firstWrongWidthCells = firstWrongWidthCells ?? ambiguities.firstWrongWidthCells
        }
        var found = ambiguities.firstOfRows
        for (index, groups) in ambiguities.groups.enumerated() {
            let comparison = rules.comparisons[index]
            for (number, group) in groups {
                let row =
                    comparison.kind == .location
                    ? addLocations(group, index, records) : addVariant(group, of: number, index, records)
                guard let row else { continue }
                let cell = rules.text(records, row, comparison.column)
                let other = BatchAmbiguities.LocatedAmbiguity(
                    row: row, ambiguity: rules.ambiguity(comparison.kind, column: comparison.column, cell: cell))
                if other.isBefore(found) { found = other }
            }
        }
        return found.map {
            LocatedAmbiguity(line: firstLine + records.line($0.row), row: $0.row, ambiguity: $0.ambiguity)
        }
    }

    /// Returns the ambiguity found once all batches have arrived.
    package func atEnd() -> LocatedAmbiguity? {
        guard !hasFittingRow, let cells = firstWrongWidthCells else { return nil }
        let ambiguity = Ambiguity.noRowFits(expected: rules.columns.count, actual: cells)
        return LocatedAmbiguity(line: rules.headerLine, row: nil, ambiguity: ambiguity)
    }

    private mutating func addVariant(
        _ group: BatchAmbiguities.Group, of number: Int, _ index: Int, _ records: borrowing RecordBatch
    ) -> Int? {
        let first = cell(group.first, index, records)
        guard let known = variants[index][number] else {
            variants[index][number] = first
            return group.different
        }
        return known == first ? group.different : group.first
    }

    private mutating func addLocations(
        _ group: BatchAmbiguities.Group, _ index: Int, _ records: borrowing RecordBatch
    ) -> Int? {
        let first = cell(group.first, index, records)
        var seen = locations[index]
        // The rows from which on both conditions hold; conditions met by earlier batches hold from the first row.
        var different = seen.isDifferent ? group.first : group.different
        if let known = seen.first, known != first { different = group.first }
        let location = seen.hasLocation ? group.first : group.location
        seen.first = seen.first ?? first
        seen.isDifferent = different != nil
        seen.hasLocation = location != nil
        locations[index] = seen
        guard let different, let location else { return nil }
        return max(different, location)
    }

    private func cell(_ row: Int, _ index: Int, _ records: borrowing RecordBatch) -> [UInt8] {
        Array(trimmed(rules.cell(records, row, rules.comparisons[index].column)))
    }
}

/// The ambiguities of a batch that can be found without earlier batches.
package struct BatchAmbiguities: Sendable, Equatable {
    /// An ambiguity and the record of the batch, from 0, that shows it.
    package struct LocatedAmbiguity: Sendable, Equatable {
        package let row: Int
        package let ambiguity: Ambiguity

        package init(row: Int, ambiguity: Ambiguity) {
            self.row = row
            self.ambiguity = ambiguity
        }

        /// Whether this ambiguity is reported rather than another: its row comes first, or its kind precedes in their
        /// order.
        func isBefore(_ other: LocatedAmbiguity?) -> Bool {
            guard let other else { return true }
            return (row, ambiguity.order) < (other.row, other.ambiguity.order)
        }
    }

    /// The rows of a batch whose cells in one column are compared: the rows of one item, or all rows.
    struct Group: Sendable, Equatable {
        /// The first of its records, from 0.
        let first: Int
        /// The first row whose cell differs from that of `first`.
        var different: Int?
        /// The first row whose cell is none of the words that mean no location; always nil for variants.
        var location: Int?
    }

    /// The first of what single rows show.
    var firstOfRows: LocatedAmbiguity?
    /// The groups of each compared column; of variants by the item's number.
    var groups: [[Int: Group]] = []
    /// Whether there is a row that has the right number of cells.
    var hasFittingRow = false
    /// The number of cells in the first row whose number of cells differs from the header's; nil if there is none.
    var firstWrongWidthCells: Int?
}
