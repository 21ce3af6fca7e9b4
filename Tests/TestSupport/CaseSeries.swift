import Foundation

/// Random cases by seed, of which the environment may ask for others, or for more.
package struct CaseSeries: Sendable {
    /// The seed of case 0; that of case N is N more.
    package let baseSeed: UInt64
    /// The number of cases.
    package let count: Int

    /// A series of `count` cases from `seed` on, unless `JUICE_BATCH_SEED` and the variable `counter` say otherwise.
    ///
    /// - Parameter name: what is printed before seed and count.
    package init(_ name: String, seed: UInt64, count: Int, counter: String) {
        let environment = ProcessInfo.processInfo.environment
        baseSeed = environment["JUICE_BATCH_SEED"].flatMap { UInt64($0) } ?? seed
        self.count = environment[counter].flatMap { Int($0) } ?? count
        print("\(name): \(self.count) cases from seed \(baseSeed)")
    }

    /// The seeds of every `shards`-th case, from `shard` on.
    package func seeds(shard: Int, of shards: Int) -> [UInt64] {
        stride(from: shard, to: count, by: shards).map { baseSeed &+ UInt64($0) }
    }
}
