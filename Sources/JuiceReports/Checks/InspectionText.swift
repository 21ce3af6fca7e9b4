internal import CSV
internal import JuiceBatch
package import JuiceInspect

/// The findings of an inspection as text for a terminal.
package struct InspectionText: Localized {
    private let inspection: Inspection
    private let settings: String
    package let language: MessageLanguage
    private let screen: TerminalStyle

    static let valuesMax = 20
    private static let failuresMax = 20

    /// Renders all findings and the proposed text of juice-batch.json or, given its `old` text, the lines to change.
    package static func render(
        _ inspection: Inspection, settings: String, old: String? = nil, _ language: MessageLanguage,
        on screen: TerminalStyle
    ) -> String {
        let text = InspectionText(inspection: inspection, settings: settings, language: language, screen: screen)
        guard let old else { return text.text }
        let change =
            settings == old
            ? text.pick(ko: "설정에 빠진 것이 없습니다.\n", en: "The settings are complete.\n")
            : text.title(text.pick(ko: "설정이 이렇게 바뀝니다:", en: "The settings change as follows:"))
                + difference(from: old, to: settings)
        return ([change] + text.newCells + [text.outcomeOfProposal] + text.questions).joined(separator: "\n")
    }

    /// The values that the proposal adds to `known`, whose rows are applied from now on, as a section; empty for none.
    private var newCells: [String] {
        let cells = inspection.whole.known.filter { !inspection.existing.known.contains($0) }
        if cells.isEmpty { return [] }
        let list = cells.byColumn.map { column, values in
            "\(column): " + values.map { shown($0) }.joined(separator: ", ")
        }
        let heading = pick(
            ko: "새 값: 앞으로 이 값이 있는 행도 적용합니다. 매출이 아니면 ignore에 적으세요",
            en: "New values: rows with these values will be applied. List values that do not mean a sale under "
                + "\"ignore\" instead")
        return [title(heading) + lines(list, indent: 2)]
    }

    /// The lines of two texts, with `-` before lines of only the first text, and `+` before those of only the second.
    private static func difference(from old: String, to new: String) -> String {
        let (before, after) = (old.split(separator: "\n"), new.split(separator: "\n"))
        var lines = before.map { (sign: " ", text: $0) }
        // A difference lists removals first, from the bottom up, and then insertions from the top down.
        for change in after.difference(from: before) {
            switch change {
            case .remove(let line, _, _): lines[line].sign = "-"
            case .insert(let line, let text, _):
                let unchanged = lines.indices.filter { lines[$0].sign != "-" }
                lines.insert(("+", text), at: line < unchanged.count ? unchanged[line] : lines.endIndex)
            }
        }
        return lines.map { "\($0.sign) \($0.text)\n" }.joined()
    }

    /// The message that a settings file already exists, with a line end.
    package static func exists(_ path: String, _ language: MessageLanguage) -> String {
        language.pick(
            ko: "\(path) 파일이 이미 있습니다. 제안을 더하려면 inspect --update --write로 실행하세요.\n",
            en: "\(path) already exists. To add the proposal to it, run inspect --update --write.\n")
    }

    /// The message that the proposed settings were written to a new or existing file, with a line end.
    package static func written(_ path: String, isUpdate: Bool, _ language: MessageLanguage) -> String {
        language.pick(
            ko: "\n\(path) 파일을 \(isUpdate ? "고쳤습니다" : "만들었습니다").\n",
            en: "\n\(path) has been \(isUpdate ? "updated" : "written").\n")
    }

    private var text: String {
        let now = pick(ko: "지금 설정으로 run을 실행하면:", en: "With the current settings, run would report:")
        var parts = inspection.inputs.map(input) + [outcomeText(inspection.before, title: now)]
        if !inspection.isComplete {
            let proposed = pick(ko: "juice-batch.json에 이렇게 적어 두세요:", en: "Proposed content of juice-batch.json:")
            parts += [title(proposed) + settings, outcomeOfProposal]
        } else if inspection.questions.isEmpty, inspection.after.isAcceptable {
            parts.append(title(pick(ko: "더 정할 것이 없습니다.", en: "No settings are needed.")))
        }
        return (parts + questions).joined(separator: "\n")
    }

    private func title(_ text: String) -> String { screen.colored(text, .notable) + "\n" }

    private func line(_ text: String, indent: Int) -> String {
        let padding = String(repeating: " ", count: indent)
        let safe = Escaping.terminal(text)
        guard let widthMax = screen.widthMax else { return padding + safe + "\n" }
        return safe.folded(to: max(1, widthMax - indent)).map { padding + $0 + "\n" }.joined()
    }

    private func lines(_ texts: [String], indent: Int) -> String { texts.map { line($0, indent: indent) }.joined() }

    // MARK: - Inputs

    private func input(_ input: Inspection.Input) -> String {
        let details = [form(input.export), input.times.flatMap(direction), input.ids.map(ids)]
        let values = input.export.columns.filter { !$0.values.isEmpty }.map(values)
        return title(Escaping.terminal(input.export.plan.name)) + lines(details.compactMap(\.self), indent: 2) + "\n"
            + columns(input) + "\n" + lines(values, indent: 2)
    }

    private func form(_ export: ExportTable) -> String {
        let plan = export.plan
        let delimiter = plan.delimiter == .tab ? "TAB" : String(UnicodeScalar(plan.delimiter.rawValue))
        let (titles, rows, totals, misfits) = (plan.titleRows, export.rows, export.totals, export.wrongWidthRows)
        let list = export.totalsTexts.prefix(5).joined(separator: ", ")
        let rest =
            pick(if: export.hasTrailingCells, ko: ", 모두 빈 칸 하나가 더 있음", en: ", all with one extra empty cell") ?? ""
        let details = [
            plan.encoding.rawValue, pick(ko: "구분 기호 \(delimiter)", en: "delimiter \(delimiter)"),
            pick(ko: "머리글 \(plan.headerLine)번째 줄", en: "header on line \(plan.headerLine)"),
            pick(if: titles > 0, ko: "그 위에 제목 \(titles)줄", en: "\(counted(titles, "title")) above"),
            pick(ko: "행 \(grouped(rows))개", en: counted(rows, "row")),
            pick(
                if: totals > 0, ko: "합계 행 \(grouped(totals))개(\(list))",
                en: "\(counted(totals, "totals row")) (\(list))"),
            pick(
                if: misfits > 0, ko: "칸 수가 다른 행 \(grouped(misfits))개\(rest)",
                en: "\(counted(misfits, "row")) with the wrong number of cells\(rest)"),
            pick(if: export.isProgramFile, ko: "이 프로그램이 만든 파일", en: "a file made by juice-batch"),
        ]
        return details.compactMap(\.self).joined(separator: " · ")
    }

    private func direction(_ direction: TimeDirection) -> String? {
        guard !direction.first.isEmpty else { return nil }
        let columns = direction.columns.map(\.name).joined(separator: " + ")
        let (back, unreadable) = (direction.steps.backward, direction.unreadable)
        let way =
            switch (direction.steps.forward > 0, back > 0) {
            case (true, false): pick(ko: "오래된 것부터", en: "oldest first")
            case (false, true): pick(ko: "최근 것부터", en: "newest first")
            case (false, false): pick(ko: "모두 같음", en: "all the same")
            case (true, true):
                pick(ko: "순서가 섞임(\(grouped(back))번 되돌아감)", en: "mixed (\(counted(back, "step")) back)")
            }
        let rest = pick(
            if: unreadable > 0, ko: ", 읽지 못한 것 \(grouped(unreadable))개", en: ", \(grouped(unreadable)) unreadable")
        return pick(ko: "시각", en: "Times") + " '\(columns)': \(way), \(direction.first) … \(direction.last)"
            + (rest ?? "")
    }

    private func ids(_ column: ExportColumn, _ repeats: IDRepeats) -> String {
        let arrangement =
            switch repeats {
            case .none: pick(ko: "반복되지 않음", en: "no repeats")
            case .together:
                pick(
                    ko: "이어진 행에서 같은 번호가 반복됨(영수증 번호로 보임)",
                    en: "adjacent rows share a number, like the rows of a receipt")
            case .apart: pick(ko: "떨어진 행에서 같은 번호가 반복됨", en: "the same number in rows that are not adjacent")
            case .unknown: pick(ko: "너무 많아 반복되는지 알 수 없음", en: "too many to check for repeats")
            }
        return pick(ko: "번호", en: "Numbers") + " '\(column.name)': "
            + pick(ko: "서로 다른 값 \(grouped(column.distinct))개, ", en: "\(grouped(column.distinct)) different, ")
            + arrangement
    }

    private func columns(_ input: Inspection.Input) -> String {
        let columns = pick(ko: "열|용도|#서로 다른 값|#빈 칸", en: "Column|Read as|#Different|#Empty")
        let rows = zip(input.export.columns, input.columns).map { column, reading -> [TerminalStyle.Cell] in
            [
                .init(column.name), .init(self.reading(reading), reading.ambiguity == nil ? nil : .notable),
                .init(grouped(column.values.count) + (column.hasMoreValues ? "+" : "")),
                .init(column.emptyRows == 0 ? "" : grouped(column.emptyRows)),
            ]
        }
        return screen.table(columns, rows: rows)
    }

    private func reading(_ reading: ColumnReading) -> String {
        if let kind = reading.ambiguity {
            return pick(ko: "확인 필요: ", en: "ambiguous: ") + language.meaning(kind) + "?"
        }
        let list = reading.roles.map(\.rawValue) + reading.settings
        return list.isEmpty ? pick(ko: "그대로 옮김", en: "copied") : list.joined(separator: ", ")
    }

    private func values(_ column: ExportColumn) -> String {
        let shown = column.values.prefix(Self.valuesMax).map { "\($0.text) (\(grouped($0.count)))" }
        let more = column.values.count - shown.count
        let rest = pick(ko: " 외 \(grouped(more))가지", en: ", \(grouped(more)) more") + (column.hasMoreValues ? "+" : "")
        return "\(column.name): " + shown.joined(separator: ", ") + (more > 0 || column.hasMoreValues ? rest : "")
    }

    // MARK: - Verdicts and questions

    private var outcomeOfProposal: String {
        outcomeText(
            inspection.after, title: pick(ko: "이렇게 설정하고 run을 실행하면:", en: "With these settings, run would report:"))
    }

    private func outcomeText(_ trial: TrialOutcome, title: String) -> String {
        if let refusal = trial.refusal {
            let text = language.text(refusal, isInspected: true)
            return self.title(title) + line("\(refusal.file):\(refusal.line): \(refusal.code): \(text)", indent: 2)
        }
        let rows = pick(ko: "행 \(grouped(trial.rows))개", en: counted(trial.rows, "row"))
        let counts = trial.codes.map { "\($0.code.name) \(grouped($0.count))" }.joined(separator: ", ")
        var details = trial.failures.prefix(Self.failuresMax).filter { !$0.cell.isEmpty }.map {
            "\($0.code.name): '\($0.cell)' \(grouped($0.count))"
        }
        if Set(trial.codes.map(\.code)).isSuperset(of: [.nothingToCancel, .insufficientStock]) {
            details.append(
                pick(
                    ko: "재료가 모자라 못 만든 주문은 취소할 수 없습니다. --stock으로 그날의 시작 재고를 지정하세요.",
                    en: "Orders that were short of stock cannot be cancelled. Give the opening stock with --stock."))
        }
        return self.title(title) + line(counts.isEmpty ? rows : "\(rows): \(counts)", indent: 2)
            + lines(details, indent: 4)
    }

    private var questions: [String] {
        if inspection.questions.isEmpty { return [] }
        var text = title(pick(ko: "직접 정해야 할 것:", en: "Questions that only you can answer:"))
        for (index, question) in inspection.questions.enumerated() {
            text += line("\(index + 1). " + language.text(question.subject), indent: 2)
            for (number, answer) in question.answers.enumerated() {
                text += line("\(number + 1)) \(language.text(answer.meaning)): \(answer.settings.lines)", indent: 5)
            }
        }
        return [text]
    }
}
