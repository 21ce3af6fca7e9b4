internal import Glibc
package import JuiceBatch
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization

/// An HTTP/1.1 server that enforces limits on connections, requests and time.
package final class HTTPServer: Sendable {
    private let group: MultiThreadedEventLoopGroup
    private let channel: any Channel
    private let registry: ConnectionRegistry
    private let responder: LockedValue<(any WebResponder)?>

    /// The maximum time in milliseconds for which a stopping server waits for requests in progress.
    private static let shutdownGraceMs = 2_000
    private static let pauseMs = 5
    private static let backlog: Int32 = 1_024

    /// Creates a server that listens at an address such as `127.0.0.1`, on a port, or on any free one if it is 0.
    ///
    /// It closes all connections until it has a responder (`serve`).
    ///
    /// - Throws: `SystemError` if the server cannot listen; its number is 0 for an invalid address.
    package init(address: String, port: Int, limits: ServerLimits = ServerLimits()) throws(SystemError) {
        let (group, registry) = (MultiThreadedEventLoopGroup(numberOfThreads: 1), ConnectionRegistry(limits))
        let found = LockedValue<(any WebResponder)?>(nil)
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: Self.backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // Without this option, the second part of a response would wait for the acknowledgement of the first.
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16 << 10))
            .childChannelInitializer { channel in
                let address = channel.remoteAddress?.ipAddress ?? ""
                guard let responder = found.withLock({ $0 }) else {
                    return channel.eventLoop.makeFailedFuture(CancellationError())
                }
                let number = registry.enter(channel, address)
                channel.closeFuture.whenComplete { _ in registry.leave(number) }
                return channel.eventLoop.makeCompletedFuture {
                    let handler = ConnectionHandler(responder, limits, registry, number: number)
                    try Self.furnish(channel.pipeline.syncOperations, handler, limits)
                }
            }
        do {
            channel = try bootstrap.bind(host: address, port: port).wait()
        } catch {
            try? group.syncShutdownGracefully()
            throw SystemError(number: (error as? IOError)?.errnoCode ?? 0)
        }
        (self.group, self.registry, responder) = (group, registry, found)
    }

    /// Answers requests with a responder.
    package func serve(_ responder: any WebResponder) { self.responder.withLock { $0 = responder } }

    private static func furnish(
        _ pipeline: ChannelPipeline.SynchronousOperations, _ handler: ConnectionHandler, _ limits: ServerLimits
    ) throws {
        var decoder = NIOHTTPDecoderLimitConfiguration()
        decoder.maxHeaderFieldSize = limits.fieldBytesMax
        decoder.maxHeaderListSize = limits.headerBytesMax
        decoder.maxHeaderFieldCount = limits.headersMax
        try pipeline.addHandler(handler.activity)
        try pipeline.configureHTTPServerPipeline(
            position: .last, withPipeliningAssistance: true, withServerUpgrade: nil, withErrorHandling: false,
            withOutboundHeaderValidation: true, withEncoderConfiguration: HTTPResponseEncoder.Configuration(),
            withDecoderLimitConfiguration: decoder)
        try pipeline.addHandler(handler)
    }

    /// The port on which the server listens.
    package var port: Int { channel.localAddress?.port ?? 0 }

    /// Stops the server: it accepts no more connections, and waits up to `shutdownGraceMs` for requests in progress.
    package func stop() {
        try? channel.close().wait()
        let end = NIODeadline.now() + .milliseconds(Int64(Self.shutdownGraceMs))
        while registry.isBusy, NIODeadline.now() < end {
            try? group.next().scheduleTask(in: .milliseconds(Int64(Self.pauseMs))) {}.futureResult.wait()
        }
        registry.finish()
        try? group.syncShutdownGracefully()
    }
}

/// The address and port that a counter listens on.
package struct ListenAddress: Sendable, Equatable {
    /// The host address, such as `127.0.0.1` or `::1`.
    package let address: String
    package let port: Int

    /// The default address, on the loopback interface.
    package static let usual = ListenAddress(address: "127.0.0.1", port: 8_300)
}

extension ListenAddress {
    /// Parses a text such as `127.0.0.1:8300` or `[::1]:8300`; nil if it is not such an address.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port), text[text.index(after: colon)...].allSatisfy(\.isNumber)
        else { return nil }
        var address = String(text[..<colon])
        if address.hasPrefix("[") && address.hasSuffix("]") {
            address = String(address.dropFirst().dropLast())
        } else if address.contains(":") {
            return nil
        }
        if address.isEmpty { return nil }
        self.init(address: address, port: port)
    }

    /// Whether the address is a loopback address in any spelling: `localhost`, 127.0.0.0/8, or `::1`.
    package var isLoopback: Bool {
        guard let number = try? SocketAddress(ipAddress: address, port: 0).ipAddress else {
            return address.lowercased() == "localhost"
        }
        return number == "::1" || number.hasPrefix("127.")
    }

    /// The host as written before a port in a URL.
    var host: String { address.contains(":") ? "[\(address)]" : address }

    /// The address with its port, as text.
    package var text: String { "\(host):\(port)" }
}

