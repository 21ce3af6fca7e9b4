internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// The search for sets of reports in a folder: in its subfolders, and in the subfolders of those that are named by a
/// date, as nightly runs make them.
///
/// It skips hidden folders, which are still being written, and symbolic links.
struct ReportSearch {
    /// The maximum number of folders read; the last ones by name are preferred.
    static let foldersMax = 20_000
    /// The longest summary.json that is read, in bytes.
    static let summaryBytesMax = 4 << 20
    /// The maximum number of bytes read of all files.
    private static let bytesMax = 256 << 20

    let cancellation: CancellationToken
    /// The reports found so far, in no order.
    private(set) var found: [FoundReports] = []
    /// The address of the plan.html found last by name; nil where there is none.
    private(set) var plan: String?
    /// The number of folders that were not read.
    private(set) var foldersLeftOut = 0
    private var folders = 0
    private var bytes = 0

    init(cancellation: CancellationToken) {
        self.cancellation = cancellation
    }

    /// Searches a folder for sets.
    mutating func look(through folder: OpenFolder) throws(BatchError) {
        try look(through: folder, path: [])
    }

    private mutating func look(through folder: OpenFolder, path: [FileName]) throws(BatchError) {
        // The newest first, where dates are in the names.
        for name in try folder.names().reversed() where name.bytes.first != UInt8(ascii: ".") {
            try cancellation.check()
            let inner = try folder.inner(name)
            if case .none = inner { continue }
            guard folders < Self.foldersMax, bytes < Self.bytesMax else {
                foldersLeftOut += 1
                continue
            }
            folders += 1
            switch inner {
            case .none: break
            case .closed: found.append(FoundReports(path: path + [name], hasPage: false, figures: nil))
            case .folder(let inner): try search(inner, path: path + [name])
            }
        }
    }

    private mutating func search(_ folder: OpenFolder, path: [FileName]) throws(BatchError) {
        if folder.status(of: "summary.json") == nil {
            if path.count == 1, CalendarDay(path[0].text) != nil { return try look(through: folder, path: path) }
            // What to buy is no night.
            if folder.status(of: "plan.json") != nil {
                if plan == nil, folder.isFile("plan.html") { plan = FoundReports.address(path) + "/plan.html" }
                return
            }
        }
        found.append(FoundReports(path: path, hasPage: folder.isFile("report.html"), figures: try figures(in: folder)))
    }

    private mutating func figures(in folder: OpenFolder) throws(BatchError) -> RunSummaryFigures? {
        guard let (file, sizeBytes) = try folder.file("summary.json"), sizeBytes <= Self.summaryBytesMax else {
            return nil
        }
        bytes += sizeBytes
        do throws(BatchError) {
            let content = try SmallFile.read(
                file, path: folder.path, sizeBytesMax: Self.summaryBytesMax, cancellation: cancellation)
            return try? RunSummaryFigures(of: Array(content.bytes))
        } catch {
            if case .interrupted = error { throw error }
            return nil
        }
    }
}

extension OpenFolder {
    /// The status of an entry, without following links; nil if it does not exist.
    fileprivate func status(of name: String) -> stat? { status(of: FileName(name)) }

    /// Whether a name is that of a regular file.
    fileprivate func isFile(_ name: String) -> Bool { status(of: name).map { $0.st_mode & S_IFMT == S_IFREG } ?? false }
}

/// A set of reports in a folder, or a folder that should be one.
struct FoundReports {
    /// The path relative to the index's folder: one name, or two in a folder named by a date.
    let path: [FileName]
    /// Whether there is a report.html.
    let hasPage: Bool
    /// The figures of its summary.json; nil where that is missing or invalid.
    let figures: RunSummaryFigures?

    /// Whether the set is in a folder named by a date, as those of nightly runs are.
    var isOfNight: Bool { path.count == 2 }

    /// Whether its run had a failure.csv for an input.
    var isRetry: Bool { figures?.inputs.contains(where: \.isRetry) == true }

    /// The path as text.
    var name: String { path.map(\.text).joined(separator: "/") }

    /// The address of its report.html from the folder of the index; nil where there is none.
    var link: String? {
        hasPage ? Self.address(path) + "/report.html" : nil
    }

    /// The address of a folder from that of the index.
    fileprivate static func address(_ path: [FileName]) -> String {
        path.map { address($0.bytes) }.joined(separator: "/")
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
