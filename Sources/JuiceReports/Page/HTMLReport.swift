package import JuiceBatch
internal import Mustache

/// report.html: one page that needs nothing beside it, and no script.
package enum HTMLReport {
    /// The longest page, in bytes.
    package static let length_max = 400_000

    /// The file's content; lists are cut until it is no longer than `length_max`.
    package static func render(_ model: ReportModel) throws(BatchError) -> String {
        try render(model, library())
    }

    /// As above, with a library that was read before.
    static func render(_ model: ReportModel, _ library: MustacheLibrary) throws(BatchError) -> String {
        let style = String(decoding: PackageResources.report_css, as: UTF8.self)
        var text = ""
        for rows_max in [50, 20, 5, 1] {
            let content = PageContent(ReportStory(model: model, rows_max: rows_max), style: style)
            text = library.render(content, withTemplate: "report") ?? ""
            if text.utf8.count <= length_max { return text }
        }
        throw .invariant("report.html takes \(text.utf8.count) bytes")
    }

    /// The page's template and the part of it that is used for every table.
    static func library() throws(BatchError) -> MustacheLibrary {
        do {
            let files = ["report": PackageResources.report_mustache, "table": PackageResources.table_mustache]
            return MustacheLibrary(
                templates: try files.mapValues { try MustacheTemplate(string: String(decoding: $0, as: UTF8.self)) })
        } catch {
            throw .invariant("the template of report.html: \(error)")
        }
    }
}
