package import CSV
internal import Glibc

/// The encoding of an input's text; the raw value is its name in reports.
package enum TextEncoding: String, Sendable {
    case utf8 = "utf-8"
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
    /// Code page 949 (Unified Hangul Code), which glibc calls UHC.
    case cp949 = "cp949"

    /// The encoding of the byte order mark at the start of a file, and its length in bytes; nil if there is none.
    package static func ofByteOrderMark(_ head: [UInt8]) -> (encoding: TextEncoding, length: Int)? {
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if head.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if head.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        return nil
    }

    /// Decodes a whole text, appends it as UTF-8 up to the first invalid byte, and returns that byte's offset, from 0.
    package func decode(_ bytes: ByteView, into target: inout ByteBuffer) -> Int? {
        switch self {
        case .utf8:
            let invalidOffset = firstInvalidUTF8(bytes)
            target.append(ByteView(rebasing: bytes.prefix(invalidOffset ?? bytes.count)))
            return invalidOffset
        case .cp949: return Self.decodeCP949(bytes, into: &target)
        case .utf16LittleEndian, .utf16BigEndian:
            var decoder = UTF16Decoder(isBigEndian: self == .utf16BigEndian)
            return decoder.decode(bytes, into: &target) && decoder.isComplete ? nil : decoder.decodedBytes
        }
    }
}

/// The encodings that `--encoding` accepts.
package enum EncodingChoice: String, CaseIterable, Sendable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case cp949

    /// The encoding of a file that starts with this byte order mark; UTF-16 without a mark is read as little endian.
    func encoding(for mark: TextEncoding?) -> TextEncoding {
        switch self {
        case .utf8: .utf8
        case .cp949: .cp949
        case .utf16: mark == .utf16BigEndian ? .utf16BigEndian : .utf16LittleEndian
        }
    }
}

/// The detection of the encoding of a file without a byte order mark by all of its bytes.
///
/// The file is UTF-8, or else CP949, if all bytes are valid as such. A file that is not UTF-8 is not CP949 either if a
/// maximal run of bytes ≥ 0x80 consists only of Hangul syllables when read as UTF-8: it is damaged UTF-8, or in two
/// encodings. The error of a file that is neither is that of the decoder that gets further; with such a run, of UTF-8.
extension TextEncoding {
    private static let blockBytes = 256 * 1024
    /// The lowest byte that can be the second of a CP949 pair.
    private static let trailMin: UInt8 = 0x41

    /// Detects the encoding of a file, which is read until it is determined, at the latest to its end.
    package static func detect(in file: InputFile, cancellation: CancellationToken) throws(BatchError) -> TextEncoding {
        var piece = ByteBuffer()
        var isUTF8 = true
        var hasHangulRun = false
        var offset = 0
        while true {
            try cancellation.check()
            let count = try file.read(at: offset, count: blockBytes, into: &piece)
            offset += count
            // No character of either encoding, and no run, continues after a byte below `trailMin`.
            let end = count < blockBytes ? piece.count : (piece.bytes.lastIndex { $0 < trailMin } ?? -1) + 1
            let text = ByteView(rebasing: piece.bytes[..<end])
            let invalidUTF8 = isUTF8 ? firstInvalidUTF8(text) : nil
            if let invalidCP949 = firstInvalidCP949(text, hasHangulRun: &hasHangulRun) {
                return isUTF8 && invalidUTF8 ?? .max >= invalidCP949 ? .utf8 : .cp949
            }
            isUTF8 = isUTF8 && invalidUTF8 == nil
            if count < blockBytes { return isUTF8 || hasHangulRun ? .utf8 : .cp949 }
            let rest = Array(piece.bytes[end...])
            piece.removeAll()
            piece.append(rest)
        }
    }

    /// Detects the encoding of a whole text without a byte order mark.
    static func detect(in text: ByteView) -> TextEncoding {
        guard let invalidUTF8 = firstInvalidUTF8(text) else { return .utf8 }
        var hasHangulRun = false
        let invalidCP949 = firstInvalidCP949(text, hasHangulRun: &hasHangulRun)
        return invalidCP949.map { invalidUTF8 >= $0 } ?? hasHangulRun ? .utf8 : .cp949
    }

    /// The offset of the first byte that is not CP949, nil if all bytes are; sets `hasHangulRun` if a maximal run of
    /// bytes ≥ 0x80 before it consists only of Hangul syllables when read as UTF-8.
    private static func firstInvalidCP949(_ bytes: ByteView, hasHangulRun: inout Bool) -> Int? {
        unsafe cp949Pairs.withUnsafeBufferPointer { pairs in
            var at = 0
            while at < bytes.count {
                let lead = bytes[at]
                if lead < 0x80 {
                    at += 1
                    continue
                }
                // Only few characters of CP949 begin with the same byte as a Hangul syllable in UTF-8.
                if lead >= 0xEA, lead <= 0xED, at == 0 || bytes[at - 1] < 0x80, startsHangulRun(bytes, at) {
                    hasHangulRun = true
                }
                guard unsafe packedPair(bytes, at, pairs) != 0 else { return at }
                at += 2
            }
            return nil
        }
    }

