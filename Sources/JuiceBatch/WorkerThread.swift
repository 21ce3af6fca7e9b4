internal import Glibc

/// A thread of the operating system with a stack that suits a worker.
final class WorkerThread {
    private var thread = pthread_t()

    /// Starts a thread; nil if the system gives none, and then the other workers do its share.
    init?(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(body))
        let code = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, box.toOpaque())
        if code != 0 {
            box.release()
            return nil
        }
    }

    func join() {
        pthread_join(thread, nil)
    }

    private final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
