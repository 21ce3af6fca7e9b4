internal import Glibc
internal import JuiceBatch

/// The terminal that the program was started on, as screens want it: keys one by one, no echo, a page of its own.
///
/// What it was before is put back by `restore`, and by the handlers of signals that end a program in mid-work as far as
/// that can be done there; only after SIGKILL nobody does.
struct TerminalDevice {
    /// What has come to pass while waiting for a key.
    enum Event: Equatable {
        case bytes([UInt8])
        /// Nothing has come.
        case quiet
        /// The terminal is no more.
        case gone
    }

    // The other page; no cursor; no line that flows over; pastes marked.
    private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J"
    private static let leave: StaticString = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    private static let fatalSignals = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
    /// What a terminal that answers to no question of size is taken for.
    private static let usualSize = (columns: 80, rows: 24)
    /// A terminal that takes no more than that at once still takes it without making anybody wait, in bytes.
    private static let pieceBytes = 256
    // All that a terminal keeps for who reads it: a text that was pasted comes as one.
    private static let readBytes = 4_096
    private static let pauseMs: Int32 = 50
    /// How long a terminal that takes nothing is waited for, in tries of `pauseMs` each.
    private static let triesMax = 40

    // What the terminal was when the program first took it; in one place, where the handler of a signal finds it.
    private static let before: termios? = {
        var settings = termios()
        return tcgetattr(STDIN_FILENO, &settings) == 0 ? settings : nil
    }()

    /// Whether standard input and output are a terminal that can move its cursor.
    static var isThere: Bool {
        let kind = getenv("TERM").map { String(cString: $0) } ?? ""
        return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && !kind.isEmpty && kind != "dumb"
    }

    /// Takes the terminal for screens.
    init() throws(BatchError) {
        guard var settings = Self.before else { throw Self.lost(ENOTTY) }
        Self.catchFatalSignals(true)
        cfmakeraw(&settings)
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0 else { throw Self.lost(errno) }
        _ = write(Self.enter)
    }

    /// What is thrown where the terminal is no more.
    static func lost(_ errno: Int32) -> BatchError { .inputOutput(path: "terminal", errno: errno) }

    /// Puts back what the terminal was before; keys that nobody has read are forgotten.
    func restore() {
        Self.catchFatalSignals(false)
        _ = write("\(Self.leave)")
        tcflush(STDIN_FILENO, TCIFLUSH)
        Self.putBack()
    }

    /// How many columns and rows it has now.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return Self.usualSize
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Whether somebody has hung up.
    var isGone: Bool {
        var state = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
        return poll(&state, 1, 0) > 0
    }

    /// Waits for keys; a signal ends the wait.
    func wait(ms: Int) -> Event {
        var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, Int32(ms)) > 0 else { return .quiet }
        var bytes = [UInt8](repeating: 0, count: Self.readBytes)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0 && (errno == EINTR || errno == EAGAIN) { return .quiet }
        return count > 0 ? .bytes(Array(bytes.prefix(count))) : .gone
    }

    /// Writes a text.
    ///
    /// - Returns: false if the terminal has not taken all of it.
    func write(_ text: String) -> Bool {
        var left = Array(text.utf8)[...]
        var tries = 0
        while !left.isEmpty, tries < Self.triesMax {
            var state = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
            guard poll(&state, 1, Self.pauseMs) > 0 else {
                tries += 1
                continue
            }
            let piece = Array(left.prefix(Self.pieceBytes))
            let count = Glibc.write(STDOUT_FILENO, piece, piece.count)
            if count < 0 && errno != EINTR && errno != EAGAIN { return false }
            if count > 0 { left = left.dropFirst(count) } else { tries += 1 }
        }
        return left.isEmpty
    }

    private static func putBack() {
        if var settings = before { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
    }

    /// Puts the terminal in order where the program is about to end in mid-work, or leaves that to the system again.
    private static func catchFatalSignals(_ isWanted: Bool) {
        for number in fatalSignals {
            guard isWanted else {
                signal(number, SIG_DFL)
                continue
            }
            // Only what may be called in a handler, and nothing that is made when it is first used.
            signal(number) { number in
                _ = Glibc.write(STDOUT_FILENO, TerminalDevice.leave.utf8Start, TerminalDevice.leave.utf8CodeUnitCount)
                TerminalDevice.putBack()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }
}
