package import JuiceReports

/// What becomes of the index of the folder that a run puts its reports into.
package enum IndexWish: Sendable {
    /// It is made, and made anew if there is one.
    case made
    /// It is made anew if there is one.
    case renewed
    /// It is left alone; the caller makes it if it is needed.
    case left
}

/// How the index of a folder of reports is made.
package struct IndexSettings: Sendable {
    package var language: MessageLanguage
    /// Days on which the shop is closed.
    package var closed: ClosedDays

    package init(language: MessageLanguage, closed: ClosedDays) {
        self.language = language
        self.closed = closed
    }
}
