internal import CSV
internal import Glibc
internal import JuiceBatch
package import JuiceReports

extension Shop {
    /// Compares the reports of two runs.
    ///
    /// - Parameters:
    ///   - first: the reports of the earlier one: their folder, or their summary.json.
    ///   - second: the reports of the later one.
    package func compare(_ first: String, _ second: String) throws -> ReportComparison {
        ReportComparison(try summary(first), try summary(second))
    }

    /// Reads the summary.json that a path names, or that lies in the folder it names.
    private func summary(_ shownPath: String) throws(BatchError) -> ReportSummary {
        let path = environment.source(shownPath)
        var status = stat()
        let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        let file = isFolder ? (path.hasSuffix("/") ? path : path + "/") + "summary.json" : path
        let content = try SmallFile.read(file, cancellation: environment.cancellation)
        do throws(ReportError) {
            return try ReportSummary(of: Array(content.bytes))
        } catch {
            throw .badReport(path: file, mistake: error)
        }
    }
}
