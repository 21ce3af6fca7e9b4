/// A time span as it is typed: `90m`, `26h`, `3d`.
enum TimeSpan {
    /// The description of valid texts, for messages.
    static let expected = "1m…366d"
    private static let secondsMax = 366 * 86_400

    /// Parses a text into seconds; nil for any other text.
    static func seconds(of text: String) -> Int? {
        let digits = text.dropLast()
        let factor: Int
        switch text.last {
        case "m": factor = 60
        case "h": factor = 3_600
        case "d": factor = 86_400
        default: return nil
        }
        guard (1...7).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits), number > 0, number * factor <= secondsMax
        else { return nil }
        return number * factor
    }
}
