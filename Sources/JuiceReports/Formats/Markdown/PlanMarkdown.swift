/// plan.md: what to buy, as GitHub renders it.
package enum PlanMarkdown {
    /// Renders the text of plan.md.
    package static func render(_ model: PlanModel) -> String {
        let story = PlanStory(model)
        let sections = [story.fruits, story.basis].map { "## \($0.title)\n\n" + MarkdownTable.text($0) }
        let parts =
            ["# \(SafeText.markdown(story.title))", "**\(SafeText.markdown(story.headline))**"] + sections
            + notes(story)
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// The plan's notes as one paragraph each.
    static func notes(_ story: PlanStory) -> [String] { story.notes.map { SafeText.markdown($0) } }
}
