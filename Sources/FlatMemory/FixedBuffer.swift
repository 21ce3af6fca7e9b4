/// A fixed number of elements, contiguous in one allocation with a single owner.
///
/// An `Array` checks before each change whether its storage is shared (copy-on-write); this buffer cannot be shared and
/// needs no such check. Elements are accessed by index, which is bounds-checked.
@safe @frozen public struct FixedBuffer<Element: BitwiseCopyable>: ~Copyable {
    /// The number of elements.
    public let count: Int
    /// The address of the first element, for code that accesses several elements at once or passes them to C.
    ///
    /// Only `count` elements may be accessed.
    public let base: UnsafeMutablePointer<Element>

    /// Creates uninitialized elements; each must be set before it is read.
    ///
    /// Memory that is never touched costs none.
    @inlinable
    public init(uninitializedCount count: Int) {
        precondition(count >= 0, "a count is not negative")
        self.count = count
        base = .allocate(capacity: count)
    }

    /// Creates a buffer that repeats one element.
    @inlinable
    public init(repeating element: Element, count: Int) {
        self.init(uninitializedCount: count)
        base.initialize(repeating: element, count: count)
    }

    /// The elements of a collection, in its order.
    @inlinable
    public init(_ elements: some Collection<Element>) {
        self.init(uninitializedCount: elements.count)
        var index = 0
        for element in elements {
            self[index] = element
            index += 1
        }
    }

    @inlinable
    deinit {
        base.deallocate()
    }

    /// The elements that there are, from 0.
    @inlinable public var indices: Range<Int> { 0..<count }

    /// An element by its index, from 0.
    @inlinable
    public subscript(index: Int) -> Element {
        @inline(__always)
        get { element(at: index).pointee }
        @inline(__always)
        nonmutating set { element(at: index).pointee = newValue }
    }

    /// Changes an element in place, by its index from 0.
    ///
    /// Of `buffer[index] += 1` Swift 6.3's compiler makes what it cannot compile when ThreadSanitizer watches.
    @inlinable
    @inline(__always)
    public func update(_ index: Int, _ change: (inout Element) -> Void) {
        change(&element(at: index).pointee)
    }

    /// An element by an index that the caller has checked already, or has from a loop that cannot leave the buffer.
    ///
    /// For what every row pays several times; debug builds check it all the same.
    @inlinable
    public subscript(unchecked index: Int) -> Element {
        @inline(__always)
        get {
            assert(indices.contains(index), "no such element")
            return base[index]
        }
        @inline(__always)
        nonmutating set {
            assert(indices.contains(index), "no such element")
            base[index] = newValue
        }
    }

    @inlinable
    @inline(__always)
    func element(at index: Int) -> UnsafeMutablePointer<Element> {
        // A negative index is above all others this way.
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such element")
        return base + index
    }
}
