internal import JuiceCore

/// Reads a quantity as people and POS systems write it: `3`, `1,200`, `３개`, `007`, `2 잔`, `1.0`.
///
/// White_Space around it is dropped, full-width ASCII is taken as ASCII, and nothing else is taken as a digit. A fraction
/// must consist of zeros. Without `decimal` it may not have exactly three digits, since `1.000` may mean a thousand.
///
/// - Parameter decimal: the decimal mark; nil if no setting says it, and then `.`.
/// - Returns: the number; nil if the text is none. Numbers above 10^17, which is beyond every limit, are returned as
///   10^17.
package func parseQuantity(_ text: String, decimal: DecimalMark? = nil) -> Int? {
    var number = trimmedText(text)
    // Characters are the same however their syllables are composed.
    if let unit = number.last, ["개", "잔", "컵"].contains(unit) {
        number.removeLast()
        if number.unicodeScalars.last == " " { number.unicodeScalars.removeLast() }
    }
    let (mark, separator): (Unicode.Scalar, Unicode.Scalar) = decimal == .comma ? (",", ".") : (".", ",")
    let parts = number.unicodeScalars.map(asciiOfFullWidth).split(separator: mark, omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, !whole.isEmpty else { return nil }
    if parts.count == 2 {
        let fraction = parts[1]
        let mayBeThousand = decimal == nil && fraction.count == 3
        guard !fraction.isEmpty, !mayBeThousand, fraction.allSatisfy({ $0 == "0" }) else { return nil }
    }
    return wholeNumber(whole, separator: separator)
}

/// The number that digits are, with or without a mark between thousands; nil if they are none.
///
/// Behind a 0 the mark is none between thousands: `0,500` is a fraction, or a slip.
///
/// - Returns: numbers above 10^17 come back as 10^17.
func wholeNumber(_ digits: some Collection<Unicode.Scalar>, separator: Unicode.Scalar) -> Int? {
    let groups = digits.split(separator: separator, omittingEmptySubsequences: false)
    if groups.count > 1 {
        guard (1...3).contains(groups[0].count), groups[0].first != "0",
            groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
    }
    var value = 0
    for scalar in groups.joined() {
        guard ("0"..."9").contains(scalar) else { return nil }
        value = min(value * 10 + Int(scalar.value - 48), 100_000_000_000_000_000)
    }
    return value
}

/// Reads a quantity with one `-` in front, as a POS writes cancelled quantities: `-2`, `－1,200개`.
///
/// - Returns: the number without its sign; nil if there is no sign, or no number behind it.
package func parseNegativeQuantity(_ text: String, decimal: DecimalMark? = nil) -> Int? {
    let scalars = trimmedText(text).unicodeScalars
    guard let sign = scalars.first, asciiOfFullWidth(sign) == "-", let first = scalars.dropFirst().first,
        ("0"..."9").contains(asciiOfFullWidth(first))
    else { return nil }
    return parseQuantity(String(scalars.dropFirst()), decimal: decimal)
}

/// The ASCII character that a full-width one (U+FF01–U+FF5E) stands for; any other as it is.
func asciiOfFullWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard ("\u{FF01}"..."\u{FF5E}").contains(scalar) else { return scalar }
    return Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21))
}

/// The mark before a fraction; the other mark separates thousands.
package enum DecimalMark: String, CaseIterable, Sendable {
    case point = "."
    case comma = ","
}

/// Reads a price of a menu file: `4500`, `12.5`, `12.50`, `０`.
///
/// White_Space around it is dropped, full-width ASCII taken as ASCII, and nothing else taken as a digit: no separator, no
/// sign of a currency. A fraction has one digit or two, so that `4.500` is not taken for four and a half.
///
/// - Returns: nil if the text is no price from 0 to `Money.priceMax`.
func parsePrice(_ text: String) -> Money? {
    let scalars = trimmedText(text).unicodeScalars.map(asciiOfFullWidth)
    guard scalars.allSatisfy({ $0 == "." || ("0"..."9").contains($0) }) else { return nil }
    let parts = scalars.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, !first.isEmpty, let whole = wholeNumber(first, separator: ",")
    else { return nil }
    var hundredths = 0
    if parts.count == 2 {
        let fraction = parts[1]
        guard (1...2).contains(fraction.count), let value = wholeNumber(fraction, separator: ",") else { return nil }
        hundredths = fraction.count == 1 ? value * 10 : value
    }
    guard whole <= Money.priceMax.hundredths / 100 else { return nil }
    let price = Money(hundredths: whole * 100 + hundredths)
    return price <= .priceMax ? price : nil
}
