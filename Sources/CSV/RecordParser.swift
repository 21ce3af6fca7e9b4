internal import CCSV
internal import FlatMemory
import Glibc

/// A parser for one chunk of a CSV file, based on libcsv.
///
/// Each chunk needs a new parser. libcsv 3.0.3 overflows its heap if a parser is reused after `csv_free` in the middle
/// of a record, and after a strict error an incomplete record remains that only freeing removes.
@safe package struct RecordParser: ~Copyable {
    // The values of `pstate`, libcsv's state between two bytes of a record, which only libcsv.c names.
    private static let fieldNotBegun: Int32 = 1
    private static let fieldBegun: Int32 = 2
    private static let fieldMightHaveEnded: Int32 = 3

    private var parser = unsafe csv_parser()

    /// Creates a strict parser, which keeps spaces and TABs at the edges of a cell if `spacesAreData` is set.
    ///
    /// Keeping them costs a callback for each byte, so they should be kept only if there are any (`hasOuterSpace`).
    package init(delimiter: Delimiter, spacesAreData: Bool) {
        let options = UInt8(CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL)
        // csv_init fails only for a null pointer.
        unsafe precondition(csv_init(&parser, options) == 0, "csv_init failed")
        unsafe csv_set_delim(&parser, delimiter.rawValue)
        // The buffer of libcsv grows in steps of this size, so whole vectors can be copied from it.
        unsafe csv_set_blk_size(&parser, 16 * 1024)
        if spacesAreData { unsafe csv_set_space_func(&parser) { _ in 0 } }
    }

    deinit {
        var parser = unsafe parser
        unsafe csv_free(&parser)
    }

    /// Fills a batch with the records of UTF-8 text up to the first error, and returns that error; nil without one.
    ///
    /// - Parameters:
    ///   - chunk: Whole records, with lines from 0; the last chunk of a file, or one that was cut, may end within one.
    ///   - hasQuotes: Whether the chunk contains a quote; only then can a cell contain a line end.
    package consuming func parse(
        _ chunk: ByteView, end: ChunkEnd, hasQuotes: Bool, limits: CSVLimits, into batch: inout RecordBatch
    ) -> CSVError? {
        batch.prepare(rawCount: chunk.count)
        var sink = unsafe RecordSink(
            bytes: batch.bytes.base, ends: batch.ends.base, firsts: batch.firsts.base, lines: batch.lines.base,
            exemptFields: limits.exemptFields, scansForLineEnds: hasQuotes)
        let consumed = unsafe csv_parse(&parser, chunk.buffer.baseAddress, chunk.count, appendField, endRecord, &sink)
        var csvError = sink.csvError
        if consumed < chunk.count || end != .record {
            // If the incomplete record exceeds a limit, that comes before the error at its end.
            if let openCell { sink.checkLengths(openCell: openCell) }
            csvError = sink.csvError ?? errorAtEnd(of: chunk, consumed: consumed, end, &sink)
        }
        batch.bytes.count = sink.byteCount
        batch.count = sink.countBeforeError ?? sink.count
        batch.lineEnds = sink.line
        batch.emptyLines = sink.emptyLines
        batch.openFieldCount = unsafe sink.fieldCount - Int(sink.firsts[sink.count])
        return unsafe csvError ?? (csv_error(&parser) == CSV_SUCCESS ? nil : CSVError(.badQuoting, line: sink.line))
    }

    /// The error at the byte where the parser stopped, or at the end of the text.
    private mutating func errorAtEnd(
        of chunk: ByteView, consumed: Int, _ end: ChunkEnd, _ sink: inout RecordSink
    ) -> CSVError? {
        if consumed < chunk.count {
            // The byte at which libcsv stopped is the invalid quote, or directly follows it.
            let read = ByteView(rebasing: chunk[..<consumed])
            let followsQuote = unsafe parser.pstate == Self.fieldMightHaveEnded
            return CSVError(
                .badQuoting, line: countLineEnds(read), openingLine: followsQuote ? lineOfOpeningQuote(read) : nil)
        }
        switch end {
        case .record, .cut: return nil
        case .limit: return CSVError(.recordTooLong, line: sink.recordLine)
        case .file:
            guard unsafe csv_fini(&parser, appendField, endRecord, &sink) != 0 else { return nil }
            return CSVError(.badQuoting, line: lineOfOpeningQuote(chunk))
        }
    }

    /// The bytes of the unfinished cell so far; nil if no cell has begun.
    private var openCell: ByteView? {
        switch unsafe parser.pstate {
        case Self.fieldNotBegun: ByteView()
        case Self.fieldBegun: unsafe ByteView(start: parser.entry_buf, count: parser.entry_pos)
        // The buffer also contains the closing quote.
        case Self.fieldMightHaveEnded: unsafe ByteView(start: parser.entry_buf, count: parser.entry_pos - 1)
        default: nil
        }
    }
}

