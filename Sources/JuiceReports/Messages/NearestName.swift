internal import JuiceBatch
package import JuiceCore

/// Finds the known name that comes closest to a spelling.
package struct NearestName {
    /// The letters of a spelling, their kinds, and the name that it stands for.
    private typealias Spelling = (letters: [UInt32], kinds: UInt128, name: String)

    /// The spellings of juices, then those of fruits, in the order of the menu.
    private let spellings: [Spelling]
    private let juiceSpellings: Int

    package init(menu: Menu) {
        func all(_ name: String, _ aliases: [String]) -> [Spelling] {
            ([name] + aliases).map { Self.spelling($0, of: name) }
        }
        let juices = menu.juices.flatMap { all($0.name, $0.aliases) }
        spellings = juices + menu.fruits.flatMap { all($0.name, $0.aliases) }
        juiceSpellings = juices.count
    }

    /// The most similar juice for an order or cancel, fruit for other actions, or either for an unknown action.
    ///
    /// Of several, the first one on the menu is returned, juices first. The result is nil if more than a third of the
    /// letters differ, or if the spelling is that of a summary row.
    package func nearest(to spelling: String, action: Action?) -> String? {
        if AmbiguousCell.isSummary(spelling) { return nil }
        let known =
            switch action?.concernsJuice {
            case true?: spellings[..<juiceSpellings]
            case false?: spellings[juiceSpellings...]
            case nil: spellings[...]
            }
        return Self.nearest(to: spelling, among: known)
    }

    /// The most similar of some names, the first of several; nil if more than a third of the letters differ.
    package static func nearest(to spelling: String, among names: [String]) -> String? {
        nearest(to: spelling, among: names.map { Self.spelling($0, of: $0) }[...])
    }

    private static func nearest(to spelling: String, among known: ArraySlice<Spelling>) -> String? {
        let (pattern, patternKinds, _) = Self.spelling(spelling, of: spelling)
        var row = Array(0...pattern.count)
        var best: (name: String, distance: Int)?
        for (letters, kinds, name) in known {
            // A later name must be nearer.
            let limit = min(max(pattern.count, letters.count) / 3, best.map { $0.distance - 1 } ?? .max)
            // The distance is at least the number of letters that one spelling has and the other lacks.
            let missing = max(0, letters.count - pattern.count) + (patternKinds & ~kinds).nonzeroBitCount
            if max(missing, (kinds & ~patternKinds).nonzeroBitCount) > limit { continue }
            if let distance = distance(from: pattern, to: letters, limit: limit, &row) { best = (name, distance) }
        }
        return best?.name
    }

    private static func spelling(_ spelling: String, of name: String) -> Spelling {
        let letters = letters(spelling)
        // The kinds of letters as bits, and from bit 64 on those of letters that stand there more than once.
        let kinds = letters.reduce(UInt128(0)) { kinds, letter in
            let bit = UInt128(1) << UInt128(letter % 64)
            return kinds | (kinds & bit == 0 ? bit : bit << 64)
        }
        return (letters, kinds, name)
    }

    /// The letters of the key of a name's first 100 characters; Hangul syllables are decomposed into jamo.
    private static func letters(_ name: String) -> [UInt32] {
        nameKey(String(name.prefix(100))).unicodeScalars.flatMap { scalar -> [UInt32] in
            guard (0xAC00...0xD7A3).contains(scalar.value) else { return [scalar.value] }
            let index = scalar.value - 0xAC00
            let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28]
            return index % 28 == 0 ? parts : parts + [0x11A7 + index % 28]
        }
    }

    /// The Levenshtein distance; nil as soon as it certainly exceeds the limit.
    ///
    /// `row` is memory for a row of the table of distances: those of the text so far to the starts of the pattern.
    private static func distance(from pattern: [UInt32], to text: [UInt32], limit: Int, _ row: inout [Int]) -> Int? {
        guard abs(pattern.count - text.count) <= limit else { return nil }
        for position in row.indices { row[position] = position }
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
