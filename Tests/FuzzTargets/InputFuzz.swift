import CSV
import FlatMemory
import JuiceBatch
import TestSupport

/// The decoders against plain converters; the first byte says into what pieces UTF-16 is cut.
final class EncodingFuzz: FuzzChecker {
    func problem(with bytes: [UInt8]) -> String? {
        let body = Array(bytes.dropFirst())
        return utf8Problem(body) ?? cp949Problem(body) ?? utf16Problem(body, piece: Int(bytes.first ?? 0) + 1)
    }

    private func utf8Problem(_ bytes: [UInt8]) -> String? {
        let ours = bytes.withView { firstInvalidUTF8($0) }
        let theirs = PlainEncoding.firstInvalidUTF8(bytes)
        return ours == theirs ? nil : "UTF-8: \(ours as Int?) for \(theirs as Int?)"
    }

    private func cp949Problem(_ bytes: [UInt8]) -> String? {
        var target = ByteBuffer()
        let fault = bytes.withView { TextEncoding.cp949.decode($0, into: &target) }
        let (text, bad) = PlainEncoding.convert(bytes, from: "UHC", to: "UTF-8")
        guard fault == bad else { return "CP949: stops at \(fault as Int?), iconv at \(bad as Int?)" }
        guard fault == nil else { return nil }
        return Array(target.bytes) == text ? nil : "CP949: not iconv's text"
    }

    private func utf16Problem(_ bytes: [UInt8], piece: Int) -> String? {
        for isBigEndian in [false, true] {
            var decoder = UTF16Decoder(isBigEndian: isBigEndian)
            var target = ByteBuffer()
            var isText = true
            for start in stride(from: 0, to: bytes.count, by: piece) where isText {
                isText = Array(bytes[start..<min(bytes.count, start + piece)]).withView {
                    decoder.decode($0, into: &target)
                }
            }
            isText = isText && decoder.isComplete
            let (text, bad) = PlainEncoding.convert(bytes, from: isBigEndian ? "UTF-16BE" : "UTF-16LE", to: "UTF-8")
            guard isText == (bad == nil) else { return "UTF-16: text \(isText), iconv stops at \(bad as Int?)" }
            if isText && Array(target.bytes) != text { return "UTF-16: not iconv's text" }
        }
        return nil
    }
}
