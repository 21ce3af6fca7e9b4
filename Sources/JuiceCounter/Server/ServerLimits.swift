/// What a server puts up with.
package struct ServerLimits: Sendable {
    /// How many connections may be open; more are closed as soon as they are made.
    package var connectionsMax = 256
    /// How long all headers of a request may be, and one of them or its address, in bytes.
    package var headerBytesMax = 16 << 10
    package var fieldBytesMax = 8 << 10
    /// How many headers a request may have.
    package var headersMax = 100
    /// How long a request may take to arrive, in milliseconds from its first byte, or from the connection on.
    package var arrivalMs = 10_000
    /// How long a request may take to be answered, and the response to be received by the client, in milliseconds.
    package var answerMs = 60_000
    package var deliveryMs = 10_000
    /// How long a connection may rest between two requests, in milliseconds.
    package var idleMs = 30_000
    /// How long a connection that is given up is read from all the same, so that its last answer arrives, in
    /// milliseconds.
    package var lingerMs = 500

    /// The limits of a counter.
    package init() {}
}
