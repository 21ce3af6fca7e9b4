/// The encoding of an input's text; the raw value is its name in reports.
package enum TextEncoding: String, Sendable {
    case utf8 = "utf-8"
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
    /// Code page 949 (Unified Hangul Code), which glibc calls UHC.
    case cp949 = "cp949"

    /// The byte order mark at the start of a file, and how long it is.
    static func ofByteOrderMark(_ head: [UInt8]) -> (encoding: TextEncoding, length: Int)? {
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if head.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if head.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        return nil
    }
}

/// The encodings that `--encoding` accepts.
package enum EncodingChoice: String, CaseIterable, Sendable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case cp949

    /// The encoding for a file that starts with these bytes; UTF-16 without a mark is taken as little endian.
    func encoding(for mark: TextEncoding?) -> TextEncoding {
        switch self {
        case .utf8: .utf8
        case .cp949: .cp949
        case .utf16: mark == .utf16BigEndian ? .utf16BigEndian : .utf16LittleEndian
        }
    }
}
