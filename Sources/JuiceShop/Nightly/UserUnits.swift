internal import CBuild
internal import JuiceBatch
internal import JuiceReports

/// The systemd units of one shop for a user's own manager: those of the package, less what only the system's manager can grant.
struct UserUnits {
    /// The folder of the shop: absolute.
    let folder: String
    let shop: InitRequest
    let schedule: InitRequest.Schedule

    /// The base name of all units: made of the folder's name, with a digest of its path where a unit cannot have that name.
    private var name: String {
        let last = folder.split(separator: "/").last ?? ""
        let letters = last.unicodeScalars.filter { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789_-".unicodeScalars.contains(scalar))
        }
        let plain = letters.map { String($0) }.joined()
        return plain == last ? "juice-batch-\(last)" : "juice-batch-\(plain)-\(SHA256.hex(of: folder).prefix(8))"
    }

    /// The minutes from the nightly run to the status timer, the same as in the package.
    private static let statusDelayMinutes = 150

    /// The files with their names: service and timer of the nightly run, then of the status check, then what both call when
    /// they fail.
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
    /// The line of a package's unit behind which all is for the system's manager.
    private static let systemMark = "\n# The rest is for system units only"

    /// A unit of the package, filled in for this shop.
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

    /// A timer of the package that rings at another minute of the day.
    private func timer(_ template: EmbeddedFile, minutes: Int) -> String {
        let time = DayStart(minutes: minutes).text
        return unit(template).split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("OnCalendar=") ? "OnCalendar=*-*-* \(time):00 \(schedule.zone)" : String($0) }
            .joined(separator: "\n")
    }

    /// A word as systemd reads one in a command.
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

    /// A text on a line of its own, in which `%` would stand for something else.
    private static func plain(_ text: String) -> String { text.replacing("%", with: "%%") }
}
