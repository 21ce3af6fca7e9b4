package import CSV
internal import JuiceBatch

/// The style of cells and line ends in CSV reports: plain, or for Excel.
package struct CellStyle: Sendable {
    /// Whether the file is made for Excel: a byte order mark, CRLF, and an apostrophe before what looks like a formula.
    package let isForExcel: Bool

    package init(isForExcel: Bool) {
        self.isForExcel = isForExcel
    }

    /// The bytes at the start of a file.
    package var fileStart: [UInt8] { isForExcel ? [0xEF, 0xBB, 0xBF] : [] }

    /// The bytes at the end of a line.
    package var lineEnd: [UInt8] { isForExcel ? [Ascii.carriageReturn, Ascii.lineFeed] : [Ascii.lineFeed] }

    /// Appends a cell, quoted if need be.
    @inline(__always)
    package func append(_ cell: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer) {
        if isForExcel && startsLikeFormula(cell) {
            (Array([Ascii.apostrophe]) + cell).withUnsafeBufferPointer { buffer.appendCell($0) }
        } else {
            buffer.appendCell(cell)
        }
    }

    /// Appends a cell of a `RecordBatch` or a `ByteBuffer`, behind which `ByteBuffer.slackBytes` may be read.
    @inline(__always)
    package func append(padded cell: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer) {
        if isForExcel {
            append(cell, to: &buffer)
        } else {
            buffer.appendCell(padded: cell)
        }
    }

    /// Appends a cell, quoted if need be.
    package func append(_ cell: [UInt8], to buffer: inout ByteBuffer) {
        cell.withUnsafeBufferPointer { append($0, to: &buffer) }
    }

    /// A cell as it stands in the file.
    package func cell(_ text: String) -> [UInt8] {
        var buffer = ByteBuffer()
        append(Array(text.utf8), to: &buffer)
        return Array(buffer.bytes)
    }

    /// A whole file of rows of cells.
    package func file(_ rows: [[String]]) -> [UInt8] {
        var buffer = ByteBuffer()
        buffer.append(fileStart)
        for row in rows { append(row.map { Array($0.utf8) }, to: &buffer) }
        return Array(buffer.bytes)
    }

    /// Appends a row of cells with its line end.
    package func append(_ row: [[UInt8]], to buffer: inout ByteBuffer) {
        for (index, cell) in row.enumerated() {
            if index > 0 { buffer.append(Ascii.comma) }
            append(cell, to: &buffer)
        }
        buffer.append(lineEnd)
    }
}
