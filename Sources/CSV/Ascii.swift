/// The ASCII characters that the readers and writers use, as bytes.
@frozen @usableFromInline package enum Ascii {
    @inlinable package static var tab: UInt8 { 0x09 }
    @inlinable package static var lineFeed: UInt8 { 0x0A }
    @inlinable package static var carriageReturn: UInt8 { 0x0D }
    @inlinable package static var space: UInt8 { 0x20 }
    @inlinable package static var quote: UInt8 { 0x22 }
    @inlinable package static var apostrophe: UInt8 { 0x27 }
    @inlinable package static var plus: UInt8 { 0x2B }
    @inlinable package static var comma: UInt8 { 0x2C }
    @inlinable package static var hyphen: UInt8 { 0x2D }
    @inlinable package static var point: UInt8 { 0x2E }
    @inlinable package static var slash: UInt8 { 0x2F }
    @inlinable package static var zero: UInt8 { 0x30 }
    @inlinable package static var colon: UInt8 { 0x3A }
    @inlinable package static var semicolon: UInt8 { 0x3B }
    @inlinable package static var upperT: UInt8 { 0x54 }
    @inlinable package static var upperZ: UInt8 { 0x5A }

    /// Whether a byte is LF or CR.
    @inlinable @inline(__always)
    package static func isLineEnd(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }

    /// Whether a byte is one of the digits 0 to 9.
    @inlinable @inline(__always) package static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }
}

/// Returns UTF-8 text without Unicode White_Space at both ends.
@inlinable package func trimmed(_ bytes: ByteView) -> ByteView {
    guard let first = bytes.first, let last = bytes.last else { return bytes }
    // Fast path: most cells begin and end with printing ASCII or a Hangul syllable (three bytes, from EA … ED on).
    let startsPlainly = (first > 0x20 && first < 0x7F) || (first >= 0xEA && first <= 0xED)
    let endsPlainly =
        (last > 0x20 && last < 0x7F) || bytes.count >= 3 && (0xEA...0xED).contains(bytes[bytes.count &- 3])
    return startsPlainly && endsPlainly ? bytes : trimmedSlowly(bytes)
}

/// The slow path of `trimmed(_:)`.
@usableFromInline func trimmedSlowly(_ bytes: ByteView) -> ByteView {
    var start = 0
    var end = bytes.count
    while start < end, case let length = whiteSpaceLength(bytes, at: start, end: end), length > 0 { start += length }
    func endsInWhiteSpace(_ length: Int) -> Bool {
        end - length >= start && whiteSpaceLength(bytes, at: end - length, end: end) == length
    }
    while let length = (1...3).first(where: endsInWhiteSpace) { end -= length }
    return ByteView(rebasing: bytes[start..<end])
}

/// The length in bytes of the character of Unicode's White_Space that starts at an offset; 0 if there is none.
package func whiteSpaceLength(_ bytes: ByteView, at offset: Int, end: Int) -> Int {
    let first = bytes[offset]
    if first < 0x80 { return first == 0x20 || (first >= 0x09 && first <= 0x0D) ? 1 : 0 }
    guard offset + 1 < end else { return 0 }
    let second = bytes[offset + 1]
    if first == 0xC2 { return second == 0x85 || second == 0xA0 ? 2 : 0 }
    guard offset + 2 < end else { return 0 }
    let third = bytes[offset + 2]
    switch (first, second) {
    case (0xE1, 0x9A): return third == 0x80 ? 3 : 0
    case (0xE2, 0x80): return (0x80...0x8A).contains(third) || [0xA8, 0xA9, 0xAF].contains(third) ? 3 : 0
    case (0xE2, 0x81): return third == 0x9F ? 3 : 0
    case (0xE3, 0x80): return third == 0x80 ? 3 : 0
    default: return 0
    }
}

/// The offset of the first byte that is not part of well-formed UTF-8 (Unicode, table 3-7); nil if all bytes are.
package func firstInvalidUTF8(_ bytes: ByteView) -> Int? {
    // Not by `UTF8Span(validating:)`, which takes twice as long for text with Hangul.
    guard let base = unsafe bytes.buffer.baseAddress else { return nil }
    let count = bytes.count
    var at = 0
    while at < count {
        let first = unsafe base[at]
        if first < 0x80 {
            at += 1
            while at + 8 <= count,
                unsafe UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                at += 8
            }
            continue
        }
        let length = unsafe sequenceLength(base + at, available: count - at)
        if length == 0 { return at }
        at += length
    }
    return nil
}

/// Whether all bytes are ASCII.
@inlinable @inline(__always) package func isASCII(_ bytes: ByteView) -> Bool {
    var seen: UInt8 = 0
    for byte in bytes { seen |= byte }
    return seen < 0x80
}

/// The length of the well-formed UTF-8 sequence of two to four bytes at an address; 0 if there is none.
@inline(__always) private func sequenceLength(_ bytes: UnsafePointer<UInt8>, available: Int) -> Int {
    let first = unsafe bytes[0]
    if first >= 0xE0 && first < 0xF0 {
        guard available >= 3 else { return 0 }
        let second = unsafe bytes[1]
        let third = unsafe bytes[2]
        guard second & 0xC0 == 0x80, third & 0xC0 == 0x80 else { return 0 }
        if first == 0xE0 && second < 0xA0 { return 0 }
        if first == 0xED && second >= 0xA0 { return 0 }
        return 3
    }
    if first >= 0xC2 && first < 0xE0 {
        return unsafe available >= 2 && bytes[1] & 0xC0 == 0x80 ? 2 : 0
    }
    guard first >= 0xF0, first <= 0xF4, available >= 4 else { return 0 }
    let second = unsafe bytes[1]
    guard second & 0xC0 == 0x80, unsafe bytes[2] & 0xC0 == 0x80, unsafe bytes[3] & 0xC0 == 0x80 else { return 0 }
    if first == 0xF0 && second < 0x90 { return 0 }
    if first == 0xF4 && second >= 0x90 { return 0 }
    return 4
}
