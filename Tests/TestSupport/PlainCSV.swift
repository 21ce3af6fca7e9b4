/// One record of a CSV text.
package struct PlainRecord: Equatable {
    /// Physical line, from 1, on which the record starts.
    package var line: Int
    package var cells: [String]
}

/// The records of a CSV text.
package struct PlainTable {
    /// All records except empty lines, in order.
    package var records: [PlainRecord] = []
    package var emptyLines = 0
    /// The code of the error at which reading stopped, and its physical line, from 1; nil if all of the text was read.
    package var fault: (line: Int, code: String)?
    /// The offset of the error, from 0.
    package var faultOffset = 0
    /// The complete cells of the record in which the error occurred.
    package var openCells: [String] = []

    /// Line of the stray or unclosed quote that ended the reading.
    package var badQuotingLine: Int? { fault?.code == "bad_quoting" ? fault?.line : nil }
}

/// A strict RFC 4180 reader: one state, one byte at a time.
package struct PlainCSVReader {
    private enum State { case cellStart, plain, quoted, quoteInQuoted }

    private var state = State.cellStart
    private var line: Int
    private var recordLine: Int
    private var quoteLine = 0
    private var cell: [UInt8] = []
    private var cells: [String] = []
    private var table = PlainTable()
    private let exemptCells: Int?
    /// The size of the record so far: the bytes of its cells, and one for each cell.
    private var recordSize = 0

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - firstLine: the number of its first line.
    ///   - exemptCells: the number of cells of a record that do not count toward a limit; nil if there are no limits.
    ///   - cut: the code of an unreadable byte after the text; nil where the text is whole.
    package static func read(
        _ bytes: [UInt8], delimiter: UInt8, firstLine: Int = 1, exemptCells: Int? = nil, cut: String? = nil
    ) -> PlainTable {
        var reader = PlainCSVReader(line: firstLine, recordLine: firstLine, exemptCells: exemptCells)
        for (at, byte) in bytes.enumerated() {
            let isPair = byte == 13 && at + 1 < bytes.count && bytes[at + 1] == 10
            // Outside quotes CR and LF are one line end.
            if isPair && reader.state != .quoted { continue }
            reader.table.faultOffset = at
            reader.read(byte, delimiter, isLineEnd: byte == 10 || byte == 13 && !isPair)
            if reader.table.fault != nil { return reader.table }
        }
        reader.table.faultOffset = bytes.count
        if let cut {
            reader.stop(reader.line, cut)
        } else if reader.state == .quoted {
            reader.stop(reader.quoteLine, "bad_quoting")
        } else if reader.state != .cellStart || !reader.cells.isEmpty {
            reader.endRecord()
        }
        return reader.table
    }

    package static func read(_ text: String) -> PlainTable { read(Array(text.utf8), delimiter: UInt8(ascii: ",")) }

    private mutating func read(_ byte: UInt8, _ delimiter: UInt8, isLineEnd: Bool) {
        let isQuote = byte == UInt8(ascii: "\"")
        let isRecordStart = state == .cellStart && cells.isEmpty
        if isRecordStart && !isLineEnd { count() }
        switch state {
        case _ where table.fault != nil: break
        case .quoted where isQuote: state = .quoteInQuoted
        case .quoted:
            add(byte)
            if isLineEnd { line += 1 }
        case .quoteInQuoted where isQuote:
            add(byte)
            state = .quoted
        case .cellStart where isQuote: (state, quoteLine) = (.quoted, line)
        case _ where isLineEnd:
            line += 1
            if isRecordStart { table.emptyLines += 1 } else { endRecord() }
            recordLine = line
        case _ where byte == delimiter:
            endCell()
            count()
        case .plain where isQuote, .quoteInQuoted: stop(line, "bad_quoting")
        case .plain, .cellStart:
            add(byte)
            state = .plain
        }
    }

    private mutating func stop(_ line: Int, _ code: String) {
        table.fault = (line, code)
        table.openCells = cells
    }

    private mutating func add(_ byte: UInt8) {
        cell.append(byte)
        count()
    }

    /// Counts a byte of a cell, or one for a cell that begins.
    private mutating func count() {
        guard let exemptCells, cells.count >= exemptCells else { return }
        recordSize += 1
        if cell.count > 65_536 {
            stop(recordLine, "field_too_long")
        } else if recordSize > 1_048_576 {
            stop(recordLine, "record_too_long")
        }
    }

    private mutating func endCell() {
        cells.append(String(decoding: cell, as: UTF8.self))
        (cell, state) = ([], .cellStart)
    }

    private mutating func endRecord() {
        endCell()
        table.records.append(PlainRecord(line: recordLine, cells: cells))
        (cells, recordSize) = ([], 0)
    }
}

/// A CSV writer that quotes only where RFC 4180 needs it.
package enum PlainCSVWriter {
    /// One cell, quoted if it holds the delimiter, a quote or a line end.
    package static func cell(_ text: String, delimiter: UInt8 = UInt8(ascii: ",")) -> String {
        text.utf8.contains { [delimiter, UInt8(ascii: "\""), 10, 13].contains($0) } ? quoted(text) : text
    }

    package static func quoted(_ text: String) -> String {
        PlainText.string(["\""] + text.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] } + ["\""])
    }

    /// One record with commas, without a line end.
    package static func record(_ cells: [String]) -> String { cells.map { cell($0) }.joined(separator: ",") }

    /// A whole file.
    ///
    /// With `excel`: a byte order mark, CRLF, and a `'` before cells that a spreadsheet would evaluate.
    package static func file(_ rows: [[String]], excel: Bool) -> String {
        if !excel { return rows.map { record($0) + "\n" }.joined() }
        return "\u{FEFF}" + rows.map { record($0.map { isFormula($0) ? "'" + $0 : $0 }) + "\r\n" }.joined()
    }

    /// Whether a text starts with any number of `'`, followed by one of `=`, `+`, `-`, `@`, TAB, CR.
    package static func isFormula(_ text: String) -> Bool {
        text.utf8.first { $0 != UInt8(ascii: "'") }.map { "=+-@\t\r".utf8.contains($0) } ?? false
    }

    /// The text without the `'` that `file(_:excel:)` adds at the start.
    package static func unguarded(_ text: String) -> String {
        guard text.utf8.first == UInt8(ascii: "'") else { return text }
        let rest = PlainText.string(text.unicodeScalars.dropFirst())
        return isFormula(rest) ? rest : text
    }
}
