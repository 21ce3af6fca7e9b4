import CSV
import FlatMemory
import JuiceBatch
import TestSupport

/// The CSV reader, whole and cut into chunks, against a plain one.
///
/// The first byte says the delimiter and the chunks.
final class ReaderFuzz: FuzzChecker {
    /// The result of a reader.
    private struct Reading: Equatable {
        var lines: [Int] = []
        var cells: [[[UInt8]]] = []
        var emptyLines = 0
        var badQuotingLine: Int?
    }

    func problem(with bytes: [UInt8]) -> String? {
        let choice = Int(bytes.first ?? 0)
        let text = Array(bytes.dropFirst())
        let delimiter = Delimiter.allCases[choice % 4]
        let wanted = plain(text, delimiter)
        let whole = text.withView { read($0, delimiter, chunkBytes: .max) }
        guard whole == wanted else { return "\(whole)\nfor \(wanted)" }
        let chunked = text.withView { read($0, delimiter, chunkBytes: choice / 4 + 1) }
        return chunked == wanted ? nil : "in chunks of \(choice / 4 + 1) \(chunked)\nfor \(wanted)"
    }

    private func plain(_ text: [UInt8], _ delimiter: Delimiter) -> Reading {
        let table = PlainCSVReader.read(text, delimiter: delimiter.rawValue)
        guard table.badQuotingLine == nil else { return Reading(badQuotingLine: table.badQuotingLine) }
        return Reading(
            lines: table.records.map(\.line), cells: table.records.map { $0.cells.map { Array($0.utf8) } },
            emptyLines: table.emptyLines)
    }

    /// Reads a text as the pipeline does: whole records at a time, each chunk by a parser of its own.
    private func read(
        _ text: ByteView, _ delimiter: Delimiter, chunkBytes: Int
    ) -> Reading {
        var reading = Reading()
        var batch = RecordBatch()
        var start = 0
        var line = 1
        while start < text.count {
            let end = chunkEnd(in: text, from: start, chunkBytes: chunkBytes)
            let chunk = ByteView(rebasing: text[start..<end])
            let quoteCount = countOccurrences(of: Ascii.quote, in: chunk)
            let parser = RecordParser(delimiter: delimiter, spacesAreData: hasOuterSpace(chunk, delimiter))
            let fault = parser.parse(
                chunk, end: end == text.count ? .file : .record, hasQuotes: quoteCount > 0, limits: CSVLimits(),
                into: &batch)
            if let fault { return Reading(badQuotingLine: line + fault.line) }
            for row in 0..<batch.count {
                reading.lines.append(line + batch.line(row))
                // The plain reader's cells are text, with U+FFFD for what is none.
                reading.cells.append(batch.fields(row).map { Array(String(decoding: $0, as: UTF8.self).utf8) })
            }
            reading.emptyLines += batch.emptyLines
            line += batch.lineEnds
            start = end
        }
        return reading
    }

    private func chunkEnd(in text: ByteView, from start: Int, chunkBytes: Int) -> Int {
        var length = min(chunkBytes, text.count - start)
        while start + length < text.count {
            let piece = ByteView(rebasing: text[start..<(start + length)])
            let quoteCount = countOccurrences(of: Ascii.quote, in: piece)
            let end = lastRecordEnd(in: piece, quoteCount: quoteCount, isLast: false)
            if end > 0 { return start + end }
            length += min(chunkBytes, text.count - start - length)
        }
        return text.count
    }
}

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
