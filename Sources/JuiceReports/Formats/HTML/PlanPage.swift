package import JuiceBatch
internal import Mustache

/// plan.html: what to buy, as one page that needs nothing beside it, and no script.
package enum PlanPage {
    /// The file's content; lists are cut until it is no longer than `HTMLReport.lengthMax`.
    package static func render(_ model: PlanModel) throws(BatchError) -> String {
        let library = try HTMLReport.library()
        let style = String(decoding: PackageResources.report_css, as: UTF8.self)
        var text = ""
        for rowsMax in [1_000, 200, 50, 5] {
            var story = PlanStory(model)
            story.rowsMax = rowsMax
            text = library.render(page(story, style: style), withTemplate: "plan") ?? ""
            if text.utf8.count <= HTMLReport.lengthMax { return text }
        }
        throw .invariant("plan.html takes \(text.utf8.count) bytes")
    }

    private static func page(_ story: PlanStory, style: String) -> PageNode {
        let page = PageNode(
            texts: [
                "languageCode": story.language.rawValue, "title": story.title, "headline": story.headline,
                "findWord": PageScript.findWord(story.language),
            ],
            shapes: ["style": style],
            nodes: ["fruits": PageContent.table(story.fruits), "basis": PageContent.table(story.basis)],
            lists: ["notes": story.notes.map { PageNode(texts: ["text": $0]) }])
        return PageScript.added(to: page)
    }
}
