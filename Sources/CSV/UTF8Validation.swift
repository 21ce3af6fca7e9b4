/// The offset of the first byte that is not part of well-formed UTF-8; nil if all are.
///
/// Well-formed is as in Unicode, table 3-7: no overlong form, no surrogate, nothing above U+10FFFF.
package func firstInvalidUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let count = bytes.count
    var at = 0
    while at < count {
        let first = base[at]
        if first < 0x80 {
            at += 1
            while at + 8 <= count,
                UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                at += 8
            }
            continue
        }
        let length = sequenceLength(base + at, available: count - at)
        if length == 0 { return at }
        at += length
    }
    return nil
}

/// Whether all bytes are ASCII.
package func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var seen: UInt8 = 0
    for byte in bytes { seen |= byte }
    return seen < 0x80
}

/// The length of the well-formed sequence of two to four bytes that starts here; 0 if there is none.
@inline(__always)
private func sequenceLength(_ bytes: UnsafePointer<UInt8>, available: Int) -> Int {
    let first = bytes[0]
    if first >= 0xE0 && first < 0xF0 {
        guard available >= 3 else { return 0 }
        let second = bytes[1]
        let third = bytes[2]
        guard second & 0xC0 == 0x80, third & 0xC0 == 0x80 else { return 0 }
        if first == 0xE0 && second < 0xA0 { return 0 }
        if first == 0xED && second >= 0xA0 { return 0 }
        return 3
    }
    if first >= 0xC2 && first < 0xE0 {
        return available >= 2 && bytes[1] & 0xC0 == 0x80 ? 2 : 0
    }
    guard first >= 0xF0, first <= 0xF4, available >= 4 else { return 0 }
    let second = bytes[1]
    guard second & 0xC0 == 0x80, bytes[2] & 0xC0 == 0x80, bytes[3] & 0xC0 == 0x80 else { return 0 }
    if first == 0xF0 && second < 0x90 { return 0 }
    if first == 0xF4 && second >= 0x90 { return 0 }
    return 4
}
