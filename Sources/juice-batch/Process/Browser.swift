internal import Glibc
internal import JuiceReports

/// The browser of whoever started the program.
enum Browser {
    /// Opens an address in it, if there is a screen to show it on and `xdg-open`; there is nobody to tell of a failure.
    static func open(_ address: String) {
        guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else { return }
        // In a session of its own, so that Ctrl-C does not end the browser with the counter.
        system("setsid --fork xdg-open \(SafeText.shell(address)) </dev/null >/dev/null 2>&1")
    }
}
