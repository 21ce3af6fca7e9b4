import Glibc

/// The first fault in text that is followed by a byte that cannot be read.
///
/// What stands behind that byte is not looked at, since a reader going byte by byte would not have seen it.
///
/// - Parameters:
///   - text: starts where a record starts.
///   - unreadable: what is wrong with the byte behind the text, with its line from 0 within it.
///   - batch: is filled with the records before the fault.
package func firstFault(
    in text: UnsafeBufferPointer<UInt8>, before unreadable: CSVFault, delimiter: Delimiter, limits: CSVLimits,
    into batch: inout RecordBatch
) -> CSVFault {
    RecordParser(delimiter: delimiter, spacesAreData: true)
        .parse(text, end: .cut, hasQuotes: true, limits: limits, into: &batch) ?? unreadable
}

/// The offset of the first NUL; nil if there is none.
package func firstNUL(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = bytes.baseAddress, let found = memchr(base, 0, bytes.count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
}
