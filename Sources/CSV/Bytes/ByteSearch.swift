internal import Glibc

/// The offset of the first such byte, at `start` or behind it; nil if there is none.
package func firstOffset(
    of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0
) -> Int? {
    precondition(start >= 0, "an offset counts from 0")
    guard let base = bytes.baseAddress, start < bytes.count,
        let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
}
