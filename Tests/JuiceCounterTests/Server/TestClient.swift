import Glibc

/// An HTTP client that can send anything.
final class TestClient {
    struct Answer: Equatable {
        let status: Int
        let head: String
        let body: String
    }

    private let descriptor: Int32
    private var received: [UInt8] = []

    /// Connects to this machine; nil if that fails.
    init?(port: Int) {
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
        guard descriptor >= 0, result == 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Sends raw bytes; false if the server has closed the connection.
    @discardableResult
    func write(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Whether data or the end of the connection arrives within a time.
    func waits(_ ms: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, ms) > 0
    }

    /// Reads the next response; nil at the end of the connection or after a timeout.
    func read(hasBody: Bool = true) -> Answer? {
        while true {
            if let answer = takeAnswer(hasBody) { return answer }
            guard receive() else { return nil }
        }
    }

    /// Whether the server closes the connection within a few seconds.
    func ends() -> Bool {
        while waits(3_000) {
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

    private func takeAnswer(_ hasBody: Bool) -> Answer? {
        let text = String(decoding: received, as: UTF8.self)
        guard let gap = text.utf8.ranges(of: "\r\n\r\n".utf8).first else { return nil }
        let head = String(text[..<gap.lowerBound])
        let lines = head.split(separator: "\r\n")
        let length =
            lines.first { $0.lowercased().hasPrefix("content-length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
        let (start, size) = (head.utf8.count + 4, hasBody ? length : 0)
        guard received.count >= start + size, let status = lines.first.flatMap({ Int($0.dropFirst(9).prefix(3)) })
        else {
            return nil
        }
        let body = String(decoding: received[start..<start + size], as: UTF8.self)
        received.removeFirst(start + size)
        return Answer(status: status, head: head, body: body)
    }
}
