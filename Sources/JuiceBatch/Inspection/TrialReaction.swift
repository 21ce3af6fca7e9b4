internal import Foundation

/// The proposals and questions that follow from a trial.
struct TrialReaction {
    private typealias Answer = SettingsQuestion.Answer

    /// The maximum number of names or cells in a question.
    private static let cellsMax = 50

    let inputs: [InspectedInput]
    let names: NameIndex
    /// The settings that are settled or typed.
    let settled: SettingsProposal
    /// Whether a setting or an option already says which columns hold the ids, or that none does.
    let areIDsSettled: Bool
    let nearest: (String) -> String?

    /// Adds what follows from a refusal that the rows on their own did not foretell.
    func add(_ refusal: Refusal, _ input: InspectedInput, _ joint: inout JointFindings) {
        guard case .ambiguity(let ambiguity) = refusal.reason else { return }
        let (survey, found) = (input.survey, input.found)
        switch ambiguity {
        case .column(let kind, let header, _, _):
            let question = DoubtAsker(survey: survey, found: found, names: names).question(kind, header)
            joint.ask(question, assuming: kind == .date ? nil : .accepting(header))
        case .id(let header, _, _):
            guard let column = survey.header.firstIndex(where: { nameKey($0) == nameKey(header) }) else { return }
            let finder = RowFinder(survey, found, names: names, settled: settled.adding(joint.tried))
            joint.proposal = finder.idProposal(column, found).adding(joint.proposal)
            if inputs.count > 1 { askForSharedNumbers(&joint) }
        case .cutOffID(let header, let id):
            var without = SettingsProposal()
            without.columns[.id] = RoleColumns.none
            joint.ask(SettingsQuestion(.cutOffIDs(header: header, example: id), [Answer(.doWithout, without)]))
        case .row(_, let cell):
            var proposal = SettingsProposal()
            proposal.rules.totals = [cell]
            joint.proposal = joint.proposal.adding(proposal)
        case .sequence:
            if settled.sequence == nil { joint.proposal.sequence = .time }
        case .secondTable(let item):
            joint.ask(
                SettingsQuestion(
                    .secondTable(item: item), [Answer(.rowsAreNotOurs, .ignoring(item, [item]))]))
        case .tornComposite, .noRowFits, .overlap: return
        }
    }

    /// Adds what follows from failing rows.
    func add(_ trial: TrialOutcome, _ joint: inout JointFindings) {
        func count(_ code: OutcomeCode) -> Int { trial.codes.first { $0.code == code }?.count ?? 0 }
        if count(.alreadyProcessed) + count(.idConflict) > 0 { addRepeatedIDs(&joint) }
        if count(.invalidTime) > 0 { askForDateOrder(&joint) }
        if count(.missingItem) + count(.unknownAction) > 0 { askForNamelessRows(&joint) }
        if count(.unknownAction) > 0 { askForActionWords(trial, &joint) }
        if count(.invalidQuantity) > 0 { askForQuantities(trial, &joint) }
        let unknown = trial.failures.filter { $0.code == .unknownItem || $0.code == .missingAction }
        if !unknown.isEmpty { askForNames(unknown, &joint) }
    }

    // MARK: - Ids

    /// Adds what follows from ids that repeat: they are not a row's own, or several inputs share them.
    private func addRepeatedIDs(_ joint: inout JointFindings) {
        guard !areIDsSettled, let id = joint.proposal.columns[.id] else { return }
        guard case .single(let name) = id else {
            askForSharedNumbers(&joint)
            return
        }
        for input in inputs {
            guard let column = input.survey.header.firstIndex(where: { nameKey($0) == nameKey(name) }) else { continue }
            let finder = RowFinder(input.survey, input.found, names: names, settled: settled)
            joint.proposal = finder.idProposal(column, input.found).adding(joint.proposal)
            return
        }
    }

    /// Asks about ids that several inputs share, since rows of one input have different numbers.
    private func askForSharedNumbers(_ joint: inout JointFindings) {
        guard !areIDsSettled, let id = joint.proposal.columns[.id], case .composite = id, inputs.count > 1 else {
            return
        }
        var without = SettingsProposal()
        without.columns[.id] = RoleColumns.none
        joint.ask(SettingsQuestion(.sharedNumbers(headers: id.names), [Answer(.doWithout, without)]))
    }

    // MARK: - Times and actions

    private func askForDateOrder(_ joint: inout JointFindings) {
        for input in inputs where input.found.time.orders.count > 1 && settled.dateOrder == nil {
            let survey = input.survey
            guard let column = input.found.time.columns.first, let example = survey.columns[column].values.first?.text
            else { continue }
            let answers = input.found.time.orders.compactMap { order -> SettingsQuestion.Answer? in
                var settings = SettingsProposal()
                settings.dateOrder = order
                switch order {
                case .mdy: return Answer(.monthFirst, settings)
                case .dmy: return Answer(.dayFirst, settings)
                case .ymd: return nil
                }
            }
            guard !answers.isEmpty else { continue }
            joint.ask(SettingsQuestion(.dateOrder(header: survey.header[column], example: example), answers))
            return
        }
    }

