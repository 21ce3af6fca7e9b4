package import JuiceCore

/// The format of amounts of money in texts.
package struct MoneyWording: Sendable {
    /// The sign of a shop that has said none.
    package static let usualSign = "원"
    /// The longest sign, in Unicode scalars.
    package static let signLengthMax = 10

    private let sign: String

    /// Amounts with a sign, such as `원`, `₩` or `EUR`.
    package init(sign: String) {
        self.sign = sign
    }

    /// Whether a text can be a sign: some characters, none of which would break a line or a table.
    package static func isSign(_ text: String) -> Bool {
        (1...signLengthMax).contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control && !("0"..."9").contains($0)
            }
    }

    /// An amount with its sign: `4,500원`, `-$12.50`, `12.50 EUR`.
    package func text(_ money: Money) -> String {
        let digits = Money(hundredths: abs(money.hundredths)).digits.split(separator: ".")
        let number = ([grouped(Int(digits[0]) ?? 0)] + digits.dropFirst().map(String.init)).joined(separator: ".")
        let minus = money.hundredths < 0 ? "-" : ""
        let scalars = sign.unicodeScalars
        // As is usual: symbols stand in front, letters of the Latin script behind a space.
        if scalars.allSatisfy({ $0.properties.generalCategory == .currencySymbol }) { return minus + sign + number }
        let isLatin = scalars.first.map { $0.isASCII && $0.properties.isAlphabetic } == true
        return minus + number + (isLatin ? " " : "") + sign
    }

    /// The same, or a dash where the amount is unknown.
    package func text(_ money: Money?) -> String { money.map { text($0) } ?? "–" }
}
