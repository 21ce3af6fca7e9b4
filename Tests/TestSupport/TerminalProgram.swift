import Foundation

/// A program on a terminal whose keys a test presses.
package final class TerminalProgram {
    /// Everything that came to the terminal.
    package private(set) var output: [UInt8] = []

    private var terminal: Int32
    private let shell: pid_t
    private var columns: Int
    private var rows: Int
    private let settingsBefore: [UInt32]

    /// How long anything is waited for, in seconds.
    private static let patience: Double = 20

    init(terminal: Int32, shell: pid_t, columns: Int, rows: Int) {
        self.terminal = terminal
        self.shell = shell
        self.columns = columns
        self.rows = rows
        settingsBefore = Self.settings(terminal)
    }

    deinit {
        if let program = try? program() { kill(program, SIGKILL) }
        kill(shell, SIGKILL)
        var status: Int32 = 0
        waitpid(shell, &status, 0)
        hangUp()
    }

    /// Everything that came to the terminal as text.
    package var text: String { String(decoding: output, as: UTF8.self) }

    /// What the terminal shows.
    package var screen: ScreenGrid { ScreenGrid(text, columns: columns, rows: rows) }

    /// Whether the terminal is set as a new one is, and shows its first page and its cursor.
    package var isRestored: Bool {
        let screen = screen
        return Self.settings(terminal) == settingsBefore && !screen.isOtherPage && screen.isCursorShown
            && screen.switchedOn.isSubset(of: ["7", "25"])
    }

    /// Whether keys come one by one and are not shown.
    package var isRaw: Bool { Self.settings(terminal) != settingsBefore }

    private static func settings(_ terminal: Int32) -> [UInt32] {
        var settings = termios()
        tcgetattr(terminal, &settings)
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    }

    /// Presses keys, as the bytes that a terminal sends for them.
    package func press(_ keys: String) throws { try press(Array(keys.utf8)) }

    /// Sends bytes.
    package func press(_ bytes: [UInt8]) throws {
        guard write(terminal, bytes, bytes.count) == bytes.count else {
            throw ProgramError(description: "the terminal takes no keys: error \(errno)")
        }
    }

    /// Makes the window larger or smaller.
    package func resize(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    }

    /// The program's process.
    package func program() throws -> Int32 {
        guard let number = number(behind: "[pid "), let process = pid_t(exactly: number) else {
            throw ProgramError(description: "nothing was started: \(text)")
        }
        return process
    }

    /// Waits until the program is no more, where nobody is left to tell how it ended.
    package func vanish() throws {
        let path = "/proc/\(try program())/cmdline"
        let start = Date()
        // Of a process that has ended and that nobody has asked for yet it is empty.
        while FileManager.default.contents(atPath: path).map({ !$0.isEmpty }) ?? false {
            guard Date().timeIntervalSince(start) < Self.patience else {
                throw ProgramError(description: "still running without its terminal")
            }
            usleep(5_000)
        }
    }

    /// The number that stands in the output behind a text.
    private func number(behind text: String) -> Int? {
        let whole = self.text
        guard let place = whole.range(of: text) else { return nil }
        return Int(whole[place.upperBound...].prefix { $0 != "]" })
    }

    /// Sends a signal to the program.
    package func send(_ signal: Int32) throws { kill(try program(), signal) }

    /// Takes the terminal away.
    package func hangUp() {
        if terminal >= 0 { close(terminal) }
        terminal = -1
    }

    /// Waits until the terminal shows a text.
    @discardableResult
    package func wait(for text: String) throws -> ScreenGrid {
        try wait("'\(text)'") { $0.text.contains(text) }
    }

    /// Waits until the terminal shows something.
    @discardableResult
    package func wait(_ what: String, until isShown: (ScreenGrid) -> Bool) throws -> ScreenGrid {
        let start = Date()
        while true {
            let screen = screen
            if isShown(screen) { return screen }
            guard Date().timeIntervalSince(start) < Self.patience else {
                throw ProgramError(description: "\(what) is not shown; this is:\n\(screen.text)")
            }
            if read(waitingMs: 50) { while read(waitingMs: 2) {} }
        }
    }

    /// Reads what comes within a time, in milliseconds.
    package func read(forMs: Int) {
        let end = Date().addingTimeInterval(Double(forMs) / 1_000)
        while Date() < end { read(waitingMs: 5) }
    }

    /// Waits until the program has ended.
    ///
    /// - Returns: its exit code; of a program that a signal has ended 128 more than the signal's number.
    package func end() throws -> Int {
        let start = Date()
        while Date().timeIntervalSince(start) < Self.patience {
            if let status = number(behind: "[exit ") { return status }
            read(waitingMs: 50)
        }
        throw ProgramError(description: "still running; this is shown:\n\(screen.text)")
    }

    @discardableResult
    private func read(waitingMs: Int32) -> Bool {
        var state = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        guard terminal >= 0, poll(&state, 1, waitingMs) > 0 else { return false }
        var block = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(terminal, &block, block.count)
        guard count > 0 else { return false }
        output += block.prefix(count)
        return true
    }
}