/// The way in which a chunk ends.
package enum ChunkEnd: Sendable {
    /// The chunk ends with a complete record.
    case record
    /// The chunk ends with the file.
    case file
    /// The chunk was cut at `CSVLimits.rawBytesMax`, so a record that continues beyond it exceeds a limit.
    case limit
    /// The chunk ends before a byte that cannot be decoded, so that the rest of the record is unknown.
    case cut
}

/// The state of libcsv's callbacks, with raw pointers into a `RecordBatch` that has room for the whole chunk.
@safe private struct RecordSink {
    let bytes: UnsafeMutablePointer<UInt8>
    let ends: UnsafeMutablePointer<UInt32>
    let firsts: UnsafeMutablePointer<UInt32>
    let lines: UnsafeMutablePointer<UInt32>
    let exemptFields: Int
    /// Whether cells may contain line ends, which have to be counted.
    let scansForLineEnds: Bool
    var byteCount = 0
    var fieldCount = 0
    var count = 0
    /// The current line, from 0 within the chunk.
    var line = 0
    /// The line on which the current record starts, from 0 within the chunk.
    var recordLine = 0
    var emptyLines = 0
    /// Whether the last line end was a CR, so that an LF right after it ends no further line.
    var lastWasReturn = false
    /// Whether a cell of the current record is longer than a cell may be, unless it is exempt.
    var hasLongCell = false
    /// The first error of a limit; libcsv continues to parse after it.
    var csvError: CSVError?
    /// The number of records before that error.
    var countBeforeError: Int?

    /// Ends the current record: checks its limits and stores the line on which it starts.
    @inline(__always) mutating func endRecord() {
        let first = unsafe Int(firsts[count])
        let counted = min(first + exemptFields, fieldCount)
        let length = unsafe byteCount - Int(ends[counted]) + fieldCount - counted
        if length > CSVLimits.recordBytesMax || hasLongCell { checkLengths(openCell: nil) }
        unsafe lines[count] = UInt32(truncatingIfNeeded: recordLine)
        count += 1
        unsafe firsts[count] = UInt32(truncatingIfNeeded: fieldCount)
    }

    /// Records the first limit that the cells of the current record exceed.
    @inline(never) fileprivate mutating func checkLengths(openCell: ByteView?) {
        hasLongCell = false
        let first = unsafe Int(firsts[count])
        let ended = (first..<fieldCount).map { unsafe Int(ends[$0 + 1]) - Int(ends[$0]) }
        let lengths = ended + (openCell.map { [$0.count] } ?? [])
        if csvError == nil, let kind = CSVLimits(exemptFields: exemptFields).firstExceeded(lengths) {
            csvError = CSVError(kind, line: recordLine)
            countBeforeError = count
        }
    }
}

