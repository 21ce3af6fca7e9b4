package import JuiceBatch
package import JuiceReports

/// What the folder of a new shop is made with.
package struct NewShop: Sendable {
    /// Its name in titles; nil for none.
    package var name: String?
    /// In which language it is spoken to.
    package var language: MessageLanguage
    /// When its days begin.
    package var dayStart: DayStart
    /// The hour of its nights, for which units of systemd are written; nil for no units.
    package var nightTime: DayStart?
    /// The path of the program that the units call: absolute.
    package var program: String

    package init(name: String?, language: MessageLanguage, dayStart: DayStart, nightTime: DayStart?, program: String) {
        self.name = name
        self.language = language
        self.dayStart = dayStart
        self.nightTime = nightTime
        self.program = program
    }
}

/// What was made of a new shop.
package struct BegunShop: Sendable {
    /// The folder, without links: absolute.
    package let folder: String
    /// The paths of its units in the folder, the timer's last; none where none were asked for.
    package let units: [String]
}
