internal import CSV

/// UTF-8 to UTF-16: the way back for text that `UTF16Decoder` has read.
enum UTF16Encoder {
    /// Appends a text in UTF-16, without a byte order mark.
    ///
    /// - Parameters:
    ///   - text: in UTF-8.
    ///   - encoding: says which byte of a unit comes first.
    static func encode(
        _ text: UnsafeBufferPointer<UInt8>, as encoding: TextEncoding, into target: inout ByteBuffer
    ) {
        let isBigEndian = encoding == .utf16BigEndian
        target.reserve(2 * text.count)
        for unit in String(decoding: text, as: UTF8.self).utf16 {
            let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
            target.appendReserved(isBigEndian ? high : low)
            target.appendReserved(isBigEndian ? low : high)
        }
    }
}
