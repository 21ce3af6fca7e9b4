/// Which keys were pressed for what a keyboard set to Hangul (두벌식) sends.
///
/// An input method joins letters to syllables, so that ㅂ and ㅛ, meant as Q and Y, come as 뵤.
enum KoreanKeyboard {
    private static let initials = keys("r r s e e f a q q t t d w w c z x v g")
    private static let vowels = keys("k o i o j p u p h hk ho hl y n nj np nl b m ml l")
    private static let finals = keys("r r rt s sw sg e f fr fa fq ft fx fv fg a q qt t t d w c z x v g")
    private static let letters = keys(
        "r r rt s sw sg e e f fr fa fq ft fx fv fg a q q qt t t d w w c z x v g "
            + "k o i o j p u p h hk ho hl y n nj np nl b m ml l")

    private static func keys(_ text: String) -> [[Character]] { text.split(separator: " ").map { Array($0) } }

    /// The keys for a letter, in lower case; of what is no Hangul itself, wide digits and signs made narrow.
    ///
    /// - Returns: empty for what no key stands for.
    static func keys(for scalar: Unicode.Scalar) -> [Character] {
        let value = Int(scalar.value)
        switch value {
        case 0x20...0x7E: return [Character(scalar.properties.lowercaseMapping)]
        case 0x3131...0x3163: return letters[value - 0x3131]
        case 0x1100...0x1112: return initials[value - 0x1100]
        case 0x1161...0x1175: return vowels[value - 0x1161]
        case 0x11A8...0x11C2: return finals[value - 0x11A8]
        case 0xAC00...0xD7A3:
            let place = value - 0xAC00
            let final = place % 28
            return initials[place / 588] + vowels[place / 28 % 21] + (final == 0 ? [] : finals[final - 1])
        case 0xFF01...0xFF5E:
            guard let narrow = Unicode.Scalar(UInt32(value - 0xFEE0)) else { return [] }
            return keys(for: narrow)
        default: return []
        }
    }
}
