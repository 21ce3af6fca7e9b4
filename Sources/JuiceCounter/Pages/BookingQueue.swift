internal import Dispatch
internal import JuiceBatch
package import JuiceShop

/// The queue of the requests from all screens; those that arrive while the disk is busy are booked together.
package final class BookingQueue: Sendable {
    /// The maximum number of waiting requests; further ones are rejected, unless the queue is empty.
    private static let waitingMax = 1_000

    private let shift: Shift
    private let closeShift: @Sendable () throws -> ShiftReport?
    private let over = LockedValue<ShiftEnd?>(nil)
    private let waiting = LockedValue<[(requests: [CounterRequest], receiver: CheckedContinuation<[Answer]?, Never>)]>(
        [])
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

    /// Books requests, and returns their answers; nil if too many are waiting, so that none of these is booked.
    package func book(_ requests: [CounterRequest]) async -> [Answer]? {
        await withCheckedContinuation { receiver in
            let isAccepted = waiting.withLock { waiting in
                let count = waiting.reduce(0) { $0 + $1.requests.count } + requests.count
                guard waiting.isEmpty || count <= Self.waitingMax else { return false }
                waiting.append((requests, receiver))
                return true
            }
            if isAccepted { queue.async { [self] in work() } } else { receiver.resume(returning: nil) }
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
            job.receiver.resume(returning: Array(answers.prefix(job.requests.count)))
            answers = answers.dropFirst(job.requests.count)
        }
    }

    /// Looks up bookings by their ids, and the shortage of the short orders among them; nil for none.
    package func lookUp(_ ids: [String]) async -> (bookings: [Booking?], shortage: ShortOrders?) {
        if ids.isEmpty { return ([], nil) }
        return await withCheckedContinuation { receiver in
            queue.async { [self] in receiver.resume(returning: shift.bookings(ids)) }
        }
    }

    /// Closes the shift, unless it has ended.
    package func close() async throws {
        try await withCheckedThrowingContinuation { receiver in
            queue.async { [self] in
                let result = Result {
                    if ending != nil { return }
                    let report = try closeShift()
                    over.withLock { $0 = .atThisCounter(report) }
                }
                if case .failure(let error) = result, view.status == .closed {
                    over.withLock { $0 = .withoutRun(error) }
                }
                receiver.resume(with: result)
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
