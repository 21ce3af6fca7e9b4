/// The exit code of many nights together.
package enum ChainExit {
    /// From the worst to the best.
    private static let order = [70, 74, 65, 4, 3, 0]

    /// The worst of some codes, 0 of none; a code that no night counts with is a refusal.
    package static func worst(_ codes: [Int]) -> Int {
        let ranks = codes.map { order.firstIndex(of: $0) ?? 2 }
        return ranks.min().map { order[$0] } ?? 0
    }
}