/// The field callback of libcsv: appends a cell to the batch.
// A C function, so that libcsv calls it directly and not through a thunk.
@c(juice_batch_append_field)
private func appendField(_ data: UnsafeMutableRawPointer?, _ length: Int, _ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    let sink = unsafe context.assumingMemoryBound(to: RecordSink.self)
    if let data = unsafe data, length > 0 {
        // The buffer of libcsv is longer than the vectors in which a short cell is copied; the batch has slack.
        unsafe copyPadded(data, length, to: UnsafeMutableRawPointer(sink.pointee.bytes + sink.pointee.byteCount))
        if length > CSVLimits.fieldBytesMax { unsafe sink.pointee.hasLongCell = true }
        if unsafe sink.pointee.scansForLineEnds {
            let cell = unsafe ByteView(start: sink.pointee.bytes + sink.pointee.byteCount, count: length)
            unsafe sink.pointee.line += countLineEnds(cell)
        }
        unsafe sink.pointee.byteCount += length
    }
    unsafe sink.pointee.fieldCount += 1
    unsafe sink.pointee.ends[sink.pointee.fieldCount] = UInt32(truncatingIfNeeded: sink.pointee.byteCount)
}

/// The record callback of libcsv, called for each line end outside quotes and, with −1, at the end of the file.
@c(juice_batch_end_record)
private func endRecord(_ terminator: Int32, _ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    let sink = unsafe context.assumingMemoryBound(to: RecordSink.self)
    let isEmpty = unsafe sink.pointee.fieldCount == Int(sink.pointee.firsts[sink.pointee.count])
    let endsPair = unsafe isEmpty && sink.pointee.lastWasReturn && terminator == Int32(Ascii.lineFeed)
    unsafe sink.pointee.lastWasReturn = terminator == Int32(Ascii.carriageReturn)
    if endsPair { return }
    if !isEmpty {
        unsafe sink.pointee.endRecord()
    } else if terminator >= 0 {
        unsafe sink.pointee.emptyLines += 1
    }
    if terminator >= 0 { unsafe sink.pointee.line += 1 }
    unsafe sink.pointee.recordLine = sink.pointee.line
}

/// Parses text of unknown content, from the start of a record, into a batch up to the first error.
///
/// - Parameter unreadable: The error at the byte after the text, whose line counts from 0 within the text.
/// - Returns: The first error in the text, or else `unreadable`; nil without either.
package func firstError(
    in text: ByteView, end: ChunkEnd, before unreadable: CSVError? = nil, delimiter: Delimiter, limits: CSVLimits,
    into batch: inout RecordBatch
) -> CSVError? {
    RecordParser(delimiter: delimiter, spacesAreData: true).parse(
        text, end: unreadable == nil ? end : .cut, hasQuotes: true, limits: limits, into: &batch) ?? unreadable
}

/// A character that separates cells, as its byte; of equally likely ones, the first in the order of the cases is used.
package enum Delimiter: UInt8, CaseIterable, Sendable {
    case comma = 0x2C
    case semicolon = 0x3B
    case tab = 0x09
    case pipe = 0x7C

    /// The name of the delimiter in options and in summary.json: the character itself, `\t` for TAB.
    package var name: String { self == .tab ? "\\t" : String(UnicodeScalar(rawValue)) }

    /// Creates a delimiter from its name in an option: the character itself, `\t` or `tab`; nil for any other text.
    package init?(name: String) {
        let isTab = ["\t", "tab", "TAB"].contains(name)
        guard let found = isTab ? .tab : Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }
}

/// Counts the physical lines that end in these bytes, by LF, CR or CRLF.
package func countLineEnds(_ bytes: ByteView) -> Int {
    var count = 0
    var previous: UInt8 = 0
    for byte in bytes {
        if byte == Ascii.carriageReturn || (byte == Ascii.lineFeed && previous != Ascii.carriageReturn) { count += 1 }
        previous = byte
    }
    return count
}

