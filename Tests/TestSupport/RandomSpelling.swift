import Foundation

/// Random spellings that the contract reads as the same, and cells that it does not read.
package struct RandomSpelling {
    /// Where the random numbers come from.
    package var random: SeededGenerator

    /// Spellings from this source of random numbers.
    package init(random: SeededGenerator) { self.random = random }

    /// One of the ways to write a name that still matches it.
    package mutating func name(_ name: String) -> String {
        var text = name
        if random.chance(50) { return text }
        if random.chance(30) { text = text.replacingOccurrences(of: "쥬스", with: "주스") }
        if random.chance(25) { text = text.uppercased() }
        if random.chance(15) { text = fullWidth(text) }
        if random.chance(20) { text = text.decomposedStringWithCanonicalMapping }
        if random.chance(25) { text = split(text) }
        if random.chance(20) { text = padded(text) }
        return text
    }

    /// The name of a juice; an English one may end in "juice".
    package mutating func juice(_ name: String) -> String {
        let ending = random.pick([" juice", " Juice", "-JUICE", "juice"])
        return self.name(PlainText.isASCII(name) && random.chance(40) ? name + ending : name)
    }

    /// White_Space around a text.
    package mutating func padded(_ text: String) -> String {
        random.pick(["", " ", "\t", "\u{3000}", "\u{A0}", "  "]) + text + random.pick(["", " ", "\u{2003}", "\t "])
    }

    private mutating func split(_ text: String) -> String {
        let scalars = Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
        guard scalars.count > 1 else { return text }
        let place = random.int(1...scalars.count - 1)
        let gap = random.pick([" ", "-", "_", "\u{3000}", " - "])
        return PlainText.string(scalars[..<place]) + gap + PlainText.string(scalars[place...])
    }

    private func fullWidth(_ text: String) -> String {
        PlainText.string(
            text.unicodeScalars.map { scalar in
                let wide = (0x21...0x7E).contains(scalar.value) ? Unicode.Scalar(scalar.value + 0xFEE0) : nil
                return wide ?? scalar
            })
    }

    /// A spelling of a quantity that the contract accepts.
    package mutating func quantity(_ value: Int) -> String {
        var text = String(value)
        if random.chance(55) { return text }
        if value >= 1_000 && random.chance(60) {
            var grouped = ""
            for (index, digit) in text.reversed().enumerated() {
                if index > 0 && index % 3 == 0 { grouped = "," + grouped }
                grouped = String(digit) + grouped
            }
            text = grouped
        } else if random.chance(15) {
            text = random.pick(["0", "00", "000000000000000000000000"]) + text
        }
        if random.chance(20) { text += random.pick([".0", ".00", ".0000", ".000000000000000000000"]) }
        if random.chance(20) { text = fullWidth(text) }
        if random.chance(30) { text += random.pick(["개", "잔", "컵", " 개", " 잔", " 컵"]) }
        if random.chance(5) { text = text.decomposedStringWithCanonicalMapping }
        return random.chance(20) ? padded(text) : text
    }

    /// A cell that is no quantity for any action.
    package mutating func badQuantity() -> String {
        random.pick([
            "-1", "+3", "1.5", "1,00", "1,0000", ",100", "100,", "1,,000", "12 34", "둘", "3개 정도", "개", "１．５",
            "99999999999999999999999", "1000000001", "1e3", "0x10", "1 2잔", "5개잔", "=1+1", "−3", "1'000",
            // Digits and blanks that are others than ASCII's, full-width ones aside.
            "2²", "①", "٣", "½", "𝟑", "㏢", "2\u{3000}잔", "2\u{A0}잔", "2  잔", "３\u{3000}０", "3\u{200B}", "3㈎",
            // What may be a thousand or a part, and what is left unsaid.
            "1.000", "1,200.000", "1.", ".0", "1..0", "1.0.0", "1.01", "1.0,0", "1,0.0", "1.잔", "1.000개", "1.0 0",
        ])
    }
}
