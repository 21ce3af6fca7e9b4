internal import JuiceBatch
package import JuiceCore

/// An index of spellings that finds the most similar one without computing the edit distance to each.
///
/// The edit distance is at least the number of letters, counted without their order, that one spelling has and the
/// other lacks. This bound is cheap, so the edit distance is computed only for the spellings whose bound is low enough,
/// beginning with the lowest.
struct SpellingIndex {
    private let names: [String]
    /// The index in `names` and the range in `letters` of each entry, ordered by length and then by index.
    private let entries: [(position: Int, letters: Range<Int>)]
    /// The number of letters of each kind in each entry.
    private let counts: [LetterCounts]
    /// The letters of all entries, as numbers from 0 in order of first appearance.
    private let letters: [Int]
    /// The number of each letter.
    private let numbers: [UInt32: Int]
    /// The start of the entries of each length; one element more than there are lengths.
    private let starts: [Int]

    /// Creates an index of spellings with the names that they stand for; preferred ones come first.
    init(_ spellings: [(spelling: String, name: String)]) {
        names = spellings.map(\.name)
        let texts = spellings.map { Self.letters($0.spelling) }
        let lengthMax = texts.map(\.count).max() ?? 0
        var starts = [Int](repeating: 0, count: lengthMax + 2)
        for text in texts { starts[text.count + 1] += 1 }
        for length in 0...lengthMax { starts[length + 1] += starts[length] }
        self.starts = starts
        var letters: [Int] = []
        var numbers: [UInt32: Int] = [:]
        var entries: [(position: Int, letters: Range<Int>)] = []
        var allCounts: [LetterCounts] = []
        let order = texts.indices.sorted { (texts[$0].count, $0) < (texts[$1].count, $1) }
        for position in order {
            let start = letters.count
            var counts = LetterCounts()
            for letter in texts[position] {
                let number = numbers[letter] ?? numbers.count
                numbers[letter] = number
                letters.append(number)
                counts.add(number)
            }
            entries.append((position, start..<letters.count))
            allCounts.append(counts)
        }
        self.letters = letters
        self.numbers = numbers
        self.entries = entries
        counts = allCounts
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
        let (bounds, likeliest) = bounds(spelling, distanceMax)
        guard let likeliest else { return nil }
        let pattern = SpellingPattern(spelling.map { numbers[$0] }, letterCount: numbers.count)
        var best: (position: Int, distance: Int)?
        // The maximum bound for which the edit distance is computed.
        var boundMax = Int32.max - 1
        func compareLetters(at index: Int) {
            let entry = entries[index]
            var limit = min(max(spelling.count, entry.letters.count) / 3, distanceMax)
            if let best { limit = min(limit, entry.position < best.position ? best.distance : best.distance - 1) }
            guard let distance = pattern.distance(to: letters[entry.letters], limit: limit) else { return }
            best = (entry.position, distance)
            boundMax = Int32(distance)
        }
        // The likeliest entry comes first, so that the bounds of most others are too high.
        compareLetters(at: likeliest)
        for index in bounds.indices where bounds[index] <= boundMax { compareLetters(at: index) }
        return best.map { (names[$0.position], $0.distance) }
    }

    /// A lower bound of the distance to each entry, `Int32.max` if it is too large, and the index of the entry with the
    /// lowest bound.
    private func bounds(_ spelling: [UInt32], _ distanceMax: Int) -> (bounds: [Int32], likeliest: Int?) {
        var target = LetterCounts()
        var unknown = 0
        for letter in spelling {
            if let number = numbers[letter] { target.add(number) } else { unknown += 1 }
        }
        var bounds = [Int32](repeating: .max, count: entries.count)
        var lowest = Int.max
        var likeliest: Int?
        for length in 0..<(starts.count - 1) {
            let limit = min(max(spelling.count, length) / 3, distanceMax)
            guard abs(spelling.count - length) <= limit else { continue }
            let least = unknown + max(0, length - spelling.count)
            for index in starts[length]..<starts[length + 1] {
                let bound = least &+ target.excess(over: counts[index])
                guard bound <= limit else { continue }
                bounds[index] = Int32(truncatingIfNeeded: bound)
                guard bound < lowest else { continue }
                lowest = bound
                likeliest = index
            }
        }
        return (bounds, likeliest)
    }
}

