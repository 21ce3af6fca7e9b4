internal import JuiceBatch
internal import NIOCore
internal import Synchronization

/// The limits that a server enforces.
package struct ServerLimits: Sendable {
    /// The maximum number of open connections; for another one a stranger's is closed, or else the new one.
    package var connectionsMax = 256
    /// The maximum number of open connections of one address; for another one the oldest is closed.
    package var addressConnectionsMax = 64
    /// The maximum number of connections without the cookie of a paired screen.
    package var strangerConnectionsMax = 16
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
    /// The maximum time between two requests of a stranger's connection, and before its first byte, in milliseconds.
    package var strangerIdleMs = 5_000
    /// The time for which a closing connection is still read, so that its last response arrives, in milliseconds.
    package var lingerMs = 500

    /// The limits of a counter.
    package init() {}
}

/// The open connections of a server by their addresses, with room for paired screens whatever strangers do.
final class ConnectionRegistry: Sendable {
    private struct Connection {
        let number: Int
        let address: String
        let channel: any Channel
        var isPaired = false
    }

    private struct State {
        var count = 0
        /// The open connections, the oldest first.
        var connections: [Connection] = []
    }

    private let limits: ServerLimits
    private let state = LockedValue(State())

    init(_ limits: ServerLimits) { self.limits = limits }

    /// Registers a new connection, and closes another one where there are too many.
    ///
    /// Of one address the oldest stranger's goes, and the oldest of all where no stranger's is left; where the whole
    /// server is full, the oldest stranger's of any address.
    ///
    /// - Returns: the connection's number; nil if the new one has to go.
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

    /// Records whether the last request of a connection was a paired screen's.
    func setPaired(_ number: Int, _ isPaired: Bool) {
        state.withLock { state in
            guard let place = state.connections.firstIndex(where: { $0.number == number }) else { return }
            state.connections[place].isPaired = isPaired
        }
    }

    /// Removes a connection that has ended.
    func leave(_ number: Int) {
        state.withLock { state in state.connections.removeAll { $0.number == number } }
    }
}

/// A count of the requests in progress of a server, and whether it has stopped.
final class ServerTraffic: Sendable {
    private let requests = Atomic<Int>(0)
    private let over = Atomic<Bool>(false)

    /// Whether the server has stopped; a response that is ready only now is dropped.
    var isOver: Bool { over.load(ordering: .acquiring) }

    /// Whether requests are being received or answered.
    var isBusy: Bool { requests.load(ordering: .relaxed) > 0 }

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
