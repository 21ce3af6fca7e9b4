/// A Korean particle that is written in one of two ways, after how the word before it ends when it is read aloud.
package enum Particle: Sendable {
    case object
    case subject
    case topic
    case with
    case toward
    /// The 이 of 이라는 and 이라, which a vowel swallows.
    case copula

    /// The particle as it is written behind a word; quotes and brackets around the word are not read.
    package func behind(_ word: String) -> String {
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
