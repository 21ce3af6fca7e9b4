internal import JuiceBatch
package import JuiceCore

/// An index of spellings that finds the most similar one without computing the edit distance to each.
///
/// The edit distance is at least the number of letters, each counted up to twice, that one spelling has and the other
/// lacks. This bound is cheap, so the edit distance is computed only where it is low enough, beginning with the lowest.
struct SpellingIndex {
    private let names: [String]
    /// The letters of each spelling, as numbers from 0 in order of first appearance.
    private let letters: [[Int]]
    /// The number of letters of each spelling, and their kinds.
    private let filters: [(count: Int, kinds: UInt128)]
    /// The number of each letter.
    private let numbers: [UInt32: Int]

    /// Creates an index of spellings with the names that they stand for; preferred ones come first.
    init(_ spellings: [(spelling: String, name: String)]) {
        names = spellings.map(\.name)
        var numbers: [UInt32: Int] = [:]
        letters = spellings.map { spelling, _ in
            Self.letters(spelling).map { letter in
                let number = numbers[letter] ?? numbers.count
                numbers[letter] = number
                return number
            }
        }
        self.numbers = numbers
        filters = letters.map { ($0.count, Self.kinds($0)) }
    }

    /// The kinds of letters that a spelling has, as bits, and from bit 64 on those that it has more than once.
    private static func kinds(_ letters: [Int]) -> UInt128 {
        letters.reduce(0) { kinds, letter in
            let bit = UInt128(1) << UInt128(letter % 64)
            return kinds | (kinds & bit == 0 ? bit : bit << 64)
        }
    }

    /// The letters of a name's key; Hangul syllables are decomposed into jamo.
    static func letters(_ name: String) -> [UInt32] {
        nameKey(name).unicodeScalars.flatMap { scalar -> [UInt32] in
            guard (0xAC00...0xD7A3).contains(scalar.value) else { return [scalar.value] }
            let index = scalar.value - 0xAC00
            let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28]
            return index % 28 == 0 ? parts : parts + [0x11A7 + index % 28]
        }
    }

    /// The name most similar to a spelling, the first one if several are equally similar.
    ///
    /// Nil if more than a third of the letters differ.
    ///
    /// - Parameter distanceMax: an additional limit for the edit distance.
    func nearest(to spelling: [UInt32], distanceMax: Int = .max) -> (name: String, distance: Int)? {
        let pattern = spelling.map { numbers[$0] }
        let known = pattern.compactMap(\.self)
        let (count, kinds, unknown) = (pattern.count, Self.kinds(known), pattern.count - known.count)
        let bounds = filters.map { filter in
            let excess = filter.count - count
            let missing = unknown + max(0, excess) + (kinds & ~filter.kinds).nonzeroBitCount
            let bound = max(missing, (filter.kinds & ~kinds).nonzeroBitCount)
            return max(bound, -excess) <= min(max(count, filter.count) / 3, distanceMax) ? bound : Int.max
        }
        guard let likeliest = bounds.indices.min(by: { bounds[$0] < bounds[$1] }) else { return nil }
        let comparison = SpellingPattern(pattern, letterCount: numbers.count)
        var best: (index: Int, distance: Int)?
        func compareLetters(at index: Int) {
            var limit = min(max(count, letters[index].count) / 3, distanceMax)
            if let best { limit = min(limit, index < best.index ? best.distance : best.distance - 1) }
            guard let distance = comparison.distance(to: letters[index], limit: limit) else { return }
            best = (index, distance)
        }
        // The likeliest spelling comes first, so that the bounds of most others are too high.
        compareLetters(at: likeliest)
        for index in bounds.indices where bounds[index] <= best?.distance ?? Int.max - 1 {
            compareLetters(at: index)
        }
        return best.map { (names[$0.index], $0.distance) }
    }
}

/// A spelling prepared for computing its edit distance to others, 64 letters at a time.
///
/// It follows Myers, "A fast bit-vector algorithm for approximate string matching", and Hyyrö, "A bit-vector algorithm
/// for computing Levenshtein and Damerau edit distances": a column of the distance table is stored as the differences
/// between its neighbouring cells, one bit each.
private struct SpellingPattern {
    private let count: Int
    private let blockCount: Int
    /// The positions of each letter in the pattern as bits, in `blockCount` words per letter.
    private var indices: [UInt64]

