internal import Dispatch
internal import JuiceBatch
package import JuiceShop

/// The queue of the requests from all screens; those that arrive while the disk is busy are booked together.
package final class BookingQueue: Sendable {
    private let shift: Shift
    private let closeShift: @Sendable () throws -> ShiftReport?
    private let end = LockedValue<ShiftEnd?>(nil)
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
    package var shiftEnd: ShiftEnd? { end.withLock { $0 } }

    /// The shift as screens show it; reading it never waits for the disk.
    package var view: ShiftView { shift.view }

    /// Books requests, and returns their answers; nil if more than 1,000 requests would wait, so that none is booked.
    ///
    /// An empty queue accepts any number of requests.
    package func book(_ requests: [CounterRequest]) async -> [Answer]? {
        await withCheckedContinuation { receiver in
            let isAccepted = waiting.withLock { waiting in
                let count = waiting.reduce(0) { $0 + $1.requests.count } + requests.count
                guard waiting.isEmpty || count <= 1_000 else { return false }
                waiting.append((requests, receiver))
                return true
            }
            guard isAccepted else { return receiver.resume(returning: nil) }
            queue.async { [self] in
                let jobs = waiting.withLock { exchange(&$0, with: []) }
                if jobs.isEmpty { return }
                var answers = shift.book(jobs.flatMap(\.requests))[...]
                for job in jobs {
                    job.receiver.resume(returning: Array(answers.prefix(job.requests.count)))
                    answers = answers.dropFirst(job.requests.count)
                }
            }
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
                do {
                    let shiftEnd = try shiftEnd ?? .atThisCounter(closeShift())
                    end.withLock { $0 = shiftEnd }
                    receiver.resume()
                } catch {
                    if view.status == .closed { end.withLock { $0 = .withoutRun(error) } }
                    receiver.resume(throwing: error)
                }
            }
        }
    }

    /// Serves the screens until the shift has ended or `shouldEnd` returns true; they show the end of the shift.
    ///
    /// The counter has the host names `names` in addition to those of this machine. `paired` is the file of the screens
    /// that stay paired, and `now` returns the time in seconds since 1970. `onListening` is called when browsers can
    /// connect, and `onLink` with each link; a link opens the screens in one browser, once.
    package func showScreens(
        at address: ListenAddress, names: [String], paired: PairedScreens, now: @escaping @Sendable () -> Int,
        _ pages: CounterPages, onListening: () throws -> Void, onLink: (String) throws -> Void,
        until shouldEnd: () -> Bool
    ) throws {
        precondition(address.isLoopback || !names.isEmpty, "A non-loopback address requires at least one host name")
        let server = try HTTPServer(address)
        defer { server.stop() }
        let access = SessionStore(
            port: server.port, names: names, home: address.isLoopback ? address.host : nil, paired: paired, now: now
        ) {
            (0..<2).map { _ in sixteenHexDigits(UInt64.random(in: 0...(.max))) }.joined()
        }
        server.serve(WebApp(self, access, pages))
        try onListening()
        for link in access.makeLinks() { try onLink(link) }
        var pauses = 0
        while shiftEnd == nil {
            if shouldEnd() { return }
            pauses += 1
            // About once a second: has another process closed the shift, or removed the file of the paired screens?
            if pauses.isMultiple(of: 20) {
                queue.async { [self] in
                    // While the ledger cannot be read, the shift counts as open.
                    guard shiftEnd == nil, (try? shift.checkIsOpen()) == false else { return }
                    end.withLock { $0 = .byAnotherProcess }
                }
                if access.endPairingsIfFileRemoved() {
                    for link in access.makeLinks() { try onLink(link) }
                }
            }
            Self.pause()
        }
        // Visible screens poll more often than every two seconds, and so learn of the end in this time.
        for _ in 0..<40 where !shouldEnd() { Self.pause() }
    }

    private static func pause() { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(50)) }
}
