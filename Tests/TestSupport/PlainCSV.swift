/// One record of a CSV text.
package struct PlainRecord: Equatable {
    /// Physical line, from 1, on which the record starts.
    package var line: Int
    package var cells: [String]
}

/// A CSV text taken apart.
package struct PlainTable {
    /// Every record but the empty lines, in order.
    package var records: [PlainRecord] = []
    package var emptyLines = 0
    /// What ended the reading before its end.
    package var fault: PlainFault?
    /// Offset, from 0, at which that was met.
    package var faultOffset = 0
    /// The cells that had ended of the record that broke off there.
    package var openCells: [String] = []

    /// Line of the stray or unclosed quote that ended the reading.
    package var badQuotingLine: Int? { fault?.code == "bad_quoting" ? fault?.line : nil }
}

/// The first thing a reader meets that it cannot go on from.
package struct PlainFault: Equatable {
    /// Physical line, from 1.
    package var line: Int
    package var code: String
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
    /// How many cells of a record count toward no limit; nil where there are no limits.
    private let exemptCells: Int?
    /// What the record's cells so far count, with one for each.
    private var recordSize = 0

    private init(firstLine: Int, exemptCells: Int?) {
        line = firstLine
        recordLine = firstLine
        self.exemptCells = exemptCells
    }

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - firstLine: the number of its first line.
    ///   - exemptCells: how many cells of a record count toward no limit; nil where there are no limits.
    ///   - cut: the code of a byte behind the text that cannot be read; nil where the text is whole.
    package static func read(
        _ bytes: [UInt8], delimiter: UInt8, firstLine: Int = 1, exemptCells: Int? = nil, cut: String? = nil
    ) -> PlainTable {
        var reader = PlainCSVReader(firstLine: firstLine, exemptCells: exemptCells)
        var index = 0
        while index < bytes.count && reader.table.fault == nil {
            let isPair = bytes[index] == 13 && index + 1 < bytes.count && bytes[index + 1] == 10
            let unit = isPair ? [13, 10] : [bytes[index]]
            let isLineEnd = unit[0] == 10 || unit[0] == 13
            if reader.state == .cellStart && reader.cells.isEmpty && !isLineEnd { reader.beginCell() }
            if reader.table.fault == nil, !reader.take(unit, delimiter: delimiter) {
                reader.stop(reader.line, "bad_quoting")
            }
            if reader.table.fault != nil { reader.table.faultOffset = index }
            index += unit.count
        }
        if reader.table.fault == nil {
            reader.table.faultOffset = bytes.count
            if let cut {
                reader.stop(reader.line, cut)
            } else if reader.state == .quoted {
                reader.stop(reader.quoteLine, "bad_quoting")
            } else if reader.state != .cellStart || !reader.cells.isEmpty {
                reader.endRecord()
            }
        }
        return reader.table
    }

    private mutating func stop(_ line: Int, _ code: String) {
        table.fault = PlainFault(line: line, code: code)
        table.openCells = cells
    }

    private var isCounted: Bool { exemptCells.map { cells.count >= $0 } ?? false }

    /// A cell counts one byte as soon as it begins.
    private mutating func beginCell() {
        guard isCounted else { return }
        recordSize += 1
        if recordSize > 1_048_576 { stop(recordLine, "record_too_long") }
    }

    private mutating func takeContent(_ unit: [UInt8]) {
        for byte in unit where table.fault == nil {
            cell.append(byte)
            guard isCounted else { continue }
            recordSize += 1
            if cell.count > 65_536 {
                stop(recordLine, "field_too_long")
            } else if recordSize > 1_048_576 {
                stop(recordLine, "record_too_long")
            }
        }
    }

    /// Reads a text of the program's own.
    package static func read(_ text: String) -> PlainTable {
        read(Array(text.utf8), delimiter: UInt8(ascii: ","))
    }

    /// Takes one byte, or CR and LF together; false when it is a stray quote or stands after a closing one.
    private mutating func take(_ unit: [UInt8], delimiter: UInt8) -> Bool {
        let isLineEnd = unit[0] == 10 || unit[0] == 13
        let isQuote = unit[0] == UInt8(ascii: "\"")
        switch state {
        case .quoted:
            if isQuote {
                state = .quoteInQuoted
            } else {
                takeContent(unit)
                if isLineEnd { line += 1 }
            }
            return true
        case .quoteInQuoted where isQuote:
            takeContent(unit)
            state = .quoted
            return true
        case .cellStart where isQuote:
            state = .quoted
            quoteLine = line
            return true
        case .plain where isQuote:
            return false
        default:
            break
        }
        if isLineEnd {
            line += 1
            if state == .cellStart && cells.isEmpty {
                table.emptyLines += 1
                recordLine = line
            } else {
                endRecord()
            }
        } else if unit[0] == delimiter {
            endCell()
            beginCell()
        } else {
            if state == .quoteInQuoted { return false }
            takeContent(unit)
            state = .plain
        }
        return true
    }

    private mutating func endCell() {
        cells.append(String(decoding: cell, as: UTF8.self))
        cell = []
        state = .cellStart
    }

    private mutating func endRecord() {
        endCell()
        table.records.append(PlainRecord(line: recordLine, cells: cells))
        cells = []
        recordSize = 0
        recordLine = line
    }
}

/// A CSV writer that quotes only where RFC 4180 needs it.
package enum PlainCSVWriter {
    /// One cell, quoted if it holds the delimiter, a quote or a line end.
    package static func cell(_ text: String, delimiter: UInt8 = UInt8(ascii: ",")) -> String {
        let special: [UInt8] = [delimiter, UInt8(ascii: "\""), 10, 13]
        guard text.utf8.contains(where: { special.contains($0) }) else { return text }
        return quoted(text)
    }

    /// One cell in quotes.
    package static func quoted(_ text: String) -> String {
        var scalars: [Unicode.Scalar] = ["\""]
        for scalar in text.unicodeScalars {
            scalars.append(scalar)
            if scalar == "\"" { scalars.append(scalar) }
        }
        scalars.append("\"")
        return PlainText.string(scalars)
    }

    /// One record with commas, without a line end.
    package static func record(_ cells: [String]) -> String {
        cells.map { cell($0) }.joined(separator: ",")
    }

    /// A whole file.
    ///
    /// With `excel`: a byte order mark, CRLF, and a `'` in front of what a spreadsheet would run.
    package static func file(_ rows: [[String]], excel: Bool) -> String {
        let lines = rows.map { row in
            record(excel ? row.map { isFormula($0) ? "'" + $0 : $0 } : row) + (excel ? "\r\n" : "\n")
        }
        return (excel ? "\u{FEFF}" : "") + lines.joined()
    }

    /// True for what begins with any number of `'` and then one of `=`, `+`, `-`, `@`, TAB, CR.
    package static func isFormula(_ text: String) -> Bool {
        let first = text.utf8.first { $0 != UInt8(ascii: "'") }
        return first.map { Array("=+-@\t\r".utf8).contains($0) } ?? false
    }

    /// The text without the `'` that `file(_:excel:)` puts in front.
    package static func unguarded(_ text: String) -> String {
        guard text.utf8.first == UInt8(ascii: "'") else { return text }
        let rest = PlainText.string(text.unicodeScalars.dropFirst())
        return isFormula(rest) ? rest : text
    }
}
