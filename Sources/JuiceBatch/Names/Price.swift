internal import JuiceCore

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
