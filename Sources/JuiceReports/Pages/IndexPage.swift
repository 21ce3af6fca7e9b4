package import JuiceBatch
internal import Mustache

/// The index.html of a folder of reports: all runs on one page without a script.
package enum IndexPage {
    /// The mark by which a page is known as made by this program; it stands near its start.
    package static let mark = #"<meta name="generator" content="juice-batch index">"#

    /// The file's content; the list is cut until it is no longer than `HTMLReport.lengthMax`.
    package static func render(_ index: FolderIndexModel) throws(BatchError) -> String {
        let library = try PageText.library(["index": PackageResources.index_mustache], of: "index.html")
        let style =
            String(decoding: PackageResources.report_css, as: UTF8.self)
            + String(decoding: PackageResources.index_css, as: UTF8.self)
        var text = ""
        for linesMax in [800, 300, 100, 20] {
            text =
                library.render(page(IndexViewModel(index, linesMax: linesMax), style: style), withTemplate: "index")
                ?? ""
            if text.utf8.count <= HTMLReport.lengthMax { return text }
        }
        throw .invariant("index.html takes \(text.utf8.count) bytes")
    }

    private static func page(_ viewModel: IndexViewModel, style: String) -> PageNode {
        let (columns, lines, legend) = (viewModel.columns, viewModel.lines, viewModel.legend)
        let list = PageNode(
            texts: ["titleWord": columns.title, "barWord": columns.bar, "served": legend.served, "lost": legend.lost],
            nodes: [
                "sums": viewModel.sums.map { PageNode(texts: ["title": $0.title], lists: ["cells": cells($0.cells)]) }
            ],
            lists: ["columns": cells(columns.cells), "lines": lines.map(line)])
        let first = viewModel.first.map { first in
            PageNode(
                nodes: first.link.map { ["link": PageNode(texts: ["to": $0, "words": first.words])] }
                    ?? ["plain": PageNode(texts: ["words": first.words])])
        }
        return PageNode(
            texts: [
                "languageCode": viewModel.language.rawValue, "title": viewModel.title, "headline": viewModel.headline,
                "statusWord": viewModel.statusWord,
            ],
            shapes: ["style": style, "mark": mark, "status": viewModel.isOpen ? "short" : "fine"],
            nodes: ["first": first, "list": lines.isEmpty ? nil : list],
            lists: [
                "tasks": viewModel.index.tasks.map { PageNode(texts: ["text": $0]) },
                "notes": viewModel.notes.map { PageNode(texts: ["text": $0]) },
            ])
    }

    private static func line(_ line: IndexViewModel.Line) -> PageNode {
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

/// plan.html: what to buy, as one page that needs nothing beside it, and no script.
package enum PlanPage {
    /// The file's content; lists are cut until it is no longer than `HTMLReport.lengthMax`.
    package static func render(_ model: PlanModel) throws(BatchError) -> String {
        let library = try HTMLReport.library()
        let style = String(decoding: PackageResources.report_css, as: UTF8.self)
        var text = ""
        for rowsMax in [1_000, 200, 50, 5] {
            var viewModel = PlanViewModel(model)
            viewModel.rowsMax = rowsMax
            text = library.render(page(viewModel, style: style), withTemplate: "plan") ?? ""
            if text.utf8.count <= HTMLReport.lengthMax { return text }
        }
        throw .invariant("plan.html takes \(text.utf8.count) bytes")
    }

    private static func page(_ viewModel: PlanViewModel, style: String) -> PageNode {
        let page = PageNode(
            texts: [
                "languageCode": viewModel.language.rawValue, "title": viewModel.title, "headline": viewModel.headline,
                "findWord": PageScript.findWord(viewModel.language),
            ],
            shapes: ["style": style],
            nodes: [
                "buy": PageContent.buy(viewModel, title: viewModel.listTitle),
                "basis": PageContent.table(viewModel.basis),
            ])
        return PageScript.added(to: page)
    }
}
