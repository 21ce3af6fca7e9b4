package import JuiceBatch
internal import Mustache

/// index.html: all nights of a folder of reports, as one page without a script.
package enum IndexPage {
    /// The mark by which a page is known as made by this program; it stands near its start.
    package static let mark = #"<meta name="generator" content="juice-batch index">"#

    /// The file's content; the list is cut until it is no longer than `HTMLReport.lengthMax`.
    package static func render(_ index: NightIndex) throws(BatchError) -> String {
        let library = try library()
        let style =
            String(decoding: PackageResources.report_css, as: UTF8.self)
            + String(decoding: PackageResources.index_css, as: UTF8.self)
        var text = ""
        for linesMax in [800, 300, 100, 20] {
            text =
                library.render(page(IndexStory(index, linesMax: linesMax), style: style), withTemplate: "index") ?? ""
            if text.utf8.count <= HTMLReport.lengthMax { return text }
        }
        throw .invariant("index.html takes \(text.utf8.count) bytes")
    }

    private static func library() throws(BatchError) -> MustacheLibrary {
        do {
            MustacheContentTypes.register(PageText(), named: "PAGE")
            let template = try MustacheTemplate(
                string: String(decoding: PackageResources.index_mustache, as: UTF8.self))
            return MustacheLibrary(templates: ["index": template])
        } catch {
            throw .invariant("the template of index.html: \(error)")
        }
    }

    private static func page(_ story: IndexStory, style: String) -> PageNode {
        let (columns, lines, legend) = (story.columns, story.lines, story.legend)
        let list = PageNode(
            texts: ["titleWord": columns.title, "barWord": columns.bar, "served": legend.served, "lost": legend.lost],
            nodes: ["sums": story.sums.map { PageNode(texts: ["title": $0.title], lists: ["cells": cells($0.cells)]) }],
            lists: ["columns": cells(columns.cells), "lines": lines.map(line)])
        let first = story.first.map { first in
            PageNode(
                nodes: first.link.map { ["link": PageNode(texts: ["to": $0, "words": first.words])] }
                    ?? ["plain": PageNode(texts: ["words": first.words])])
        }
        return PageNode(
            texts: [
                "languageCode": story.language.rawValue, "title": story.title, "headline": story.headline,
                "statusWord": story.statusWord,
            ],
            shapes: ["style": style, "mark": mark, "status": story.isOpen ? "short" : "fine"],
            nodes: ["first": first, "list": lines.isEmpty ? nil : list],
            lists: [
                "tasks": story.index.tasks.map { PageNode(texts: ["text": $0]) },
                "notes": story.notes.map { PageNode(texts: ["text": $0]) },
            ])
    }

    private static func line(_ line: IndexStory.Line) -> PageNode {
        PageNode(
            texts: ["remark": line.remark],
            shapes: ["kind": line.isOpen ? " class=\"open\"" : "", "day": line.isDated ? " class=\"day\"" : ""],
            nodes: [
                "link": line.link.map { PageNode(texts: ["to": $0, "title": line.title]) },
                "plain": line.link == nil ? PageNode(texts: ["title": line.title]) : nil,
                "bar": line.bar.map {
                    PageNode(shapes: ["served": "\($0.served)", "lost": "\($0.lost)"])
                },
            ], lists: ["cells": cells(line.cells)])
    }

    private static func cells(_ texts: [String]) -> [PageNode] { texts.map { PageNode(texts: ["text": $0]) } }
}
