internal import CSV
internal import Glibc

/// Something that is open for reading; closed with the last who has it.
package final class ReadDescriptor {
    /// The system's number of the descriptor.
    package let number: Int32

    /// The interval at which signals are checked while no data arrives, in milliseconds.
    private static let pauseMs: Int32 = 50

    /// Takes over a descriptor that is open.
    package init(_ number: Int32) {
        self.number = number
    }

    /// Opens a path, or `-` for standard input, without waiting for a process to open the other end of a pipe.
    package init(opening path: String, interruption: Interruption) throws(BatchError) {
        while true {
            try interruption.check()
            // With O_NONBLOCK a named pipe without a writer opens at once; `read` waits for data.
            let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            if opened >= 0 {
                number = opened
                return
            }
            // EAGAIN: another process has a lease on the file and is being asked to release it. EINTR: a signal came.
            guard errno == EAGAIN || errno == EINTR else { throw Self.error(path: path) }
            poll(nil, 0, Self.pauseMs)
        }
    }

    deinit {
        close(number)
    }

    /// The error for a failed call on a path: the path's, unless the system lacks a resource.
    static func error(path: String) -> BatchError {
        switch errno {
        case EMFILE, ENFILE, ENOMEM: .inputOutput(path: path, errno: errno)
        default: .unreadable(path: path, errno: errno)
        }
    }

    /// Reads the next bytes, waiting until some arrive.
    ///
    /// - Returns: the number of bytes read; 0 at the end of the file.
    /// - Throws: `interrupted` if a signal asks the run to end meanwhile, or the error of a failed read.
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
