package import CSV

/// UTF-16 to UTF-8, strict, for bytes that come in pieces.
package struct UTF16Decoder {
    private let isBigEndian: Bool
    /// Bytes of a unit or of a surrogate pair that the next piece completes; fewer than four.
    private var pending: [UInt8] = []
    /// The number of bytes decoded in all pieces, which is also the position from 0 where decoding has stopped.
    package private(set) var decodedBytes = 0

    /// A decoder at the start of a text.
    package init(isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
    }

    /// Appends the text of the next piece as UTF-8; false where a surrogate stands alone.
    package mutating func decode(_ piece: UnsafeBufferPointer<UInt8>, into target: inout ByteBuffer) -> Bool {
        let bytes = pending + piece
        pending.removeAll()
        var at = 0
        defer { decodedBytes += at }
        while at + 2 <= bytes.count {
            let unit = self.unit(bytes, at)
            var scalar = UInt32(unit)
            var length = 2
            if unit & 0xF800 == 0xD800 {
                guard unit < 0xDC00 else { return false }
                guard at + 4 <= bytes.count else { break }
                let low = self.unit(bytes, at + 2)
                guard low & 0xFC00 == 0xDC00 else { return false }
                scalar = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF))
                length = 4
            }
            guard let character = Unicode.Scalar(scalar) else { return false }
            for byte in UTF8.encode(character) ?? .init() { target.append(byte) }
            at += length
        }
        pending = Array(bytes[at...])
        return true
    }

    /// Whether the text may end here: not in the middle of a character.
    package var isComplete: Bool { pending.isEmpty }

    private func unit(_ bytes: [UInt8], _ at: Int) -> UInt16 {
        isBigEndian
            ? UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1])
            : UInt16(bytes[at + 1]) << 8 | UInt16(bytes[at])
    }
}

extension ByteBuffer {
    /// Appends a text in UTF-16, without a byte order mark: the way back for text that `UTF16Decoder` has read.
    ///
    /// - Parameters:
    ///   - text: in UTF-8.
    ///   - encoding: says which byte of a unit comes first.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>, as encoding: TextEncoding) {
        let isBigEndian = encoding == .utf16BigEndian
        reserve(2 * text.count)
        for unit in String(decoding: text, as: UTF8.self).utf16 {
            let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
            appendReserved(isBigEndian ? high : low)
            appendReserved(isBigEndian ? low : high)
        }
    }
}
