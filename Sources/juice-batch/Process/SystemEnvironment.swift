internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

extension Shop {
    /// The shop in the working folder of this process, with the services of the system.
    static var ofProcess: Shop {
        Shop(
            Environment(
                folder: ".", temporaryFolder: environmentVariable("TMPDIR") ?? "/tmp",
                processorCount: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), now: { utcText(of: time(nil)) },
                localTime: { Clock.localTime() }, localTimeAt: { Clock.localTime(at: $0) },
                wait: { ms in poll(nil, 0, Int32(ms)) },
                makeSeed: { HashSeed(low: .random(in: 0...(.max)), high: .random(in: 0...(.max))) },
                cancellation: .ofProcess, disk: SystemDisk()))
    }
}

/// The clock and the time zone of the system.
enum Clock {
    /// Returns the local time, such as `2026-11-20 18:30:05`, of a time in seconds since 1970 UTC, by default now.
    static func localTime(at seconds: Int = time(nil)) -> String {
        var seconds = seconds
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let length = unsafe strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &parts)
        return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static let zoneFolder = "/usr/share/zoneinfo/"

    /// The time zone's name in its database, from the variable TZ or the machine; `UTC` if neither has a name.
    static var zone: String {
        let named = (environmentVariable("TZ") ?? "").trimmingPrefix(":")
        let machine = (resolvedPath("/etc/localtime") ?? "").trimmingPrefix(zoneFolder)
        return [named, machine].map { String($0) }.first(where: isZone) ?? "UTC"
    }

    /// Whether the time zone database has a zone of this name, such as `Asia/Seoul`.
    static func isZone(_ name: String) -> Bool {
        guard name.wholeMatch(of: /[0-9A-Za-z_+-][0-9A-Za-z\/_+-]*/) != nil, name != "localtime" else { return false }
        return name == "UTC" || fileStatus(zoneFolder + name)?.isRegularFile == true
    }

    static var monotonicMs: Int { clockNs(CLOCK_MONOTONIC) / 1_000_000 }
}

extension MessageLanguage {
    /// The language of the locale, from the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
    ///
    /// It is Korean for `ko` and for a locale without a language, such as `C` and `POSIX`, and English for all others.
    static let ofLocale: MessageLanguage = {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"].map { environmentVariable($0) ?? "" }
        let language = (names.first { !$0.isEmpty } ?? "C").prefix { !"_.@".contains($0) }
        return ["ko", "C", "POSIX"].contains(language) ? .korean : .english
    }()
}

/// Raises the limit for open files to the system's maximum, since each export and running shop needs several.
func raiseOpenFileLimit() {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    // If this fails, the limit is unchanged.
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

extension CancellationToken {
    static let ofProcess = CancellationToken()

    /// Turns SIGINT, SIGTERM and SIGHUP, unless ignored, into a request to end the run with nothing applied.
    static func installSignalHandlers() {
        // The token is created here, since a handler must not be the first to access it.
        _ = ofProcess
        // Writing to a closed pipe or beyond the file size limit then returns an error, and another process that opens
        // a leased file for writing does not end this one (`isOpenForWriting`).
        for number in [SIGPIPE, SIGXFSZ, SIGIO] { signal(number, SIG_IGN) }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var action = sigaction()
            guard !isSignalIgnored(number), unsafe sigaction(number, nil, &action) == 0 else { continue }
            unsafe action.__sigaction_handler.sa_handler = { CancellationToken.ofProcess.request(signal: $0) }
            // Without SA_RESTART, a signal interrupts a read from a pipe, so that the request is noticed.
            action.sa_flags = 0
            unsafe sigaction(number, &action, nil)
        }
    }
}

/// Opens an address in the user's web browser, if there is a display and `xdg-open`; ignores failures.
func openInBrowser(_ address: String) {
    guard environmentVariable("DISPLAY") != nil || environmentVariable("WAYLAND_DISPLAY") != nil else { return }
    // The browser gets its own session, so that Ctrl-C does not end it with the counter.
    unsafe system("setsid --fork xdg-open \(Escaping.shell(address)) </dev/null >/dev/null 2>&1")
}
