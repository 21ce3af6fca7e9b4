internal import Glibc
internal import JuiceReports

/// The web browser of the user who started the program.
enum Browser {
    /// Opens an address in the browser, if there is a display and `xdg-open`; ignores failures.
    static func open(_ address: String) {
        guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else { return }
        // In a session of its own, so that Ctrl-C does not end the browser with the counter.
        system("setsid --fork xdg-open \(SafeText.shell(address)) </dev/null >/dev/null 2>&1")
    }
}
