/// A direction in which the stock of a fruit changes.
@frozen public enum StockChange: Sendable {
    /// The stock gains pieces.
    case adding
    /// The stock loses pieces.
    case taking
    /// The stock is what was counted.
    case setting

    /// The stock behind the change, which may be no stock that a store can have: negative, or above its limit.
    ///
    /// A sum that no integer holds comes out as the integer next to it.
    ///
    /// - Parameters:
    ///   - stock: before the change.
    ///   - pieces: how many; not negative.
    @inlinable
    @inline(__always)
    public func stock(after stock: Int, _ pieces: Int) -> Int {
        switch self {
        case .adding:
            let (sum, overflow) = stock.addingReportingOverflow(pieces)
            return overflow ? Int.max : sum
        case .taking:
            let (rest, overflow) = stock.subtractingReportingOverflow(pieces)
            return overflow ? Int.min : rest
        case .setting: return pieces
        }
    }
}
