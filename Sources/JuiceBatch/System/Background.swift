/// A value that is worked out on a thread of its own while its owner goes on.
package final class Background<Value: Sendable>: @unchecked Sendable {
    // Written by the thread before it ends, read after it was joined.
    private final class Box: @unchecked Sendable {
        var result: Result<Value, BatchError>?
    }

    private let box = Box()
    private var thread: WorkerThread?

    /// Starts the work on a value.
    ///
    /// - Parameter isBeside: whether to use a thread; without one, also where the system gives none, the value is
    ///   computed at once.
    package init(isBeside: Bool, _ body: @escaping @Sendable () throws(BatchError) -> Value) {
        let box = box
        let work: @Sendable () -> Void = {
            do throws(BatchError) {
                box.result = .success(try body())
            } catch {
                box.result = .failure(error)
            }
        }
        thread = isBeside ? WorkerThread(work) : nil
        if thread == nil { work() }
    }

    deinit {
        thread?.join()
    }

    /// Waits for the value.
    ///
    /// Only one thread may ask.
    package func value() throws(BatchError) -> Value {
        thread?.join()
        thread = nil
        guard let result = box.result else { throw .invariant("a thread ended without its value") }
        return try result.get()
    }
}
