internal import Dispatch

/// A value that several threads use, one at a time.
///
/// Not Synchronization's `Mutex`: where two threads wait for one another, the kernel hands that over unseen by
/// ThreadSanitizer, which then reports races where there are none.
package final class Guarded<Value: ~Copyable>: @unchecked Sendable {
    private let turn = DispatchSemaphore(value: 1)
    private var value: Value

    /// Takes over a value that its creator no longer uses.
    package init(_ value: consuming sending Value) {
        self.value = value
    }

    /// Waits until no other thread uses the value, and runs the body with exclusive access to it.
    ///
    /// - Parameter body: must not use this value through the guard again: it would wait for itself.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    package func withLock<Result: ~Copyable, Failure>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        turn.wait()
        defer { turn.signal() }
        return try body(&value)
    }
}
