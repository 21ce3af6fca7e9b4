/// A form that a time may be written in, a letter a part; whatever is none of these letters stands for itself.
///
/// | letter | part |
/// | --- | --- |
/// | Y, y | a year of four digits, of two |
/// | m, d, h | a month, a day, an hour of one digit or two |
/// | i, s | minutes, seconds of two digits |
/// | n, t | minutes, seconds of one digit or two |
/// | YYYYMMDD, hhii, hhiiss | the same with all digits and no marks |
/// | f | digits of a fraction |
/// | a, p | AM or PM; 오전 or 오후 |
/// | z | an offset |
/// | _, 1 | any number of blanks; one blank |
struct PlainForm {
    private enum Part: Equatable {
        case number(Character, digits: ClosedRange<Int>)
        case fraction
        case words([String: Int])
        case offset
        case blanks(ClosedRange<Int>)
        case mark(Character)
    }

    private let parts: [Part]

    init(_ form: String) {
        let plain = form.replacing("YYYYMMDD", with: "YMD").replacing("hhii", with: "HI").replacing("Iss", with: "Is")
        parts = plain.map { letter in
            switch letter {
            case "Y": .number("Y", digits: 4...4)
            case "y": .number("y", digits: 2...2)
            case "m", "d", "h": .number(letter, digits: 1...2)
            case "i", "s": .number(letter, digits: 2...2)
            case "n": .number("i", digits: 1...2)
            case "t": .number("s", digits: 1...2)
            case "M", "D", "H", "I": .number(Character(letter.lowercased()), digits: 2...2)
            case "f": .fraction
            case "a": .words(["AM": 0, "am": 0, "Am": 0, "aM": 0, "PM": 1, "pm": 1, "Pm": 1, "pM": 1])
            case "p": .words(["오전": 0, "오후": 1])
            case "z": .offset
            case "_": .blanks(0...Int.max)
            case "1": .blanks(1...1)
            default: .mark(letter)
            }
        }
    }

    /// The numbers of the parts that a text begins with by their letters, and what is left of the text; nil if it does
    /// not begin in this form.
    ///
    /// AM is 0 and PM 1, both by the letter p; the fraction is in nanoseconds, the offset in minutes.
    func match(_ text: ArraySlice<Character>) -> (fields: [Character: Int], rest: ArraySlice<Character>)? {
        var rest = text
        var fields: [Character: Int] = [:]
        for part in parts {
            guard take(part, &rest, &fields) else { return nil }
        }
        return (fields, rest)
    }

    private func take(_ part: Part, _ rest: inout ArraySlice<Character>, _ fields: inout [Character: Int]) -> Bool {
        switch part {
        case .mark(let mark):
            guard rest.first == mark else { return false }
            rest.removeFirst()
        case .blanks(let range):
            let blanks = rest.prefix { $0.unicodeScalars.allSatisfy(\.properties.isWhitespace) }
            let count = min(blanks.count, range.upperBound)
            guard count >= range.lowerBound else { return false }
            rest = rest.dropFirst(count)
        case .number(let letter, let range):
            let digits = rest.prefix(range.upperBound).prefix(while: isDigit)
            guard range.contains(digits.count) else { return false }
            fields[letter] = Int(String(digits))
            rest = rest.dropFirst(digits.count)
        case .fraction:
            let digits = rest.prefix(while: isDigit)
            guard !digits.isEmpty else { return false }
            fields["f"] = Int(String((digits + "000000000").prefix(9)))
            rest = rest.dropFirst(digits.count)
        case .words(let values):
            guard let (word, value) = values.first(where: { rest.starts(with: $0.key) }) else { return false }
            fields["p"] = value
            rest = rest.dropFirst(word.count)
        case .offset:
            guard let minutes = offset(String(rest)) else { return false }
            fields["z"] = minutes
            rest = []
        }
        return true
    }

    private func isDigit(_ character: Character) -> Bool {
        ("0"..."9").contains(character) && character.isASCII
    }

    /// The minutes of an offset, which is the last there is.
    private func offset(_ text: String) -> Int? {
        if text == "Z" { return 0 }
        guard let sign = ["+": 1, "-": -1][text.prefix(1)] else { return nil }
        let digits = Array(text.dropFirst().filter(isDigit))
        guard digits.count == 2 || digits.count == 4, let hours = Int(String(digits[..<2])),
            let minutes = Int(String(digits[2...] + (digits.count == 2 ? "00" : "")))
        else { return nil }
        let isMarked = digits.count == 4 && text.dropFirst(3).first == ":"
        let spelling = isMarked ? "\(String(digits[..<2])):\(String(digits[2...]))" : String(digits)
        guard text.dropFirst() == spelling, hours < 24, minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
