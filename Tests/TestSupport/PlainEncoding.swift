import Foundation

package struct PlainDecoded {
    /// `utf-8`, `utf-16le`, `utf-16be` or `cp949`: the decoder that read it.
    package var encoding: String
    package var hasByteOrderMark = false
    /// The text as UTF-8 without a mark, up to the first byte that could not be read.
    package var text: [UInt8]
    /// Whether an unreadable byte follows the text.
    package var isCut: Bool
}

/// Encoding rules of the contract: a mark decides, else strict UTF-8, else strict CP949, else refused.
package enum PlainEncoding {
    /// Decodes a file; `forced` is what `--encoding` says.
    package static func decode(_ bytes: [UInt8], forced: String?) -> PlainDecoded {
        if let mark = mark(bytes) {
            let rest = Array(bytes.dropFirst(mark == "utf-8" ? 3 : 2))
            var decoded = decode(rest, as: mark)
            decoded.hasByteOrderMark = true
            // The option and the byte order mark contradict each other.
            if let forced, !mark.hasPrefix(forced) { (decoded.text, decoded.isCut) = ([], true) }
            return decoded
        }
        if let forced { return decode(bytes, as: forced == "utf-16" ? "utf-16le" : forced) }
        guard let badUTF8 = firstInvalidUTF8(bytes) else { return decode(bytes, as: "utf-8") }
        let badCP949 = convert(bytes, from: "UHC", to: "UTF-8").bad
        let isCP949 = badCP949.map { $0 > badUTF8 } ?? !hasHangulRun(bytes)
        return decode(bytes, as: isCP949 ? "cp949" : "utf-8")
    }

    private static func decode(_ bytes: [UInt8], as name: String) -> PlainDecoded {
        let bad = name == "utf-8" ? firstInvalidUTF8(bytes) : nil
        if name == "utf-8" {
            return PlainDecoded(encoding: name, text: Array(bytes[..<(bad ?? bytes.count)]), isCut: bad != nil)
        }
        let (text, end) = convert(bytes, from: name == "cp949" ? "UHC" : name.uppercased(), to: "UTF-8")
        return PlainDecoded(encoding: name, text: text, isCut: end != nil)
    }

    /// Whether a longest run of bytes from 0x80 upward consists only of Hangul syllables in UTF-8.
    package static func hasHangulRun(_ bytes: [UInt8]) -> Bool {
        bytes.split { $0 < 0x80 }.contains { run in
            guard firstInvalidUTF8(Array(run)) == nil else { return false }
            return String(decoding: run, as: UTF8.self).unicodeScalars.allSatisfy { ("가"..."힣").contains($0) }
        }
    }

    /// The encoding that a byte order mark names; nil when there is none.
    private static func mark(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return "utf-8" }
        if bytes.starts(with: [0xFF, 0xFE]) { return "utf-16le" }
        return bytes.starts(with: [0xFE, 0xFF]) ? "utf-16be" : nil
    }

    /// Offset, from 0, of the first byte of the first sequence that is not UTF-8.
    package static func firstInvalidUTF8(_ bytes: [UInt8]) -> Int? {
        // UTF-16 has no surrogate of its own and nothing behind U+10FFFF.
        convert(bytes, from: "UTF-8", to: "UTF-16LE").bad
    }

    /// The physical line, from 1, on which the byte at `offset` stands.
    package static func line(of offset: Int, in bytes: [UInt8]) -> Int {
        1
            + bytes.indices.prefix(offset).count { at in
                bytes[at] == 10 || bytes[at] == 13 && (at + 1 == bytes.count || bytes[at + 1] != 10)
            }
    }

    /// Converts with the C library's `iconv`; the second value is the offset of the first byte it could not read.
    package static func convert(_ bytes: [UInt8], from: String, to: String) -> (text: [UInt8], bad: Int?) {
        guard let descriptor = iconv_open(to, from), descriptor != iconv_t(bitPattern: -1) else { return ([], 0) }
        defer { iconv_close(descriptor) }
        var source = bytes.map { CChar(bitPattern: $0) }
        var target = [CChar](repeating: 0, count: bytes.count * 4 + 16)
        let capacity = target.count
        var inputLeft = source.count
        var outputLeft = capacity
        let failed = source.withUnsafeMutableBufferPointer { input in
            target.withUnsafeMutableBufferPointer { output in
                var from = input.baseAddress
                var into = output.baseAddress
                return iconv(descriptor, &from, &inputLeft, &into, &outputLeft) == -1
            }
        }
        let text = target.prefix(capacity - outputLeft).map { UInt8(bitPattern: $0) }
        guard failed else { return (text, nil) }
        // For this one pair, glibc reports an error only after passing it.
        let stop = bytes.count - inputLeft
        let isBehindPair = from == "UHC" && stop >= 2 && bytes[(stop - 2)..<stop].elementsEqual([0xA2, 0xE8])
        return (text, isBehindPair ? stop - 2 : stop)
    }

    /// The text in `encoding` (as in summary.json), with a mark if asked for; nil when it has no such spelling.
    package static func encode(_ text: String, as encoding: String, mark: Bool) -> [UInt8]? {
        let utf8 = Array(text.utf8)
        switch encoding {
        case "utf-8": return (mark ? [0xEF, 0xBB, 0xBF] : []) + utf8
        case "utf-16le": return [0xFF, 0xFE] + convert(utf8, from: "UTF-8", to: "UTF-16LE").text
        case "utf-16be": return [0xFE, 0xFF] + convert(utf8, from: "UTF-8", to: "UTF-16BE").text
        default:
            let (bytes, bad) = convert(utf8, from: "UTF-8", to: "UHC")
            guard bad == nil else { return nil }
            // Text that does not convert back, or that looks like UTF-8, does not count as CP949.
            return convert(bytes, from: "UHC", to: "UTF-8").text == utf8 ? bytes : nil
        }
    }
}
