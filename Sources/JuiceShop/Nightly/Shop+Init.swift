internal import CSV
internal import Glibc
package import JuiceBatch
internal import JuiceCore
package import JuiceReports

extension Shop {
    /// Begins a shop: makes its folder, with an inbox, the menu, settings, and units if they are asked for.
    ///
    /// What is there already with just this content stays, so that a beginning that was cut short can be made whole by the
    /// same command.
    ///
    /// - Parameter path: of the folder, which is made if it is missing; the one that it lies in has to be there.
    /// - Returns: the folder, absolute and without links, and the paths of the files in `units/`, relative to it.
    /// - Throws: `cannotCreate`, before anything is written, where something else has a name that is needed.
    package func begin(_ shop: InitRequest, at path: String) throws(BatchError) -> (folder: String, units: [String]) {
        try refuseChain(path)
        let path = environment.path(path)
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .cannotCreate(path: path, errno: errno) }
        let folder = try ReportFolder.resolved(path)
        let units = shop.schedule.map { UserUnits(folder: folder, shop: shop, schedule: $0).files } ?? []
        var files = [(name: "menu.csv", text: Self.menuText)]
        files += units.map { (name: "units/\($0.name)", text: $0.text) }
        // The last one, since it makes the folder a shop's.
        files.append((name: "juice-batch.json", text: Self.settings(of: shop)))
        var missing: [(name: String, text: String)] = []
        for file in files where try !isThere(file.text, at: "\(folder)/\(file.name)") { missing.append(file) }
        _ = try OpenFolder("\(folder)/inbox")
        if !units.isEmpty { _ = try OpenFolder("\(folder)/units") }
        for file in missing { try NewFile.write(file.text, to: "\(folder)/\(file.name)") }
        return (folder, files.map(\.name).filter { $0.hasPrefix("units/") })
    }

    /// The built-in menu, to be changed into the shop's own.
    private static var menuText: String {
        String(decoding: CellStyle(isForExcel: false).file(MenuFile.rows(.builtIn)), as: UTF8.self)
    }

    private static func settings(of shop: InitRequest) -> String {
        JSONValue.present([
            "shop": shop.name, "language": shop.language == .korean ? nil : shop.language.rawValue,
            "day_start": shop.dayStart == .midnight ? nil : shop.dayStart.text, "menu": "menu.csv",
        ]).settingsText
    }

    /// Whether a file has just this content; false if nothing has its name.
    private func isThere(_ text: String, at path: String) throws(BatchError) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw .cannotCreate(path: path, errno: errno) }
            return false
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size == text.utf8.count else {
            throw .cannotCreate(path: path, errno: EEXIST)
        }
        let content = try SmallFile.read(path, cancellation: environment.cancellation)
        guard Array(content.bytes) == Array(text.utf8) else { throw .cannotCreate(path: path, errno: EEXIST) }
        return true
    }
}

/// The settings from which the folder of a new shop is created.
package struct InitRequest: Sendable {
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

    /// The shop's name in titles; nil for none.
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
