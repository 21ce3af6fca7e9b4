package import JuiceBatch
internal import Mustache

/// report.html: one page that needs nothing beside it, and no script.
package enum HTMLReport {
    /// The longest page, in bytes.
    package static let lengthMax = 400_000

    /// The file's content; lists are cut until it is no longer than `lengthMax`.
    package static func render(_ story: ReportStory) throws(BatchError) -> String {
        try render(story, library())
    }

    /// Renders a report with a template library that was read before.
    static func render(_ story: ReportStory, _ library: MustacheLibrary) throws(BatchError) -> String {
        let library = story.hoursText == nil ? library : try withHours(library)
        var style = String(decoding: PackageResources.report_css, as: UTF8.self)
        // What a page has no use for is not in it.
        if story.hasTimes { style += String(decoding: PackageResources.clock_css, as: UTF8.self) }
        var text = ""
        for rowsMax in [50, 20, 5, 1] {
            let content = PageContent(story: story.cut(to: rowsMax))
            text = library.render(content.page(style: style), withTemplate: "report") ?? ""
            if text.utf8.count <= lengthMax { return text }
        }
        throw .invariant("report.html takes \(text.utf8.count) bytes")
    }

    /// The library with the template of the hours added, which only some pages have.
    private static func withHours(_ library: MustacheLibrary) throws(BatchError) -> MustacheLibrary {
        var library = library
        do {
            try library.register(String(decoding: PackageResources.hours_mustache, as: UTF8.self), named: "hours")
        } catch {
            throw .invariant("the template of the hours: \(error)")
        }
        return library
    }

    /// The page's template and the parts of it, but for that of the hours.
    static func library() throws(BatchError) -> MustacheLibrary {
        do {
            MustacheContentTypes.register(PageText(), named: "PAGE")
            // Each part is a file of its own also because the library's parser goes through the rest of a file at each
            // name in it.
            let files = [
                "report": PackageResources.report_mustache, "todo": PackageResources.todo_mustache,
                "figures": PackageResources.figures_mustache, "stock": PackageResources.stock_mustache,
                "loss": PackageResources.loss_mustache,
                "failures": PackageResources.failures_mustache,
                "trend": PackageResources.trend_mustache, "table": PackageResources.table_mustache,
                "tomorrow": PackageResources.tomorrow_mustache, "plan": PackageResources.plan_mustache,
            ]
            return MustacheLibrary(
                templates: try files.mapValues { try MustacheTemplate(string: String(decoding: $0, as: UTF8.self)) })
        } catch {
            throw .invariant("the template of report.html: \(error)")
        }
    }
}

/// The escaping of the template: the same as the library's, which looks each character up in a table.
///
/// A part of the template that does not name it is escaped all the same.
struct PageText: MustacheContentType {
    func escapeText(_ text: String) -> String { SafeText.escaped(text) }
}
