/// Finds the command or option that a user probably meant.
enum NearestWord {
    /// The nearest of some words; nil where none is near.
    ///
    /// A word that begins as it was typed comes first, if two letters at least were typed. Else at most a third of the
    /// letters may differ, one at least; two letters that have changed places count as one. Of equally near words the
    /// first is taken. Hyphens in front are not looked at.
    static func nearest(to typed: String, among words: [String]) -> String? {
        let letters = bare(typed)
        guard !letters.isEmpty else { return nil }
        if letters.count >= 2, let longer = words.first(where: { bare($0).starts(with: letters) }) { return longer }
        var best: (word: String, distance: Int)?
        for word in words {
            let other = bare(word)
            let distance = distance(letters, other)
            guard distance <= max(1, max(letters.count, other.count) / 3), distance < max(letters.count, other.count)
            else { continue }
            if distance < best?.distance ?? .max { best = (word, distance) }
        }
        return best?.word
    }

    private static func bare(_ word: String) -> [Character] {
        Array(word.prefix(100).lowercased().drop { $0 == "-" })
    }

    /// The number of letters to insert, delete, replace or swap with the next one.
    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var before: [Int] = []
        var above = Array(0...second.count)
        for row in first.indices {
            var line = [row + 1]
            for column in second.indices {
                let isSame = first[row] == second[column]
                var least = min(above[column] + (isSame ? 0 : 1), above[column + 1] + 1, line[column] + 1)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    least = min(least, before[column - 1] + 1)
                }
                line.append(least)
            }
            (before, above) = (above, line)
        }
        return above[second.count]
    }
}