/// The line, from 0, of the quote that opens the unclosed cell at the end of a text; a doubled quote opens none.
private func lineOfOpeningQuote(_ bytes: ByteView) -> Int {
    var opening = 0
    var isOpen = false
    var closedAt = -2
    for (offset, byte) in bytes.enumerated() where byte == Ascii.quote {
        if isOpen {
            closedAt = offset
        } else if offset != closedAt + 1 {
            opening = offset
        }
        isOpen.toggle()
    }
    return countLineEnds(ByteView(rebasing: bytes.prefix(opening)))
}

/// Counts the occurrences of `byte` in these bytes.
package func countOccurrences(of byte: UInt8, in bytes: ByteView) -> Int {
    guard let base = unsafe bytes.buffer.baseAddress else { return 0 }
    var total = 0
    var at = 0
    // If the byte is rare, searching for the next one is several times as fast as counting.
    while total < 16 {
        guard let found = unsafe memchr(base + at, Int32(byte), bytes.count - at) else { return total }
        at = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
        total += 1
    }
    // Blocks are so short that a byte can count the occurrences, so that the inner loop is vectorized.
    while at + 192 <= bytes.count {
        var inBlock: UInt8 = 0
        for offset in 0..<192 { unsafe inBlock &+= base[at &+ offset] == byte ? 1 : 0 }
        total += Int(inBlock)
        at += 192
    }
    while at < bytes.count {
        unsafe total += base[at] == byte ? 1 : 0
        at += 1
    }
    return total
}

/// The end of the last complete record in bytes that start at the start of a record; 0 if none ends in them.
///
/// A line end with an even number of quotes before it ends a record, because a quoted cell contains an even number of
/// them in all text that a strict parser accepts. For other text, the parser reports the error. A CR at the end ends a
/// record only if the file ends there (`isLast`); otherwise an LF may follow it.
package func lastRecordEnd(in bytes: ByteView, quoteCount: Int, isLast: Bool) -> Int {
    var isQuoted = quoteCount & 1 == 1
    for at in bytes.indices.reversed() {
        switch bytes[at] {
        case Ascii.quote: isQuoted.toggle()
        case Ascii.lineFeed where !isQuoted: return at + 1
        case Ascii.carriageReturn where !isQuoted:
            if at + 1 < bytes.count ? bytes[at + 1] != Ascii.lineFeed : isLast { return at + 1 }
        default: break
        }
    }
    return 0
}

/// The end of the record that begins at `start`, or of the bytes if none ends in them; nil if there are no more bytes.
package func firstRecordEnd(in bytes: ByteView, from start: Int) -> Int? {
    var isQuoted = false
    for at in start..<bytes.count {
        switch bytes[at] {
        case Ascii.quote: isQuoted.toggle()
        case Ascii.lineFeed where !isQuoted: return at + 1
        case Ascii.carriageReturn where !isQuoted:
            return at + 1 < bytes.count && bytes[at + 1] == Ascii.lineFeed ? at + 2 : at + 1
        default: break
        }
    }
    return bytes.count > start ? bytes.count : nil
}

/// Whether a space or a TAB is where libcsv treats it specially: at a delimiter, a quote, a line end or an end.
package func hasOuterSpace(_ bytes: ByteView, _ delimiter: Delimiter) -> Bool {
    guard let base = unsafe bytes.buffer.baseAddress else { return false }
    func isEdge(_ offset: Int) -> Bool {
        guard offset >= 0, offset < bytes.count else { return true }
        switch bytes[offset] {
        case Ascii.quote, Ascii.lineFeed, Ascii.carriageReturn, Ascii.space, Ascii.tab, delimiter.rawValue: return true
        default: return false
        }
    }
    for space in [Ascii.space, Ascii.tab] {
        var at = 0
        while let found = unsafe memchr(base + at, Int32(space), bytes.count - at) {
            at = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
            if isEdge(at - 1) || isEdge(at + 1) { return true }
            at += 1
        }
    }
    return false
}
