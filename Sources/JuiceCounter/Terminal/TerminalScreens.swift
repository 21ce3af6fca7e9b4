internal import Glibc
internal import JuiceBatch
package import JuiceReports
internal import JuiceShop

/// The counter's screens in the terminal that the program was started on.
///
/// They are drawn with the control sequences that every terminal since the VT100 knows. A library would take little away:
/// Debian 12 has no notcurses, and what ncursesw has beyond that are functions of variable arguments, which Swift cannot
/// call; widths and colours the reports have already.
package struct TerminalScreens: CounterScreens {
    private let language: MessageLanguage
    private let ink: Ink

    /// Screens in a language.
    ///
    /// - Parameter ink: without colours what is chosen is marked by signs alone.
    package init(_ language: MessageLanguage, ink: Ink) {
        self.language = language
        self.ink = ink
    }

    /// Whether there is a terminal for them.
    package static var arePossible: Bool { TerminalDevice.isThere }

    /// Shows them; where the terminal is lost meanwhile, that is thrown, and the shift stays open.
    package func show(_ desk: Desk, until isAsked: () -> Bool) throws {
        let wording = CounterWording(language)
        let device = try TerminalDevice()
        let ending: TerminalLoop.Ending
        do {
            defer { device.restore() }
            var loop = TerminalLoop(desk, device, wording, ink)
            ending = loop.run(until: isAsked)
        }
        switch ending {
        case .asked, .closed: break
        case .gone: throw TerminalDevice.lost(EIO)
        }
    }
}
