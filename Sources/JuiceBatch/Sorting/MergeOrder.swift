internal import FlatMemory

/// Tells which of several sorted sources comes next in a merge: a tournament tree of their first keys.
///
/// The caller owns the sources: it takes an element of the first one and passes the key that follows there. Each step
/// takes about log2(number of sources) comparisons. Of equal keys that of the earlier source comes first.
package struct MergeOrder<Key: Comparable & BitwiseCopyable>: ~Copyable {
    /// The key that each source stands at, which means nothing where it has none left.
    private let keys: FixedBuffer<Key>
    private let isDrained: FixedBuffer<Bool>
    /// The loser of each match; the players of match `i` come from the matches, or are the sources, `2i` and `2i + 1`.
    private let losers: FixedBuffer<Int>
    private var winner = 0

    /// The order of sources that stand at these keys; nil where a source holds nothing.
    package init(_ firstKeys: [Key?]) {
        let count = firstKeys.count
        keys = FixedBuffer(uninitializedCount: count)
        isDrained = FixedBuffer(repeating: true, count: count)
        losers = FixedBuffer(repeating: 0, count: count)
        for (source, key) in firstKeys.enumerated() {
            guard let key else { continue }
            keys[source] = key
            isDrained[source] = false
        }
        // All matches from the last to the first: sources stand behind the matches, as leaves of a tree.
        var winners = Array(repeating: 0, count: count) + Array(0..<count)
        for match in (1..<max(1, count)).reversed() {
            let (left, right) = (winners[2 * match], winners[2 * match + 1])
            let isLeft = beats(left, right)
            winners[match] = isLeft ? left : right
            losers[match] = isLeft ? right : left
        }
        if count > 1 { winner = winners[1] }
    }

    /// The source whose key comes first, from 0; nil where all are drained.
    package var first: Int? {
        @inline(__always)
        get { keys.count == 0 || isDrained[winner] ? nil : winner }
    }

    /// The key that a source stands at, which must not be drained.
    package func key(of source: Int) -> Key {
        precondition(!isDrained[source], "a source that is drained has no key")
        return keys[source]
    }

    /// Says which key follows in the source that came first; nil where it is drained.
    ///
    /// - Parameter key: does not come before the key it follows.
    @inline(__always)
    package mutating func advanceFirst(to key: Key?) {
        let source = winner
        if let key {
            keys[source] = key
        } else {
            isDrained[source] = true
        }
        var best = source
        var match = (source + keys.count) / 2
        while match > 0 {
            let other = losers[match]
            if beats(other, best) {
                losers[match] = best
                best = other
            }
            match /= 2
        }
        winner = best
    }

    /// Whether a source comes before another one.
    @inline(__always)
    private func beats(_ source: Int, _ other: Int) -> Bool {
        if isDrained[source] || isDrained[other] { return !isDrained[source] }
        let (key, otherKey) = (keys[source], keys[other])
        if key < otherKey { return true }
        return source < other && key == otherKey
    }
}
