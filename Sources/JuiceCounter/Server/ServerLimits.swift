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
