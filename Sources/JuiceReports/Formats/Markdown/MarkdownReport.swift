internal import JuiceBatch
internal import JuiceCore

/// report.md: what a shop's owner can act on in ten seconds, and then the whole reckoning, as GitHub renders it.
package enum MarkdownReport {
    /// The longest report, in bytes.
    package static let lengthMax = 60_000

    /// The file's content; lists are cut until it is no longer than `lengthMax`.
    package static func render(_ story: ReportStory) -> String {
        var text = ""
        for rowsMax in [60, 20, 5, 1] {
            text = MarkdownPage(story: story.cut(to: rowsMax)).text
            if text.utf8.count <= lengthMax { return text }
        }
        return text
    }
}

/// A story as Markdown.
private struct MarkdownPage {
    let story: ReportStory

    var text: String {
        let parts: [String?] = [
            title, figures, todo, stock, hours, story.juices.map { section($0) }, loss,
            section(story.fruits, lead: story.reconciliation), money, vanished, tomorrow, failures,
            story.nights.map { section($0, lead: story.nightsIntroduction) },
            section(story.reading, lead: story.readingNote.map { escaped($0) }), section(story.inputs),
            story.provenance,
        ]
        return parts.compactMap { $0 }.joined(separator: "\n\n") + "\n"
    }

    private var title: String {
        let date = story.dateText.map { " (\($0))" } ?? ""
        return "# \(escaped(story.title))\(date)\n\n\(story.statusSign) **\(escaped(story.headline))**"
    }

    private var todo: String {
        let title = "## \(story.todoTitle)\n\n"
        if story.hasNothingToDo { return title + story.nothingToDo }
        var steps = story.checks
        if let promise = story.restockPromise {
            let all = story.needs
            let shown = all.prefix(story.rowsMax).map { "\(escaped($0.fruit)) **\($0.pieces)**" }
            let more = story.more(all.count - shown.count, .fruits, in: "restock.csv").map { ". " + $0 } ?? ""
            steps.append(
                "\(story.restockWord): \(shown.joined(separator: ", "))\(more)\(more.hasSuffix(".") ? "" : ".") \(promise)"
            )
        }
        steps += ([story.possibleNow, story.overdrawn].compactMap(\.self) + story.shelves).map { escaped($0) }
        if let correction = story.correction { steps.append(correction) }
        if story.hasRerun { steps.append(story.rerunWord + ":") }
        let list = steps.enumerated().map { "\($0.offset + 1). \($0.element)" }.joined(separator: "\n")
        guard story.hasRerun else { return title + list }
        return "\(title)\(list)\n\n```\n\(story.rerunCommand)\n```\n\n\(story.rerunNote)"
    }

    private var figures: String {
        let figures = story.figures + story.furtherFigures
        let rows = [figures.map(\.name), figures.map { _ in "---:" }, figures.map { "**\(escaped($0.value))**" }]
        return "## \(story.figuresTitle)\n\n" + MarkdownTable.lines(rows + [figures.map { escaped($0.remarks) }])
    }

    private var stock: String? {
        guard story.hasCurves else { return nil }
        let curves = story.curves.prefix(story.rowsMax).map { fruit in
            "- \(escaped(fruit.name)): `\(fruit.shape.sparkline)` \(fruit.text)"
        }
        let more = story.moreCurves.map { "\n\n" + $0 } ?? ""
        return "## \(story.stockTitle)\n\n![\(story.stockTitle)](stock.svg)\n\n" + curves.joined(separator: "\n") + more
    }

    private var hours: String? {
        guard let table = story.hoursTable, let text = story.hoursText else { return nil }
        return section(table, lead: text)
    }

    private var loss: String? {
        guard story.hasLoss else { return nil }
        var parts = ["## " + story.lostTitle]
        if let table = story.lostByFruit { parts.append(self.table(table)) }
        let sentences = story.beforehand
        if !sentences.isEmpty { parts.append(sentences.map { "- " + escaped($0) }.joined(separator: "\n")) }
        if let table = story.soldOutTimes { parts.append(section(table, level: "###")) }
        if let table = story.helpfulRestocks { parts.append(section(table, level: "###")) }
        if let hindsight = story.hindsight { parts.append(hindsight) }
        if let table = story.lostOrders { parts.append(section(table, level: "###")) }
        return parts.joined(separator: "\n\n")
    }

    private var money: String? {
        let tables = story.moneyTables.map { section($0, level: "###") }
        let notes = story.moneyNotes.map { escaped($0) }
        return tables.isEmpty ? nil : (["## " + story.moneyTitle] + notes + tables).joined(separator: "\n\n")
    }

    private var vanished: String? {
        guard let shrinkage = story.model.shrinkage else { return nil }
        return story.vanished.map { section($0, lead: story.vanishedNote(shrinkage)) }
    }

    private var tomorrow: String? {
        guard let plan = story.tomorrow else { return nil }
        let parts = ["## \(plan.title)", escaped(plan.headline), table(plan.fruits)]
        return (parts + PlanMarkdown.notes(plan)).joined(separator: "\n\n")
    }

    private var failures: String? {
        let causes = story.failures.map { section($0.table, level: "###", beside: " (\($0.code))", lead: $0.advice) }
        return causes.isEmpty ? nil : (["## " + story.failuresTitle] + causes).joined(separator: "\n\n")
    }

    private func section(
        _ table: StoryTable, level: String = "##", beside: String = "", lead: String? = nil
    ) -> String {
        let lead = lead.map { $0 + "\n\n" } ?? ""
        return "\(level) \(table.title)\(beside)\n\n\(lead)" + self.table(table)
    }

    private func table(_ table: StoryTable) -> String { MarkdownTable.text(table) }

    private func escaped(_ text: String) -> String { SafeText.markdown(text) }
}
