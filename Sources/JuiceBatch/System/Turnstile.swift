internal import Glibc

/// Lets threads pass one at a time in the order of their tickets, which count from 0.
final class Turnstile: @unchecked Sendable {
    // Both live at a fixed address, as POSIX demands; everything else is guarded by the mutex.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var current = 0
    private var stoppedBy: (any Error)?

    init() {
        mutex = .allocate(capacity: 1)
        changed = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Waits for the ticket's turn; false once the turnstile was stopped.
    func wait(for ticket: Int) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while current != ticket && stoppedBy == nil { pthread_cond_wait(changed, mutex) }
        return stoppedBy == nil
    }

    /// Ends the turn of the thread whose turn it is.
    func pass() {
        pthread_mutex_lock(mutex)
        current += 1
        pthread_cond_broadcast(changed)
        pthread_mutex_unlock(mutex)
    }

    /// Stops the turnstile: `wait(for:)` returns false in all waiting threads and in all later calls.
    ///
    /// - Parameter error: the reason; of several calls the first one's is kept.
    func stop(by error: any Error) {
        pthread_mutex_lock(mutex)
        stoppedBy = stoppedBy ?? error
        pthread_cond_broadcast(changed)
        pthread_mutex_unlock(mutex)
    }

    /// The error by which the turnstile was stopped; nil if it was not.
    var failure: (any Error)? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return stoppedBy
    }
}
