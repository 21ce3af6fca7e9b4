/// The consequence of a trial: a proposal, or a question.
struct TrialReaction {
    private typealias Answer = SettingsQuestion.Answer

    /// The maximum number of names or cells in a question.
    private static let cellsMax = 50

    let inputs: [(survey: InputSurvey, found: ColumnFindings)]
    let names: NameIndex
    /// The settings that are settled, typed, proposed or assumed.
    let settled: SettingsProposal
    /// Whether a setting or an option already says which columns hold the ids, or that none does.
    let areIDsSettled: Bool
    let nearest: (String) -> String?

    /// The consequence of a refusal.
    func step(
        after refusal: Refusal, _ survey: InputSurvey, _ found: ColumnFindings, _ asked: [SettingsQuestion]
    ) -> Proposer.Step? {
        if case .noItemColumn = refusal.reason, let item = found.item, settled.header == nil,
            settled.columns[.item].map({ $0.names.contains(survey.header[item]) }) ?? true
        {
            // The header was seen under another delimiter, which a search for it finds as well.
            var proposal = SettingsProposal()
            proposal.header = .find
            return proposing(proposal)
        }
        guard case .ambiguity(let ambiguity) = refusal.reason else { return nil }
        switch ambiguity {
        case .column(let kind, let header, _, _):
            let question = column(kind, header, survey, found)
            return asked.contains(question) ? nil : .ask(question, assume: assumption(kind, header, question))
        case .id(let header, _, _):
            guard let column = survey.header.firstIndex(where: { nameKey($0) == nameKey(header) }) else { return nil }
            let finder = RowFinder(survey, found, names: names, settled: settled)
            return proposing(finder.idProposal(column, found))
        case .row(_, let cell):
            var proposal = SettingsProposal()
            proposal.rules.totals = [cell]
            return proposing(proposal)
        case .sequence:
            var proposal = SettingsProposal()
            proposal.sequence = .time
            return proposing(proposal)
        case .secondTable(let item): return secondTable(item, asked)
        case .tornComposite, .noRowFits, .overlap: return nil
        }
    }

    /// The reaction to a second header: the same table may continue, and the header is left out.
    private func secondTable(_ item: String, _ asked: [SettingsQuestion]) -> Proposer.Step? {
        let question = SettingsQuestion(.secondTable(item: item), [Answer(.rowsAreNotOurs, .ignoring(item, [item]))])
        return asked.contains(question) ? nil : .ask(question, assume: question.answers[0].settings)
    }

    private func proposing(_ proposal: SettingsProposal) -> Proposer.Step? {
        settled.adding(proposal) == settled ? nil : .propose(proposal)
    }

    /// The settings assumed for an ambiguous column until the user answers the question about it.
    private func assumption(_ kind: Ambiguity.Column, _ header: String, _ question: SettingsQuestion)
        -> SettingsProposal
    {
        kind == .date ? question.answers.first?.settings ?? SettingsProposal() : .accepting(header)
    }

    // MARK: - Columns

    private func column(
        _ kind: Ambiguity.Column, _ header: String, _ survey: InputSurvey, _ found: ColumnFindings
    ) -> SettingsQuestion {
        let column = survey.columns.first { nameKey($0.name) == nameKey(header) }
        let cells = (column?.values ?? []).map(\.text)
        let accept = Answer(.meansNothing, .accepting(header))
        func ask(_ answers: [SettingsQuestion.Answer]) -> SettingsQuestion {
            SettingsQuestion(.column(kind, header: header, cells: Array(cells.prefix(10))), answers)
        }
        switch kind {
        case .quantity: return ask([Answer(.isQuantity, .naming(.quantity, [header])), accept])
        case .action, .cancellation: return takenBack(kind, header, cells, found)
        case .unit:
            let cups = cells.filter { !AmbiguousCell.isAmbiguous($0, as: .unit, decimal: nil) }
            let mine = cups.isEmpty ? [] : [Answer(.onlyTheseAreOurs, .keeping(header, cups))]
            return ask([accept] + mine)
        case .variant:
            let item = found.item.map { survey.header[$0] }
            let own = item.map { [Answer(.ownProducts, .naming(.item, [$0, header]))] } ?? []
            return ask([accept] + own)
        case .location:
            return ask([Answer(.onlyTheseAreOurs, .keeping(header, Array(cells.prefix(1)))), accept])
        case .date:
            let time = found.time.columns.last.map { survey.header[$0] }
            return ask(time.map { [Answer(.isItem, .naming(.time, [header, $0]))] } ?? [] + [accept])
        }
    }

