package import CSV
internal import Glibc

/// A strict decoder of code page 949 to UTF-8, with a table that glibc's iconv fills once.
///
/// The second byte of a pair is never a line end, a quote or a delimiter, so bytes can be split into records before
/// they are converted.
package enum CP949 {
    /// The UTF-8 of each pair of bytes: the first byte is the lowest, the length the highest; 0 for an invalid pair.
    ///
    /// If glibc cannot load its converter, all pairs are invalid, so that every input that is not UTF-8 is refused.
    private static let pairs: [UInt32] = {
        var table = [UInt32](repeating: 0, count: 1 << 15)
        let converter = iconv_open("UTF-8", "UHC")
        if converter == iconv_t(bitPattern: -1) { return table }
        defer { iconv_close(converter) }
        for lead in UInt8(0x81)...0xFE {
            for trail in UInt8(0x41)...0xFE {
                table[index(lead, trail)] = packed(lead, trail, converter)
            }
        }
        return table
    }()

    private static func index(_ lead: UInt8, _ trail: UInt8) -> Int {
        Int(lead & 0x7F) << 8 | Int(trail)
    }

    private static func packed(_ lead: UInt8, _ trail: UInt8, _ converter: iconv_t?) -> UInt32 {
        var source: [CChar] = [CChar(bitPattern: lead), CChar(bitPattern: trail)]
        var target = [CChar](repeating: 0, count: 4)
        let length = source.withUnsafeMutableBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target -> Int in
                var from = source.baseAddress
                var fromLeft = 2
                var to = target.baseAddress
                var toLeft = 4
                let failed = iconv(converter, &from, &fromLeft, &to, &toLeft) == -1
                if failed { iconv(converter, nil, nil, nil, nil) }
                return failed ? 0 : 4 - toLeft
            }
        }
        guard (1...3).contains(length) else { return 0 }
        var packed = UInt32(length) << 24
        for at in 0..<length { packed |= UInt32(UInt8(bitPattern: target[at])) << UInt32(at * 8) }
        return packed
    }

    /// Whether two bytes form a character.
    static func isPair(_ lead: UInt8, _ trail: UInt8) -> Bool {
        lead > 0x80 && lead < 0xFF && pairs[index(lead, trail)] != 0
    }

    /// Decodes bytes and appends the text as UTF-8.
    ///
    /// - Returns: The offset of the first byte that is not valid CP949; nil if all are valid.
    package static func decode(_ bytes: UnsafeBufferPointer<UInt8>, into target: inout ByteBuffer) -> Int? {
        var ignored = false
        return decode(bytes, into: &target, hasHangulRun: &ignored)
    }

    /// Decodes bytes like `decode(_:into:)`, and also detects text that looks like UTF-8.
    ///
    /// - Parameter hasHangulRun: Set to true if a maximal run of bytes ≥ 0x80 consists only of Hangul syllables when
    ///   read as UTF-8.
    static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, into target: inout ByteBuffer, hasHangulRun: inout Bool
    ) -> Int? {
        target.reserve(bytes.count / 2 * 3 + 3)
        return pairs.withUnsafeBufferPointer { pairs in
            var at = 0
            while at < bytes.count {
                let lead = bytes[at]
                if lead < 0x80 {
                    target.append(lead)
                    at += 1
                    continue
                }
                guard lead > 0x80, lead < 0xFF, at + 1 < bytes.count else { return at }
                // Only few characters of CP949 begin with the same byte as a Hangul syllable in UTF-8.
                if lead >= 0xEA, lead <= 0xED, at == 0 || bytes[at - 1] < 0x80, startsHangulRun(bytes, at) {
                    hasHangulRun = true
                }
                let packed = pairs[index(lead, bytes[at + 1])]
                if packed == 0 { return at }
                for byte in 0..<(packed >> 24) {
                    target.append(UInt8(truncatingIfNeeded: packed >> (byte * 8)))
                }
                at += 2
            }
            return nil
        }
    }

    /// Whether the run of bytes ≥ 0x80 that starts at `start` consists only of Hangul syllables in UTF-8.
    private static func startsHangulRun(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
        var at = start
        while at + 2 < bytes.count, isHangulSyllable(bytes[at], bytes[at + 1], bytes[at + 2]) { at += 3 }
        return at > start && (at == bytes.count || bytes[at] < 0x80)
    }
}