    /// Prepares a spelling, given as numbers of letters; a letter that occurs in no other spelling is nil.
    init(_ letters: [Int?], letterCount: Int) {
        count = letters.count
        blockCount = (count + 63) / 64
        indices = Array(repeating: 0, count: letterCount * blockCount)
        for case (let position, let letter?) in letters.enumerated() {
            indices[letter * blockCount + position / 64] |= 1 << UInt64(position % 64)
        }
    }

    /// The Levenshtein distance; nil as soon as it certainly exceeds the limit.
    func distance(to text: [Int], limit: Int) -> Int? {
        guard abs(count - text.count) <= limit else { return nil }
        var blocks = [SpellingBlock](repeating: SpellingBlock(), count: blockCount)
        var distance = count
        var rest = text.count
        for letter in text {
            // The first row of the table increases by one from column to column.
            var change = 1
            for index in blocks.indices {
                let rows = index + 1 < blockCount ? 64 : count - 64 * index
                change = blocks[index].advance(indices[letter * blockCount + index], change, rows: rows)
            }
            // An empty pattern has no blocks, so the distance is that of the first row.
            distance += change
            rest -= 1
            if distance - rest > limit { return nil }
        }
        return distance <= limit ? distance : nil
    }
}

/// A block of up to 64 rows in a column of the distance table.
private struct SpellingBlock {
    /// The rows whose distance is one greater than that of the row above.
    private var rising = UInt64.max
    /// The rows whose distance is one less than that of the row above.
    private var falling: UInt64 = 0

    /// Advances to the next column, and returns the change of the distance in the last of its rows in use.
    ///
    /// - Parameters:
    ///   - matches: the rows whose letter is that of the column.
    ///   - change: the change of the distance above the first row.
    @inline(__always)
    mutating func advance(_ matches: UInt64, _ change: Int, rows: Int) -> Int {
        let (more, less): (UInt64, UInt64) = (change > 0 ? 1 : 0, change < 0 ? 1 : 0)
        let vertical = matches | falling
        let equal = matches | less
        let horizontal = (((equal & rising) &+ rising) ^ rising) | equal
        var grown = falling | ~(horizontal | rising)
        var shrunk = rising & horizontal
        let last = UInt64(truncatingIfNeeded: rows &- 1)
        let result = Int(truncatingIfNeeded: grown &>> last & 1) &- Int(truncatingIfNeeded: shrunk &>> last & 1)
        grown = grown &<< 1 | more
        shrunk = shrunk &<< 1 | less
        rising = shrunk | ~(vertical | grown)
        falling = grown & vertical
        return result
    }
}

/// Finds the known name that comes closest to a spelling.
package struct NearestName {
    private let juices: SpellingIndex
    private let fruits: SpellingIndex

    package init(menu: Menu) {
        juices = SpellingIndex(menu.juices.flatMap { juice in ([juice.name] + juice.aliases).map { ($0, juice.name) } })
        fruits = SpellingIndex(menu.fruits.flatMap { fruit in ([fruit.name] + fruit.aliases).map { ($0, fruit.name) } })
    }

    /// The most similar juice for an order or cancel, fruit for other actions, or either for an unknown action.
    ///
    /// Nil if more than a third of the letters differ, or for a summary. Of several, the first one on the menu is returned, juices first.
    package func nearest(to spelling: String, action: Action?) -> String? {
        if AmbiguousCell.isSummary(spelling) { return nil }
        let letters = Self.letters(spelling)
        guard let action else {
            let juice = juices.nearest(to: letters)
            return (fruits.nearest(to: letters, distanceMax: (juice?.distance ?? .max) - 1) ?? juice)?.name
        }
        return (action.isOfJuice ? juices : fruits).nearest(to: letters)?.name
    }

    /// The most similar of some names; nil if none is similar enough.
    package static func nearest(to spelling: String, among names: [String]) -> String? {
        SpellingIndex(names.map { ($0, $0) }).nearest(to: letters(spelling))?.name
    }

    private static func letters(_ spelling: String) -> [UInt32] {
        // Only the start of a long cell is compared.
        SpellingIndex.letters(String(spelling.prefix(100)))
    }
}
