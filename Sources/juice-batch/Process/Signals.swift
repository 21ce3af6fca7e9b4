internal import Glibc
internal import JuiceBatch

/// Turns SIGINT and SIGTERM into a request that the run ends by itself, with nothing applied.
enum Signals {
    /// Is asked by everything that takes long.
    static let interruption = Interruption()

    /// Installs the handlers; a signal that the caller wants ignored stays ignored.
    static func install() {
        // Made before a signal can come, since a handler must not be the first to touch it.
        _ = interruption
        // Writing to a reader that has gone is an error like any other.
        signal(SIGPIPE, SIG_IGN)
        // So is writing past the size that the system allows a file.
        signal(SIGXFSZ, SIG_IGN)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var action = sigaction()
            guard sigaction(number, nil, &action) == 0 else { continue }
            // SIG_IGN is the address 1; Swift cannot compare function pointers, so compare the bits.
            if unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1 { continue }
            action.__sigaction_handler.sa_handler = { Signals.interruption.request(signal: $0) }
            // Without SA_RESTART a read from a pipe ends, so that the request is seen.
            action.sa_flags = 0
            sigaction(number, &action, nil)
        }
    }
}
