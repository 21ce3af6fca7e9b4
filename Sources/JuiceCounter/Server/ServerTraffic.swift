internal import Synchronization

/// Counts of the open connections and of the requests in progress of a server, and whether it has stopped.
final class ServerTraffic: Sendable {
    private let connections = Atomic<Int>(0)
    private let requests = Atomic<Int>(0)
    private let over = Atomic<Bool>(false)

    /// Whether the server has stopped; a response that is ready only now is dropped.
    var isOver: Bool { over.load(ordering: .acquiring) }

    /// Whether requests are being received or answered.
    var isBusy: Bool { requests.load(ordering: .relaxed) > 0 }

    /// Lets a connection in, if there are not too many.
    func enter(max: Int) -> Bool {
        if connections.wrappingAdd(1, ordering: .relaxed).newValue <= max { return true }
        leave()
        return false
    }

    /// A connection that was let in is gone.
    func leave() { connections.wrappingSubtract(1, ordering: .relaxed) }

    /// Counts a request that begins.
    func begin() { requests.wrappingAdd(1, ordering: .relaxed) }

    /// A request is done with.
    func end() { requests.wrappingSubtract(1, ordering: .relaxed) }

    /// Records that the server has stopped.
    func finish() { over.store(true, ordering: .releasing) }
}
