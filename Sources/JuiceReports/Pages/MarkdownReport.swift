internal import JuiceBatch
internal import JuiceCore

/// The file report.md for GitHub: first a short part for the shop's owner, then the complete figures.
package struct MarkdownReport {
    /// The maximum length of the report, in bytes.
    package static let lengthMax = 60_000

    let viewModel: ReportViewModel

    /// Renders the report; lists are shortened until it is not longer than `lengthMax`.
    package static func render(_ viewModel: ReportViewModel) -> String {
        var text = ""
        for rowsMax in [60, 20, 5, 1] {
            text = MarkdownReport(viewModel: viewModel.cut(to: rowsMax)).text
            if text.utf8.count <= lengthMax { return text }
        }
        return text
    }

    private var text: String {
        let parts: [String?] = [
            title, figures, viewModel.nextDayNeeds.map { $0.markdown(title: $0.title) }, todo,
            viewModel.days.map { section($0) }, stock, hours,
            viewModel.juices.map { section($0) }, byColumn, loss,
            section(viewModel.fruits, lead: viewModel.reconciliation), money, shrinkageTable, failures,
            viewModel.nightlyRuns.map { section($0, lead: viewModel.nightlyRunsIntroduction) },
            section(viewModel.reading, lead: viewModel.readingNote.map { escaped($0) }), section(viewModel.inputs),
            viewModel.provenance,
        ]
        return parts.compactMap { $0 }.joined(separator: "\n\n") + "\n"
    }

    private var title: String {
        let date = viewModel.dateText.map { " (\($0))" } ?? ""
        return "# \(escaped(viewModel.title))\(date)\n\n\(viewModel.statusSign) **\(escaped(viewModel.headline))**"
    }

    private var todo: String {
        let title = "## \(viewModel.todoTitle)\n\n"
        let steps =
            viewModel.checks.map { escaped($0) } + (viewModel.hasRestockStep ? [restock] : [])
            + viewModel.steps.map { escaped($0) }
        let list = steps.enumerated().map { "\($0.offset + 1). \($0.element)" }.joined(separator: "\n")
        let points = title + (viewModel.hasNothingToDo ? viewModel.nothingToDo : list)
        guard viewModel.hasRerun else { return points }
        let retry = viewModel.hasPlan ? [needs.isEmpty ? nil : restock, viewModel.possibleNow] : []
        let parts =
            retry.compactMap(\.self) + [
                viewModel.rerunWord, "```\n\(viewModel.rerunCommand)\n```", viewModel.rerunNote,
            ]
        return """
            \(points)

            <details><summary>\(viewModel.rerunSummary)</summary>

            \(parts.joined(separator: "\n\n"))

            </details>
            """
    }

    private var needs: [(fruit: String, pieces: String)] { viewModel.needs }

    /// A sentence about the fruits that short orders need.
    private var restock: String {
        let shown = needs.prefix(viewModel.rowsMax).map { "\(escaped($0.fruit)) **\($0.pieces)**" }
        let more = viewModel.more(needs.count - shown.count, .fruits, in: "restock.csv").map { ". " + $0 } ?? ""
        let end = more.hasSuffix(".") ? "" : "."
        return [
            "\(viewModel.restockWord): \(shown.joined(separator: ", "))\(more)\(end)", viewModel.restockPromise ?? "",
        ].joined(separator: " ")
    }

    private var figures: String {
        let figures = viewModel.figures + viewModel.furtherFigures
        let rows = [figures.map(\.name), figures.map { _ in "---:" }, figures.map { "**\(escaped($0.value))**" }]
        return "## \(viewModel.figuresTitle)\n\n"
            + TableViewModel.markdown(rows + [figures.map { escaped($0.remarkLine) }])
            + (viewModel.figuresNote.map { "\n\n" + escaped($0) } ?? "")
    }

    private var stock: String? {
        guard viewModel.hasCurves else { return nil }
        let curves = viewModel.curves.prefix(viewModel.rowsMax).map { fruit in
            "- \(escaped(fruit.name)): `\(fruit.shape.sparkline)` \(fruit.text)"
        }
        let more = viewModel.moreCurves.map { "\n\n" + $0 } ?? ""
        return "## \(viewModel.stockTitle)\n\n![\(viewModel.stockTitle)](stock.svg)\n\n"
            + curves.joined(separator: "\n") + more
    }

    private var hours: String? {
        guard let table = viewModel.hoursTable, let text = viewModel.hoursText else { return nil }
        return section(table, lead: text)
    }

    private var loss: String? {
        guard viewModel.hasLoss else { return nil }
        var parts = ["## " + viewModel.preventableShortagesTitle]
        if let table = viewModel.lostByFruit { parts.append(self.table(table)) }
        let sentences = viewModel.beforehand
        if !sentences.isEmpty { parts.append(sentences.map { "- " + escaped($0) }.joined(separator: "\n")) }
        if let table = viewModel.soldOutTimes { parts.append(section(table, level: "###")) }
        if let table = viewModel.helpfulRestocks { parts.append(section(table, level: "###")) }
        if let whatIf = viewModel.whatIf { parts.append(whatIf) }
        if let table = viewModel.lostOrders { parts.append(section(table, level: "###")) }
        return parts.joined(separator: "\n\n")
    }

    private var byColumn: String? {
        let tables = viewModel.salesByColumn.map(table)
        return tables.isEmpty
            ? nil : (["## " + escaped(viewModel.salesByColumnTitle)] + tables).joined(separator: "\n\n")
    }

    private var money: String? {
        let tables = viewModel.moneyTables.map { section($0, level: "###") }
        let notes = viewModel.moneyNotes.map { escaped($0) }
        return tables.isEmpty ? nil : (["## " + viewModel.moneyTitle] + notes + tables).joined(separator: "\n\n")
    }

    private var shrinkageTable: String? {
        guard let shrinkage = viewModel.model.shrinkage else { return nil }
        return viewModel.shrinkageTable.map { section($0, lead: viewModel.shrinkageNote(shrinkage)) }
    }

    private var failures: String? {
        let causes = viewModel.failures.map {
            section(
                $0.table, level: "###", beside: " (\($0.code))",
                lead: [$0.reason.map(escaped), $0.advice].compactMap(\.self).joined(separator: " "))
        }
        return causes.isEmpty ? nil : (["## " + viewModel.failuresTitle] + causes).joined(separator: "\n\n")
    }

    private func section(
        _ table: TableViewModel, level: String = "##", beside: String = "", lead: String? = nil
    ) -> String {
        let lead = lead.map { $0 + "\n\n" } ?? ""
        return "\(level) \(table.title)\(beside)\n\n\(lead)" + self.table(table)
    }

    private func table(_ table: TableViewModel) -> String { table.markdown }

    private func escaped(_ text: String) -> String { Escaping.markdown(text) }
}

