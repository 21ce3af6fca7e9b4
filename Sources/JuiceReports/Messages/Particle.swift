/// A Korean particle with two forms, the choice of which depends on the final sound of the preceding word.
package enum Particle: Sendable {
    case object
    case subject
    case topic
    case with
    case toward
    /// The 이 of 이라는 and 이라, which is omitted after a vowel.
    case copula

    /// The form of the particle after a word; quotes and brackets around the word are ignored.
    package func withParticle(_ word: String) -> String {
        let ending = WordEnding(of: word)
        return switch self {
        case .object: ending == .vowel ? "를" : "을"
        case .subject: ending == .vowel ? "가" : "이"
        case .topic: ending == .vowel ? "는" : "은"
        case .with: ending == .vowel ? "와" : "과"
        case .toward: ending == .consonant ? "으로" : "로"
        case .copula: ending == .vowel ? "" : "이"
        }
    }
}

extension DefaultStringInterpolation {
    /// Appends a word with a particle, such as `키위를`.
    package mutating func appendInterpolation(_ word: String, _ particle: Particle) {
        appendInterpolation(word + particle.withParticle(word))
    }

    /// Appends a word in quotes with a particle, such as `'키위'를`.
    mutating func appendInterpolation(quoted word: String, _ particle: Particle) {
        appendInterpolation("'\(word)'", particle)
    }

    /// Appends the number of a run with a particle, such as `실행 #2를`.
    mutating func appendInterpolation(run number: Int, _ particle: Particle) {
        appendInterpolation("실행 #\(number)", particle)
    }
}

/// The final sound of a word when it is read aloud in Korean; that of a Latin word is guessed from the spelling.
enum WordEnding: Sendable {
    case vowel
    /// The consonant ㄹ, which some particles treat like a vowel.
    case rieul
    case consonant

    init(of word: String) {
        // Full-width characters are read as their ASCII forms.
        let scalars = word.unicodeScalars.map { scalar in
            (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
        }
        // Letters, digits and parts of decomposed syllables are read aloud.
        guard let last = scalars.lastIndex(where: { $0.properties.isAlphabetic || ("0"..."9").contains($0) }) else {
            self = .vowel
            return
        }
        let (read, value) = (scalars[...last], scalars[last].value)
        switch value {
        case 0x30...0x39: self = Self.ofNumber(read)
        case 0x41...0x5A, 0x61...0x7A: self = Self.ofLatin(read)
        // The final of a Hangul syllable is its code modulo 28: 0 is none, and 8 is ㄹ.
        case 0xAC00...0xD7A3 where (value - 0xAC00) % 28 == 8, 0x11AF, 0x3139: self = .rieul
        case 0xAC00...0xD7A3 where (value - 0xAC00) % 28 > 0, 0x11A8...0x11FF, 0x3131...0x314E: self = .consonant
        default: self = .vowel
        }
    }

    /// The sound of a number, read as 일, 이, 삼 and so on; round numbers end with 십, 백, 천, 만, 억 or 조.
    private static func ofNumber(_ read: ArraySlice<Unicode.Scalar>) -> WordEnding {
        let digits = read.reversed().prefix { (0x30...0x39).contains($0.value) || $0 == "," }.filter { $0 != "," }
        let zeros = digits.prefix { $0 == "0" }.count
        if zeros > 0 { return (12..<16).contains(zeros) && zeros < digits.count ? .vowel : .consonant }
        return switch digits.first {
        case "1", "7", "8": .rieul
        case "3", "6": .consonant
        default: .vowel
        }
    }

    /// The sound of a Latin word: spelled out if it has no vowel or only capitals, otherwise that of its last letters.
    private static func ofLatin(_ read: ArraySlice<Unicode.Scalar>) -> WordEnding {
        let word = read.reversed().prefix { (0x41...0x5A).contains($0.value) || (0x61...0x7A).contains($0.value) }
        let letters = word.map { Character($0.properties.lowercaseMapping) }
        let isSpelt = word.allSatisfy { $0.value <= 0x5A } || !letters.contains(where: { "aeiouy".contains($0) })
        guard !isSpelt, let last = letters.first else { return ofSound(letters.first) }
        let before = letters.dropFirst().first
        // The final e of words such as time and file is silent.
        if last == "e" { return before.map { "lmn".contains($0) } == true ? ofSound(before) : .vowel }
        if last == "g" { return before == "n" ? .consonant : .vowel }
        if "ckp".contains(last) { return before.map { "aeiouc".contains($0) } == true ? .consonant : .vowel }
        return last == "r" ? .vowel : ofSound(last)
    }

    /// The sound at the end of a letter's name, such as 엘, 엠, 엔, 알.
    private static func ofSound(_ letter: Character?) -> WordEnding {
        switch letter {
        case "l", "r": .rieul
        case "m", "n": .consonant
        default: .vowel
        }
    }
}
