internal import NIOCore

/// Stands before everything else on a connection: notices the first byte of a request, and lets nothing pass any more
/// once the connection is given up.
final class ArrivalWatch: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Whether what arrives is dropped.
    var isOver = false
    /// Is told that bytes arrive.
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
