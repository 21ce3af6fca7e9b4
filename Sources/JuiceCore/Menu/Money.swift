/// An amount of money, exact to the hundredth.
public struct Money: Sendable, Hashable, Comparable {
    /// The amount in hundredths of the currency's unit: 450,000 for 4,500원.
    public let hundredths: Int

    /// An amount in hundredths of the currency's unit.
    public init(hundredths: Int) {
        self.hundredths = hundredths
    }

    /// The most that a cup or a piece may cost: a thousand million.
    public static let priceMax = Money(hundredths: 100_000_000_000)

    /// Whether an amount is less than another.
    public static func < (one: Money, other: Money) -> Bool { one.hundredths < other.hundredths }

    /// The amount in digits, with two decimals unless it is whole, as in `4500` and `-12.50`.
    public var digits: String {
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        let decimals = rest == 0 ? "" : ".\(rest / 10)\(rest % 10)"
        return "\(hundredths < 0 ? "-" : "")\(whole)\(decimals)"
    }
}
