internal import JuiceBatch

/// The date in a file's name, as a POS writes it: `sales-2026-11-20.csv`, `20261120.csv`, `매출 2026년 11월 20일.csv`.
enum NamedDate {
    /// The years that are taken for such: other numbers of four digits are no dates.
    private static let years = 2000...2099
    private static let marks: Set<Character> = ["-", "_", ".", " "]

    /// The one date that a name holds; nil if it holds none, or more than one.
    static func date(in name: String) -> CalendarDay? {
        let characters = Array(name)
        var found: Set<CalendarDay> = []
        var at = 0
        while at < characters.count {
            let digits = digits(characters, at)
            if digits.isEmpty {
                at += 1
                continue
            }
            if let date = whole(digits) ?? parted(characters, at, year: digits) { found.insert(date) }
            at += digits.count
        }
        return found.count == 1 ? found.first : nil
    }

    /// The digits that stand at a place.
    private static func digits(_ characters: [Character], _ place: Int) -> [Int] {
        characters[min(place, characters.count)...].prefix { $0.isASCII && $0.isNumber }.compactMap(\.wholeNumberValue)
    }

    /// `20261120`, with a time of day behind it or not.
    private static func whole(_ digits: [Int]) -> CalendarDay? {
        func two(_ place: Int) -> Int { digits[place] * 10 + digits[place + 1] }
        switch digits.count {
        case 8: break
        case 12 where two(8) < 24 && two(10) < 60: break
        case 14 where two(8) < 24 && two(10) < 60 && two(12) < 60: break
        default: return nil
        }
        return day(year: two(0) * 100 + two(2), month: two(4), day: two(6))
    }

    /// `2026-11-20`, `2026.1.2`, `2026년 11월 20일`.
    private static func parted(_ characters: [Character], _ start: Int, year: [Int]) -> CalendarDay? {
        guard year.count == 4 else { return nil }
        let isKorean = characters.dropFirst(start + 4).first == "년"
        var at = start + 4
        /// Skips the separator between two parts.
        func skip(_ word: Character) -> Character? {
            guard at < characters.count else { return nil }
            let mark = characters[at]
            guard isKorean ? mark == word : marks.contains(mark) else { return nil }
            at += 1
            if isKorean, at < characters.count, characters[at] == " " { at += 1 }
            return mark
        }
        func part() -> Int? {
            let digits = digits(characters, at)
            guard (1...2).contains(digits.count) else { return nil }
            at += digits.count
            return digits.reduce(0) { $0 * 10 + $1 }
        }
        guard let first = skip("년"), let month = part(), let second = skip("월"), isKorean || first == second,
            let day = part()
        else { return nil }
        return self.day(year: year.reduce(0) { $0 * 10 + $1 }, month: month, day: day)
    }

    private static func day(year: Int, month: Int, day: Int) -> CalendarDay? {
        years.contains(year) ? CalendarDay(year: year, month: month, day: day) : nil
    }
}
