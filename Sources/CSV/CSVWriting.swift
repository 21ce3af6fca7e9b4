extension ByteBuffer {
    /// Appends one cell, quoted if RFC 4180 requires it: if it contains a comma, a quote, CR or LF.
    @inlinable
    package mutating func appendCell(_ cell: UnsafeBufferPointer<UInt8>) {
        if needsQuotes(cell) {
            appendQuoted(cell)
        } else {
            append(cell)
        }
    }

    /// Appends a cell of a `RecordBatch` like `appendCell`; `slackBytes` after the cell must be readable.
    @inlinable
    package mutating func appendCell(padded cell: UnsafeBufferPointer<UInt8>) {
        if needsQuotes(cell) {
            appendQuoted(cell)
        } else {
            append(padded: cell)
        }
    }

    /// Appends one cell, quoted if RFC 4180 requires it.
    package mutating func appendCell(_ cell: [UInt8]) {
        cell.withUnsafeBufferPointer { appendCell($0) }
    }

    /// Appends one cell, quoted if RFC 4180 requires it.
    package mutating func appendCell(_ cell: String) {
        var cell = cell
        cell.withUTF8 { appendCell($0) }
    }

    /// Appends a cell in quotes, with each quote in it doubled.
    @usableFromInline
    package mutating func appendQuoted(_ cell: UnsafeBufferPointer<UInt8>) {
        reserve(cell.count * 2 + 2)
        append(Ascii.quote)
        for byte in cell {
            if byte == Ascii.quote { append(Ascii.quote) }
            append(byte)
        }
        append(Ascii.quote)
    }
}

/// Whether RFC 4180 requires quotes around a cell of a file whose delimiter is the comma.
@inlinable
package func needsQuotes(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in cell
    where byte == Ascii.comma || byte == Ascii.quote || byte == Ascii.lineFeed || byte == Ascii.carriageReturn {
        return true
    }
    return false
}

/// Cells as one CSV record with commas, without a line end.
package func csvRecord(_ cells: [[UInt8]]) -> [UInt8] {
    var buffer = ByteBuffer()
    for (index, cell) in cells.enumerated() {
        if index > 0 { buffer.append(Ascii.comma) }
        buffer.appendCell(cell)
    }
    return Array(buffer.bytes)
}