    private func takenBack(
        _ kind: Ambiguity.Column, _ header: String, _ cells: [String], _ found: ColumnFindings
    ) -> SettingsQuestion {
        let ambiguous = cells.filter { AmbiguousCell.isAmbiguous($0, as: kind, decimal: nil) }
        let shown = Array(ambiguous.prefix(Self.cellsMax))
        let ignore = Answer(.rowsAreNotOurs, .ignoring(header, shown))
        let accept = Answer(.meansNothing, .accepting(header))
        guard kind == .action else {
            return SettingsQuestion(.takenBack(header: header, cells: shown), [ignore, accept])
        }
        let back = shown.filter(HeaderHints.takesBack)
        let rest = cells.filter { names.action($0) == nil && !HeaderHints.takesBack($0) }
        let readings = rest.map { ($0, "order") } + back.filter { names.action($0) == nil }.map { ($0, "cancel") }
        let isAction = SettingsProposal.naming(.action, [header]).adding(
            .reading(.action, Array(readings.prefix(Self.cellsMax))))
        if back.count == shown.count {
            return SettingsQuestion(
                .takenBack(header: header, cells: shown), [ignore, Answer(.givenBack, isAction), accept])
        }
        return SettingsQuestion(
            .column(.action, header: header, cells: Array(cells.prefix(10))),
            [
                Answer(.isAction, isAction), accept,
            ])
    }

    // MARK: - Rows

    /// The consequence of failing rows.
    func step(after trial: TrialOutcome, _ asked: [SettingsQuestion]) -> Proposer.Step? {
        func count(_ code: OutcomeCode) -> Int { trial.codes.first { $0.code == code }?.count ?? 0 }
        if count(.alreadyProcessed) + count(.idConflict) > 0, let step = repeatedIDs() ?? sharedNumbers(asked) {
            return step
        }
        if count(.invalidTime) > 0, let step = dateOrder(asked) { return step }
        if count(.missingItem) + count(.unknownAction) > 0, let step = namelessRows(asked) { return step }
        if count(.unknownAction) > 0, let step = actionWords(trial, asked) { return step }
        let unknown = trial.failures.filter { $0.code == .unknownItem || $0.code == .missingAction }
        guard !unknown.isEmpty else { return nil }
        if let step = kinds(asked) { return step }
        return unknownNames(unknown, asked)
    }

    /// The reaction to ids of one column that repeat: they are not a row's own.
    private func repeatedIDs() -> Proposer.Step? {
        guard case .single(let name)? = settled.columns[.id] else { return nil }
        for (survey, found) in inputs {
            guard let column = survey.header.firstIndex(where: { nameKey($0) == nameKey(name) }) else { continue }
            let finder = RowFinder(survey, found, names: names, settled: settled)
            return .propose(finder.idProposal(column, found))
        }
        return nil
    }

    /// The question about ids that several inputs share, since rows of one input have different numbers.
    private func sharedNumbers(_ asked: [SettingsQuestion]) -> Proposer.Step? {
        guard !areIDsSettled, let id = settled.columns[.id], case .composite = id else { return nil }
        var without = SettingsProposal()
        without.columns[.id] = RoleColumns.none
        let question = SettingsQuestion(.sharedNumbers(headers: id.names), [Answer(.doWithout, without)])
        return asked.contains(question) ? nil : .ask(question, assume: without)
    }

    private func dateOrder(_ asked: [SettingsQuestion]) -> Proposer.Step? {
        for (survey, found) in inputs where found.time.orders.count > 1 && settled.dateOrder == nil {
            guard let column = found.time.columns.first, let example = survey.columns[column].values.first?.text else {
                continue
            }
            let answers = found.time.orders.compactMap { order -> SettingsQuestion.Answer? in
                var settings = SettingsProposal()
                settings.dateOrder = order
                switch order {
                case .mdy: return Answer(.monthFirst, settings)
                case .dmy: return Answer(.dayFirst, settings)
                case .ymd: return nil
                }
            }
            let question = SettingsQuestion(.dateOrder(header: survey.header[column], example: example), answers)
            guard let first = answers.first, !asked.contains(question) else { continue }
            return .ask(question, assume: first.settings)
        }
        return nil
    }

