internal import NIOCore
internal import Synchronization

/// The limits that a server enforces.
package struct ServerLimits: Sendable {
    /// The maximum number of open connections; more are closed at once.
    package var connectionsMax = 256
    /// The maximum size of all headers of a request, and of one of them or the address, in bytes.
    package var headerBytesMax = 16 << 10
    package var fieldBytesMax = 8 << 10
    /// The maximum number of headers of a request.
    package var headersMax = 100
    /// The maximum time for a request to arrive, in milliseconds from its first byte, or from the start of the
    /// connection.
    package var arrivalMs = 10_000
    /// The maximum time for a request to be answered and for the client to receive the response, in milliseconds.
    package var answerMs = 60_000
    package var deliveryMs = 10_000
    /// The maximum time between two requests of a connection, in milliseconds.
    package var idleMs = 30_000
    /// The time for which a closing connection is still read, so that its last response arrives, in milliseconds.
    package var lingerMs = 500

    /// The limits of a counter.
    package init() {}
}

/// Counts of the open connections and of the requests in progress of a server, and whether it has stopped.
final class ServerTraffic: Sendable {
    private let connections = Atomic<Int>(0)
    private let requests = Atomic<Int>(0)
    private let over = Atomic<Bool>(false)

    /// Whether the server has stopped; a response that is ready only now is dropped.
    var isOver: Bool { over.load(ordering: .acquiring) }

    /// Whether requests are being received or answered.
    var isBusy: Bool { requests.load(ordering: .relaxed) > 0 }

    /// Counts a new connection; false if there are too many.
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

/// The first handler of a connection, which notices the first byte of a request, and passes nothing once the connection
/// is closing.
final class ArrivalWatch: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Whether what arrives is dropped.
    var isOver = false
    /// A function that is called when bytes arrive.
    var onBytes: () -> Void = {}

    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// Writes what goes past everything else, for a request that cannot be read.
    func write(_ text: String) {
        guard let context else { return }
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(string: text)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isOver { return }
        onBytes()
        context.fireChannelRead(data)
    }
}
