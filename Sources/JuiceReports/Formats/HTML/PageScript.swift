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
