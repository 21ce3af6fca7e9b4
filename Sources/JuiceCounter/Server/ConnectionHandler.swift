internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// The handler of a connection, which answers its requests one after the other on its event loop.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        /// No byte of a request has arrived.
        case waiting
        /// A part of a request's head has arrived.
        case arriving
        case receiving(HTTPRequestHead)
        case answering(HTTPRequestHead)
        /// The response is being written.
        case delivering
        /// The connection is being closed, and nothing is read or written any more.
        case closing

        /// The number of requests that a stopping server waits for.
        var requestCount: Int {
            switch self {
            case .receiving, .answering, .delivering: 1
            case .waiting, .arriving, .closing: 0
            }
        }
    }

    private let responder: any WebResponder
    private let registry: ConnectionRegistry
    private var limits: ServerLimits { registry.limits }
    /// The handler before this one, which notices arriving bytes.
    let activity = InboundActivityHandler()
    /// Whether the last request came from a paired screen.
    private var isPaired = false
    private var state = State.waiting {
        didSet { registry.requests.wrappingAdd(state.requestCount - oldValue.requestCount, ordering: .relaxed) }
    }
    private var context: ChannelHandlerContext?
    private var deadline: Scheduled<Void>?
    private var body: [UInt8] = []

    /// Creates the handler of a connection in the registry.
    init(_ responder: any WebResponder, _ registry: ConnectionRegistry) {
        self.responder = responder
        self.registry = registry
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        activity.onBytes = { [unowned self] in
            guard case .waiting = state else { return }
            state = .arriving
            startTimeout(within: isPaired ? limits.arrivalMs : min(limits.arrivalMs, limits.unpairedIdleMs))
        }
    }

    func channelActive(context: ChannelHandlerContext) {
        startTimeout(within: min(limits.arrivalMs, limits.unpairedIdleMs))
        context.fireChannelActive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = nil
        state = .closing
        self.context = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.headerOverflow: closeWithStatus(431)
        case is HTTPParserError: closeWithStatus(400)
        default: context.close(promise: nil)
        }
    }

    private func startTimeout(within ms: Int) {
        deadline?.cancel()
        guard let context else { return }
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: .milliseconds(Int64(ms))) {
            let handler = bound.value
            switch handler.state {
            case .arriving, .receiving: handler.closeWithStatus(408)
            case .answering: handler.closeWithStatus(503)
            case .waiting, .delivering, .closing: handler.context?.close(promise: nil)
            }
        }
    }

    // MARK: A request

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (unwrapInboundIn(data), state) {
        case (.head(let head), .waiting), (.head(let head), .arriving): begin(head)
        case (.body(let bytes), .receiving(let head)):
            guard body.count + bytes.readableBytes <= bytesMax(head) else { return closeWithStatus(413) }
            body += bytes.readableBytesView
        case (.end, .receiving(let head)): answer(head)
        default: break
        }
    }

    private func begin(_ head: HTTPRequestHead) {
        state = .receiving(head)
        let lengths = head.headers["content-length"]
        guard head.version.major == 1, lengths.count <= 1,
            lengths.isEmpty || !head.headers.contains(name: "transfer-encoding")
        else { return closeWithStatus(400) }
        if let channel = context?.channel, responder.isPaired(request(head)) != isPaired {
            isPaired.toggle()
            registry.setPaired(channel, isPaired)
        }
        if let length = lengths.first.flatMap({ Int($0) }), length > bytesMax(head) { return closeWithStatus(413) }
        if head.headers[canonicalForm: "expect"].contains(where: { $0.lowercased() == "100-continue" }) {
            write(.head(HTTPResponseHead(version: head.version, status: .continue)))
            context?.flush()
        }
    }

    private func bytesMax(_ head: HTTPRequestHead) -> Int { head.method == .POST ? limits.bodyBytesMax : 0 }

    private func request(_ head: HTTPRequestHead) -> WebRequest {
        WebRequest(
            method: head.method.rawValue, target: head.uri, headers: head.headers.map { ($0.name, $0.value) },
            body: body)
    }

    private func answer(_ head: HTTPRequestHead) {
        guard let context else { return }
        state = .answering(head)
        startTimeout(within: limits.answerMs)
        let request = request(head)
        body = []
        let loop = context.eventLoop
        let bound = NIOLoopBound(self, eventLoop: loop)
        responder.respond(to: request) { [registry] response in
            // A stopped server has no event loop any more.
            if !registry.isStopped.load(ordering: .acquiring) { loop.execute { bound.value.deliver(response) } }
        }
    }

    // MARK: The response

    private func deliver(_ response: WebResponse) {
        guard case .answering(let head) = state, let context else { return }
        state = .delivering
        startTimeout(within: limits.deliveryMs)
        let isLast = !head.isKeepAlive
        let hasBody = head.method != .HEAD && !response.body.isEmpty
        var headers = HTTPHeaders(WebResponse.headersOfAll + response.headers)
        if response.status != 304 { headers.add(name: "Content-Length", value: String(response.body.count)) }
        if isLast { headers.add(name: "Connection", value: "close") }
        let status = HTTPResponseStatus(statusCode: response.status)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenSuccess { bound.value.delivered(isLast: isLast) }
        write(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers)), hasBody ? nil : promise)
        if hasBody { write(.body(.byteBuffer(context.channel.allocator.buffer(bytes: response.body))), promise) }
        context.flush()
    }

    /// Continues with the next request once the response is written, so that responses do not accumulate in memory.
    private func delivered(isLast: Bool) {
        guard case .delivering = state else { return }
        state = .waiting
        if isLast {
            closeAfterDelay()
        } else {
            startTimeout(within: isPaired ? limits.idleMs : min(limits.idleMs, limits.unpairedIdleMs))
        }
        // Writing the end may immediately start the next request, if that has arrived.
        write(.end(nil))
        context?.flush()
    }

    private func write(_ part: HTTPServerResponsePart, _ promise: EventLoopPromise<Void>? = nil) {
        context?.write(wrapOutboundOut(part), promise: promise)
    }

    // MARK: The end

    private func closeWithStatus(_ status: Int) {
        switch state {
        case .waiting, .arriving, .receiving, .answering: break
        case .delivering, .closing: return
        }
        let body = "\(status)\n"
        let reason = HTTPResponseStatus(statusCode: status).reasonPhrase
        let headers = WebResponse.headersOfAll + [("Content-Type", "text/plain; charset=utf-8")]
        let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        let text =
            "HTTP/1.1 \(status) \(reason)\r\n\(lines)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        // The text bypasses the encoder, which would expect a request that could be parsed.
        let first = try? context?.pipeline.syncOperations.context(handler: activity)
        first?.writeAndFlush(activity.wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        closeAfterDelay()
    }

    /// Closes the sending side, and continues to read for a while.
    ///
    /// If the socket were closed with received bytes unread, the client would get a reset and might lose the response.
    private func closeAfterDelay() {
        state = .closing
        activity.dropsBytes = true
        body = []
        context?.close(mode: .output, promise: nil)
        startTimeout(within: limits.closeDelayMs)
    }
}
