package import JuiceBatch
package import JuiceReports

/// The settings from which the folder of a new shop is created.
package struct NewShop: Sendable {
    /// The start time and the program of the shop's nightly runs.
    package struct Schedule: Sendable {
        /// The hour of the nightly runs.
        package var time: DayStart
        /// The time zone of that hour and of the shop's clock, as the time zone database names it.
        package var zone: String
        /// The path of the program that the units call: absolute.
        package var program: String

        package init(time: DayStart, zone: String, program: String) {
            self.time = time
            self.zone = zone
            self.program = program
        }
    }

    /// Its name in titles; nil for none.
    package var name: String?
    /// The language of its messages and reports.
    package var language: MessageLanguage
    /// The time at which the shop's business days begin.
    package var dayStart: DayStart
    /// The schedule written to the shop's systemd units; nil for no units.
    package var schedule: Schedule?

    package init(name: String?, language: MessageLanguage, dayStart: DayStart, schedule: Schedule?) {
        self.name = name
        self.language = language
        self.dayStart = dayStart
        self.schedule = schedule
    }
}

/// The files created for a new shop.
package struct BegunShop: Sendable {
    /// The folder, without links: absolute.
    package let folder: String
    /// The paths of what stands in `units/`, from the folder; none where none were asked for.
    package let units: [String]
}
