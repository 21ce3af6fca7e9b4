internal import JuiceBatch

/// The file report.md for GitHub: first a short part for the shop's owner, then the complete figures.
extension ReportViewModel {
    /// Renders the file; lists are shortened until it is not longer than 60,000 bytes.
    package func markdown() -> String {
        let texts = [60, 20, 5].lazy.map { cut(to: $0).markdownText }
        return texts.first { $0.utf8.count <= 60_000 } ?? cut(to: 1).markdownText
    }

    private var markdownText: String {
        let sign =
            switch status {
            case .empty: "–"
            case .fine: "✓"
            case .low, .short: "▲"
            case .rejected: "✕"
            }
        let failures = failures.map {
            section($0.table, level: "###", suffix: " (\($0.code))", lead: $0.reason.map(escaped))
        }
        let figureRows = [
            figures.map { $0.name }, figures.map { _ in "---:" }, figures.map { "**\(escaped($0.value))**" },
            figures.map { escaped(([$0.caption] + $0.compared).joined(separator: "; ")) },
        ]
        let curves = curves.prefix(rowsMax).map { fruit in
            "- \(escaped(fruit.name)): `\(fruit.shape.sparkline)` \(fruit.text)"
        }
        let loss: [String?] = [
            shortByFruit?.markdown, beforehand.map { "- " + escaped($0) }.joined(separator: "\n"),
            helpfulRestocks.map { section($0, level: "###") }, whatIf, shortOrders.map { section($0, level: "###") },
        ]
        let parts: [String?] = [
            "# \(escaped(title))\(dateText.map { " (\($0))" } ?? "")", "\(sign) **\(escaped(model.headline))**",
            group(
                figuresTitle,
                [TableViewModel.markdown(figureRows), figuresNotes.map(escaped).joined(separator: " ")]),
            nextDayNeeds.map { $0.markdown(title: $0.title) }, todoPart, days.map { section($0) },
            hasCurves
                ? group(stockTitle, ["![\(stockTitle)](stock.svg)", curves.joined(separator: "\n"), moreCurves]) : nil,
            hoursTable.map { section($0, lead: hoursText) }, juices.map { section($0) },
            group(escaped(salesByColumnTitle), salesByColumn.map(\.markdown)),
            hasLoss ? group(preventableShortagesTitle, loss) : nil, section(fruits, lead: reconciliation),
            group(moneyTitle, moneyTables.map { section($0, level: "###") }),
            shrinkageTable.map { section($0, lead: shrinkageNote) },
            group(failuresTitle, failures), nightlyRuns.map { section($0) },
            group(readingTitle, reading.map(escaped)), section(inputs),
        ]
        return parts.compactMap { $0 }.joined(separator: "\n\n") + "\n"
    }

    private var todoPart: String {
        let list = steps.enumerated().map { "\($0.offset + 1). \(escaped($0.element))" }.joined(separator: "\n")
        let points = "## \(todoTitle)\n\n" + (list.isEmpty ? nothingToDo : list)
        guard hasRerun else { return points }
        let parts = (hasPlan ? restocksOfRerun.map(escaped) : []) + [rerunWord, "```\n\(rerunCommand)\n```", rerunNote]
        return """
            \(points)

            <details><summary>\(rerunSummary)</summary>

            \(parts.joined(separator: "\n\n"))

            </details>
            """
    }

    /// A section of the parts that are neither nil nor empty; nil without such parts.
    private func group(_ title: String, _ parts: [String?]) -> String? {
        let parts = parts.compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? nil : (["## " + title] + parts).joined(separator: "\n\n")
    }

    private func section(
        _ table: TableViewModel, level: String = "##", suffix: String = "", lead: String? = nil
    ) -> String {
        let lead = lead.map { $0 + "\n\n" } ?? ""
        return "\(level) \(table.title)\(suffix)\n\n\(lead)" + table.markdown
    }

    private func escaped(_ text: String) -> String { Escaping.markdown(message: text) }
}

extension TableViewModel {
    fileprivate var markdown: String {
        let rows = rows.enumerated().map { index, row in
            zip(row, columns).map { cell, column in
                switch column.kind {
                case .code: "`\(cell)`"
                case .share: "\(Self.bar(bars?[index] ?? 0, rest: "░")) \(Self.escaped(cell))"
                case .bar: "\(Self.bar(bars?[index] ?? 0, rest: "")) \(Self.escaped(cell))"
                case .text, .number: Self.escaped(cell)
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

    private static func escaped(_ text: String) -> String { Escaping.markdown(message: text, isCell: true) }
}

extension PlanModel {
    /// The text of plan.md for GitHub.
    package var markdown: String {
        let parts = [
            "# \(Escaping.markdown(title))", "**\(Escaping.markdown(headline))**", markdown(title: listTitle),
        ]
        return parts.joined(separator: "\n\n") + "\n"
    }

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
