internal import JuiceReports
internal import Mustache

/// The templates of the screens.
struct Templates: Sendable {
    /// A template that cannot be read; a test reads them all.
    struct Fault: Error {
        let text: String
    }

    /// The escaping of the templates, all of which use it.
    private struct ScreenText: MustacheContentType {
        func escapeText(_ text: String) -> String { Escaping.escaped(text) }
    }

    private let library: MustacheLibrary

    init() throws(Fault) {
        MustacheContentTypes.register(ScreenText(), named: "SCREEN")
        let files = [
            "orders": PackageResources.orders_mustache, "stock": PackageResources.stock_mustache,
            "message": PackageResources.message_mustache, "head": PackageResources.head_mustache,
            "answer": PackageResources.answer_mustache, "latest": PackageResources.latest_mustache,
            "figures": PackageResources.figures_mustache, "tally": PackageResources.tally_mustache,
            "day": PackageResources.day_mustache,
        ]
        do {
            library = MustacheLibrary(
                templates: try files.mapValues { try MustacheTemplate(string: String(decoding: $0, as: UTF8.self)) })
        } catch {
            throw Fault(text: "\(error)")
        }
    }

    /// A template, filled in.
    func render(_ node: PageNode, _ name: String) -> String {
        guard let text = library.render(node, withTemplate: name) else { preconditionFailure("no template \(name)") }
        return text
    }
}

/// A file that pages load besides themselves.
package enum Asset: Sendable {
    case style
    case script
    case icon

    /// The media type, as in the header of a response.
    package var type: String {
        switch self {
        case .style: "text/css; charset=utf-8"
        case .script: "text/javascript; charset=utf-8"
        case .icon: "image/svg+xml"
        }
    }

    /// The content of the file.
    package var bytes: [UInt8] {
        switch self {
        case .style: PackageResources.counter_css
        case .script: PackageResources.counter_js
        case .icon: PackageResources.icon_svg
        }
    }
}
