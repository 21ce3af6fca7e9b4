/// The assumed encoding of an input; without a mark or an option only all of its bytes decide it.
enum EncodingAssumption: Sendable, Equatable {
    /// UTF-8, until a byte says otherwise.
    case open
    /// CP949, since a byte was not UTF-8; unless what follows says that it is neither.
    case tentative
    /// Nothing that follows can change it: a mark, an option or all bytes have decided.
    case decided(TextEncoding)

    /// The encoding as which the input is read.
    var encoding: TextEncoding {
        switch self {
        case .open: .utf8
        case .tentative: .cp949
        case .decided(let encoding): encoding
        }
    }

    /// Whether bytes that have not been read yet may change it.
    var isDoubtful: Bool {
        if case .decided = self { false } else { true }
    }
}

/// An input that was taken for UTF-8 holds a byte that is none.
struct NotUTF8: Error {
    let input: Int
}

/// An input that was taken for CP949 holds what only UTF-8 could mean: all of its bytes have to be looked at.
struct NotCP949: Error {
    let input: Int
}
