internal import Dispatch
internal import JuiceBatch
package import JuiceShop

/// The queue of the requests from all screens; those that arrive while the disk is busy are booked together.
package final class BookingQueue: Sendable {
    /// A function that receives the answers to requests, in their order.
    package typealias Receiver = @Sendable ([Answer]) -> Void

    /// The maximum number of waiting requests; further ones are rejected, unless the queue is empty.
    private static let waitingMax = 1_000

    private let shift: Shift
    private let closeShift: @Sendable () throws -> ShiftReport?
    private let over = LockedValue<ShiftEnd?>(nil)
    private let waiting = LockedValue<[(requests: [CounterRequest], receiver: Receiver)]>([])
    private let queue = DispatchQueue(label: "booking-queue")

    /// The way in which the shift ended.
    package enum ShiftEnd: Sendable {
        /// The shift was closed at this counter, with this report.
        case atThisCounter(ShiftReport?)
        /// The shift was closed by another process.
        case byAnotherProcess
        /// The shift ended at this counter without a run, because of this error.
        case withoutRun(any Error)
    }

    /// Creates the queue of a shift, with a function that closes it and returns its report; nil if there is none.
    package init(_ shift: Shift, closing closeShift: @escaping @Sendable () throws -> ShiftReport?) {
        self.shift = shift
        self.closeShift = closeShift
    }

    /// The way in which the shift ended, read without waiting for the disk; nil while it is open.
    package var ending: ShiftEnd? { over.withLock { $0 } }

    /// The shift as screens show it; reading it never waits for the disk.
    package var view: ShiftView { shift.view }

    /// Queues requests, and passes their answers to a receiver on the queue's own thread.
    ///
    /// - Returns: false if too many requests are waiting. Then none of these is queued, and `receiver` is not called.
    package func book(_ requests: [CounterRequest], _ receiver: @escaping Receiver) -> Bool {
        let isAccepted = waiting.withLock { waiting in
            let count = waiting.reduce(0) { $0 + $1.requests.count } + requests.count
            guard waiting.isEmpty || count <= Self.waitingMax else { return false }
            waiting.append((requests, receiver))
            return true
        }
        if isAccepted { queue.async { [self] in work() } }
        return isAccepted
    }

    /// The booking of each of some ids, and the shortage of the short orders among them; nil for none.
    package typealias BookingLookup = (bookings: [Booking?], shortage: ShortOrders?)

    /// Looks up bookings by their ids, and passes them to a receiver on the queue's own thread.
    package func findRequests(for ids: [String], _ receiver: @escaping @Sendable (BookingLookup) -> Void) {
        queue.async { [self] in receiver(lookUp(ids)) }
    }

    /// Looks up bookings by their ids; must be called on the queue's own thread, for example by a receiver.
    package func lookUp(_ ids: [String]) -> BookingLookup { shift.bookings(ids) }

    /// Closes the shift, and calls a receiver on the queue's own thread, with the error if that failed.
    package func close(_ receiver: @escaping @Sendable ((any Error)?) -> Void) {
        queue.async { [self] in
            do {
                if ending == nil {
                    let report = try closeShift()
                    over.withLock { $0 = .atThisCounter(report) }
                }
                receiver(nil)
            } catch {
                if view.status == .closed { over.withLock { $0 = .withoutRun(error) } }
                receiver(error)
            }
        }
    }

    /// Checks on the queue's own thread, about once a second, whether another process has closed the shift.
    package func poll() {
        queue.async { [self] in
            // If the ledger cannot be read, it is unknown whether the shift is open, so it counts as open.
            guard ending == nil, (try? shift.checkIsOpen()) == false else { return }
            over.withLock { $0 = .byAnotherProcess }
        }
    }

    private func work() {
        let jobs = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        if jobs.isEmpty { return }
        var answers = shift.book(jobs.flatMap(\.requests))[...]
        for job in jobs {
            job.receiver(Array(answers.prefix(job.requests.count)))
            answers = answers.dropFirst(job.requests.count)
        }
    }
}

extension BookingQueue {
    /// The time in milliseconds for which screens can still learn of the end; they poll more often.
    private static let shutdownGraceMs = 2_000
    private static let pauseMs = 50
    /// The number of pauses between two checks of whether another process has closed the shift.
    private static let pollAttempts = 20

    /// Returns 128 random bits as letters and digits.
    private static func makeSecret() -> String {
        (0..<2).map { _ in sixteenHexDigits(UInt64.random(in: 0...(.max))) }.joined()
    }

    /// Serves the screens until the shift has ended or `shouldEnd` returns true; they show the end of the shift.
    ///
    /// - Parameters:
    /// - names: host names of the counter in addition to those of this machine.
    /// - paired: the file of the screens that stay paired.
    /// - now: returns the time in seconds since 1970.
    /// - onListening: called when browsers can connect.
    /// - onLink: called with each link with which the screens can be opened once.
    package func showScreens(
        at address: ListenAddress, names: [String], paired: PairedScreens, now: @escaping @Sendable () -> Int,
        _ pages: CounterPages, onListening: () throws -> Void, onLink: (String) throws -> Void,
        until shouldEnd: () -> Bool
    ) throws {
        precondition(address.isLoopback || !names.isEmpty, "A non-loopback address requires at least one host name")
        let server: HTTPServer
        do throws(SystemError) {
            server = try HTTPServer(address: address.address, port: address.port)
        } catch {
            throw BatchError.inputOutput(path: address.text, errno: error.number)
        }
        defer { server.stop() }
        let access = SessionStore(
            port: server.port, names: names, home: address.isLoopback ? address.host : nil, paired: paired, now: now,
            makeSecret: Self.makeSecret)
        server.serve(WebApp(self, access, pages, makeID: Self.makeSecret))
        try onListening()
        for link in access.makeLinks() { try onLink(link) }
        var pauses = 0
        while ending == nil {
            if shouldEnd() { return }
            pauses += 1
            if pauses.isMultiple(of: Self.pollAttempts) {
                poll()
                if access.endPairingsIfFileRemoved() {
                    for link in access.makeLinks() { try onLink(link) }
                }
            }
            Self.wait(Self.pauseMs)
        }
        for _ in 0..<Self.shutdownGraceMs / Self.pauseMs where !shouldEnd() { Self.wait(Self.pauseMs) }
    }

    private static func wait(_ ms: Int) { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(ms)) }
}
