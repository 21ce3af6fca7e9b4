internal import Glibc
package import JuiceBatch
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization

/// An HTTP/1.1 server that enforces limits on connections, requests and time.
package final class HTTPServer: Sendable {
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let channel: any Channel
    private let registry: ConnectionRegistry
    private let responder = LockedValue<(any WebResponder)?>(nil)

    /// Creates a server that listens at an address; its port is any free one if it is given as 0.
    ///
    /// The server closes all connections until it has a responder (`serve`). If it cannot listen, `inputOutput` is
    /// thrown, with the `errno` 0 for an invalid address.
    package init(_ address: ListenAddress, limits: ServerLimits = ServerLimits()) throws(BatchError) {
        registry = ConnectionRegistry(limits)
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // Without this option, the second part of a response would wait for the acknowledgement of the first.
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16 << 10))
            .childChannelInitializer { [registry, responder] channel in
                guard let responder = responder.withLock({ $0 }) else {
                    return channel.eventLoop.makeFailedFuture(CancellationError())
                }
                registry.enter(channel, address: channel.remoteAddress?.ipAddress ?? "")
                channel.closeFuture.whenComplete { _ in registry.leave(channel) }
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    let handler = ConnectionHandler(responder, registry)
                    var decoder = NIOHTTPDecoderLimitConfiguration()
                    decoder.maxHeaderFieldSize = limits.fieldBytesMax
                    decoder.maxHeaderListSize = limits.headerBytesMax
                    decoder.maxHeaderFieldCount = limits.headersMax
                    try pipeline.addHandler(handler.activity)
                    try pipeline.configureHTTPServerPipeline(
                        position: .last, withErrorHandling: false,
                        withEncoderConfiguration: HTTPResponseEncoder.Configuration(),
                        withDecoderLimitConfiguration: decoder)
                    try pipeline.addHandler(handler)
                }
            }
        do {
            channel = try bootstrap.bind(host: address.address, port: address.port).wait()
        } catch {
            try? group.syncShutdownGracefully()
            throw .inputOutput(path: address.text, errno: (error as? IOError)?.errnoCode ?? 0)
        }
    }

    /// Answers requests with a responder.
    package func serve(_ responder: any WebResponder) { self.responder.withLock { $0 = responder } }

    /// The port on which the server listens.
    package var port: Int { channel.localAddress?.port ?? 0 }

    /// Stops the server: it accepts no more connections, and waits up to two seconds for requests in progress.
    package func stop() {
        try? channel.close().wait()
        let end = NIODeadline.now() + .seconds(2)
        while registry.requests.load(ordering: .relaxed) > 0, NIODeadline.now() < end {
            try? group.next().scheduleTask(in: .milliseconds(5)) {}.futureResult.wait()
        }
        registry.isStopped.store(true, ordering: .releasing)
        try? group.syncShutdownGracefully()
    }
}

/// The address and port that a counter listens on.
package struct ListenAddress: Sendable, Equatable {
    /// The host address, such as `127.0.0.1` or `::1`.
    package let address: String
    /// The port, up to 65535; 0 for a free one that the system chooses.
    package let port: Int

    /// The default address, on the loopback interface.
    package static let usual = ListenAddress(address: "127.0.0.1", port: 8_300)
}

extension ListenAddress {
    /// Parses a text such as `127.0.0.1:8300` or `[::1]:8300`; nil if it is not such an address.
    package init?(_ text: String) {
        guard let match = text.wholeMatch(of: /(?:\[(?<inner>.+)\]|(?<plain>(?!\[\]:)[^:]+)):(?<port>[0-9]+)/),
            let address = match.inner ?? match.plain, let port = Int(match.port), port <= 65_535
        else { return nil }
        self.init(address: String(address), port: port)
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
    /// The maximum size in bytes of all headers of a request.
    package var headerBytesMax = 16 << 10
    /// The maximum size in bytes of a single header, and of the request's target.
    package var fieldBytesMax = 8 << 10
    /// The maximum number of headers of a request.
    package var headersMax = 100
    /// The maximum size in bytes of the body of a POST request; other requests have none.
    package var bodyBytesMax = 64 << 10
    /// The maximum time in milliseconds for a request to arrive, from its first byte or the start of the connection.
    package var arrivalMs = 10_000
    /// The maximum time in milliseconds for a request to be answered.
    package var answerMs = 60_000
    /// The maximum time in milliseconds for the client to receive a response.
    package var deliveryMs = 10_000
    /// The maximum time in milliseconds between two requests on a connection.
    package var idleMs = 30_000
    /// The maximum time in milliseconds until the first byte of a request on an unpaired connection, and again from
    /// there to the end of its headers.
    package var unpairedIdleMs = 5_000
    /// The time in milliseconds for which a closing connection is still read, so that its last response arrives.
    package var closeDelayMs = 500

    /// Creates the default limits, with connections for at most half of the files that may be open.
    ///
    /// Without a free file, the server could not accept a paired screen either.
    package init() {
        let openFilesMax = sysconf(Int32(_SC_OPEN_MAX))
        connectionsMax = openFilesMax < 0 ? 256 : min(256, openFilesMax / 2)
    }
}

/// The open connections of a server, with capacity reserved for paired screens, and its requests in progress.
final class ConnectionRegistry: Sendable {
    let limits: ServerLimits
    /// The open connections, oldest first.
    private let open = LockedValue<[(address: String, channel: any Channel, isPaired: Bool)]>([])
    /// The number of requests in progress.
    let requests = Atomic<Int>(0)
    /// Whether the server has stopped, so that further responses are dropped.
    let isStopped = Atomic<Bool>(false)

    init(_ limits: ServerLimits) { self.limits = limits }

    /// Registers a new connection.
    ///
    /// If one address has too many, its oldest unpaired connection is closed, or else its oldest one. If the whole
    /// server has too many, the oldest unpaired connection of any address is closed, or else the oldest one of the
    /// address with the most, so that the screen of another address can always connect.
    func enter(_ channel: any Channel, address: String) {
        let surplus = open.withLock { open -> (any Channel)? in
            let sameAddress = open.indices.filter { open[$0].address == address }
            let unpaired = sameAddress.filter { !open[$0].isPaired }
            var surplus: Int?
            if unpaired.count >= limits.unpairedConnectionsMax {
                surplus = unpaired.first
            } else if sameAddress.count >= limits.addressConnectionsMax {
                surplus = unpaired.first ?? sameAddress.first
            } else if open.count >= limits.connectionsMax {
                let counts = Dictionary(open.map { ($0.address, 1) }, uniquingKeysWith: +)
                let most = counts.values.max()
                surplus = open.firstIndex { !$0.isPaired } ?? open.firstIndex { counts[$0.address] == most }
            }
            defer { open.append((address, channel, isPaired: false)) }
            return surplus.map { open.remove(at: $0).channel }
        }
        surplus?.close(promise: nil)
    }

    /// Records whether the last request on a connection came from a paired screen.
    func setPaired(_ channel: any Channel, _ isPaired: Bool) {
        open.withLock { open in
            guard let index = open.firstIndex(where: { $0.channel === channel }) else { return }
            open[index].isPaired = isPaired
        }
    }

    func leave(_ channel: any Channel) { open.withLock { open in open.removeAll { $0.channel === channel } } }
}

/// The first handler of a connection, which notices arriving bytes, and drops them once the connection is closing.
final class InboundActivityHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    var dropsBytes = false
    var onBytes: () -> Void = {}

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if dropsBytes { return }
        onBytes()
        context.fireChannelRead(data)
    }
}