    /// Whether the run of bytes ≥ 0x80 that starts at `start` consists only of Hangul syllables in UTF-8.
    private static func startsHangulRun(_ bytes: ByteView, _ start: Int) -> Bool {
        let run = String(decoding: bytes[start...].prefix { $0 >= 0x80 }, as: UTF8.self)
        return run.unicodeScalars.allSatisfy(isHangulSyllable)
    }
}

/// A strict decoder from UTF-16 to UTF-8 for text that arrives in pieces.
package struct UTF16Decoder {
    private let isBigEndian: Bool
    /// The bytes of an incomplete code unit or surrogate pair at the end of the last piece; fewer than four.
    private var pending: [UInt8] = []
    /// The number of bytes decoded in all pieces; after a failure the offset, from 0, of the error.
    package private(set) var decodedBytes = 0

    package init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// Decodes the next piece and appends it as UTF-8; returns false if it contains an unpaired surrogate.
    package mutating func decode(_ piece: ByteView, into target: inout ByteBuffer) -> Bool {
        let bytes = pending + piece
        pending.removeAll()
        var at = 0
        defer { decodedBytes += at }
        while at + 2 <= bytes.count {
            let unit = codeUnit(bytes, at: at)
            var scalar = UInt32(unit)
            var length = 2
            if unit & 0xF800 == 0xD800 {
                guard unit < 0xDC00 else { return false }
                guard at + 4 <= bytes.count else { break }
                let low = codeUnit(bytes, at: at + 2)
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

    /// Whether the pieces so far end with a complete character.
    package var isComplete: Bool { pending.isEmpty }

    private func codeUnit(_ bytes: [UInt8], at offset: Int) -> UInt16 {
        let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }
}

/// A strict decoder from code page 949 to UTF-8, with a table that glibc's iconv fills once.
///
/// The second byte of a pair is never a line end, a quote or a delimiter, so records can be split before conversion.
extension TextEncoding {
    /// The UTF-8 of each pair of bytes: its first byte is the lowest, its length the highest; 0 for an invalid pair.
    ///
    /// If glibc cannot load its converter, all pairs are invalid, so that every input that is not UTF-8 is refused.
    private static let cp949Pairs: [UInt32] = {
        var table = [UInt32](repeating: 0, count: 1 << 15)
        let converter = unsafe iconv_open("UTF-8", "UHC")
        if unsafe converter == iconv_t(bitPattern: -1) { return table }
        defer { unsafe iconv_close(converter) }
        for lead in UInt8(0x81)...0xFE {
            for trail in UInt8(0x41)...0xFE {
                table[pairIndex(lead, trail)] = unsafe convertedPair(lead, trail, converter)
            }
        }
        return table
    }()

    private static func pairIndex(_ lead: UInt8, _ trail: UInt8) -> Int { Int(lead & 0x7F) << 8 | Int(trail) }

    private static func convertedPair(_ lead: UInt8, _ trail: UInt8, _ converter: iconv_t?) -> UInt32 {
        var source: [CChar] = [CChar(bitPattern: lead), CChar(bitPattern: trail)]
        var target = [CChar](repeating: 0, count: 4)
        let length = unsafe source.withUnsafeMutableBufferPointer { source in
            unsafe target.withUnsafeMutableBufferPointer { target -> Int in
                var from = source.baseAddress
                var fromLeft = 2
                var to = target.baseAddress
                var toLeft = 4
                let failed = unsafe iconv(converter, &from, &fromLeft, &to, &toLeft) == -1
                if failed { unsafe iconv(converter, nil, nil, nil, nil) }
                return failed ? 0 : 4 - toLeft
            }
        }
        guard (1...3).contains(length) else { return 0 }
        var packed = UInt32(length) << 24
        for at in 0..<length { packed |= UInt32(UInt8(bitPattern: target[at])) << UInt32(at * 8) }
        return packed
    }

    /// The pair of bytes that starts at an offset, in the form of `cp949Pairs`; 0 if there is no valid one.
    @inline(__always)
    private static func packedPair(_ bytes: ByteView, _ at: Int, _ pairs: UnsafeBufferPointer<UInt32>) -> UInt32 {
        let lead = bytes[at]
        guard lead > 0x80, lead < 0xFF, at + 1 < bytes.count else { return 0 }
        return unsafe pairs[pairIndex(lead, bytes[at + 1])]
    }

    /// Decodes bytes of code page 949, appends the text as UTF-8, and returns the offset of the first invalid byte.
    static func decodeCP949(_ bytes: ByteView, into target: inout ByteBuffer) -> Int? {
        target.reserve(bytes.count / 2 * 3 + 3)
        return unsafe cp949Pairs.withUnsafeBufferPointer { pairs in
            var at = 0
            while at < bytes.count {
                let lead = bytes[at]
                if lead < 0x80 {
                    target.append(lead)
                    at += 1
                    continue
                }
                let packed = unsafe packedPair(bytes, at, pairs)
                if packed == 0 { return at }
                for byte in 0..<(packed >> 24) { target.append(UInt8(truncatingIfNeeded: packed >> (byte * 8))) }
                at += 2
            }
            return nil
        }
    }
}
