internal import Glibc

/// The time of day.
enum Clock {
    /// Now in UTC, as in `2026-11-20T18:30:00Z`.
    static func now() -> String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return text(of: parts, as: "%Y-%m-%dT%H:%M:%SZ")
    }

    /// A moment where this machine is, as in `2026-11-20 18:30:05`; now unless it is said.
    ///
    /// - Parameter seconds: since 1970-01-01 00:00 UTC.
    static func localTime(at seconds: Int = time(nil)) -> String {
        var seconds = seconds
        var parts = tm()
        localtime_r(&seconds, &parts)
        return text(of: parts, as: "%Y-%m-%d %H:%M:%S")
    }

    private static let zoneFolder = "/usr/share/zoneinfo/"

    /// The name of the time zone of this process in the time zone database: that of TZ, else of the machine; `UTC` where
    /// neither has a name.
    static var zone: String {
        let named = getenv("TZ").map { String(cString: $0) } ?? ""
        let name = named.hasPrefix(":") ? String(named.dropFirst()) : named
        if isZone(name) { return name }
        guard let path = realpath("/etc/localtime", nil) else { return "UTC" }
        defer { free(path) }
        let machine = String(cString: path)
        guard machine.hasPrefix(zoneFolder), isZone(String(machine.dropFirst(zoneFolder.count))) else { return "UTC" }
        return String(machine.dropFirst(zoneFolder.count))
    }

    /// Whether the time zone database has a zone of this name, such as `Asia/Seoul`.
    static func isZone(_ name: String) -> Bool {
        let isPlain = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || "/_+-".utf8.contains(byte)
        }
        var status = stat()
        guard isPlain, !name.isEmpty, !name.hasPrefix("/"), name != "localtime" else { return false }
        return name == "UTC" || stat(zoneFolder + name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// A time that only goes on, in milliseconds.
    static var monotonicMs: Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return now.tv_sec * 1_000 + now.tv_nsec / 1_000_000
    }

    private static func text(of parts: tm, as format: String) -> String {
        var parts = parts
        var text = [CChar](repeating: 0, count: 32)
        let length = strftime(&text, text.count, format, &parts)
        return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
