internal import Dispatch
internal import JuiceBatch
package import JuiceShop

/// The queue of the requests from all screens, which one thread books.
///
/// Requests that arrive while the disk is busy are booked together.
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
    }

    /// Creates the queue of a shift.
    ///
    /// - Parameter closeShift: closes the shift, and returns its report; nil if there is none.
    package init(_ shift: Shift, closing closeShift: @escaping @Sendable () throws -> ShiftReport?) {
        self.shift = shift
        self.closeShift = closeShift
    }

    /// The way in which the shift ended; nil while it is open.
    ///
    /// Reading it never waits for the disk.
    package var ending: ShiftEnd? { over.withLock { $0 } }

    /// The shift as screens show it; reading it never waits for the disk.
    package var view: ShiftView { shift.view }

    /// Queues requests to be booked.
    ///
    /// - Parameter receiver: receives the answers on the queue's own thread, once all of these requests are booked or
    ///   refused.
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

    /// Closes the shift and records it.
    ///
    /// - Parameter receiver: is called on the queue's own thread, with the error if the shift could not be closed.
    package func close(_ receiver: @escaping @Sendable ((any Error)?) -> Void) {
        queue.async { [self] in
            do {
                if ending == nil {
                    let report = try closeShift()
                    over.withLock { $0 = .atThisCounter(report) }
                }
                receiver(nil)
            } catch {
                receiver(error)
            }
        }
    }

    /// Checks, on the queue's own thread, whether another process has closed the shift, and if so sets `ending`.
    ///
    /// It should be called about once a second.
    package func poll() {
        queue.async { [self] in
            // If the ledger cannot be read, it is unknown whether the shift is open, so it counts as open.
            guard ending == nil, (try? shift.checkIsOpen()) == false else { return }
            over.withLock { $0 = .byAnotherProcess }
        }
    }

    /// Books all waiting requests.
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
