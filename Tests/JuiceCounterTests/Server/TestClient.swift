import Glibc
import TestSupport

/// An HTTP client that can send anything.
final class TestClient {
    struct Answer {
        let status: Int
        let head: String
        let body: String
    }

    private let descriptor: Int32
    private var received: [UInt8] = []

    /// Connects to this machine.
    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, result == 0 else { throw ProgramError(description: "no server listens on \(port)") }
    }

    deinit { close(descriptor) }

    /// Sends raw bytes, unless the server has closed the connection.
    func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Sends a request and reads its response.
    func ask(_ request: String) -> Answer? {
        write(request)
        return read()
    }

    /// Whether data or the end of the connection arrives within a time.
    func waits(_ ms: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, ms) > 0
    }

    /// Reads the next response; nil at the end of the connection or after a timeout.
    func read(hasBody: Bool = true) -> Answer? {
        while true {
            let text = String(decoding: received, as: UTF8.self)
            if let gap = text.utf8.firstRange(of: "\r\n\r\n".utf8) {
                let head = String(text[..<gap.upperBound])
                let field = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }
                let size = hasBody ? field.flatMap { Int($0.dropFirst(16)) } ?? 0 : 0
                let rest = received.dropFirst(head.utf8.count)
                if rest.count >= size, let status = Int(head.dropFirst(9).prefix(3)) {
                    received = Array(rest.dropFirst(size))
                    return Answer(status: status, head: head, body: String(decoding: rest.prefix(size), as: UTF8.self))
                }
            }
            guard receive() else { return nil }
        }
    }

    /// Whether the server closes the connection within a few seconds.
    func ends() -> Bool {
        while waits(5_000) {
            if !receive() { return true }
        }
        return false
    }

    private func receive() -> Bool {
        guard waits(5_000) else { return false }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return false }
        received += bytes[..<count]
        return true
    }
}