    private func askForActionWords(_ trial: TrialOutcome, _ joint: inout JointFindings) {
        let said = settled.adding(joint.tried)
        guard let input = inputs.first(where: { $0.found.action != nil }), let action = input.found.action else {
            return
        }
        // Rows without a name have been asked about.
        let ofNamed = input.survey.relations.groups[action] ?? [:]
        let words = trial.failures.filter {
            $0.code == .unknownAction && SettingsProposal.isSayable($0.cell)
                && (inputs.count > 1 || input.survey.columns[action].hasMoreValues || ofNamed[$0.cell] != nil)
        }.map(\.cell)
        if words.isEmpty { return }
        let question = RowFinder(input.survey, input.found, names: names, settled: said).wordsQuestion(action, words)
        joint.ask(question)
    }

    private func askForNamelessRows(_ joint: inout JointFindings) {
        for input in inputs {
            let relations = input.survey.relations
            guard let item = input.found.item, relations.namelessRows > 0 else { continue }
            joint.ask(
                SettingsQuestion(
                    .namelessRows(count: relations.namelessRows, line: relations.firstNamelessLine),
                    [Answer(.rowsAreNotOurs, .ignoring(input.survey.header[item], [""]))]))
        }
    }

    /// Asks about quantities that are none, such as `0` or `ERROR`, and would be rejected every night.
    private func askForQuantities(_ trial: TrialOutcome, _ joint: inout JointFindings) {
        guard
            let header = inputs.lazy.compactMap({ input in input.found.quantity.map { input.survey.header[$0] } }).first
        else { return }
        let cells = trial.failures.filter { failure in
            failure.code == .invalidQuantity && !failure.cell.isEmpty && SettingsProposal.isSayable(failure.cell)
                && parseNegativeQuantity(failure.cell) == nil
                && !DecimalMark.allCases.contains {
                    let value = parseQuantity(failure.cell, decimal: $0)
                    return value != nil && value != 0
                }
        }.prefix(Self.cellsMax).map(\.cell)
        if cells.isEmpty { return }
        joint.ask(
            SettingsQuestion(
                .quantities(header: header, cells: cells), [Answer(.rowsAreNotOurs, .ignoring(header, cells))]))
    }

    // MARK: - Names

    /// Asks about names that the menu lacks where no trial has got as far as the rows.
    func addUnknownNames(_ input: InspectedInput, _ joint: inout JointFindings) {
        let survey = input.survey
        guard let item = input.found.item, input.found.variant == nil, survey.ownFile == nil else { return }
        let unknown = survey.columns[item].values.filter {
            names.juice($0.text) == nil && names.fruit($0.text) == nil
                && nameKey($0.text) != nameKey(survey.header[item])
        }
        // A column without any name that is known is hardly the item's.
        guard !unknown.isEmpty, unknown.count < survey.columns[item].values.count else { return }
        let failed = unknown.map { TrialOutcome.FailedCell(code: .unknownItem, cell: $0.text, count: $0.count) }
        askForNames(failed, &joint)
    }

    private func askForNames(_ failed: [TrialOutcome.FailedCell], _ joint: inout JointFindings) {
        var failed = failed
        if let ours = askForKinds(&joint) { failed = failed.filter { ours.contains(nameKey($0.cell)) } }
        for line in countLines(failed) {
            joint.ask(line.question, assuming: .reading(.item, [(line.cell, "ignore")]))
            failed.removeAll { $0.cell == line.cell }
        }
        let said = settled.adding(joint.tried)
        var seen: Set<String> = []
        let unknown = failed.filter { SettingsProposal.isSayable($0.cell) && seen.insert(cellKey($0.cell)).inserted }
            .filter { cell in
                !said.rules.readings.contains { $0.role == .item && cellKey($0.from) == cellKey(cell.cell) }
            }
        let (cups, others) = (
            unknown.filter { CupCount.isNamed(in: $0.cell) }, unknown.filter { !CupCount.isNamed(in: $0.cell) }
        )
        if !cups.isEmpty {
            let names = cups.prefix(Self.cellsMax).map(\.cell)
            joint.ask(
                SettingsQuestion(
                    .cupsInNames(names), [Answer(.rowsAreNotOurs, .reading(.item, names.map { ($0, "ignore") }))]))
        }
        let listed = others.prefix(Self.cellsMax).map { cell in
            SettingsQuestion.UnknownName(name: cell.cell, count: cell.count, nearest: nearestName(cell.cell))
        }
        if listed.isEmpty { return }
        let near = SettingsProposal.reading(.item, listed.compactMap { name in name.nearest.map { (name.name, $0) } })
        let far = SettingsProposal.reading(.item, listed.filter { $0.nearest == nil }.map { ($0.name, "ignore") })
        let answers = [Answer(.isOnTheMenu, near), Answer(.rowsAreNotOurs, far)].filter { !$0.settings.isEmpty }
        joint.ask(SettingsQuestion(.unknownNames(listed), answers), assuming: near.adding(far))
    }

