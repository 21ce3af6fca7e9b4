internal import CBuild
internal import Glibc
package import JuiceBatch
internal import JuiceCore
package import JuiceReports

extension Shop {
    /// Creates a shop's folder with an inbox, the menu, the settings and, if requested, systemd units.
    ///
    /// The folder's parent must exist. Files with the same content are kept, so that an interrupted creation can be
    /// completed by the same command.
    ///
    /// - Returns: the absolute path of the folder without links, and the paths of the files in `units/` relative to it.
    /// - Throws: `cannotCreate`, before anything is written, if a needed name is taken by something else.
    package func createShopFolder(
        at path: String, name: String?, language: MessageLanguage, dayStart: DayStart, schedule: NightlySchedule?
    ) throws(BatchError) -> (folder: String, units: [String]) {
        try refuseChain(path)
        let path = environment.path(path)
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .cannotCreate(path: path, errno: errno) }
        let folder = try ReportFolder.resolved(path)
        let units = schedule.map { Self.unitFiles($0, of: name, in: folder) } ?? []
        // The built-in menu is a starting point for the shop's own.
        let menu = CellStyle(isForExcel: false).file(Menu.builtIn.fileRows)
        var files = [(name: "menu.csv", text: String(decoding: menu, as: UTF8.self))]
        files += units.map { (name: "units/\($0.name)", text: $0.text) }
        // The settings are written last, since they mark the folder as a shop's.
        let settings = JSONValue.omittingNulls([
            "shop": name, "language": language == .korean ? nil : language.rawValue,
            "day_start": dayStart == .midnight ? nil : dayStart.text, "menu": "menu.csv",
        ])
        files.append((name: "juice-batch.json", text: settings.settingsText))
        var missing: [(name: String, text: String)] = []
        for file in files where try !exists(file.text, at: "\(folder)/\(file.name)") { missing.append(file) }
        _ = try OpenFolder("\(folder)/inbox")
        if !units.isEmpty { _ = try OpenFolder("\(folder)/units") }
        for file in missing { try createFile(at: "\(folder)/\(file.name)", with: file.text) }
        return (folder, files.map(\.name).filter { $0.hasPrefix("units/") })
    }

    /// Whether a file exists with exactly this content; false if there is no file of that name.
    private func exists(_ text: String, at path: String) throws(BatchError) -> Bool {
        guard let status = fileStatus(path, followsLink: false) else {
            guard errno == ENOENT else { throw .cannotCreate(path: path, errno: errno) }
            return false
        }
        guard status.isRegularFile, status.st_size == text.utf8.count,
            try readSmallFile(path, cancellation: environment.cancellation) == Array(text.utf8)
        else { throw .cannotCreate(path: path, errno: EEXIST) }
        return true
    }

    // MARK: - Systemd units for a user's manager: those of the package without what only the system grants
    /// The schedule of a shop's nightly runs: the time of day at which they start, the time zone of that time and of
    /// the shop's clock, as the time zone database names it, and the absolute path of the program that units start.
    package typealias NightlySchedule = (time: DayStart, zone: String, program: String)

    /// The unit files: service and timer of the nightly run and of the status check, and the service for failures.
    private static func unitFiles(
        _ schedule: NightlySchedule, of shop: String?, in folder: String
    ) -> [(name: String, text: String)] {
        // All units have the name of the folder, with a digest of its path if a unit cannot have that name.
        let last = folder.split(separator: "/").last ?? ""
        let letters = last.unicodeScalars.filter { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789_-".unicodeScalars.contains(scalar))
        }
        let plain = letters.map { String($0) }.joined()
        let name = plain == last ? "juice-batch-\(last)" : "juice-batch-\(plain)-\(SHA256.hex(of: folder).prefix(8))"
        let quotedFolder = quotedForUnit(folder)
        let hook = "%i %E/juice-batch/alert"
        let alert = quotedForUnit("\(folder)/units/alert")
        let setting = quotedForUnit("JUICE_BATCH_PROGRAM=\(schedule.program)")
        let replacements = [
            ("Asia/Seoul", schedule.zone), ("juice-batch-alert@%n", "\(name)-alert@%n"),
            ("@prefix@/bin/juice-batch", quotedForUnit(schedule.program)),
            (
                "@prefix@/lib/juice-batch/alert \(hook) /var/lib/juice-batch",
                "/usr/bin/env \(setting) bash \(alert) \(hook) \(quotedFolder)"
            ),
            ("/var/lib/juice-batch@shop@", quotedFolder),
            // A percent sign begins a specifier of systemd.
            ("the juice shop@name@", (shop ?? "the juice shop").replacing("%", with: "%%")),
        ]
        func unit(_ template: EmbeddedFile) -> String {
            let text = embeddedText(template)
            let common = text.split(separator: "\n# The rest is for system units only", maxSplits: 1).first
            return replacements.reduce(common.map(String.init) ?? text) { $0.replacing($1.0, with: $1.1) }
        }
        func timer(_ template: EmbeddedFile, minutes: Int) -> String {
            let time = DayStart(minutes: minutes).text
            return unit(template).split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.hasPrefix("OnCalendar=") ? "OnCalendar=*-*-* \(time):00 \(schedule.zone)" : String($0) }
                .joined(separator: "\n")
        }
        return [
            ("\(name).service", unit(.nightlyService)),
            ("\(name).timer", timer(.nightlyTimer, minutes: schedule.time.minutes)),
            ("\(name)-status.service", unit(.statusService)),
            // The status is checked 150 minutes after the nightly run, as in the package.
            ("\(name)-status.timer", timer(.statusTimer, minutes: schedule.time.minutes + 150)),
            ("\(name)-alert@.service", unit(.alertService)), ("alert", embeddedText(.alertScript)),
        ]
    }

    private static func quotedForUnit(_ word: String) -> String {
        let escaped = word.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\\", "\"": "\\\(scalar)"
            case "%", "$": "\(scalar)\(scalar)"
            case "\n": "\\n"
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
