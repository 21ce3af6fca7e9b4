package import JuiceBatch
internal import Mustache

/// report.html: one page that needs nothing beside it, and no script.
package enum HTMLReport {
    /// The longest page, in bytes.
    package static let lengthMax = 400_000

    /// The file's content; lists are cut until it is no longer than `lengthMax`.
    package static func render(_ viewModel: ReportViewModel) throws(BatchError) -> String {
        try render(viewModel, library())
    }

    /// Renders a report with a template library that was read before.
    static func render(_ viewModel: ReportViewModel, _ library: MustacheLibrary) throws(BatchError) -> String {
        let library = viewModel.hoursText == nil ? library : try withHours(library)
        var style = String(decoding: PackageResources.report_css, as: UTF8.self)
        // What a page has no use for is not in it.
        if viewModel.hasTimes { style += String(decoding: PackageResources.clock_css, as: UTF8.self) }
        var text = ""
        for rowsMax in [50, 20, 5, 1] {
            let content = PageContent(viewModel: viewModel.cut(to: rowsMax))
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
        // Each part is a file of its own also because the library's parser goes through the rest of a file at each name in
        // it.
        try PageText.library(
            [
                "report": PackageResources.report_mustache, "todo": PackageResources.todo_mustache,
                "needs": PackageResources.needs_mustache,
                "figures": PackageResources.figures_mustache, "stock": PackageResources.stock_mustache,
                "curve": PackageResources.curve_mustache,
                "loss": PackageResources.loss_mustache, "failures": PackageResources.failures_mustache,
                "trend": PackageResources.trend_mustache, "table": PackageResources.table_mustache,
                "buy": PackageResources.buy_mustache, "plan": PackageResources.plan_mustache,
            ], of: "report.html")
    }
}

/// The escaping of templates, which each template names in its first line.
///
/// The library's own looks characters up in a table, and overlooks a sign that another character combines with.
struct PageText: MustacheContentType {
    func escapeText(_ text: String) -> String { Escaping.escaped(text) }

    /// Reads the template of a page and those of its parts.
    ///
    /// - Parameters:
    ///   - files: the templates by name.
    ///   - page: the name of the page in errors.
    static func library(_ files: [String: [UInt8]], of page: String) throws(BatchError) -> MustacheLibrary {
        do {
            MustacheContentTypes.register(PageText(), named: "PAGE")
            return MustacheLibrary(
                templates: try files.mapValues { try MustacheTemplate(string: String(decoding: $0, as: UTF8.self)) })
        } catch {
            throw .invariant("the template of \(page): \(error)")
        }
    }
}

/// The optional script of a page with long tables, which sorts and searches them.
///
/// The page works without it. The page names its digest, so that no other script runs.
enum PageScript {
    /// The script between its tags.
    static var text: String { String(decoding: PackageResources.tables_js, as: UTF8.self) }

    /// The SHA-256 of `text` as a Content-Security-Policy has it.
    static let digest = "sha256-nST24PkYxMhYYt/FgfdDydFxBpMXJ1qyIkPTvbNrxJc="

    /// The number of rows from which a table can be sorted.
    static let longTableRows = 10

    /// The label of the search field.
    static func findWord(_ language: MessageLanguage) -> String { language.pick(ko: "찾기", en: "Find") }

    /// A page with the script as its template has it, if it has a long table.
    static func added(to page: PageNode) -> PageNode {
        guard page.holds(list: "rows", of: longTableRows) else { return page }
        return page.with("script", PageNode(shapes: ["text": text, "digest": digest]))
    }
}
