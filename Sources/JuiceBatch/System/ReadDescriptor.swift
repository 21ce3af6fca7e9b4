internal import CSV
internal import Glibc

/// Something that is open for reading; closed with the last who has it.
package final class ReadDescriptor {
    /// As the system calls it.
    package let number: Int32

    /// How long a signal may go unnoticed while nothing comes.
    private static let pauseMs: Int32 = 50

    /// Takes over a descriptor that is open.
    package init(_ number: Int32) {
        self.number = number
    }

    /// Opens a path, or `-` for standard input, without waiting until somebody writes to it.
    package init(opening path: String, interruption: Interruption) throws(BatchError) {
        while true {
            try interruption.check()
            // A pipe that nobody writes to is open at once this way, and whoever reads it waits.
            let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            if opened >= 0 {
                number = opened
                return
            }
            // Somebody who holds a lease on the file is asked to give it up, or a signal came.
            guard errno == EAGAIN || errno == EINTR else { throw Self.error(path: path) }
            poll(nil, 0, Self.pauseMs)
        }
    }

    deinit {
        close(number)
    }

    /// What a failed call on a path comes to: only where the system lacks something it is not the path's fault.
    static func error(path: String) -> BatchError {
        switch errno {
        case EMFILE, ENFILE, ENOMEM: .inputOutput(path: path, errno: errno)
        default: .unreadable(path: path, errno: errno)
        }
    }

    /// Reads what comes next, and waits for it until somebody asks the run to end.
    ///
    /// - Returns: how many bytes came; 0 at the end.
    package func read(into block: inout [UInt8], path: String, interruption: Interruption) throws(BatchError) -> Int {
        while true {
            try interruption.check()
            var state = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            let ready = poll(&state, 1, Self.pauseMs)
            if ready == 0 || ready < 0 && errno == EINTR { continue }
            let count = Glibc.read(number, &block, block.count)
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            guard count >= 0 else { throw Self.error(path: path) }
            return count
        }
    }
}
