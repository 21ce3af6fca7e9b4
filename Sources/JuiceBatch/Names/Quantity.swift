internal import JuiceCore

/// Parses a quantity as people and POS systems write it: `3`, `1,200`, `３개`, `007`, `2 잔`, `1.0`; nil for other text.
///
/// White_Space at both ends is ignored, full-width ASCII is read as ASCII, and no other characters count as digits. A
/// fraction must consist of zeros. If `decimal` is nil, its mark is `.`, and it must not have exactly three digits,
/// because `1.000` may mean a thousand. A number above 10^17, which is beyond every limit, is returned as 10^17.
package func parseQuantity(_ text: String, decimal: DecimalMark? = nil) -> Int? {
    var number = trimmedText(text)
    // Swift compares characters as equal whether their syllables are precomposed or not.
    if let unit = number.last, ["개", "잔", "컵"].contains(unit) {
        number.removeLast()
        if number.unicodeScalars.last == " " { number.unicodeScalars.removeLast() }
    }
    let (mark, separator): (Unicode.Scalar, Unicode.Scalar) = decimal == .comma ? (",", ".") : (".", ",")
    let parts = number.unicodeScalars.map(asciiOfFullWidth).split(separator: mark, omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, !whole.isEmpty else { return nil }
    if let fraction = parts.dropFirst().first {
        let mayBeThousand = decimal == nil && fraction.count == 3
        guard !fraction.isEmpty, !mayBeThousand, fraction.allSatisfy({ $0 == "0" }) else { return nil }
    }
    return wholeNumber(whole, separator: separator)
}

/// The number that digits represent, with or without separators between thousands; nil if they are not a number.
///
/// After a leading 0, no separator is accepted: `0,500` is a fraction or an error. The largest result is 10^17.
func wholeNumber(_ digits: some Collection<Unicode.Scalar>, separator: Unicode.Scalar) -> Int? {
    let groups = digits.split(separator: separator, omittingEmptySubsequences: false)
    if groups.count > 1 {
        guard (1...3).contains(groups[0].count), groups[0].first != "0",
            groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
    }
    var value = 0
    for scalar in groups.joined() {
        guard isDigit(scalar) else { return nil }
        value = min(value * 10 + Int(scalar.value - 48), 100_000_000_000_000_000)
    }
    return value
}

/// Parses a quantity with a `-` in front, as a POS writes cancelled quantities (`-2`, `－1,200개`), without its sign.
package func parseNegativeQuantity(_ text: String, decimal: DecimalMark? = nil) -> Int? {
    let scalars = trimmedText(text).unicodeScalars
    guard let sign = scalars.first, asciiOfFullWidth(sign) == "-", let first = scalars.dropFirst().first,
        isDigit(asciiOfFullWidth(first))
    else { return nil }
    return parseQuantity(String(scalars.dropFirst()), decimal: decimal)
}

/// Returns the ASCII character for a full-width one (U+FF01–U+FF5E); any other character is returned unchanged.
func asciiOfFullWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard ("\u{FF01}"..."\u{FF5E}").contains(scalar) else { return scalar }
    return Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21))
}

/// The character before a fraction; the other of the two separates thousands.
package enum DecimalMark: String, CaseIterable, Sendable {
    case point = "."
    case comma = ","
}

/// Parses a price of a menu file, up to `Money.priceMax`: `4500`, `12.5`, ` 12.50 `, `０`; nil for any other text.
///
/// Currency signs and separators of thousands are not accepted, nor a fraction of over two digits (`4.500`).
func parsePrice(_ text: String) -> Money? {
    let scalars = trimmedText(text).unicodeScalars.map(asciiOfFullWidth)
    guard scalars.allSatisfy({ $0 == "." || isDigit($0) }) else { return nil }
    let parts = scalars.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, !first.isEmpty, let whole = wholeNumber(first, separator: ",")
    else { return nil }
    var fraction = 0
    if parts.count == 2 {
        guard (1...2).contains(parts[1].count), let digits = wholeNumber(parts[1], separator: ",") else { return nil }
        fraction = parts[1].count == 1 ? digits * 10 : digits
    }
    guard whole <= Money.priceMax.hundredths / 100 else { return nil }
    let price = Money(hundredths: whole * 100 + fraction)
    return price <= .priceMax ? price : nil
}
