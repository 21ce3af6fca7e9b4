import Foundation

/// SplitMix64: the same numbers from the same seed on any machine.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }

    package mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// Returns true with a probability of `percent` in 100.
    package mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }

    /// One of `choices`; `fallback` if there are none.
    package mutating func pick<Choice>(_ choices: [Choice], else fallback: Choice) -> Choice {
        choices.randomElement(using: &self) ?? fallback
    }

    /// One of `choices`; an empty text if there is none.
    package mutating func pick(_ choices: [String]) -> String { pick(choices, else: "") }

    /// One of `choices`, which must not be empty.
    package mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[int(0...choices.count - 1)] }
}

/// Random cases by seed; the environment may choose other seeds, or more of them.
package struct CaseSeries: Sendable {
    /// The seed of case 0; that of case N is N more.
    package let baseSeed: UInt64
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
