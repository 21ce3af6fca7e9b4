internal import JuiceBatch
internal import JuiceCore

/// Finds the known name that comes closest to a spelling.
package struct NearestName {
    private struct Candidate {
        let name: String
        let letters: [UInt32]
    }

    private let juices: [Candidate]
    private let fruits: [Candidate]

    init(menu: Menu) {
        juices = menu.juices.flatMap { juice in
            ([juice.name] + juice.aliases).map { Candidate(name: juice.name, letters: Self.letters($0)) }
        }
        fruits = menu.fruits.flatMap { fruit in
            ([fruit.name] + fruit.aliases).map { Candidate(name: fruit.name, letters: Self.letters($0)) }
        }
    }

    /// The nearest juice of an order, fruit of another action, or either where the action is not known; nil where
    /// more than a third of the letters differs. Of equally near ones the first on the menu, juices first.
    func nearest(to spelling: String, action: Action?) -> String? {
        switch action {
        case .order: Self.nearest(to: spelling, among: juices)
        case nil: Self.nearest(to: spelling, among: juices + fruits)
        default: Self.nearest(to: spelling, among: fruits)
        }
    }

    /// The nearest of some names, likewise.
    package static func nearest(to spelling: String, among names: [String]) -> String? {
        nearest(to: spelling, among: names.map { Candidate(name: $0, letters: letters($0)) })
    }

    private static func nearest(to spelling: String, among candidates: [Candidate]) -> String? {
        let letters = Self.letters(String(spelling.prefix(100)))
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            // Only what is nearer than the best so far matters, and of that what differs in a third at most.
            let limit = min(max(letters.count, candidate.letters.count) / 3, (best?.distance ?? .max) - 1)
            guard let distance = Self.distance(letters, candidate.letters, limit: limit) else { continue }
            best = (candidate.name, distance)
        }
        return best?.name
    }

    /// The letters of a name's key, Hangul syllables taken apart into jamo.
    private static func letters(_ name: String) -> [UInt32] {
        nameKey(name).unicodeScalars.flatMap { scalar -> [UInt32] in
            guard (0xAC00...0xD7A3).contains(scalar.value) else { return [scalar.value] }
            let index = scalar.value - 0xAC00
            let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28]
            return index % 28 == 0 ? parts : parts + [0x11A7 + index % 28]
        }
    }

    /// Levenshtein's edit distance; nil as soon as it is sure to pass the limit.
    private static func distance(_ a: [UInt32], _ b: [UInt32], limit: Int) -> Int? {
        guard abs(a.count - b.count) <= limit else { return nil }
        var row = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            var lowest = row[0]
            for (j, other) in b.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
                lowest = min(lowest, row[j + 1])
            }
            if lowest > limit { return nil }
        }
        return row[b.count] <= limit ? row[b.count] : nil
    }
}
