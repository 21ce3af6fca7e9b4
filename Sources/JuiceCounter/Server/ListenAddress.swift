internal import Glibc

/// The address and port that a counter listens on.
package struct ListenAddress: Sendable, Equatable {
    /// The host address, such as `127.0.0.1`, or `::1`.
    package let address: String
    package let port: Int

    /// The default address, on the loopback interface.
    package static let usual = ListenAddress(address: "127.0.0.1", port: 8_300)

    private init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    /// Parses a text such as `127.0.0.1:8300` or `[::1]:8300`; nil if it is no such address.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port), text[text.index(after: colon)...].allSatisfy(\.isNumber)
        else { return nil }
        var address = String(text[..<colon])
        if address.hasPrefix("[") && address.hasSuffix("]") {
            address = String(address.dropFirst().dropLast())
        } else if address.contains(":") {
            return nil
        }
        if address.isEmpty { return nil }
        self.init(address: address, port: port)
    }

    /// Whether it listens to this machine alone: `localhost`, an address of 127.0.0.0/8, or `::1`, in any spelling.
    package var isLoopback: Bool {
        var old = in_addr()
        if inet_pton(AF_INET, address, &old) == 1 { return UInt32(bigEndian: old.s_addr) >> 24 == 127 }
        var new = in6_addr()
        if inet_pton(AF_INET6, address, &new) == 1 {
            return new.__in6_u.__u6_addr32 == (0, 0, 0, UInt32(1).bigEndian)
        }
        return address.lowercased() == "localhost"
    }

    /// The address as it stands before a port.
    var host: String { address.contains(":") ? "[\(address)]" : address }

    /// The address as text.
    package var text: String { "\(host):\(port)" }
}
