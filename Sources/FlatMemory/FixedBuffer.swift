/// A fixed number of elements, contiguous in one allocation with a single owner.
///
/// It cannot be shared, so that a change needs no check for copy-on-write. Elements are accessed by checked index.
@safe @frozen public struct FixedBuffer<Element: BitwiseCopyable>: ~Copyable {
    /// The number of elements.
    public let count: Int
    /// The address of the first of `count` elements, for access to several at once and for C functions.
    public let base: UnsafeMutablePointer<Element>

    /// Creates a buffer of uninitialized elements, which must be set before they are read; unset ones take no memory.
    @inlinable public init(uninitializedCount count: Int) {
        precondition(count >= 0, "a count is not negative")
        self.count = count
        unsafe base = .allocate(capacity: count)
    }

    /// Creates a buffer that repeats one element.
    @inlinable public init(repeating element: Element, count: Int) {
        self.init(uninitializedCount: count)
        unsafe base.initialize(repeating: element, count: count)
    }

    /// Creates a buffer of the elements of a collection, in its order.
    @inlinable public init(_ elements: some Collection<Element>) {
        self.init(uninitializedCount: elements.count)
        unsafe _ = UnsafeMutableBufferPointer(start: base, count: count).initialize(fromContentsOf: elements)
    }

    @inlinable deinit { unsafe base.deallocate() }
    /// The valid indices of elements.
    @inlinable public var indices: Range<Int> { 0..<count }

    /// Accesses an element by its index, from 0, which is checked.
    @inlinable public subscript(index: Int) -> Element {
        @inline(__always) get { unsafe element(at: index).pointee }
        @inline(__always) nonmutating set { unsafe element(at: index).pointee = newValue }
    }

    /// Changes an element in place, by its index from 0.
    ///
    /// With ThreadSanitizer, the compiler of Swift 6.3 fails on `buffer[index] += 1`.
    @inlinable @inline(__always) public func modify(_ index: Int, _ change: (inout Element) -> Void) {
        unsafe change(&element(at: index).pointee)
    }

    /// The element at an index that the caller has checked, for code that runs several times for each row.
    @inlinable public subscript(unchecked index: Int) -> Element {
        @inline(__always) get {
            assert(indices.contains(index), "no such element")
            return unsafe base[index]
        }
        @inline(__always) nonmutating set {
            assert(indices.contains(index), "no such element")
            unsafe base[index] = newValue
        }
    }

    @inlinable @inline(__always) func element(at index: Int) -> UnsafeMutablePointer<Element> {
        // A negative index is above all others this way.
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such element")
        return unsafe base + index
    }
}
