/// plan.md: what to buy, as GitHub renders it.
package enum PlanMarkdown {
    /// The file's content.
    package static func render(_ model: PlanModel) -> String {
        let story = PlanStory(model)
        let sections = [story.fruits, story.basis].map { "## \($0.title)\n\n" + MarkdownTable.text($0) }
        let parts =
            ["# \(SafeText.markdown(story.title))", "**\(SafeText.markdown(story.headline))**"] + sections
            + notes(story)
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// What has to be known besides, a paragraph each.
    static func notes(_ story: PlanStory) -> [String] { story.notes.map { SafeText.markdown($0) } }
}
