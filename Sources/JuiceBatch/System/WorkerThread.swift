internal import Glibc

/// A thread of the operating system with a stack that suits a worker, whatever limit the process was given for its own.
package final class WorkerThread {
    /// Much more than any of them has been seen to use, 120 KiB.
    private static let stackBytes = 2 << 20

    private var thread = pthread_t()

    /// Starts a thread; nil if the system gives none, and then the other workers do its share.
    package init?(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(body))
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        pthread_attr_setstacksize(attributes, Self.stackBytes)
        defer {
            pthread_attr_destroy(attributes)
            attributes.deallocate()
        }
        let code = pthread_create(
            &thread, attributes,
            { argument in
                if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, box.toOpaque())
        if code != 0 {
            box.release()
            return nil
        }
    }

    /// Waits until it has ended.
    package func join() {
        pthread_join(thread, nil)
    }

    private final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
