internal import JuiceBatch
internal import JuiceReports

/// The units that let a shop's nights happen under a user's own systemd, with no rights that the user has not.
struct UserUnits {
    /// The folder of the shop: absolute.
    let folder: String
    let shop: NewShop
    let nightTime: DayStart

    /// What both are called, without their ends: by the folder, as far as units can be, and where that leaves something
    /// out, by a digest of its path as well.
    var name: String {
        let last = folder.split(separator: "/").last ?? ""
        let letters = last.unicodeScalars.filter { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789_-".unicodeScalars.contains(scalar))
        }
        let plain = letters.map { String($0) }.joined()
        return plain == last ? "juice-batch-\(last)" : "juice-batch-\(plain)-\(SHA256.hex(of: folder).prefix(8))"
    }

    var service: String {
        """
        [Unit]
        Description=Apply the night's orders of \(Self.plain(shop.name ?? "the juice shop"))

        [Service]
        Type=oneshot
        ExecStart=\(Self.quoted(shop.program)) nightly --folder \(Self.quoted(folder))
        # Rows that were short or rejected are for the reports to tell; the night itself went well.
        SuccessExitStatus=3 4

        """
    }

    var timer: String {
        """
        [Unit]
        Description=Apply the night's orders of \(Self.plain(shop.name ?? "the juice shop")) every night

        [Timer]
        OnCalendar=*-*-* \(nightTime.text):00
        # A night that the machine was off for is made up for.
        Persistent=true

        [Install]
        WantedBy=timers.target

        """
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