/// The number of letters of each of 32 kinds in a spelling, four bits per kind; numbers above seven count as seven.
private struct LetterCounts {
    private var words: (UInt64, UInt64) = (0, 0)

    private static let tops: UInt64 = 0x8888_8888_8888_8888

    /// Counts a letter, given by its number.
    mutating func add(_ number: Int) {
        let shift = UInt64(number % 16 * 4)
        if number / 16 % 2 == 0 {
            if words.0 >> shift & 15 < 7 { words.0 += 1 << shift }
        } else {
            if words.1 >> shift & 15 < 7 { words.1 += 1 << shift }
        }
    }

    /// A lower bound of the number of letters that this spelling has and another one lacks.
    @inline(__always)
    func excess(over other: LetterCounts) -> Int {
        let sums = Self.differences(words.0, other.words.0) &+ Self.differences(words.1, other.words.1)
        let low: UInt64 = 0x0F0F_0F0F_0F0F_0F0F
        let bytes = (sums & low) &+ (sums &>> 4 & low)
        return Int(truncatingIfNeeded: (bytes &* 0x0101_0101_0101_0101) &>> 56)
    }

    /// The differences of the groups of four bits; 0 for groups in which the first number is not greater.
    @inline(__always)
    private static func differences(_ these: UInt64, _ others: UInt64) -> UInt64 {
        // The top bit of each group is set, so that nothing is borrowed from the next group; it remains set where the
        // first number is at least as great.
        let raw = (these | tops) &- others
        let borrow = raw & tops
        return raw & (borrow &- borrow &>> 3)
    }
}

/// A spelling prepared for computing its edit distance to others, 64 letters at a time.
///
/// It follows Myers, "A fast bit-vector algorithm for approximate string matching", and Hyyrö, "A bit-vector algorithm
/// for computing Levenshtein and Damerau edit distances": a column of the distance table is stored as the differences
/// between its neighbouring cells, one bit each.
struct SpellingPattern {
    private let count: Int
    private let blockCount: Int
    /// The positions of each letter in the pattern as bits, in `blockCount` words per letter.
    private var indices: [UInt64]

    /// Prepares a spelling for comparisons.
    ///
    /// - Parameters:
    ///   - letters: the letters as numbers; nil for a letter that occurs in no other spelling.
    ///   - letterCount: the number of different letters.
    init(_ letters: [Int?], letterCount: Int) {
        count = letters.count
        blockCount = (count + 63) / 64
        indices = Array(repeating: 0, count: letterCount * blockCount)
        for case (let position, let letter?) in letters.enumerated() {
            indices[letter * blockCount + position / 64] |= 1 << UInt64(position % 64)
        }
    }

    /// The Levenshtein distance; nil as soon as it certainly exceeds the limit.
    func distance(to text: ArraySlice<Int>, limit: Int) -> Int? {
        guard abs(count - text.count) <= limit else { return nil }
        guard blockCount != 1 else { return distance(ofOneBlockTo: text, limit: limit) }
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

    private func distance(ofOneBlockTo text: ArraySlice<Int>, limit: Int) -> Int? {
        var block = SpellingBlock()
        var distance = count
        var rest = text.count
        for letter in text {
            distance += block.advance(indices[letter], 1, rows: count)
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

    /// Advances to the next column.
    ///
    /// - Parameters:
    ///   - matches: the rows whose letter is that of the column.
    ///   - change: the change of the distance above the first row.
    ///   - rows: the number of rows in use, from 1.
    /// - Returns: the change of the distance in the last of them.
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

    /// The most similar juice for an order or cancel, the most similar fruit for other actions, or either for an
    /// unknown action.
    ///
    /// Nil if more than a third of the letters differ. If several are equally similar, the first one on the menu is
    /// returned, juices first.
    package func nearest(to spelling: String, action: Action?) -> String? {
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
