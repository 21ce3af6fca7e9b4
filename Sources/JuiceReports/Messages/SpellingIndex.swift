internal import JuiceBatch
package import JuiceCore

/// An index of spellings that finds the most similar one without computing the edit distance to each.
///
/// The edit distance is at least the number of letters, each counted up to twice, that one spelling has and the other
/// lacks. This bound is cheap, so the edit distance is computed only where it is low enough, beginning with the lowest.
struct SpellingIndex {
    private let names: [String]
    private let letters: [[UInt32]]
    private let kinds: [UInt128]

    /// Creates an index of spellings with the names that they stand for; preferred ones come first.
    init(_ spellings: [(spelling: String, name: String)]) {
        names = spellings.map(\.name)
        letters = spellings.map { Self.letters($0.spelling) }
        kinds = letters.map(Self.kinds)
    }

    /// The kinds of letters that a spelling has, as bits, and from bit 64 on those that it has more than once.
    private static func kinds(_ letters: [UInt32]) -> UInt128 {
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

    /// The name most similar to a spelling, the first one if several are equally similar; nil if more than `distanceMax`
    /// or a third of the letters differ.
    func nearest(to spelling: [UInt32], distanceMax: Int = .max) -> (name: String, distance: Int)? {
        func limit(at index: Int) -> Int { min(max(spelling.count, letters[index].count) / 3, distanceMax) }
        let ownKinds = Self.kinds(spelling)
        let bounds = letters.indices.map { index in
            let excess = letters[index].count - spelling.count
            let missing = max(0, excess) + (ownKinds & ~kinds[index]).nonzeroBitCount
            let bound = max(missing, (kinds[index] & ~ownKinds).nonzeroBitCount)
            return max(bound, -excess) <= limit(at: index) ? bound : Int.max
        }
        guard let likeliest = bounds.indices.min(by: { bounds[$0] < bounds[$1] }) else { return nil }
        var best: (index: Int, distance: Int)?
        func compareLetters(at index: Int) {
            var limit = limit(at: index)
            if let best { limit = min(limit, index < best.index ? best.distance : best.distance - 1) }
            guard let distance = Self.distance(from: spelling, to: letters[index], limit: limit) else { return }
            best = (index, distance)
        }
        // The likeliest spelling comes first, so that the bounds of most others are too high.
        compareLetters(at: likeliest)
        for index in bounds.indices where bounds[index] <= best?.distance ?? Int.max - 1 {
            compareLetters(at: index)
        }
        return best.map { (names[$0.index], $0.distance) }
    }

    /// The Levenshtein distance; nil as soon as it certainly exceeds the limit.
    private static func distance(from pattern: [UInt32], to text: [UInt32], limit: Int) -> Int? {
        guard abs(pattern.count - text.count) <= limit else { return nil }
        // A row of the distance table: the distances of the text so far to the starts of the pattern.
        var row = Array(0...pattern.count)
        for (index, letter) in text.enumerated() {
            var (diagonal, least) = (index, index + 1)
            row[0] = least
            for position in pattern.indices {
                let distance =
                    pattern[position] == letter
                    ? diagonal : 1 + min(diagonal, min(row[position], row[position + 1]))
                diagonal = row[position + 1]
                row[position + 1] = distance
                least = min(least, distance)
            }
            if least > limit { return nil }
        }
        return row[pattern.count] <= limit ? row[pattern.count] : nil
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

    /// The most similar juice for an order or cancel, fruit for other actions, or either for an unknown action, of several
    /// the first, juices first; nil if more than a third of the letters differ, or for a summary.
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
