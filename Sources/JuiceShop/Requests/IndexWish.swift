package import JuiceReports

/// The treatment of the index in the folder that a run's reports are put into.
package enum IndexWish: Sendable {
    /// It is made, and made anew if there is one.
    case made
    /// It is made anew if there is one.
    case renewed
    /// It is left alone; the caller makes it if it is needed.
    case left
}

/// The settings for writing the index of a folder of reports.
package struct IndexSettings: Sendable {
    package var language: MessageLanguage
    /// Days on which the shop is closed.
    package var closed: ClosedDays

    package init(language: MessageLanguage, closed: ClosedDays) {
        self.language = language
        self.closed = closed
    }
}
