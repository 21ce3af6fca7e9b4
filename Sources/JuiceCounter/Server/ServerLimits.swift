internal import JuiceBatch
internal import NIOCore
internal import Synchronization

/// The limits that a server enforces on connections, requests and times.
package struct ServerLimits: Sendable {
    /// The maximum number of open connections; beyond it, an unpaired connection is closed, or the new one is rejected.
    package var connectionsMax = 256
    /// The maximum number of open connections from one address; beyond it, the oldest one is closed.
    package var addressConnectionsMax = 64
    /// The maximum number of connections without the cookie of a paired screen.
    package var strangerConnectionsMax = 16
    /// The maximum size in bytes of all headers of a request, and of a single header or the request's target.
    package var headerBytesMax = 16 << 10
    package var fieldBytesMax = 8 << 10
    /// The maximum number of headers of a request.
    package var headersMax = 100
    /// The maximum time in milliseconds for a request to arrive, from its first byte or from the start of the
    /// connection.
    package var arrivalMs = 10_000
    /// The maximum times in milliseconds for a request to be answered, and for the client to receive the response.
    package var answerMs = 60_000
    package var deliveryMs = 10_000
    /// The maximum time in milliseconds between two requests on a connection.
    package var idleMs = 30_000
    /// The maximum time in milliseconds between two requests on an unpaired connection, and before its first byte.
    package var strangerIdleMs = 5_000
    /// The time in milliseconds for which a closing connection is still read, so that its last response arrives.
    package var lingerMs = 500

    /// Creates the default limits of a counter.
    package init() {}
}

/// The open connections of a server, with capacity reserved for paired screens.
final class ConnectionRegistry: Sendable {
    private struct Connection {
        let number: Int
        let address: String
        let channel: any Channel
        var isPaired = false
    }

    private struct State {
        var count = 0
        /// The open connections, oldest first.
        var connections: [Connection] = []
    }

    private let limits: ServerLimits
    private let state = LockedValue(State())

    init(_ limits: ServerLimits) { self.limits = limits }

    /// Registers a new connection, and closes another one if there are too many.
    ///
    /// If one address has too many, its oldest unpaired connection is closed, or else its oldest one. If the whole
    /// server has too many, the oldest unpaired connection of any address is closed.
    ///
    /// - Returns: the number of the connection; nil if the new connection is rejected.
    func enter(_ channel: any Channel, _ address: String) -> Int? {
        let (number, surplus) = state.withLock { state -> (Int?, (any Channel)?) in
            let own = state.connections.indices.filter { state.connections[$0].address == address }
            let strangers = own.filter { !state.connections[$0].isPaired }
            var surplus: Int?
            if strangers.count >= limits.strangerConnectionsMax {
                surplus = strangers.first
            } else if own.count >= limits.addressConnectionsMax {
                surplus = strangers.first ?? own.first
            } else if state.connections.count >= limits.connectionsMax {
                surplus = state.connections.firstIndex { !$0.isPaired }
                if surplus == nil { return (nil, nil) }
            }
            let closed = surplus.map { state.connections.remove(at: $0).channel }
            state.count += 1
            state.connections.append(Connection(number: state.count, address: address, channel: channel))
            return (state.count, closed)
        }
        surplus?.close(promise: nil)
        return number
    }

    /// Records whether the last request on a connection came from a paired screen.
    func setPaired(_ number: Int, _ isPaired: Bool) {
        state.withLock { state in
            guard let place = state.connections.firstIndex(where: { $0.number == number }) else { return }
            state.connections[place].isPaired = isPaired
        }
    }

    /// Removes a connection that was closed.
    func leave(_ number: Int) {
        state.withLock { state in state.connections.removeAll { $0.number == number } }
    }
}

/// The number of requests in progress on a server, and whether the server has stopped.
final class ServerTraffic: Sendable {
    private let requests = Atomic<Int>(0)
    private let over = Atomic<Bool>(false)

    /// Whether the server has stopped, so that further responses are dropped.
    var isOver: Bool { over.load(ordering: .acquiring) }

    /// Whether any request is in progress.
    var isBusy: Bool { requests.load(ordering: .relaxed) > 0 }

    /// Counts a request that begins.
    func begin() { requests.wrappingAdd(1, ordering: .relaxed) }

    /// Counts a request that has ended.
    func end() { requests.wrappingSubtract(1, ordering: .relaxed) }

    /// Records that the server has stopped.
    func finish() { over.store(true, ordering: .releasing) }
}

/// The first handler of a connection, which notices arriving bytes.
///
/// Once the connection is closing, it drops everything that arrives.
final class ArrivalWatch: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Whether arriving bytes are dropped.
    var isOver = false
    /// A function that is called when bytes arrive.
    var onBytes: () -> Void = {}

    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// Writes a text directly to the connection, as a response to a request that cannot be parsed.
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
