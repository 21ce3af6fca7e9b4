/// The position of the header in a CSV text, found before anything is known about the text.
package struct PlainStart {
    /// Offset of the header's first byte, from 0.
    package var offset: Int
    /// Physical line, from 1, of the header's first byte.
    package var line: Int
    /// The delimiter according to a first line `sep=` or the header.
    package var delimiter: UInt8
    /// The delimiter that a first line `sep=` says; nil without such a line.
    package var saidDelimiter: UInt8?
    /// Blank rows and empty lines before the header.
    package var blank: Int

    /// The four delimiters in the order that decides ties.
    package static let delimiters = Array(",;\t|".utf8)

    /// Finds the header; nil when all rows are blank.
    ///
    /// - Parameter isCut: true when a byte that cannot be read follows the text: the record that it stands in is not blank.
    package static func find(_ text: [UInt8], isCut: Bool = false) -> PlainStart? {
        var start = PlainStart(offset: 0, line: 1, delimiter: delimiters[0], blank: 0)
        if text.starts(with: Array("sep=".utf8)), text.count > 4, delimiters.contains(text[4]),
            text.count == 5 ? !isCut : text[5] == 10 || text[5] == 13
        {
            start.saidDelimiter = text[4]
            start.offset = min(5 + lineEndLength(text, at: 5), text.count)
            start.line = 2
        }
        while start.offset < text.count {
            let (end, linesInside) = recordEnd(text, from: start.offset)
            let content = text[start.offset..<end]
            start.delimiter = start.saidDelimiter ?? mostFrequent(content)
            if !isBlank(String(decoding: content, as: UTF8.self)) || (isCut && end == text.count) { return start }
            start.line += linesInside + 1
            start.offset = end + lineEndLength(text, at: end)
            start.blank += 1
        }
        // A text that is cut off begins a record that is not blank.
        start.delimiter = start.saidDelimiter ?? delimiters[0]
        return isCut ? start : nil
    }

    /// Bytes of the line end at `index`: 2 for CRLF, 1 for LF or CR, 0 when there is none.
    private static func lineEndLength(_ text: [UInt8], at index: Int) -> Int {
        guard index < text.count else { return 0 }
        if text[index] == 13 { return index + 1 < text.count && text[index + 1] == 10 ? 2 : 1 }
        return text[index] == 10 ? 1 : 0
    }

    /// Offset of the first line end outside quotes, and the number of line ends before it inside quotes.
    private static func recordEnd(_ text: [UInt8], from start: Int) -> (end: Int, linesInside: Int) {
        var index = start
        var quoted = false
        var lines = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "\"") { quoted.toggle() }
            let lineEnd = lineEndLength(text, at: index)
            if lineEnd > 0 && !quoted { break }
            if lineEnd > 0 { lines += 1 }
            index += max(lineEnd, 1)
        }
        return (index, lines)
    }

    /// Whether a text consists only of White_Space, quotes and the four delimiters.
    static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || ["\"", ",", ";", "|"].contains($0) }
    }

    /// The delimiter that stands most often outside quotes; a comma when there is none.
    private static func mostFrequent(_ content: ArraySlice<UInt8>) -> UInt8 {
        let pieces = content.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        let outside = stride(from: 0, to: pieces.count, by: 2).flatMap { pieces[$0] }
        let counts = delimiters.map { delimiter in outside.count { $0 == delimiter } }
        return delimiters[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
    }
}
