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
        var offset = 0
        var line = 1
        var said: UInt8?
        if text.starts(with: Array("sep=".utf8)), text.count > 4, delimiters.contains(text[4]),
            text.count == 5 ? !isCut : text[5] == 10 || text[5] == 13
        {
            said = text[4]
            offset = min(5 + lineEndLength(text, at: 5), text.count)
            line = 2
        }
        func start(blank: Int, _ delimiter: UInt8) -> PlainStart {
            PlainStart(
                offset: offset, line: line, delimiter: said ?? delimiter, saidDelimiter: said, blank: blank)
        }
        for blank in 0... {
            // A text that is cut off begins a record that is not blank.
            if offset >= text.count { return isCut ? start(blank: blank, delimiters[0]) : nil }
            let (end, linesInside) = recordEnd(text, from: offset)
            let content = text[offset..<end]
            if !isBlank(String(decoding: content, as: UTF8.self)) || (isCut && end == text.count) {
                return start(blank: blank, mostFrequent(content))
            }
            line += linesInside + 1
            offset = end + lineEndLength(text, at: end)
        }
        return nil
    }

    /// Bytes of the line end at `index`: 2 for CRLF, 1 for LF or CR, 0 when there is none.
    package static func lineEndLength(_ text: [UInt8], at index: Int) -> Int {
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
            if lineEnd > 0 {
                if !quoted { break }
                lines += 1
            }
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
        var quoted = false
        var counts: [UInt8: Int] = [:]
        for byte in content {
            if byte == UInt8(ascii: "\"") { quoted.toggle() }
            if !quoted && delimiters.contains(byte) { counts[byte, default: 0] += 1 }
        }
        var best = UInt8(ascii: ",")
        for delimiter in delimiters where counts[delimiter, default: 0] > counts[best, default: 0] { best = delimiter }
        return best
    }
}
