internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

extension Shop {
    /// The shop of the folder that this process works in, in the surroundings that it has.
    static var ofProcess: Shop {
        Shop(
            Environment(
                folder: ".", temporaryFolder: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp",
                processorCount: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), now: Clock.now,
                localTime: { Clock.localTime() }, localTimeAt: { Clock.localTime(at: $0) },
                wait: { ms in poll(nil, 0, Int32(ms)) },
                makeSeed: {
                    var generator = SystemRandomNumberGenerator()
                    return HashSeed(from: &generator)
                }, cancellation: Signals.cancellation, disk: SystemDisk()))
    }
}

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

extension MessageLanguage {
    /// The language of the locale in `LC_ALL`, `LC_MESSAGES` or `LANG`: Korean for `ko`, English for any other; Korean where
    /// the first of them that is set names no language, as `C` and `POSIX`.
    static let ofLocale: MessageLanguage = {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"].map { (name: String) in
            getenv(name).map { String(cString: $0) } ?? ""
        }
        let language = (names.first { !$0.isEmpty } ?? "C").prefix { !"_.@".contains($0) }
        return ["ko", "C", "POSIX"].contains(language) ? .korean : .english
    }()
}

/// Raises the limit of files that this process may have open to what the system allows: each export of a chain, and each
/// shop at work, has some.
func raiseOpenFileLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    // Where it may not be raised it is what it was.
    _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

/// Turns SIGINT and SIGTERM into a request that the run ends by itself, with nothing applied.
enum Signals {
    /// The token that long operations check.
    static let cancellation = CancellationToken()

    /// Installs the handlers; a signal that the caller wants ignored stays ignored.
    static func install() {
        // Made before a signal can come, since a handler must not be the first to touch it.
        _ = cancellation
        // Writing to a reader that has gone is an error like any other.
        signal(SIGPIPE, SIG_IGN)
        // So is writing past the size that the system allows a file.
        signal(SIGXFSZ, SIG_IGN)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var action = sigaction()
            guard sigaction(number, nil, &action) == 0 else { continue }
            // SIG_IGN is the address 1; Swift cannot compare function pointers, so compare the bits.
            if unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1 { continue }
            action.__sigaction_handler.sa_handler = { Signals.cancellation.request(signal: $0) }
            // Without SA_RESTART a read from a pipe ends, so that the request is seen.
            action.sa_flags = 0
            sigaction(number, &action, nil)
        }
    }
}

/// Opens an address in the user's web browser, if there is a display and `xdg-open`; ignores failures.
func openInBrowser(_ address: String) {
    guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else { return }
    // In a session of its own, so that Ctrl-C does not end the browser with the counter.
    system("setsid --fork xdg-open \(Escaping.shell(address)) </dev/null >/dev/null 2>&1")
}
