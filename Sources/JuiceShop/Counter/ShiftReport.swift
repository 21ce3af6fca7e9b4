internal import CSV
internal import JuiceBatch

/// The report of a shift that was closed, for the screens that show its end.
package struct ShiftReport: Sendable, Equatable {
    /// The path of report.html, as the user named the folder.
    package let path: String
    /// The content of report.html; nil where it cannot be read, or is too long for a page.
    package let html: [UInt8]?

    /// The longest report that a page holds, in bytes.
    fileprivate static let sizeBytesMax = 4 << 20
}

extension Shift {
    /// Reads the report of the run that closed the shift; nil if none was written.
    package func report(of outcome: RunOutcome?) -> ShiftReport? {
        guard case .done(let run)? = outcome, let folder = run.reports else { return nil }
        let path = folder + "/report.html"
        return ShiftReport(path: path, html: try? content(of: path))
    }

    private func content(of path: String) throws -> [UInt8] {
        let content = try SmallFile.read(
            environment.path(path), sizeBytesMax: ShiftReport.sizeBytesMax, cancellation: CancellationToken())
        return Array(content.bytes)
    }
}