extension TableViewModel {
    /// The table in Markdown.
    fileprivate var markdown: String {
        let rows = rows.map { row in
            zip(row.cells, columns).map { cell, column in
                switch column.kind {
                case .code: "`\(cell)`"
                case .share: "\(Self.bar(row.barPermille ?? 0, rest: "░")) \(Self.escaped(cell))"
                case .bar: "\(Self.bar(row.barPermille ?? 0, rest: "")) \(Self.escaped(cell))"
                default: Self.escaped(cell)
                }
            }
        }
        let sums = sums.map { [$0.map { $0.isEmpty ? "" : "**\(Self.escaped($0))**" }] } ?? []
        let rule = columns.map { $0.kind == .number ? "---:" : "---" }
        return Self.markdown([columns.map { Self.escaped($0.title) }, rule] + rows + sums)
            + (more.map { "\n\n" + $0 } ?? "")
    }

    /// The lines of a table whose cells are already Markdown.
    fileprivate static func markdown(_ rows: [[String]]) -> String {
        rows.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }

    /// A bar of ten blocks for a share in thousandths, with at least one full block unless the share is 0.
    private static func bar(_ permille: Int, rest: String) -> String {
        let full = permille == 0 ? 0 : max(1, permille / 100)
        return String(repeating: "█", count: full) + String(repeating: rest, count: 10 - full)
    }

    private static func escaped(_ text: String) -> String { Escaping.markdown(text, isCell: true) }
}

extension MarkdownReport {
    /// Renders the text of plan.md for GitHub.
    package static func plan(_ model: PlanModel) -> String {
        let viewModel = PlanViewModel(model)
        let parts = [
            "# \(Escaping.markdown(viewModel.title))", "**\(Escaping.markdown(viewModel.headline))**",
            viewModel.markdown(title: viewModel.listTitle), "## \(viewModel.basis.title)", viewModel.basis.markdown,
        ]
        return parts.joined(separator: "\n\n") + "\n"
    }
}

extension PlanViewModel {
    /// The shopping list, with check boxes.
    fileprivate func markdown(title: String) -> String {
        let items = items.map { item in
            let (fruit, cost) = (Escaping.markdown(item.fruit), item.cost.map { " " + Escaping.markdown($0) } ?? "")
            return "- [ ] \(fruit) **\(item.pieces)**\(cost): \(Escaping.markdown(item.reason))"
        }
        let sentences = ([moreItems, enough].compactMap(\.self) + notes).map { Escaping.markdown($0) }
        let parts = ["## \(Escaping.markdown(title))", summary, items.joined(separator: "\n")] + sentences
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}
