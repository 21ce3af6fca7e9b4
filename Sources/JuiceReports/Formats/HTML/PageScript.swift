/// What a page with long tables can do besides, where scripts run: sort them and search them.
///
/// Without it nothing is missing. It is part of the page, which says by a digest that no other script is to run.
enum PageScript {
    /// What stands between the tags.
    static var text: String { String(decoding: PackageResources.tables_js, as: UTF8.self) }

    /// The SHA-256 of `text` as a Content-Security-Policy has it.
    static let digest = "sha256-nST24PkYxMhYYt/FgfdDydFxBpMXJ1qyIkPTvbNrxJc="

    /// From this many rows on a table can be sorted.
    static let longTableRows = 10

    /// What stands where one can search.
    static func findWord(_ language: MessageLanguage) -> String { language.pick(ko: "찾기", en: "Find") }

    /// A page with the script as its template has it, if it has a long table.
    static func added(to page: PageNode) -> PageNode {
        guard page.holds(list: "rows", of: longTableRows) else { return page }
        return page.with("script", PageNode(shapes: ["text": text, "digest": digest]))
    }
}
