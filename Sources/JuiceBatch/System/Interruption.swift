internal import Synchronization

/// Whether somebody asked the run to end.
///
/// The program sets it from a signal handler; everything that takes long asks it between steps.
package final class Interruption: Sendable {
    private let signal = Atomic<Int32>(0)

    package init() {}

    /// Notes the number of the signal that asked; safe in a signal handler.
    package func request(signal number: Int32) {
        signal.store(number, ordering: .relaxed)
    }

    /// The signal that asked, after which nobody has; nil if nobody has.
    package func take() -> Int32? {
        let number = signal.exchange(0, ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Throws `interrupted` once somebody has asked.
    package func check() throws(BatchError) {
        let number = signal.load(ordering: .relaxed)
        if number != 0 { throw .interrupted(signal: number) }
    }
}
