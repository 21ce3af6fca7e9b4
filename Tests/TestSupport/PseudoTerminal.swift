import Foundation

/// The output and result of a program on a terminal.
package struct TerminalSession: Sendable {
    package var output: [UInt8] = []
    /// The exit status; nil when a signal ended the program.
    package var exit: Int?
    package var seconds: Double = 0

    package var text: String { String(decoding: output, as: UTF8.self) }
}

/// Runs programs with a terminal of their own as standard output and standard error.
package struct PseudoTerminal: Sendable {
    package var columns: UInt16 = 80
    package var kind = "xterm-256color"
    /// Seconds after which a program is killed.
    private let timeout: Double = 60

    // Constants that Swift does not import from the C library: requests to /dev/ptmx that unlock
    // the other end of a terminal and return its number, and the flag that makes a child a session leader.
    private static let unlock: UInt = 0x4004_5431
    private static let tellNumber: UInt = 0x8004_5430
    private static let newSession: Int32 = 0x80

    package init() {}

    /// Runs a command of the shell, which finds `arguments` as `$1` and so on.
    ///
    /// - Parameters:
    ///   - folder: the working directory.
    ///   - environment: added to the present one, from which `NO_COLOR` is taken out.
    ///   - interruptAt: when the terminal has shown this, control and C are pressed on it.
    package func run(
        _ command: String, _ arguments: [String], in folder: String, environment: [String: String] = [:],
        interruptAt: String? = nil
    ) throws -> TerminalSession {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(terminal) }
        var (isLocked, number): (Int32, UInt32) = (0, 0)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(terminal, Self.unlock, &isLocked) == 0, ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0,
            ioctl(terminal, Self.tellNumber, &number) == 0
        else { throw ProgramError(description: "no pseudo-terminal: error \(errno)") }
        let start = Date()
        let words = ["/bin/sh", "-c", "cd \"$0\" || exit; " + command, folder] + arguments
        let child = try spawn(words, environment, "/dev/pts/\(number)")
        var session = TerminalSession()
        try watch(terminal, child, interruptAt, &session)
        var status: Int32 = 0
        waitpid(child, &status, 0)
        session.seconds = Date().timeIntervalSince(start)
        if status & 0x7F == 0 { session.exit = Int((status >> 8) & 0xFF) }
        return session
    }

    /// Starts a program as the leader of a session whose terminal this is.
    private func spawn(_ words: [String], _ environment: [String: String], _ terminal: String) throws -> pid_t {
        var all = ProcessInfo.processInfo.environment
        all["NO_COLOR"] = nil
        all.merge(environment) { $1 }
        all["TERM"] = kind
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that a session's leader opens becomes its own.
        posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        return try ProgramRunner.spawn(
            words, environment: all.map { "\($0)=\($1)" }, actions: &actions, flags: Self.newSession)
    }

    /// Reads the terminal's output until no process has it open any more.
    private func watch(
        _ terminal: Int32, _ child: pid_t, _ interruptAt: String?, _ session: inout TerminalSession
    ) throws {
        let end = Date(timeIntervalSinceNow: timeout)
        var interruptAt = interruptAt
        var block = [UInt8](repeating: 0, count: 4096)
        while true {
            var descriptor = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, Int32(max(0, end.timeIntervalSinceNow * 1_000))) > 0 else {
                kill(-child, SIGKILL)
                throw ProgramError(description: "still running after \(timeout) s; it showed: \(session.text)")
            }
            let count = read(terminal, &block, block.count)
            guard count > 0 else { return }
            session.output += block.prefix(count)
            guard let text = interruptAt, session.text.contains(text) else { continue }
            interruptAt = nil
            guard write(terminal, "\u{3}", 1) == 1 else {
                throw ProgramError(description: "the terminal takes no keys: error \(errno)")
            }
        }
    }
}
