internal import CSV

/// Finds out where the records of a batch stand in the bytes that they came from, one after the other.
struct RecordExtents {
    /// Whether no byte is a quote, and cells are as long as they stand there.
    private let isPlain: Bool
    private var at = 0

    /// - Parameter isConverted: whether the cells are in another encoding than the bytes.
    init(_ text: UnsafeBufferPointer<UInt8>, isConverted: Bool) {
        isPlain = !isConverted && firstOffset(of: Ascii.quote, in: text) == nil
    }

    /// The bytes of the next record, its line end included.
    mutating func next(
        _ text: UnsafeBufferPointer<UInt8>, _ records: borrowing RecordBatch, _ row: Int
    ) throws(BatchError) -> Range<Int> {
        while at < text.count, Self.isLineEnd(text[at]) { at += 1 }
        let start = at
        if isPlain {
            at += records.byteCount(row) + records.fieldCount(row) - 1
            if at < text.count {
                guard Self.isLineEnd(text[at]) else { throw Self.lost }
                let isPair = text[at] == Ascii.carriageReturn && at + 1 < text.count && text[at + 1] == Ascii.lineFeed
                at += isPair ? 2 : 1
            }
        } else {
            guard let end = firstRecordEnd(in: text, from: start, isLast: true) else { throw Self.lost }
            at = end
        }
        guard start < at, at <= text.count else { throw Self.lost }
        return start..<at
    }

    private static var lost: BatchError { .invariant("a record is not where it was read") }

    @inline(__always)
    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == Ascii.lineFeed || byte == Ascii.carriageReturn
    }
}
