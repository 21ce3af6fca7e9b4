internal import CBuild
internal import JuiceBatch
internal import JuiceReports

/// The systemd units of one shop for a user's service manager.
///
/// They are made from the units of the package, without the settings that only the system's manager can grant.
struct UserUnits {
    /// The absolute path of the shop's folder.
    let folder: String
    let shop: InitRequest
    let schedule: InitRequest.Schedule

    /// The base name of all units: the name of the folder, with a digest of its path if a unit cannot have that name.
    private var name: String {
        let last = folder.split(separator: "/").last ?? ""
        let letters = last.unicodeScalars.filter { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789_-".unicodeScalars.contains(scalar))
        }
        let plain = letters.map { String($0) }.joined()
        return plain == last ? "juice-batch-\(last)" : "juice-batch-\(plain)-\(SHA256.hex(of: folder).prefix(8))"
    }

    /// The minutes between the timers of the nightly run and of the status check, as in the package.
    private static let statusDelayMinutes = 150

    /// The unit files: service and timer of the nightly run, then of the status check, then the service called on
    /// failure.
    var files: [(name: String, text: String)] {
        let nightly = schedule.time.minutes
        return [
            ("\(name).service", unit(.nightlyService)),
            ("\(name).timer", timer(.nightlyTimer, minutes: nightly)),
            ("\(name)-status.service", unit(.statusService)),
            (
                "\(name)-status.timer",
                timer(.statusTimer, minutes: nightly + Self.statusDelayMinutes)
            ),
            ("\(name)-alert@.service", unit(.alertService)),
            (Self.alertName, String(cString: embedded_text(.alertScript))),
        ]
    }

    private static let alertName = "alert"
    /// The line in a unit of the package that begins the settings for the system's manager.
    private static let systemMark = "\n# The rest is for system units only"

    /// The text of a unit of the package, filled in for this shop.
    private func unit(_ template: EmbeddedFile) -> String {
        let text = String(cString: embedded_text(template))
        let common = text.split(separator: Self.systemMark, maxSplits: 1).first.map(String.init) ?? text
        let program = Self.quoted(schedule.program)
        let place = Self.quoted(folder)
        let hook = "%i %E/juice-batch/alert"
        let alert = Self.quoted("\(folder)/units/\(Self.alertName)")
        let setting = Self.quoted("JUICE_BATCH_PROGRAM=\(schedule.program)")
        let replacements = [
            ("Asia/Seoul", schedule.zone), ("juice-batch-alert@%n", "\(name)-alert@%n"),
            ("@prefix@/bin/juice-batch", program),
            (
                "@prefix@/lib/juice-batch/alert \(hook) /var/lib/juice-batch",
                "/usr/bin/env \(setting) bash \(alert) \(hook) \(place)"
            ),
            ("/var/lib/juice-batch@shop@", place),
            ("the juice shop@name@", Self.plain(shop.name ?? "the juice shop")),
        ]
        return replacements.reduce(common) { $0.replacing($1.0, with: $1.1) }
    }

    /// The text of a timer of the package with another time of day.
    private func timer(_ template: EmbeddedFile, minutes: Int) -> String {
        let time = DayStart(minutes: minutes).text
        return unit(template).split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("OnCalendar=") ? "OnCalendar=*-*-* \(time):00 \(schedule.zone)" : String($0) }
            .joined(separator: "\n")
    }

    /// A word quoted for a systemd command line.
    private static func quoted(_ word: String) -> String {
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

    /// A text with `%` escaped for a systemd unit.
    private static func plain(_ text: String) -> String { text.replacing("%", with: "%%") }
}
