import Glibc

/// Counts the physical lines that end in these bytes, by LF, CR or CRLF.
package func countLineEnds(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    var previous: UInt8 = 0
    for byte in bytes {
        if byte == Ascii.carriageReturn || (byte == Ascii.lineFeed && previous != Ascii.carriageReturn) {
            count += 1
        }
        previous = byte
    }
    return count
}

/// Counts the physical lines that end in these bytes.
package func countLineEnds(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { countLineEnds($0) }
}

/// Counts the physical lines that end in these bytes.
package func countLineEnds(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    countLineEnds(UnsafeBufferPointer(rebasing: bytes))
}

/// The offset of the quote that opens an unclosed cell at the end of a file.
///
/// The search starts at the front; a quote directly after a closing quote is an escaped quote and does not open a cell.
func openingQuote(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
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
    return opening
}

/// Counts the occurrences of `byte` in these bytes.
package func countOccurrences(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var total = 0
    var at = 0
    // If the byte is rare, searching for the next one is several times as fast as counting.
    while total < 16 {
        guard let found = memchr(base + at, Int32(byte), bytes.count - at) else { return total }
        at = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
        total += 1
    }
    // Blocks are so short that a byte can count the occurrences, so that the inner loop is vectorized.
    while at + 192 <= bytes.count {
        var inBlock: UInt8 = 0
        for offset in 0..<192 {
            inBlock &+= base[at &+ offset] == byte ? 1 : 0
        }
        total += Int(inBlock)
        at += 192
    }
    while at < bytes.count {
        total += base[at] == byte ? 1 : 0
        at += 1
    }
    return total
}

/// The end of the last complete record in bytes that start at the start of a record; 0 if none ends in them.
///
/// A line end outside quotes ends a record. It is outside if the number of quotes before it is even, because in all
/// text that a strict parser accepts, a quoted cell contains an even number of quotes. For text that the parser does
/// not accept, it reports the error, and the rest no longer matters.
///
/// - Parameter isLast: Whether the file ends here, so that a CR at the end cannot be the first half of a CRLF.
package func lastRecordEnd(in bytes: UnsafeBufferPointer<UInt8>, quoteCount: Int, isLast: Bool) -> Int {
    var isQuoted = quoteCount & 1 == 1
    var at = bytes.count
    while at > 0 {
        at -= 1
        switch bytes[at] {
        case Ascii.quote:
            isQuoted.toggle()
        case Ascii.lineFeed where !isQuoted:
            return at + 1
        case Ascii.carriageReturn where !isQuoted:
            if at + 1 < bytes.count ? bytes[at + 1] != Ascii.lineFeed : isLast { return at + 1 }
        default:
            break
        }
    }
    return 0
}

/// The end of the last complete record in bytes that start at the start of a record; 0 if none ends in them.
///
/// This variant counts the quotes itself.
///
/// - Parameter isLast: Whether the file ends here, so that a CR at the end cannot be the first half of a CRLF.
package func lastRecordEnd(in bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Int {
    lastRecordEnd(in: bytes, quoteCount: countOccurrences(of: Ascii.quote, in: bytes), isLast: isLast)
}

/// The end of the first complete record in bytes that start at the start of a record; nil if none ends in them.
package func firstRecordEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool) -> Int? {
    var isQuoted = false
    var at = start
    while at < bytes.count {
        switch bytes[at] {
        case Ascii.quote:
            isQuoted.toggle()
        case Ascii.lineFeed where !isQuoted:
            return at + 1
        case Ascii.carriageReturn where !isQuoted:
            guard at + 1 < bytes.count else { return isLast ? at + 1 : nil }
            return bytes[at + 1] == Ascii.lineFeed ? at + 2 : at + 1
        default:
            break
        }
        at += 1
    }
    return isLast && at > start ? at : nil
}

/// Whether a space or a TAB is next to a delimiter, a quote, a line end, or an end of these bytes.
///
/// Only there does libcsv treat spaces and TABs differently from other bytes.
package func hasOuterSpace(_ bytes: UnsafeBufferPointer<UInt8>, _ delimiter: Delimiter) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    func isEdge(_ at: Int) -> Bool {
        guard at >= 0, at < bytes.count else { return true }
        switch bytes[at] {
        case Ascii.quote, Ascii.lineFeed, Ascii.carriageReturn, Ascii.space, Ascii.tab, delimiter.rawValue: return true
        default: return false
        }
    }
    for space in [Ascii.space, Ascii.tab] {
        var at = 0
        while let found = memchr(base + at, Int32(space), bytes.count - at) {
            at = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            if isEdge(at - 1) || isEdge(at + 1) { return true }
            at += 1
        }
    }
    return false
}
