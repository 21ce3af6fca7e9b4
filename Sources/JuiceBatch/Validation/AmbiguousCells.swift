package import CSV
internal import Foundation
internal import JuiceCore

/// Checks of single cells in ambiguous columns.
package enum AmbiguousCell {
    // Words, and beginnings of English words, that show anywhere in a cell that its row is not an order.
    private static let otherThanOrderKeys = [
        "취소", "반품", "환불", "무효", "거절", "거부", "실패", "보류", "대기", "미결제", "미입금", "노쇼", "noshow", "onhold", "폐기", "출고",
        "사용", "소모", "반출", "이동",
    ].map(nameKey)
    private static let otherThanOrdersInEnglish = [
        "cancel", "void", "refund", "return", "reject", "declin", "fail", "pending", "unpaid", "wast", "spoil",
        "consum", "used",
    ]
    private static let totalKeys = Set(
        ["합계", "총계", "총합계", "소계", "누계", "일계", "월계", "total", "subtotal", "grandtotal"].map(nameKey))
    /// The words for where a drink was consumed, which do not tell one shop from another.
    private static let placeOfUseKeys = Set(
        [
            "매장", "포장", "배달", "홀", "takeaway", "takeout", "instore", "dinein", "delivery", "togo", "here",
            "forhere", "pickup",
        ].map(nameKey))
    private static let otherActionKeys = Set(Action.allCases.filter { $0 != .order }.flatMap(\.names).map(nameKey))
    private static let notCancelledKeys = Set(["n", "no", "false", "정상", "아니오", "아니요"].map(nameKey))
    private static let cupKeys = Set(["개", "잔", "컵", "ea", "each", "pcs", "cup"].map(nameKey))
    private static let summaryKeys = Set(
        ["요약", "개수", "평균", "결과", "두잔", "세잔", "세트", "더블", "count", "average", "result", "set", "double", "twin"]
            .map(nameKey))

    /// Whether a trimmed cell is evidence that its column has a meaning, of which a single cell can be evidence.
    package static func isAmbiguous(_ text: String, as kind: Ambiguity.Column, decimal: DecimalMark?) -> Bool {
        if text.isEmpty { return false }
        switch kind {
        case .quantity: return parseQuantity(text, decimal: decimal) != 1
        case .action:
            let words = TextWords(text)
            return otherActionKeys.contains(words.key)
                || otherThanOrderKeys.contains { words.key.containsBytes(of: $0) }
                || words.beginsWithAny(otherThanOrdersInEnglish)
        case .cancellation:
            if text.precomposedStringWithCompatibilityMapping == "-" || isZero(text) { return false }
            return !notCancelledKeys.contains(nameKey(text))
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
        let letters = text.precomposedStringWithCompatibilityMapping.unicodeScalars.filter { scalar in
            let isMark = Character(scalar).isPunctuation || Character(scalar).isSymbol
            return !isMark && scalar.properties.generalCategory != .decimalNumber
        }
        let plain = String(String.UnicodeScalarView(letters))
        if totalKeys.contains(nameKey(plain)) { return true }
        let words = plain.split(whereSeparator: \.isWhitespace)
        return words.count > 1 && words.last.map { totalKeys.contains(nameKey(String($0))) } == true
    }

    /// Whether the last word of a name is that of a summary or of several cups: `바나나쥬스 요약`, `Kiwi Set`.
    package static func isSummary(_ name: String) -> Bool {
        let words = name.split(whereSeparator: \.isWhitespace)
        return words.count > 1 && words.last.map { summaryKeys.contains(nameKey(String($0))) } == true
    }

    /// Whether a cell may be a total by its last letter: 계, the l of `total`, or a character that NFKC maps to them.
    @inline(__always) package static func mayBeTotal(_ cell: ByteView) -> Bool {
        if cell.count >= 8 {
            // Most times, numbers and amounts; letters and bytes beyond ASCII have one of the two highest bits.
            var bits = cell.word(at: cell.count &- 8)
            for offset in stride(from: 0, to: cell.count &- 8, by: 8) { bits |= cell.word(at: offset) }
            if bits & 0xC0C0_C0C0_C0C0_C0C0 == 0 { return false }
        }
        for index in (0..<cell.count).reversed() {
            let byte = cell[index]
            if byte >= 0x80 {
                guard index >= 2 else { return true }
                let (first, second) = (cell[index - 2], cell[index - 1])
                let isSyllable = first >= 0xEB && first <= 0xED || first == 0xEA && second >= 0xB0
                // 계 is EA B3 84.
                return !isSyllable || first == 0xEA && second == 0xB3 && byte == 0x84
            }
            let lower = byte | 0x20
            if lower >= 0x61 && lower <= 0x7A { return lower == 0x6C }
        }
        return false
    }

    /// Whether a cell tells where a cup was consumed rather than which shop sold it.
    package static func isPlaceOfUse(_ text: String) -> Bool { placeOfUseKeys.contains(nameKey(text)) }

    /// Whether a text is 0 in any spelling: with a sign, a currency symbol, separators, decimals or a unit.
    static func isZero(_ text: String) -> Bool {
        let scalars = Array(text.precomposedStringWithCompatibilityMapping.unicodeScalars)
            .filter { !$0.properties.isWhitespace }
        func isSign(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || scalar == "+" }
        // Korean Windows displays the backslash as the won sign, so files contain backslashes for it.
        func isCurrency(_ scalar: Unicode.Scalar) -> Bool {
            scalar == "\\" || scalar.properties.generalCategory == .currencySymbol
        }
        let marks = scalars.prefix { isSign($0) || isCurrency($0) }
        guard marks.count(where: isSign) <= 1, marks.count(where: isCurrency) <= 1 else { return false }
        var rest = scalars.dropFirst(marks.count)
        let mayEndWithCurrency = !marks.contains(where: isCurrency)
        if let last = rest.last, mayEndWithCurrency && isCurrency(last) || ["개", "잔", "컵", "원"].contains(last) {
            rest.removeLast()
        }
        return rest.contains("0") && rest.allSatisfy { ["0", ".", ","].contains($0) }
    }
}

extension InputPlan {
    /// The first cell of a row without an item that names a totals row; nil if there is none.
    package func totalsCell(_ records: borrowing RecordBatch, _ row: Int) -> String? {
        guard trimmed(columns.cell(records, row, columns.item)).isEmpty else { return nil }
        return records.fields(row).map { trimmedText(String(decoding: $0, as: UTF8.self)) }
            .first(where: AmbiguousCell.isTotal)
    }
}

/// The possible meanings, by their headers, of an input's columns without a role.
package enum AmbiguousColumns {
    // The words of headers that tell what a column may mean.
    private static let quantityWords = [
        "수량", "개수", "갯수", "잔수", "판매량", "주문량", "출고량", "판매수", "주문수", "건수", "qty", "quantity", "count", "cnt", "pcs",
        "units", "sold", "ea", "cups",
    ]
    /// The keys of words that mean quantities only if they are the whole header.
    private static let wholeQuantityKeys = Set(["판매", "잔", "컵", "sales"].map(nameKey))
    private static let actionWords = [
        "구분", "유형", "종류", "작업", "처리", "상태", "결과", "action", "type", "kind", "status", "event", "state", "result",
    ]
    private static let cancellationWords = ["취소", "반품", "환불", "무효"]
    private static let cancellationBeginnings = ["cancel", "void", "refund", "return"]
    private static let unitWords = ["단위", "unit"]
    private static let variantWords = [
        "옵션", "사이즈", "크기", "규격", "용량", "option", "size", "variant", "variation", "modifier", "modifiers", "volume",
    ]
    private static let locationWords = ["매장", "지점", "점포", "location", "store", "shop", "branch"]
    private static let moneyWords = ["cost", "amount", "fee", "tax", "가격", "단가", "금액", "수수료"]
    /// The words of columns that hold figures other than quantities.
    private static let otherFigureWords = [
        "합계", "할인", "세액", "매출", "판매가", "순서", "정렬", "total", "discount", "tip", "net", "gross", "money", "sort", "rank",
        "번호", "코드", "전화", "연락처", "테이블", "좌석", "순번", "우편", "나이", "no", "number", "code", "id", "sku", "tel", "phone",
        "table", "seat", "seq", "zip",
    ]
    private static let timeWords = ["년", "월", "일", "시", "year", "month", "day", "hour"]
    /// The header of a size or kind of item, although it contains a word for money.
    private static let pricePointNameKey = nameKey("price point name")

    /// The meanings that a column without a role may have by the words of its header.
    package static func kinds(_ words: TextWords, hasQuantity: Bool) -> [Ambiguity.Column] {
        let isMoney = isMoney(words)
        let isQuantity = words.hasAny(quantityWords) || wholeQuantityKeys.contains(words.key)
        let isCancellation = words.hasAny(cancellationWords) || words.beginsWithAny(cancellationBeginnings)
        let isVariant = words.hasAny(variantWords) && !words.contains("dining") || words.key == pricePointNameKey
        let kinds: [(kind: Ambiguity.Column, isPossible: Bool)] = [
            (.quantity, !hasQuantity && !isMoney && isQuantity), (.action, words.hasAny(actionWords)),
            (.cancellation, isCancellation), (.unit, !isMoney && words.hasAny(unitWords)),
            (.variant, !isMoney && isVariant), (.location, !isMoney && words.hasAny(locationWords)),
        ]
        return kinds.filter(\.isPossible).map(\.kind)
    }

    private static func isMoney(_ words: TextWords) -> Bool {
        words.hasAny(moneyWords) || words.contains("price") && words.key != pricePointNameKey
    }

    /// Whether numbers in a column may be quantities, since its header has no word for other numbers.
    package static func mayContainQuantities(_ words: TextWords) -> Bool {
        // A column such as 월 has numbers of months; one such as 3월, 10시 or 월요일 has what was sold then.
        let isPeriod = words.contains("요일") || words.key.utf8.contains(where: Ascii.isDigit)
        return !isMoney(words) && !words.hasAny(otherFigureWords) && !words.key.contains("#")
            && (isPeriod || !words.hasAny(timeWords))
    }
}
