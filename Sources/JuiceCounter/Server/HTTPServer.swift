internal import Glibc
internal import JuiceBatch
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// An HTTP/1.1 server that enforces limits on connections, requests and time.
package final class HTTPServer: Sendable {
    /// The error of a server that cannot listen on its address.
    package struct BindingError: Error {
        /// The system's error number; 0 if the address is invalid.
        package let errno: Int32
    }

    private let group: MultiThreadedEventLoopGroup
    private let channel: any Channel
    private let traffic: ServerTraffic

    /// The maximum time in milliseconds for which a stopping server waits for requests in progress.
    private static let endingMs = 2_000
    private static let pauseMs = 5
    private static let backlog: Int32 = 1_024

    /// Creates a server and starts listening.
    ///
    /// - Parameters:
    ///   - address: an address of this machine, such as `127.0.0.1`.
    ///   - port: the port; 0 for any free one.
    ///   - makeResponder: creates the responder, given the actual port.
    /// - Throws: `BindingError`, and any error of `makeResponder`.
    package init(
        address: String, port: Int, limits: ServerLimits = ServerLimits(),
        _ makeResponder: (Int) throws -> any WebResponder
    ) throws {
        let (group, traffic) = (MultiThreadedEventLoopGroup(numberOfThreads: 1), ServerTraffic())
        // The responder is created after the port is known.
        let (found, registry) = (LockedValue<(any WebResponder)?>(nil), ConnectionRegistry(limits))
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: Self.backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // Without this option, the second part of a response would wait for the acknowledgement of the first.
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16 << 10))
            .childChannelInitializer { channel in
                let address = channel.remoteAddress?.ipAddress ?? ""
                guard let responder = found.withLock({ $0 }), let number = registry.enter(channel, address) else {
                    return channel.eventLoop.makeFailedFuture(CancellationError())
                }
                channel.closeFuture.whenComplete { _ in registry.leave(number) }
                return channel.eventLoop.makeCompletedFuture {
                    let handler = ConnectionHandler(responder, limits, traffic) { registry.setPaired(number, $0) }
                    try Self.furnish(channel.pipeline.syncOperations, handler, limits)
                }
            }
        do {
            channel = try bootstrap.bind(host: address, port: port).wait()
        } catch {
            try? group.syncShutdownGracefully()
            throw BindingError(errno: (error as? IOError)?.errnoCode ?? 0)
        }
        self.group = group
        self.traffic = traffic
        do {
            let responder = try makeResponder(self.port)
            found.withLock { $0 = responder }
        } catch {
            stop()
            throw error
        }
    }

    private static func furnish(
        _ pipeline: ChannelPipeline.SynchronousOperations, _ handler: ConnectionHandler, _ limits: ServerLimits
    ) throws {
        var decoder = NIOHTTPDecoderLimitConfiguration()
        decoder.maxHeaderFieldSize = limits.fieldBytesMax
        decoder.maxHeaderListSize = limits.headerBytesMax
        decoder.maxHeaderFieldCount = limits.headersMax
        try pipeline.addHandler(handler.watch)
        try pipeline.configureHTTPServerPipeline(
            position: .last, withPipeliningAssistance: true, withServerUpgrade: nil, withErrorHandling: false,
            withOutboundHeaderValidation: true, withEncoderConfiguration: HTTPResponseEncoder.Configuration(),
            withDecoderLimitConfiguration: decoder)
        try pipeline.addHandler(handler)
    }

    /// The port on which the server listens.
    package var port: Int { channel.localAddress?.port ?? 0 }

    /// Stops the server: it accepts no more connections, and waits up to `endingMs` for requests in progress.
    package func stop() {
        try? channel.close().wait()
        let end = NIODeadline.now() + .milliseconds(Int64(Self.endingMs))
        while traffic.isBusy, NIODeadline.now() < end {
            try? group.next().scheduleTask(in: .milliseconds(Int64(Self.pauseMs))) {}.futureResult.wait()
        }
        traffic.finish()
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

    private init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

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
        var old = in_addr()
        if inet_pton(AF_INET, address, &old) == 1 { return UInt32(bigEndian: old.s_addr) >> 24 == 127 }
        var new = in6_addr()
        if inet_pton(AF_INET6, address, &new) == 1 {
            return new.__in6_u.__u6_addr32 == (0, 0, 0, UInt32(1).bigEndian)
        }
        return address.lowercased() == "localhost"
    }

    /// The host as written before a port in a URL.
    var host: String { address.contains(":") ? "[\(address)]" : address }

    /// The address with its port, as text.
    package var text: String { "\(host):\(port)" }
}
