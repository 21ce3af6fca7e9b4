import CSV
import FlatMemory
import JuiceBatch
import TestSupport

/// The encoding step against plain converters.
///
/// The first byte says which, and into what pieces UTF-16 is cut.
final class EncodingFuzz: FuzzChecker {
    func problem(with bytes: [UInt8]) -> String? {
        let choice = Int(bytes.first ?? 0)
        let body = Array(bytes.dropFirst())
        return switch choice % 4 {
        case 0: utf8Problem(body)
        case 1: cp949Problem(body)
        case 2: utf16Problem(body, piece: choice / 4 + 1)
        default: textProblem(body)
        }
    }

    private func utf8Problem(_ bytes: [UInt8]) -> String? {
        let ours = bytes.withView { firstInvalidUTF8($0) }
        let theirs = PlainEncoding.firstInvalidUTF8(bytes)
        return ours == theirs ? nil : "UTF-8: \(ours as Int?) for \(theirs as Int?)"
    }

    private func cp949Problem(_ bytes: [UInt8]) -> String? {
        var target = ByteBuffer()
        let fault = bytes.withView { CP949.decode($0, into: &target) }
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

    /// Trimming and counting lines.
    private func textProblem(_ bytes: [UInt8]) -> String? {
        let lineEnds = PlainEncoding.line(of: bytes.count, in: bytes) - 1
        let counted = bytes.withView { countLineEnds($0) }
        guard counted == lineEnds else { return "\(counted) line ends for \(lineEnds)" }
        guard PlainEncoding.firstInvalidUTF8(bytes) == nil else { return nil }
        let ours = bytes.withView { Array(trimmed($0)) }
        let theirs = Array(PlainText.trimmed(String(decoding: bytes, as: UTF8.self)).utf8)
        return ours == theirs ? nil : "trimmed to \(ours) for \(theirs)"
    }
}
