internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization

/// A value that several threads use, one at a time.
///
/// Not Synchronization's `Mutex`: ThreadSanitizer does not see how the kernel passes a contended lock on.
package final class LockedValue<Value: ~Copyable>: @unchecked Sendable {
    private let semaphore = DispatchSemaphore(value: 1)
    private var value: Value

    /// Creates a lock around a value that the caller no longer uses.
    package init(_ value: consuming sending Value) { self.value = value }

    /// Waits until no other thread uses the value, and runs the body, which must not lock it again, with it.
    package func withLock<Result: ~Copyable, Failure>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        semaphore.wait()
        defer { semaphore.signal() }
        return try body(&value)
    }
}

/// A token that a signal handler sets to ask the program to end; long operations check it between steps.
package final class CancellationToken: Sendable {
    private let signal = Atomic<Int32>(0)

    package init() {}

    /// Records the number of the signal; can be called in a signal handler.
    package func request(signal number: Int32) { signal.store(number, ordering: .relaxed) }

    /// Returns the number of the signal that asked the program to end, or 0, and clears it.
    package func consumeSignal() -> Int32 { signal.exchange(0, ordering: .relaxed) }

    /// Throws `interrupted` if a signal has asked the program to end.
    package func check() throws(BatchError) {
        let number = signal.load(ordering: .relaxed)
        if number != 0 { throw .interrupted(signal: number) }
    }
}

/// A sequencer that lets threads pass one at a time in the order of their tickets, which count from 0.
final class TicketSequencer: @unchecked Sendable {
    private let condition = NSCondition()
    private var current = 0
    private var stoppedBy: (any Error)?

    /// Waits for the turn of a ticket; returns false if the sequencer was stopped.
    func wait(for ticket: Int) -> Bool {
        condition.withLock {
            while current != ticket && stoppedBy == nil { condition.wait() }
            return stoppedBy == nil
        }
    }

    /// Ends the current turn and lets the next ticket pass.
    func pass() {
        condition.withLock {
            current += 1
            condition.broadcast()
        }
    }

    /// Stops the sequencer, after which `wait(for:)` returns false; of several errors, the first is kept.
    func stop(by error: any Error) {
        condition.withLock {
            stoppedBy = stoppedBy ?? error
            condition.broadcast()
        }
    }

    /// The error by which the sequencer was stopped; nil if it was not stopped.
    var failure: (any Error)? { condition.withLock { stoppedBy } }
}

/// An operating-system thread with a stack that is large enough for a worker, whatever limit the process has.
package final class WorkerThread {
    private var thread = pthread_t()
    private let body: @Sendable () -> Void

    /// Starts a thread; nil if the system cannot create one.
    package init?(_ body: @escaping @Sendable () -> Void) {
        self.body = body
        // The thread keeps this object until it ends.
        let retained = unsafe Unmanaged.passRetained(self)
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        unsafe pthread_attr_init(attributes)
        // No worker has been observed to use more than 120 KiB.
        unsafe pthread_attr_setstacksize(attributes, 2 << 20)
        defer {
            unsafe pthread_attr_destroy(attributes)
            unsafe attributes.deallocate()
        }
        let code = unsafe pthread_create(
            &thread, attributes,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<WorkerThread>.fromOpaque(argument).takeRetainedValue().body()
                }
                return nil
            }, unsafe retained.toOpaque())
        if code != 0 {
            unsafe retained.release()
            return nil
        }
    }

    /// Waits until the thread has ended.
    package func join() { pthread_join(thread, nil) }
}
