/// A spelling to which the edit distance of others is worked out, 64 letters at a time.
///
/// After Myers, "A fast bit-vector algorithm for approximate string matching", and Hyyrö, "A bit-vector algorithm for
/// computing Levenshtein and Damerau edit distances": a column of the table of distances is held as the differences
/// between neighbours in it, a bit each.
struct SpellingPattern {
    private let count: Int
    private let blockCount: Int
    /// The positions of each letter in the pattern, one bit each: `blockCount` words a letter.
    private var places: [UInt64]

    /// - Parameters:
    ///   - letters: as numbers; nil is a letter that no other spelling has.
    ///   - letterCount: how many numbers there are.
    init(_ letters: [Int?], letterCount: Int) {
        count = letters.count
        blockCount = (count + 63) / 64
        places = Array(repeating: 0, count: letterCount * blockCount)
        for case (let place, let letter?) in letters.enumerated() {
            places[letter * blockCount + place / 64] |= 1 << UInt64(place % 64)
        }
    }

    /// Levenshtein's edit distance; nil as soon as it is sure to pass the limit.
    func distance(to text: ArraySlice<Int>, limit: Int) -> Int? {
        guard abs(count - text.count) <= limit else { return nil }
        guard blockCount != 1 else { return distance(ofOneBlockTo: text, limit: limit) }
        var blocks = [SpellingBlock](repeating: SpellingBlock(), count: blockCount)
        var distance = count
        var rest = text.count
        for letter in text {
            // The table's first row grows by one from column to column.
            var change = 1
            for index in blocks.indices {
                let rows = index + 1 < blockCount ? 64 : count - 64 * index
                change = blocks[index].advance(places[letter * blockCount + index], change, rows: rows)
            }
            // With no block at all the table has no other row.
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
            distance += block.advance(places[letter], 1, rows: count)
            rest -= 1
            if distance - rest > limit { return nil }
        }
        return distance <= limit ? distance : nil
    }
}

/// A block of up to 64 rows in a column of the distance table.
private struct SpellingBlock {
    /// The rows whose distance is one more than that above.
    private var rising = UInt64.max
    /// The rows whose distance is one less than that above.
    private var falling: UInt64 = 0

    /// Goes on to the next column.
    ///
    /// - Parameters:
    ///   - matches: the rows whose letter is that of the column.
    ///   - change: by how much the distance above the first row has changed.
    ///   - rows: how many rows count, from 1.
    /// - Returns: by how much the distance in the last of them has changed.
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
