internal import Glibc

/// A view of consecutive bytes that another value owns, such as a cell of a `RecordBatch`.
///
/// It copies nothing, and stays valid until its owner is changed or released. A range outside it ends the program.
@safe @frozen @usableFromInline package struct ByteView: RandomAccessCollection, BitwiseCopyable {
    /// The address and the number of the bytes: for the interfaces of C, and for copies of whole vectors.
    @usableFromInline package let buffer: UnsafeBufferPointer<UInt8>

    /// Creates a view of the bytes of a buffer, whose memory the caller must keep valid and unchanged meanwhile.
    @inlinable @inline(__always) package init(_ buffer: UnsafeBufferPointer<UInt8>) { unsafe self.buffer = buffer }

    /// Creates a view of `count` bytes from an address, which the caller must keep valid and unchanged meanwhile.
    @inlinable @inline(__always) package init(start: UnsafePointer<UInt8>?, count: Int) {
        unsafe buffer = UnsafeBufferPointer(start: start, count: count)
    }

    /// Creates a view of a part of another view, whose bytes count from 0.
    @inlinable @inline(__always) package init(rebasing part: Slice<ByteView>) {
        unsafe buffer = UnsafeBufferPointer(rebasing: part.base.buffer[part.startIndex..<part.endIndex])
    }

    /// Creates an empty view.
    @inlinable package init() { unsafe buffer = UnsafeBufferPointer(start: nil, count: 0) }
    @inlinable package var startIndex: Int { 0 }
    @inlinable package var endIndex: Int { unsafe buffer.count }
    @inlinable package var count: Int { unsafe buffer.count }

    /// The byte at an offset, from 0, which is checked.
    @inlinable package subscript(index: Int) -> UInt8 {
        @inline(__always) get {
            // A negative index is above all others this way.
            unsafe precondition(UInt(bitPattern: index) < UInt(bitPattern: buffer.count), "no such byte")
            return unsafe buffer[index]
        }
    }

    /// The byte at an offset that the caller has checked, for code that runs several times for each row.
    @inlinable package subscript(unchecked index: Int) -> UInt8 {
        @inline(__always) get {
            unsafe assert(index >= 0 && index < buffer.count, "no such byte")
            return unsafe buffer[index]
        }
    }

    /// The eight bytes that start at an offset, as a little-endian number.
    @inlinable @inline(__always) package func word(at index: Int) -> UInt64 {
        unsafe precondition(index >= 0 && index &+ 8 <= buffer.count, "no such bytes")
        return unsafe UInt64(
            littleEndian: UnsafeRawBufferPointer(buffer).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// The eight bytes from a position on, the first lowest, even after the view's end, which slack must follow.
    @inlinable @inline(__always) package func paddedWord(at index: Int) -> UInt64 {
        assert(index >= 0 && index &+ 8 <= count &+ ByteBuffer.slackBytes, "no such bytes")
        guard let start = unsafe UnsafeRawPointer(buffer.baseAddress) else { return 0 }
        return unsafe UInt64(littleEndian: start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// Whether the bytes that start at an offset, from 0, begin with those of another view.
    package func contains(_ other: ByteView, at index: Int) -> Bool {
        precondition(index >= 0, "an offset counts from 0")
        guard other.count <= count - index, let base = unsafe buffer.baseAddress,
            let start = unsafe other.buffer.baseAddress
        else { return other.isEmpty }
        return unsafe memcmp(base + index, start, other.count) == 0
    }

    /// Whether the bytes that start at an offset, from 0, begin with those of an array.
    package func contains(_ other: [UInt8], at index: Int) -> Bool { other.withView { contains($0, at: index) } }

    @safe @frozen @usableFromInline package struct Iterator: IteratorProtocol {
        @usableFromInline var bytes: UnsafeBufferPointer<UInt8>.Iterator

        @inlinable @inline(__always) init(_ view: ByteView) { unsafe bytes = view.buffer.makeIterator() }
        @inlinable @inline(__always) package mutating func next() -> UInt8? { unsafe bytes.next() }
    }

    @inlinable @inline(__always) package func makeIterator() -> Iterator { Iterator(self) }

    /// Calls `body` with the bytes as a span.
    @inlinable
    package func withSpan<Value, Failure>(_ body: (Span<UInt8>) throws(Failure) -> Value) throws(Failure) -> Value {
        try unsafe body(buffer.span)
    }

    @inlinable package func withContiguousStorageIfAvailable<Value>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Value
    ) rethrows -> Value? {
        try unsafe body(buffer)
    }

    @inlinable
    package func hash(into hasher: inout Hasher) { unsafe hasher.combine(bytes: UnsafeRawBufferPointer(buffer)) }
}

extension String {
    /// Calls `body` with a view of the UTF-8, which is valid only during the call.
    package func withView<Value>(_ body: (ByteView) throws -> Value) rethrows -> Value {
        var text = self
        return try text.withUTF8 { try unsafe body(ByteView($0)) }
    }
}

extension [UInt8] {
    /// Calls `body` with a view of the elements, which is valid only during the call.
    @inlinable package func withView<Value>(_ body: (ByteView) throws -> Value) rethrows -> Value {
        try unsafe withUnsafeBufferPointer { try unsafe body(ByteView($0)) }
    }
}

/// A growable array of bytes that reserves room first and then writes without checking each byte.
@safe @usableFromInline package struct ByteBuffer: ~Copyable {
    /// The number of bytes after the capacity that may be read and written, to copy short texts in whole vectors.
    @inlinable package static var slackBytes: Int { 64 }

    /// The address of the first byte, valid until the storage grows.
    @usableFromInline package internal(set) var base: UnsafeMutablePointer<UInt8>
    /// The number of bytes in use.
    @usableFromInline package var count = 0
    /// The number of bytes that fit before the storage has to grow.
    @usableFromInline package private(set) var capacity: Int

    /// Creates an empty buffer with room for `capacity` bytes (at least 64).
    package init(capacity: Int = 4096) {
        self.capacity = max(capacity, 64)
        unsafe base = .allocate(capacity: self.capacity + Self.slackBytes)
    }

    deinit { unsafe base.deallocate() }
    /// The bytes in use.
    @inlinable package var bytes: ByteView { unsafe ByteView(start: base, count: count) }

    /// The bytes of a range that the caller has already checked; debug builds check it as well.
    @inlinable @inline(__always) package func bytes(unchecked start: Int, count: Int) -> ByteView {
        assert(start >= 0 && count >= 0 && start + count <= self.count, "no such bytes")
        return unsafe ByteView(start: base + start, count: count)
    }

    /// Makes room for `extra` more bytes; if the storage has to grow, it at least doubles.
    @inlinable package mutating func reserve(_ extra: Int) {
        if capacity - count < extra { grow(by: extra) }
    }

    @usableFromInline mutating func grow(by extra: Int) {
        let larger = max(capacity * 2, count + extra)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Self.slackBytes)
        unsafe moved.update(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = moved
        capacity = larger
    }

    /// Removes the content, and frees the storage if it has grown beyond `capacityMax` bytes.
    package mutating func removeAll(keepingAtMost capacityMax: Int = .max) {
        count = 0
        if capacity > capacityMax {
            unsafe base.deallocate()
            capacity = max(capacityMax, 64)
            unsafe base = .allocate(capacity: capacity + Self.slackBytes)
        }
    }

    @inlinable package mutating func append(_ byte: UInt8) {
        reserve(1)
        unsafe base[count] = byte
        count += 1
    }

    /// Appends bytes that are not in this buffer.
    @inlinable package mutating func append(_ bytes: ByteView) {
        guard let source = unsafe bytes.buffer.baseAddress else { return }
        reserve(bytes.count)
        unsafe (base + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    /// Appends bytes after which `slackBytes` more can be read, such as a cell of a `RecordBatch`.
    @inlinable @inline(__always) package mutating func append(padded bytes: ByteView) {
        reserve(bytes.count)
        appendReserved(padded: bytes)
    }

    /// Appends bytes like `append(padded:)`; room must have been reserved.
    @inlinable @inline(__always) package mutating func appendReserved(padded bytes: ByteView) {
        if let source = unsafe UnsafeRawPointer(bytes.buffer.baseAddress) {
            unsafe copyPadded(source, bytes.count, to: UnsafeMutableRawPointer(base + count))
        }
        count &+= bytes.count
    }

    /// Appends one byte; room must have been reserved.
    @inlinable @inline(__always) package mutating func appendReserved(_ byte: UInt8) {
        unsafe base[count] = byte
        count &+= 1
    }

    /// Appends a non-negative number in decimal digits; 20 bytes must have been reserved.
    @inlinable @inline(__always) package mutating func appendReserved(decimal value: Int) {
        unsafe count &+= writeDecimal(value, to: base + count)
    }

    /// Appends a number from 0 to 99 as two digits; two bytes must have been reserved.
    @inlinable @inline(__always) package mutating func appendReserved(twoDigits value: UInt) {
        unsafe writeTwoDigits(value, to: base + count)
        count &+= 2
    }

    /// Removes a number of bytes, at most `count`, from the start, and moves the others there.
    package mutating func removeFirst(_ removed: Int) {
        unsafe base.update(from: base + removed, count: count - removed)
        count -= removed
    }

    @inlinable package mutating func append(_ bytes: [UInt8]) { bytes.withView { append($0) } }
    package mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(ByteView($0)) }
    }
    /// Appends a string's UTF-8.
    package mutating func append(_ text: String) { text.withView { append($0) } }

    /// Appends a number in decimal digits.
    @inlinable package mutating func append(decimal value: Int) {
        reserve(20)
        appendReserved(decimal: value)
    }
}

/// Copies bytes in whole vectors; up to `ByteBuffer.slackBytes` after the last byte are also read and written.
@inlinable @inline(__always)
func copyPadded(_ source: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer) {
    // With 16-byte steps there would be a branch that is often mispredicted, because names are around 16 bytes long.
    let step = 32
    unsafe target.storeBytes(of: source.loadUnaligned(as: SIMD32<UInt8>.self), as: SIMD32<UInt8>.self)
    guard count > step else { return }
    guard count <= 4 * step else {
        unsafe target.copyMemory(from: source, byteCount: count)
        return
    }
    var at = step
    while at < count {
        let bytes = unsafe source.loadUnaligned(fromByteOffset: at, as: SIMD32<UInt8>.self)
        unsafe target.storeBytes(of: bytes, toByteOffset: at, as: SIMD32<UInt8>.self)
        at &+= step
    }
}

/// Writes a non-negative number in decimal and returns its number of digits (1 … 19); two bytes are always written.
@inlinable @inline(__always)
package func writeDecimal(_ value: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
    precondition(value >= 0, "only numbers from 0 are written")
    var rest = UInt(bitPattern: value)
    if rest < 100 {
        // Branch-free, because whether a small quantity has one or two digits is unpredictable.
        let tens = rest / 10
        let pair = tens | (rest &- tens &* 10) &<< 8 | 0x3030
        let digits = pair &>> (rest < 10 ? 8 : 0)
        unsafe UnsafeMutableRawPointer(target).storeBytes(
            of: UInt16(truncatingIfNeeded: digits).littleEndian, as: UInt16.self)
        return rest < 10 ? 1 : 2
    }
    var length = 3
    var bound: UInt = 1000
    while rest >= bound && length < 19 {
        length &+= 1
        bound = bound &* 10
    }
    var at = length
    while rest >= 100 {
        let next = rest / 100
        at &-= 2
        unsafe writeTwoDigits(rest &- next &* 100, to: target + at)
        rest = next
    }
    if rest >= 10 {
        unsafe writeTwoDigits(rest, to: target)
    } else {
        unsafe target[0] = UInt8(truncatingIfNeeded: rest) &+ Ascii.zero
    }
    return length
}

/// Writes a number from 0 to 99 as two digits.
@inlinable @inline(__always) func writeTwoDigits(_ value: UInt, to target: UnsafeMutablePointer<UInt8>) {
    let tens = value / 10
    unsafe target[0] = UInt8(truncatingIfNeeded: tens) &+ Ascii.zero
    unsafe target[1] = UInt8(truncatingIfNeeded: value &- tens &* 10) &+ Ascii.zero
}

/// The offset of the first occurrence of a byte at or after `start`; nil if there is none.
package func firstOffset(of byte: UInt8, in bytes: ByteView, from start: Int = 0) -> Int? {
    precondition(start >= 0, "an offset counts from 0")
    guard let base = unsafe bytes.buffer.baseAddress, start < bytes.count,
        let found = unsafe memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
}

extension ByteBuffer {
    /// Appends one cell, quoted if RFC 4180 requires it: if it contains a comma, a quote, CR or LF.
    @inlinable package mutating func appendCell(_ cell: ByteView) {
        if needsQuotes(cell) { appendQuoted(cell) } else { append(cell) }
    }

    /// Appends a cell of a `RecordBatch` like `appendCell`; `slackBytes` after the cell must be readable.
    @inlinable package mutating func appendCell(padded cell: ByteView) {
        if needsQuotes(cell) { appendQuoted(cell) } else { append(padded: cell) }
    }

    /// Appends a cell in quotes, with each quote in it doubled.
    @usableFromInline package mutating func appendQuoted(_ cell: ByteView) {
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
@inlinable package func needsQuotes(_ cell: ByteView) -> Bool {
    cell.contains { $0 == Ascii.comma || $0 == Ascii.quote || Ascii.isLineEnd($0) }
}

/// Returns cells as one CSV record with commas and without a line end.
package func csvRecord(_ cells: [[UInt8]]) -> [UInt8] {
    var buffer = ByteBuffer()
    for (index, cell) in cells.enumerated() {
        if index > 0 { buffer.append(Ascii.comma) }
        cell.withView { buffer.appendCell($0) }
    }
    return Array(buffer.bytes)
}
