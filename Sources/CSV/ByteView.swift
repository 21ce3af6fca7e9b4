internal import Glibc

/// A view of consecutive bytes that another value owns, such as a cell of a `RecordBatch` or the content of a
/// `ByteBuffer`.
///
/// It copies nothing, and stays valid until its owner is changed or released. An offset or a range outside the view ends
/// the program.
@safe @frozen @usableFromInline package struct ByteView: RandomAccessCollection, BitwiseCopyable {
    /// The address and the number of the bytes: for the interfaces of C, and for copies of whole vectors.
    @usableFromInline package let buffer: UnsafeBufferPointer<UInt8>

    /// Creates a view of the bytes of a buffer; the caller must keep the memory valid and unchanged while the view is in
    /// use.
    @inlinable
    @inline(__always)
    package init(_ buffer: UnsafeBufferPointer<UInt8>) {
        unsafe self.buffer = buffer
    }

    /// Creates a view of `count` bytes from an address; the caller must keep the memory valid and unchanged while the
    /// view is in use.
    @inlinable
    @inline(__always)
    package init(start: UnsafePointer<UInt8>?, count: Int) {
        unsafe buffer = UnsafeBufferPointer(start: start, count: count)
    }

    /// Creates a view of a part of another view, whose bytes count from 0.
    @inlinable
    @inline(__always)
    package init(rebasing part: Slice<ByteView>) {
        unsafe buffer = UnsafeBufferPointer(rebasing: part.base.buffer[part.startIndex..<part.endIndex])
    }

    @inlinable
    package init() {
        unsafe buffer = UnsafeBufferPointer(start: nil, count: 0)
    }

    @inlinable package var startIndex: Int { 0 }
    @inlinable package var endIndex: Int { unsafe buffer.count }
    @inlinable package var count: Int { unsafe buffer.count }

    /// The byte at an offset, from 0, which is checked.
    @inlinable
    package subscript(index: Int) -> UInt8 {
        @inline(__always)
        get {
            // A negative index is above all others this way.
            unsafe precondition(UInt(bitPattern: index) < UInt(bitPattern: buffer.count), "no such byte")
            return unsafe buffer[index]
        }
    }

    /// The byte at an offset that the caller has already checked; only debug builds check it again.
    ///
    /// It is for code that runs several times for each row.
    @inlinable
    package subscript(unchecked index: Int) -> UInt8 {
        @inline(__always)
        get {
            unsafe assert(index >= 0 && index < buffer.count, "no such byte")
            return unsafe buffer[index]
        }
    }

    /// The eight bytes that start at an offset, as a little-endian number.
    @inlinable
    @inline(__always)
    package func word(at index: Int) -> UInt64 {
        unsafe precondition(index >= 0 && index &+ 8 <= buffer.count, "no such bytes")
        return unsafe UInt64(
            littleEndian: UnsafeRawBufferPointer(buffer).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// The eight bytes from a position on, the first of them lowest; 0 for a view without an address.
    ///
    /// Bytes after the end of the view count too, so `ByteBuffer.slackBytes` after it must be readable.
    @inlinable
    @inline(__always)
    package func paddedWord(at index: Int) -> UInt64 {
        assert(index >= 0 && index &+ 8 <= count &+ ByteBuffer.slackBytes, "no such bytes")
        guard let start = unsafe UnsafeRawPointer(buffer.baseAddress) else { return 0 }
        return unsafe UInt64(littleEndian: start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// Whether the bytes that start at an offset, from 0, begin with those of another view.
    package func contains(_ other: ByteView, at index: Int) -> Bool {
        precondition(index >= 0, "an offset counts from 0")
        guard other.count <= count - index, let base = unsafe buffer.baseAddress,
            let start = unsafe other.buffer.baseAddress
        else {
            return other.isEmpty
        }
        return unsafe memcmp(base + index, start, other.count) == 0
    }

    /// Whether the bytes that start at an offset, from 0, begin with those of an array.
    package func contains(_ other: [UInt8], at index: Int) -> Bool { other.withView { contains($0, at: index) } }

    /// Reads the bytes from the first to the last.
    @safe @frozen @usableFromInline package struct Iterator: IteratorProtocol {
        @usableFromInline var bytes: UnsafeBufferPointer<UInt8>.Iterator

        @inlinable
        @inline(__always)
        init(_ buffer: UnsafeBufferPointer<UInt8>) {
            unsafe bytes = buffer.makeIterator()
        }

        @inlinable
        @inline(__always)
        package mutating func next() -> UInt8? { unsafe bytes.next() }
    }

    @inlinable
    @inline(__always)
    package func makeIterator() -> Iterator { unsafe Iterator(buffer) }

    /// Calls `body` with the bytes as a span.
    @inlinable
    package func withSpan<Value, Failure>(_ body: (Span<UInt8>) throws(Failure) -> Value) throws(Failure) -> Value {
        try unsafe body(buffer.span)
    }

    @inlinable
    package func withContiguousStorageIfAvailable<Value>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Value
    ) rethrows -> Value? {
        try unsafe body(buffer)
    }

    /// Adds the bytes to a hash.
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
    @inlinable
    package func withView<Value>(_ body: (ByteView) throws -> Value) rethrows -> Value {
        try unsafe withUnsafeBufferPointer { try unsafe body(ByteView($0)) }
    }
}