    private func actionWords(_ trial: TrialOutcome, _ asked: [SettingsQuestion]) -> Proposer.Step? {
        let words = trial.failures.filter { $0.code == .unknownAction && SettingsProposal.isSayable($0.cell) }.map(
            \.cell)
        guard
            let header = inputs.lazy.compactMap({ input in input.found.action.map { input.survey.header[$0] } }).first,
            !words.isEmpty
        else { return nil }
        let question = RowFinder.wordsQuestion(header, words)
        let assumed = question.answers[0].settings
        return asked.contains(question) || settled.adding(assumed) == settled ? nil : .ask(question, assume: assumed)
    }

    private func namelessRows(_ asked: [SettingsQuestion]) -> Proposer.Step? {
        for (survey, found) in inputs {
            guard let item = found.item, survey.relations.namelessRows > 0 else { continue }
            let question = SettingsQuestion(
                .namelessRows(count: survey.relations.namelessRows, line: survey.relations.firstNamelessLine),
                [Answer(.rowsAreNotOurs, .ignoring(survey.header[item], [""]))])
            guard !asked.contains(question) else { continue }
            return .ask(question, assume: question.answers[0].settings)
        }
        return nil
    }

    /// The question about a column whose values separate items on the menu from others.
    private func kinds(_ asked: [SettingsQuestion]) -> Proposer.Step? {
        for (survey, found) in inputs {
            for column in survey.columns where HeaderHints.isCategory(column.name) && column.place != found.item {
                let groups = survey.relations.groups[column.place] ?? [:]
                let cells = column.values.map(\.text)
                let ours = cells.filter { cell in groups[cell].map { $0.known > $0.unknown } ?? false }
                let others = cells.filter { cell in groups[cell].map { $0.known == 0 } ?? false }
                guard !ours.isEmpty, !others.isEmpty, ours.count + others.count == cells.count, !isSettled(column.name)
                else { continue }
                let question = SettingsQuestion(
                    .kinds(header: column.name, ours: ours, others: others),
                    [
                        Answer(.onlyTheseAreOurs, .keeping(column.name, ours)),
                        Answer(.rowsAreNotOurs, .ignoring(column.name, others)),
                    ])
                if !asked.contains(question) { return .ask(question, assume: question.answers[0].settings) }
            }
        }
        return nil
    }

    private func isSettled(_ header: String) -> Bool {
        (settled.rules.ignore + settled.rules.only).contains { nameKey($0.column) == nameKey(header) }
    }

    /// The name on the menu that is closest to a name, or to it without the decorations of a POS: `[BEST]딸바`.
    private func nearestName(_ name: String) -> String? {
        if let found = nearest(name) { return found }
        var depth = 0
        var bare = ""
        for character in name {
            switch character {
            case "[", "(", "<", "【", "（": depth += 1
            case "]", ")", ">", "】", "）": depth -= 1
            default: if depth == 0, character.isLetter || character.isWhitespace { bare.append(character) }
            }
        }
        if nameKey(bare).isEmpty { return nil }
        return [bare, bare + "쥬스"].lazy.filter { names.juice($0) != nil }.compactMap(nearest).first
    }

    private func unknownNames(_ failed: [TrialOutcome.FailedCell], _ asked: [SettingsQuestion]) -> Proposer.Step? {
        var seen: Set<String> = []
        let unknown = failed.filter { SettingsProposal.isSayable($0.cell) && seen.insert(nameKey($0.cell)).inserted }
            .prefix(Self.cellsMax).map { cell in
                SettingsQuestion.UnknownName(name: cell.cell, count: cell.count, nearest: nearestName(cell.cell))
            }
        let near = SettingsProposal.reading(.item, unknown.compactMap { name in name.nearest.map { (name.name, $0) } })
        let far = SettingsProposal.reading(.item, unknown.filter { $0.nearest == nil }.map { ($0.name, "ignore") })
        let answers = [Answer(.isOnTheMenu, near), Answer(.rowsAreNotOurs, far)].filter { !$0.settings.isEmpty }
        let question = SettingsQuestion(.unknownNames(unknown), answers)
        let assumed = near.adding(far)
        guard !asked.contains(question), !unknown.isEmpty, settled.adding(assumed) != settled else { return nil }
        return .ask(question, assume: assumed)
    }
}