    /// Asks about a column whose values separate items on the menu from others.
    ///
    /// - Returns: the names, as names match, in the rows whose items are on the menu; nil where nothing is asked.
    private func askForKinds(_ joint: inout JointFindings) -> Set<String>? {
        let said = settled.adding(joint.tried)
        for input in inputs {
            let survey = input.survey
            for column in survey.columns where HeaderHints.isCategory(column.name) && column.place != input.found.item {
                let groups = survey.relations.groups[column.place] ?? [:]
                let cells = column.values.map(\.text)
                let ours = cells.filter { cell in groups[cell].map { $0.known > $0.unknown } ?? false }
                let others = cells.filter { cell in groups[cell].map { $0.known == 0 } ?? false }
                let isSettled = (said.rules.ignore + said.rules.only).contains {
                    nameKey($0.column) == nameKey(column.name)
                }
                guard !ours.isEmpty, !others.isEmpty, ours.count + others.count == cells.count, !isSettled else {
                    continue
                }
                joint.ask(
                    SettingsQuestion(
                        .kinds(header: column.name, ours: ours, others: others),
                        [
                            Answer(.onlyTheseAreOurs, .keeping(column.name, ours)),
                            Answer(.rowsAreNotOurs, .ignoring(column.name, others)),
                        ]))
                return survey.names(in: input.found, where: column.place, isOneOf: Set(ours))
            }
        }
        return nil
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

    /// The questions about last lines that count the rows, such as `총 2건`, which differ every night.
    private func countLines(_ failed: [TrialOutcome.FailedCell]) -> [(cell: String, question: SettingsQuestion)] {
        inputs.compactMap { input in
            let (survey, table) = (input.survey, input.survey.table)
            guard let item = input.found.item, let last = table.lines.indices.last else { return nil }
            let code = table.columns[item].codes[last]
            guard code != CellTable.other, table.columns[item].counts[Int(code)] == 1 else { return nil }
            let cell = table.columns[item].cell(code)
            guard CountLine.isOne(cell), failed.contains(where: { $0.cell == cell }) else { return nil }
            // A column that is empty in this row alone tells it from the others on any night.
            let telling = survey.columns.first { column in
                column.emptyRows == 1 && table.columns[column.place].codes[last] == CellTable.empty
                    && !nameKey(column.name).isEmpty
            }
            let answers = telling.map { [Answer(.rowsAreNotOurs, .ignoring($0.name, [""]))] } ?? []
            return (cell, SettingsQuestion(.countLine(cell: cell, line: Int(table.lines[last])), answers))
        }
    }
}

/// Numbers of cups within the names of items, such as `바나나쥬스 x2`, `2 x kiwi juice` and `딸바 2잔`.
enum CupCount {
    private static let signs: [Character] = ["x", "×", "*", "✕"]
    private static let units = ["잔", "컵", "개", "cup"]

    /// Whether a name has a number beside a sign of multiplication or a word for cups.
    static func isNamed(in name: String) -> Bool {
        let text = Array(name.precomposedStringWithCompatibilityMapping.lowercased())
        var at = 0
        while at < text.count {
            guard isDigit(text[at]) else {
                at += 1
                continue
            }
            let end = text[at...].firstIndex { !isDigit($0) } ?? text.count
            let front = text[..<at].reversed().drop { $0.isWhitespace }
            let back = text[end...].drop { $0.isWhitespace }
            if isSign(Array(front)), !isLetter(text, end) { return true }
            if isSign(Array(back)), !isLetter(text, at - 1) { return true }
            if units.contains(where: { back.starts(with: $0) }) { return true }
            at = end
        }
        return false
    }

    private static func isLetter(_ text: [Character], _ at: Int) -> Bool {
        text.indices.contains(at) && text[at].isASCII && text[at].isLetter
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    /// Whether a text begins with a sign; the letter x is one only if no other Latin letter or digit is beside it.
    private static func isSign(_ text: [Character]) -> Bool {
        guard let first = text.first, signs.contains(first) else { return false }
        return first != "x" || !(text.dropFirst().first.map { $0.isASCII && ($0.isLetter || $0.isNumber) } ?? false)
    }
}

/// Last lines of exports that count the rows: `총 2건`, `Total: 2 rows`, `2 rows`.
enum CountLine {
    private static let units = ["건", "행", "개", "row", "rows", "records", "items", "orders"]
    private static let words = ["총", "전체", "합", "total", "count"]

    /// Whether a cell is a number with a word for rows, or for all of them.
    static func isOne(_ cell: String) -> Bool {
        let text = cell.precomposedStringWithCompatibilityMapping.lowercased()
        let digits = text.filter { $0.isASCII && $0.isNumber }
        let rest = text.filter { !($0.isASCII && $0.isNumber) && !$0.isWhitespace && !",.:()[]-=".contains($0) }
        guard !digits.isEmpty, !rest.isEmpty else { return false }
        let bare = words.reduce(String(rest)) { $1.count < $0.count || $1 == $0 ? drop($1, from: $0) : $0 }
        return units.contains(bare) || bare.isEmpty
    }

    private static func drop(_ word: String, from text: String) -> String {
        text.hasPrefix(word) ? String(text.dropFirst(word.count)) : text
    }
}
