internal import CSV
internal import Glibc

/// The text of a composite's cell in a row.
struct CompositeText {
    let composite: ColumnLayout.Composite
    /// Whether it is an id: then all parts are joined by `/`, and there is none if one is empty.
    let isID: Bool

    /// Appends the text to the cell that is being made in `made`.
    ///
    /// - Parameters:
    ///   - row: of `records`; it fits the header.
    ///   - place: the row's place; nil leaves that part out.
    func append(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout, place: Int?, to made: inout MadeCells
    ) {
        var isFirst = true
        for part in composite.parts {
            if part == .place && place == nil { continue }
            let before = made.openBytes
            if !isFirst { made.append(isID ? Ascii.slash : Ascii.space) }
            let start = made.openBytes
            append(part, records, row, columns, place: place, to: &made)
            if made.openBytes > start {
                isFirst = false
            } else if isID {
                made.dropLast(made.openBytes)
                return
            } else {
                made.dropLast(start - before)
            }
        }
    }

    /// Whether a `/` stands in a cell.
    @inline(__always)
    static func hasSlash(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = text.baseAddress else { return false }
        return memchr(start, Int32(Ascii.slash), text.count) != nil
    }

    private func append(
        _ part: ColumnLayout.Composite.Part, _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout,
        place: Int?, to made: inout MadeCells
    ) {
        switch part {
        case .text(let text): text.withUnsafeBufferPointer { made.append($0) }
        case .place: made.append(decimal: place ?? 0)
        case .column(let column):
            let text = trimmed(columns.cell(records, row, column))
            guard isID, Self.hasSlash(text) else {
                made.append(cell: text)
                return
            }
            for byte in text {
                made.append(byte)
                if byte == Ascii.slash { made.append(byte) }
            }
        }
    }
}