/// The limits that a server enforces on connections, requests and times.
package struct ServerLimits: Sendable {
    /// The maximum number of open connections; beyond it, an unpaired connection is closed, or else a paired one.
    package var connectionsMax: Int
    /// The maximum number of open connections from one address; beyond it, the oldest one is closed.
    package var addressConnectionsMax = 64
    /// The maximum number of connections without the cookie of a paired screen.
    package var unpairedConnectionsMax = 16
    /// The maximum size in bytes of all headers of a request, and of a single header or the request's target.
    package var headerBytesMax = 16 << 10
    package var fieldBytesMax = 8 << 10
    /// The maximum number of headers of a request.
    package var headersMax = 100
    /// The maximum size in bytes of the body of a POST request; other requests have none.
    package var bodyBytesMax = 64 << 10
    /// The maximum time in milliseconds for a request to arrive, from its first byte or the start of the connection.
    package var arrivalMs = 10_000
    /// The maximum times in milliseconds for a request to be answered, and for the client to receive the response.
    package var answerMs = 60_000
    package var deliveryMs = 10_000
    /// The maximum time in milliseconds between two requests on a connection.
    package var idleMs = 30_000
    /// The maximum time in milliseconds between two requests on an unpaired connection, before its first byte, and
    /// from there to the end of a request's headers.
    package var unpairedIdleMs = 5_000
    /// The time in milliseconds for which a closing connection is still read, so that its last response arrives.
    package var closeDelayMs = 500

    /// Creates the default limits, with connections for at most half of the files that may be open.
    ///
    /// Without a free file, the server could accept no paired screen either.
    package init() { connectionsMax = min(256, Self.openFilesMax() / 2) }

    private static func openFilesMax() -> Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
        return Int(clamping: limit.rlim_cur)
    }
}

/// The open connections of a server, with capacity reserved for paired screens, and its requests in progress.
final class ConnectionRegistry: Sendable {
    private typealias Connection = (number: Int, address: String, channel: any Channel, isPaired: Bool)

    private let limits: ServerLimits
    /// The number of connections so far, and the open ones, oldest first.
    private let state = LockedValue<(count: Int, connections: [Connection])>((0, []))
    private let requests = Atomic<Int>(0)
    private let over = Atomic<Bool>(false)

    init(_ limits: ServerLimits) { self.limits = limits }

    /// Registers a new connection, and returns its number.
    ///
    /// If one address has too many, its oldest unpaired connection is closed, or else its oldest one. If the whole
    /// server has too many, the oldest unpaired connection of any address is closed, or else the oldest one of the
    /// address with the most, so that the screen of another address can always connect.
    func enter(_ channel: any Channel, _ address: String) -> Int {
        let (number, surplus) = state.withLock { state -> (Int, (any Channel)?) in
            let sameAddress = state.connections.indices.filter { state.connections[$0].address == address }
            let unpaired = sameAddress.filter { !state.connections[$0].isPaired }
            var surplus: Int?
            if unpaired.count >= limits.unpairedConnectionsMax {
                surplus = unpaired.first
            } else if sameAddress.count >= limits.addressConnectionsMax {
                surplus = unpaired.first ?? sameAddress.first
            } else if state.connections.count >= limits.connectionsMax {
                let counts = Dictionary(state.connections.map { ($0.address, 1) }, uniquingKeysWith: +)
                let most = counts.values.max()
                surplus =
                    state.connections.firstIndex { !$0.isPaired }
                    ?? state.connections.firstIndex { counts[$0.address] == most }
            }
            let closed = surplus.map { state.connections.remove(at: $0).channel }
            state.count += 1
            state.connections.append((state.count, address, channel, isPaired: false))
            return (state.count, closed)
        }
        surplus?.close(promise: nil)
        return number
    }

    /// Records whether the last request on a connection came from a paired screen.
    func setPaired(_ number: Int, _ isPaired: Bool) {
        state.withLock { state in
            guard let index = state.connections.firstIndex(where: { $0.number == number }) else { return }
            state.connections[index].isPaired = isPaired
        }
    }

    func leave(_ number: Int) { state.withLock { state in state.connections.removeAll { $0.number == number } } }

    /// Whether the server has stopped, so that further responses are dropped.
    var isOver: Bool { over.load(ordering: .acquiring) }

    var isBusy: Bool { requests.load(ordering: .relaxed) > 0 }
    func countRequest(_ change: Int) { requests.wrappingAdd(change, ordering: .relaxed) }
    func finish() { over.store(true, ordering: .releasing) }
}

/// The first handler of a connection, which notices arriving bytes, and drops them once the connection is closing.
final class InboundActivityHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Whether arriving bytes are dropped.
    var isOver = false
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
