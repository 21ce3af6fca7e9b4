internal import Dispatch
internal import JuiceBatch
internal import JuiceReports
package import JuiceShop

/// Serves the screens of a counter to browsers.
package struct WebScreens {
    private let address: ListenAddress
    private let names: [String]
    private let paired: PairedScreens
    private let now: @Sendable () -> Int
    private let pages: CounterPages
    private let onListening: () throws -> Void
    private let onLink: (String) throws -> Void

    /// The time in milliseconds for which screens can still learn of the end; they poll more often.
    private static let shutdownGraceMs = 2_000
    private static let pauseMs = 50
    /// The number of pauses between two checks of whether another process has closed the shift.
    private static let pollAttempts = 20

    /// Creates the screens for browsers that connect to an address.
    ///
    /// - Parameters:
    ///   - names: host names of the counter in addition to those of this machine.
    ///   - paired: the file of the screens that stay paired.
    ///   - now: returns the time in seconds since 1970.
    ///   - onListening: called when browsers can connect.
    ///   - onLink: called with each link with which the screens can be opened once.
    package init(
        _ address: ListenAddress, names: [String], paired: PairedScreens, now: @escaping @Sendable () -> Int,
        _ pages: CounterPages, onListening: @escaping () throws -> Void, onLink: @escaping (String) throws -> Void
    ) {
        precondition(address.isLoopback || !names.isEmpty, "A non-loopback address requires at least one host name")
        self.address = address
        self.names = names
        self.paired = paired
        self.now = now
        self.pages = pages
        self.onListening = onListening
        self.onLink = onLink
    }

    /// Returns 128 random bits as letters and digits.
    private static func makeSecret() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in sixteenHexDigits(generator.next()) }.joined()
    }

    /// Serves the screens until the shift has ended or `shouldEnd` returns true.
    ///
    /// - Parameters:
    ///   - bookingQueue: the queue that books requests; once its `ending` is set, the screens show the end.
    ///   - shouldEnd: whether the counter should end, for example because of a signal.
    package func show(_ bookingQueue: BookingQueue, until shouldEnd: () -> Bool) throws {
        var opened: SessionStore?
        let server: HTTPServer
        do {
            server = try HTTPServer(address: address.address, port: address.port) { port in
                let home = address.isLoopback ? address.host : nil
                let access = SessionStore(
                    port: port, names: names, home: home, paired: paired, now: now, makeSecret: Self.makeSecret)
                opened = access
                return WebApp(bookingQueue, access, pages, makeID: Self.makeSecret)
            }
        } catch let error as SystemError {
            throw BatchError.inputOutput(path: address.text, errno: error.number)
        }
        defer { server.stop() }
        try onListening()
        guard let access = opened else { preconditionFailure("a server without a responder") }
        for link in access.makeLinks() { try onLink(link) }
        var pauses = 0
        while bookingQueue.ending == nil {
            if shouldEnd() { return }
            pauses += 1
            if pauses.isMultiple(of: Self.pollAttempts) {
                bookingQueue.poll()
                if access.endPairingsIfFileRemoved() {
                    for link in access.makeLinks() { try onLink(link) }
                }
            }
            wait(Self.pauseMs)
        }
        for _ in 0..<Self.shutdownGraceMs / Self.pauseMs where !shouldEnd() { wait(Self.pauseMs) }
    }

    private func wait(_ ms: Int) { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(ms)) }
}
