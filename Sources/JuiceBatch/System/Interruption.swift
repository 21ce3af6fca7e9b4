internal import Synchronization

/// Tells whether a signal has asked the run to end.
///
/// The program sets it from a signal handler; long operations check it between steps.
package final class Interruption: Sendable {
    private let signal = Atomic<Int32>(0)

    package init() {}

    /// Notes the number of the signal that asked; safe in a signal handler.
    package func request(signal number: Int32) {
        signal.store(number, ordering: .relaxed)
    }

    /// Returns the number of the signal that asked the run to end, and clears the request; nil if there is none.
    package func take() -> Int32? {
        let number = signal.exchange(0, ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Checks for a request to end the run.
    ///
    /// - Throws: `interrupted` if a signal has asked the run to end.
    package func check() throws(BatchError) {
        let number = signal.load(ordering: .relaxed)
        if number != 0 { throw .interrupted(signal: number) }
    }
}
