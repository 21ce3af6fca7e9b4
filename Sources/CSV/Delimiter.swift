/// The character that separates the cells of a record.
package enum Delimiter: UInt8, CaseIterable, Sendable {
    // The order is the one in which ties are settled.
    case comma = 0x2C
    case semicolon = 0x3B
    case tab = 0x09
    case pipe = 0x7C

    /// The name under which an option and summary.json know it: the character itself, `\t` for TAB.
    package var name: String {
        self == .tab ? "\\t" : String(UnicodeScalar(rawValue))
    }

    /// The delimiter that an option names: the character itself, `\t` or `tab`.
    package init?(name: String) {
        switch name {
        case "\\t", "tab", "TAB": self = .tab
        default:
            guard name.utf8.count == 1, let byte = name.utf8.first else { return nil }
            self.init(rawValue: byte)
        }
    }
}
