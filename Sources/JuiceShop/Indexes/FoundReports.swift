internal import JuiceReports

/// A set of reports in a folder, or a folder that should be one.
struct FoundReports {
    /// Its path from the folder of the index: one name, or two where it lies in a folder that is called by a date.
    let path: [FileName]
    /// Whether there is a report.html.
    let hasPage: Bool
    /// The figures of its summary.json; nil where that is missing or invalid.
    let figures: NightFigures?

    /// Whether it lies where those of a night do.
    var isOfNight: Bool { path.count == 2 }

    /// Whether its run had a failure.csv for an input.
    var isRetry: Bool { figures?.inputs.contains(where: \.isRetry) == true }

    /// The path as text.
    var name: String { path.map(\.text).joined(separator: "/") }

    /// The address of its report.html from the folder of the index; nil where there is none.
    var link: String? {
        hasPage ? path.map { Self.address($0.bytes) }.joined(separator: "/") + "/report.html" : nil
    }

    /// A name as a part of an address (RFC 3986): every byte that could mean something there stands as `%XX`.
    private static func address(_ name: [UInt8]) -> String {
        var address = ""
        for byte in name {
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-._~".unicodeScalars.contains(scalar)) {
                address.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                address += byte < 16 ? "%0" + digits : "%" + digits
            }
        }
        return address
    }
}
