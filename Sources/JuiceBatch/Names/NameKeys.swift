package import CSV
internal import Foundation
package import JuiceCore

/// The role of a column: what its cells mean to the program.
package enum Role: String, CaseIterable, Sendable {
    case id, action, item, quantity, time

    /// The column names by which the role is recognized in a header.
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

    /// The keys of names by which a column of dates is that of the time, if no column has a name of the time itself.
    package static let dateKeys = Set(
        ["date", "날짜", "일자", "작성일자", "거래일", "거래일자", "판매일", "판매일자", "주문일", "주문일자", "영업일", "영업일자"]
            .map(nameKey))

    /// The words by which columns of dates are recognized, in Korean and English.
    static let dateWords = ["날짜", "일자", "date"]

    /// The columns, from 0, that are the time by the keys of their names: those of times, or else those of dates.
    package static func timeColumns(_ keys: [String]) -> [Int] {
        let times = keys.indices.filter { byKey[keys[$0]] == .time }
        return times.isEmpty ? keys.indices.filter { dateKeys.contains(keys[$0]) } : times
    }

    /// The roles by the keys (`nameKey`) of their header names.
    package static let byKey = Dictionary(
        allCases.flatMap { role in role.headerNames.map { (nameKey($0), role) } }
    ) { role, _ in role }
}

/// The key by which names are compared, the same for equivalent spellings: in NFKC and lower case, without White_Space,
/// with a `-` or `_` only between two digits, and with 쥬스 for 주스.
package func nameKey(_ name: String) -> String {
    var key = String.UnicodeScalarView()
    // The marks since the last other character; a single mark between two digits is kept.
    var mark: Unicode.Scalar?
    var markCount = 0
    func add(_ lower: Unicode.Scalar) {
        if lower == "-" || lower == "_" {
            mark = lower
            markCount += 1
            return
        }
        if let mark, markCount == 1, isDigit(lower), key.last.map(isDigit) == true { key.append(mark) }
        markCount = 0
        if lower == "스" && key.last == "주" {
            key.removeLast()
            key.append("쥬")
        }
        key.append(lower)
    }
    for scalar in compatibilityForm(of: name).unicodeScalars {
        // Syllables of Hangul have no case; to look that up takes most of the time.
        if isHangulSyllable(scalar) {
            add(scalar)
        } else {
            for lower in scalar.properties.lowercaseMapping.unicodeScalars where !lower.properties.isWhitespace {
                add(lower)
            }
        }
    }
    return String(key)
}

/// Returns a text in NFKC, in which ASCII and precomposed Hangul syllables, of which most names consist, already are.
private func compatibilityForm(of text: String) -> String {
    let isInForm = text.unicodeScalars.allSatisfy { $0.isASCII || isHangulSyllable($0) }
    return isInForm ? text : text.precomposedStringWithCompatibilityMapping
}

/// Whether a character is one of the ASCII digits.
func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
/// Whether a character is a precomposed Hangul syllable.
func isHangulSyllable(_ scalar: Unicode.Scalar) -> Bool { ("가"..."힣").contains(scalar) }

/// The key by which cells are compared with those that settings list, the same for equivalent spellings: in NFKC and
/// lower case, without White_Space at both ends, and with one space for each run of it inside.
package func cellKey(_ text: String) -> String {
    var key = String.UnicodeScalarView()
    var followsSpace = false
    for scalar in compatibilityForm(of: text).unicodeScalars {
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
            if lower.properties.isWhitespace {
                followsSpace = true
                continue
            }
            if followsSpace && !key.isEmpty { key.append(" ") }
            followsSpace = false
            key.append(lower)
        }
    }
    return String(key)
}

/// Returns a text without White_Space at both ends.
package func trimmedText(_ text: String) -> String { text.withView { trimmedText($0) } }

/// Returns the text of a cell without White_Space at both ends.
package func trimmedText(_ cell: ByteView) -> String { String(decoding: trimmed(cell), as: UTF8.self) }

extension Fruit {
    /// The value of the fruit's name, or else of its first alias, in a table keyed by names (`nameKey`).
    package func value<Value>(in table: [String: Value]) -> Value? {
        table[nameKey(name)] ?? aliases.lazy.compactMap { table[nameKey($0)] }.first
    }
}

extension Action {
    private static let canonicalNames = allCases.map { $0.names[0] }

    /// The canonical name of the action, as reports write it.
    package var name: String { Self.canonicalNames[Int(rawValue)] }

    /// The names of the action, starting with the canonical one.
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
}

/// Returns a cell in quotation marks for messages, truncated to 40 characters.
package func quoted(_ cell: String) -> String { "'\(shortened(cell))'" }

/// Returns a name or a cell for messages, truncated to 40 characters.
package func shortened(_ cell: String) -> String { cell.count > 40 ? "\(cell.prefix(40))…" : cell }
