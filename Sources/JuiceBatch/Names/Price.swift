internal import JuiceCore

/// Reads a price as people write it in a menu file: `4500`, `4,500원`, `12.5`, `０`.
///
/// White_Space around it is dropped, full-width ASCII taken as ASCII, and nothing else taken as a digit. A fraction has one
/// digit or two, so that `4.500` is not taken for a thousand, nor for four and a half.
///
/// - Returns: nil if the text is no price from 0 to `Money.priceMax`.
func parsePrice(_ text: String) -> Money? {
    var number = trimmedText(text)
    // Characters are the same however their syllables are composed.
    if number.last == "원" {
        number.removeLast()
        if number.unicodeScalars.last == " " { number.unicodeScalars.removeLast() }
    }
    let parts = number.unicodeScalars.map(asciiOfFullWidth).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, !first.isEmpty, let whole = wholeNumber(first, separator: ",")
    else { return nil }
    var hundredths = 0
    if parts.count == 2 {
        let fraction = parts[1]
        guard (1...2).contains(fraction.count), let value = wholeNumber(fraction, separator: ".") else { return nil }
        hundredths = fraction.count == 1 ? value * 10 : value
    }
    guard whole <= Money.priceMax.hundredths / 100 else { return nil }
    let price = Money(hundredths: whole * 100 + hundredths)
    return price <= .priceMax ? price : nil
}
