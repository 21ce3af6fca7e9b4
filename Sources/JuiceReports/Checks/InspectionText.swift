internal import CSV
package import JuiceBatch

/// The findings of an inspection as text for a terminal.
package struct InspectionText {
    private let inspection: Inspection
    private let settings: String
    private let language: MessageLanguage
    private let screen: TerminalStyle

    /// The maximum number of a column's values that are listed.
    static let valuesMax = 20
    /// The maximum number of different failing cells that are listed.
    private static let failuresMax = 20

    /// Renders all findings as text.
    ///
    /// - Parameter settings: the proposed text of juice-batch.json.
    package static func render(
        _ inspection: Inspection, settings: String, _ language: MessageLanguage, on screen: TerminalStyle
    ) -> String {
        InspectionText(inspection: inspection, settings: settings, language: language, screen: screen).text
    }

    /// Renders what is new in an export against the settings that are there, as lines to add and lines to remove.
    ///
    /// - Parameters:
    ///   - settings: the text of juice-batch.json with what is proposed.
    ///   - old: the same without it.
    package static func renderUpdate(
        _ inspection: Inspection, settings: String, old: String, _ language: MessageLanguage, on screen: TerminalStyle
    ) -> String {
        let text = InspectionText(inspection: inspection, settings: settings, language: language, screen: screen)
        var parts: [String] = []
        if settings == old {
            parts.append(language.pick(ko: "설정에 빠진 것이 없습니다.\n", en: "The settings are complete.\n"))
        } else {
            let title = language.pick(ko: "설정이 이렇게 바뀝니다", en: "What changes in the settings")
            parts.append(text.title(title) + difference(from: old, to: settings))
        }
        let title = language.pick(ko: "이대로 설정하면", en: "With these settings, run would report")
        parts.append(text.verdict(inspection.after, title: title))
        if !inspection.questions.isEmpty { parts.append(text.questions) }
        return parts.joined(separator: "\n")
    }

    /// The lines of two texts, those of the first alone behind `-`, and those of the second alone behind `+`.
    private static func difference(from old: String, to new: String) -> String {
        let (before, after) = (old.split(separator: "\n"), new.split(separator: "\n"))
        let changes = after.difference(from: before)
        let removed = Set(changes.removals.compactMap { if case .remove(let at, _, _) = $0 { at } else { nil } })
        let inserted = Set(changes.insertions.compactMap { if case .insert(let at, _, _) = $0 { at } else { nil } })
        var (text, at) = ("", 0)
        for (place, line) in after.enumerated() {
            while removed.contains(at) {
                text += "- \(before[at])\n"
                at += 1
            }
            if inserted.contains(place) {
                text += "+ \(line)\n"
            } else {
                text += "  \(line)\n"
                at += 1
            }
        }
        while at < before.count {
            text += "- \(before[at])\n"
            at += 1
        }
        return text
    }

    /// The message that the proposed settings were written to a file, with a line end.
    ///
    /// - Parameter isUpdate: whether the file was there before.
    package static func written(_ path: String, isUpdate: Bool, _ language: MessageLanguage) -> String {
        isUpdate
            ? language.pick(ko: "\n\(path) 파일을 고쳤습니다.\n", en: "\n\(path) has been updated.\n")
            : language.pick(ko: "\n\(path) 파일을 만들었습니다.\n", en: "\n\(path) has been written.\n")
    }

    private var text: String {
        var parts = inspection.inputs.map(input)
        parts.append(
            verdict(
                inspection.before,
                title: language.pick(ko: "지금 그대로 run을 실행하면", en: "With the current settings, run would report")))
        if !inspection.proposal.isEmpty || !inspection.description.isEmpty {
            parts.append(
                title(language.pick(ko: "juice-batch.json에 이렇게 적어 두세요", en: "Proposed juice-batch.json"))
                    + settings)
            parts.append(
                verdict(
                    inspection.after, title: language.pick(ko: "이대로 설정하면", en: "With these settings, run would report"))
            )
        }
        if inspection.proposal.isEmpty, inspection.description.isEmpty, inspection.questions.isEmpty,
            inspection.after.isGood
        {
            parts.append(title(language.pick(ko: "더 정할 것이 없습니다.", en: "No settings are needed.")))
        }
        if !inspection.questions.isEmpty { parts.append(questions) }
        return parts.joined(separator: "\n")
    }

    private func title(_ text: String) -> String { screen.ink.paint(text, .notable) + "\n" }

    private func line(_ text: String, indent: Int = 0) -> String {
        let room = String(repeating: " ", count: indent)
        let safe = Escaping.terminal(text)
        guard let widthMax = screen.widthMax else { return room + safe + "\n" }
        return DisplayWidth.folded(safe, to: max(1, widthMax - indent)).map { room + $0 + "\n" }.joined()
    }

    // MARK: - Inputs

    private func input(_ input: Inspection.Input) -> String {
        let survey = input.survey
        var text = title(Escaping.terminal(survey.file)) + line(form(survey), indent: 2)
        if let times = survey.relations.direction.flatMap({ direction($0, survey) }) { text += line(times, indent: 2) }
        if let ids = input.ids { text += line(self.ids(ids), indent: 2) }
        text += "\n" + columns(input)
        text += "\n"
        for column in survey.columns where !column.values.isEmpty { text += line(values(column), indent: 2) }
        return text
    }

    private func form(_ survey: InputSurvey) -> String {
        let delimiter = survey.delimiter.rawValue == 9 ? "TAB" : String(UnicodeScalar(survey.delimiter.rawValue))
        var facts = [
            survey.encoding.rawValue, language.pick(ko: "구분 기호 \(delimiter)", en: "delimiter \(delimiter)"),
            language.pick(ko: "머리글 \(survey.headerLine)번째 줄", en: "header on line \(survey.headerLine)"),
        ]
        if survey.titles > 0 {
            facts.append(language.pick(ko: "그 위에 제목 \(survey.titles)줄", en: "\(counted(survey.titles, "title")) above"))
        }
        facts.append(language.pick(ko: "행 \(grouped(survey.rows))개", en: counted(survey.rows, "row")))
        if survey.totals > 0 {
            let words = survey.totalsWords.prefix(5).joined(separator: ", ")
            facts.append(
                language.pick(
                    ko: "합계 행 \(grouped(survey.totals))개 (\(words))",
                    en: "\(counted(survey.totals, "totals row")) (\(words))"))
        }
        if survey.misfits > 0 {
            let trailing =
                survey.hasTrailingCells
                ? language.pick(ko: ", 모두 빈 칸 하나가 더 있음", en: ", all with one extra empty cell") : ""
            facts.append(
                language.pick(
                    ko: "칸 수가 다른 행 \(grouped(survey.misfits))개",
                    en: "\(counted(survey.misfits, "row")) with the wrong number of cells") + trailing)
        }
        if survey.ownFile != nil { facts.append(language.pick(ko: "이 프로그램이 만든 파일", en: "a file made by juice-batch")) }
        return facts.joined(separator: " · ")
    }

    private func direction(_ direction: RowRelations.Direction, _ survey: InputSurvey) -> String? {
        guard !direction.first.isEmpty else { return nil }
        let columns = direction.columns.map { survey.header[$0] }.joined(separator: " + ")
        let way =
            switch (direction.rises > 0, direction.falls > 0) {
            case (true, false): language.pick(ko: "이른 것부터", en: "oldest first")
            case (false, true): language.pick(ko: "늦은 것부터", en: "newest first")
            case (false, false): language.pick(ko: "모두 같음", en: "all the same")
            case (true, true):
                language.pick(
                    ko: "섞임 (\(grouped(direction.falls))번 거슬러 감)",
                    en: "mixed (\(counted(direction.falls, "step")) back)")
            }
        let unreadable = direction.unreadable
        let rest =
            unreadable == 0
            ? "" : language.pick(ko: ", 읽지 못한 것 \(grouped(unreadable))개", en: ", \(grouped(unreadable)) unreadable")
        return language.pick(ko: "시각", en: "Times")
            + " '\(columns)': \(way), \(direction.first) … \(direction.last)\(rest)"
    }

    private func ids(_ ids: IDReading) -> String {
        let repeats =
            switch ids.repeats {
            case .none: language.pick(ko: "되풀이되지 않음", en: "no repeats")
            case .together:
                language.pick(
                    ko: "이어진 행끼리 같음 (영수증 번호로 보임)", en: "adjacent rows share one, like the rows of a receipt")
            case .apart: language.pick(ko: "떨어진 행에서 되풀이됨", en: "rows that are not adjacent share one")
            case .unknown: language.pick(ko: "너무 많아 되풀이되는지 알 수 없음", en: "too many to say whether they repeat")
            }
        return language.pick(ko: "번호", en: "Numbers") + " '\(ids.header)': "
            + language.pick(ko: "서로 다른 값 \(grouped(ids.distinct))개, ", en: "\(grouped(ids.distinct)) different, ")
            + repeats
    }

    private func columns(_ input: Inspection.Input) -> String {
        let columns: [(String, TextTable.Side)] = [
            (language.pick(ko: "열", en: "Column"), .left), (language.pick(ko: "무엇으로 읽나", en: "Read as"), .left),
            (language.pick(ko: "서로 다른 값", en: "Different"), .right), (language.pick(ko: "빈 칸", en: "Empty"), .right),
        ]
        let rows = zip(input.survey.columns, input.columns).map { column, reading in
            [
                TextTable.Cell(column.name),
                TextTable.Cell(self.reading(reading), reading.ambiguity == nil ? nil : .notable),
                TextTable.Cell(grouped(column.values.count) + (column.hasMoreValues ? "+" : "")),
                TextTable.Cell(column.emptyRows == 0 ? "" : grouped(column.emptyRows)),
            ]
        }
        return TextTable(columns: columns, rows: rows).render(on: screen)
    }

    private func reading(_ reading: ColumnReading) -> String {
        let words =
            reading.roles.map { role, source in
                let who =
                    switch source {
                    case .header: language.pick(ko: "머리글로 앎", en: "by its header")
                    case .settled: language.pick(ko: "정해 둠", en: "from settings")
                    case .proposed: language.pick(ko: "제안", en: "proposed")
                    }
                return "\(role.rawValue) (\(who))"
            } + reading.settings
        if let ambiguity = reading.ambiguity {
            return language.pick(ko: "확인 필요: ", en: "ambiguous: ") + self.ambiguity(ambiguity)
        }
        return words.isEmpty ? language.pick(ko: "그대로 옮김", en: "copied") : words.joined(separator: ", ")
    }

    private func ambiguity(_ kind: Ambiguity.Column) -> String {
        switch kind {
        case .quantity: language.pick(ko: "잔 수?", en: "quantity?")
        case .action: language.pick(ko: "작업?", en: "action?")
        case .cancellation: language.pick(ko: "취소?", en: "cancelled?")
        case .unit: language.pick(ko: "단위?", en: "unit?")
        case .variant: language.pick(ko: "크기나 종류?", en: "size or variant?")
        case .location: language.pick(ko: "매장?", en: "shop?")
        case .date: language.pick(ko: "날짜?", en: "date?")
        }
    }

    private func values(_ column: ColumnSurvey) -> String {
        let shown = column.values.prefix(Self.valuesMax).map { "\($0.text) (\(grouped($0.count)))" }
        let more = column.values.count - shown.count
        let rest =
            more == 0 && !column.hasMoreValues
            ? ""
            : language.pick(ko: " 외 \(grouped(more))가지", en: ", \(grouped(more)) more")
                + (column.hasMoreValues ? "+" : "")
        return "\(column.name): " + shown.joined(separator: ", ") + rest
    }

    // MARK: - Verdicts and questions

    private func verdict(_ trial: TrialOutcome, title: String) -> String {
        if let refusal = trial.refusal {
            let text = language.text(refusal, isInspected: true)
            return self.title(title) + line("\(refusal.file):\(refusal.line): \(refusal.code): \(text)", indent: 2)
        }
        let counts = trial.codes.map { "\($0.code.name) \(grouped($0.count))" }.joined(separator: ", ")
        var text = self.title(title)
        text += line(
            language.pick(ko: "행 \(grouped(trial.rows))개: ", en: "\(counted(trial.rows, "row")): ") + counts, indent: 2)
        for failure in trial.failures.prefix(Self.failuresMax) where !failure.cell.isEmpty {
            text += line("\(failure.code.name): '\(failure.cell)' \(grouped(failure.count))", indent: 4)
        }
        let codes = Set(trial.codes.map(\.code))
        if codes.isSuperset(of: [.nothingToCancel, .insufficientStock]) {
            text += line(
                language.pick(
                    ko: "재료가 모자라 못 만든 주문은 취소할 수 없습니다. --stock으로 그날 처음 재고를 지정하세요.",
                    en:
                        "Orders that were short of stock cannot be cancelled. Give the opening stock with --stock."
                ),
                indent: 4)
        }
        return text
    }

    private var questions: String {
        var text = title(language.pick(ko: "직접 정해야 할 것", en: "Questions that only you can answer"))
        for (place, question) in inspection.questions.enumerated() {
            text += line("\(place + 1). " + language.text(question.subject), indent: 2)
            for (number, answer) in question.answers.enumerated() {
                let settings = ProposalJSON.members(answer.settings)
                text += line("\(number + 1)) \(language.text(answer.meaning)): \(settings)", indent: 5)
            }
        }
        return text
    }
}
