internal import Foundation
internal import JuiceBatch
internal import JuiceCore

/// The settings proposed for several inputs, the questions about them, and the settings that trial runs assume.
///
/// They follow from the findings about each input and from the outcomes of trial runs.
struct Inference {
    private typealias Answer = InputFindings.Answer

    private let inputs: [InputFindings]
    private let names: NameIndex
    private let fruits: [Fruit]
    private let existing: SettingsProposal
    /// Returns the juice on the menu with the most similar name; nil if none is similar.
    private let nearest: (String) -> String?
    var proposal = SettingsProposal()
    private(set) var questions: [SettingsQuestion] = []
    /// The settings that a trial run assumes while questions are open, so that it finds further problems.
    private var assumed = SettingsProposal()
    /// The keys (`nameKey`) of the headers of columns whose meaning is asked.
    private(set) var askedColumns: Set<String> = []

    var tried: SettingsProposal { proposal.adding(assumed) }
    private var effectiveSettings: SettingsProposal { existing.adding(tried) }

    init(
        _ inputs: [InputFindings], settings: RunSettings, existing: SettingsProposal,
        nearest: @escaping (String) -> String?
    ) {
        self.inputs = inputs
        names = settings.names
        fruits = settings.menu.fruits
        (self.existing, self.nearest) = (existing, nearest)
        for input in inputs {
            for (role, columns) in input.proposal.columns where isFiner(columns, than: proposal.columns[role], input) {
                proposal.columns[role] = columns
            }
            proposal = proposal.adding(input.proposal)
            for question in input.questions { ask(question) }
        }
        orderInputsByTime()
    }

    /// Whether the columns that an input proposes for a role distinguish more rows than those of earlier inputs.
    private func isFiner(_ columns: RoleColumns, than earlier: RoleColumns?, _ input: InputFindings) -> Bool {
        func count(_ columns: RoleColumns, in input: InputFindings) -> Int {
            columns.names.count { input.export.column($0) != nil }
        }
        // If the input lacks one of the earlier columns, the run refuses it and names them.
        guard let earlier, columns.names.count > earlier.names.count,
            count(earlier, in: input) == earlier.names.count
        else { return false }
        // Each input must have all of the columns or none.
        return inputs.allSatisfy { [0, columns.names.count].contains(count(columns, in: $0)) }
    }

    /// Proposes to apply the rows of several inputs in the order of their times.
    private mutating func orderInputsByTime() {
        let timed = inputs.filter { input in input.direction.map { !$0.first.isEmpty && $0.unreadable == 0 } ?? false }
        guard timed.count > 1, existing.sequence == nil else { return }
        for input in timed { proposal = proposal.adding(input.timeProposal) }
        proposal.sequence = timed.allSatisfy { $0.proposal.sequence == .newestFirst } ? .newestFirst : .time
    }

    /// Adds a question, unless it has been asked, with the settings that trial runs assume, or else the first answer's.
    private mutating func ask(_ question: SettingsQuestion, assuming assumption: SettingsProposal? = nil) {
        guard !questions.contains(where: { $0.subject == question.subject }) else { return }
        questions.append(question)
        // Further questions about the item's column would be noise while it is unknown.
        if case .itemColumn = question.subject { return }
        assumed = assumed.adding(assumption ?? question.answers.first?.settings ?? SettingsProposal())
    }

    /// Asks about a proposed word for totals, instead of proposing it, if a row with it does not match the rows above.
    ///
    /// Returns whether the proposal has changed. It does not change while a question with several answers is open,
    /// because with another answer the rows may match.
    mutating func replaceTotals(contradictedBy trial: TrialOutcome) -> Bool {
        guard let refusal = trial.refusal, case .totalMismatch = refusal.reason,
            questions.allSatisfy({ $0.answers.count < 2 }),
            let input = inputs.first(where: { $0.export.plan.name == refusal.file }),
            let total = input.export.totalsWords.first(where: { $0.lines.contains(refusal.line) }),
            proposal.totals.containsName(total.text),
            total.column < input.export.columns.count, input.export.columns[total.column].isNameable
        else { return false }
        proposal.totals.removeAll { nameKey($0) == nameKey(total.text) }
        ask(
            .contradictedTotals(cell: total.text, line: refusal.line),
            leavingOut: .ignoring(input.export.columns[total.column].name, [total.text]))
        return true
    }

    private mutating func ask(_ subject: SettingsQuestion.Subject, _ answers: [Answer] = []) {
        ask(SettingsQuestion(subject, answers))
    }

    private mutating func ask(_ subject: SettingsQuestion.Subject, leavingOut rows: SettingsProposal) {
        ask(subject, [(.rowsDoNotCount, rows)])
    }

    /// Asks about each column that is ambiguous with the proposed settings, and assumes that the column has no meaning.
    ///
    /// A proposal to leave out totals by its cells would settle its meaning, so it becomes a part of each answer.
    mutating func askAboutColumns() {
        for input in inputs {
            // Cells are judged without the header's own, if a row repeats it and existing settings do not leave it out.
            if let item = input.item, !input.headerRows.isEmpty {
                let ignored = existing.ignore.filter { input.export.column($0.column) == item }.map(\.value)
                let replaced = existing.replacements.filter { $0.role == .item }.map(\.from)
                if !(ignored + replaced).containsName(item.name) {
                    ask(.secondTable(item: item.name), leavingOut: .ignoring(item.name, [item.name]))
                }
            }
            var naming = effectiveSettings
            naming.ignore.removeAll(where: proposal.ignore.contains)
            let readings = AmbiguityFinder(input, effectiveSettings, naming: naming).readings
            let found = zip(input.export.columns, readings).compactMap { column, reading in
                reading.ambiguity.map { (column: column, kind: $0) }
            }
            let ordered = found.sorted { ($0.kind.order, $0.column.index) < ($1.kind.order, $1.column.index) }
            let quantities = ordered.filter { column, kind in
                if case .column(.quantity, _, _) = input.question(about: kind, header: column.name).subject {
                    true
                } else {
                    false
                }
            }.map(\.column)
            if quantities.count > 1 { askForQuantity(among: quantities.map(\.name)) }
            for (column, kind) in ordered {
                let header = column.name
                askedColumns.insert(column.key)
                if quantities.count > 1, quantities.contains(column) { continue }
                let totals = proposal.ignore.filter { nameKey($0.column) == column.key }
                proposal.ignore.removeAll(where: totals.contains)
                let withoutTotals = SettingsProposal(\.ignore, totals)
                var question = input.question(about: kind, header: header)
                for answer in question.answers.indices {
                    question.answers[answer].settings = question.answers[answer].settings.adding(withoutTotals)
                }
                ask(question, assuming: .accepting(header).adding(withoutTotals))
            }
        }
    }

    /// Asks which of several columns is the quantity, of which only one can be read, and assumes that none is.
    private mutating func askForQuantity(among headers: [String]) {
        func accepting(_ headers: [String]) -> SettingsProposal { SettingsProposal(\.accept, headers) }
        let answers = headers.map { header -> Answer in
            (.isQuantity, .naming(.quantity, [header]).adding(accepting(headers.filter { $0 != header })))
        }
        ask(
            SettingsQuestion(.quantityColumns(headers: headers), answers + [(.meansNothing, accepting(headers))]),
            assuming: accepting(headers))
    }

    /// Adds the proposals and questions that follow from a trial run with the proposed and assumed settings.
    mutating func update(with trial: TrialOutcome) {
        if let refusal = trial.refusal { return update(with: refusal) }
        if trial.count(.alreadyProcessed) + trial.count(.idConflict) > 0 { distinguishIDs() }
        if trial.count(.invalidTime) > 0 { askForDateOrder() }
        askForNewCells()
        if trial.count(.unknownValue) > 0 { askForCountLines() }
        if trial.count(.missingItem) + trial.count(.unknownAction) + trial.count(.unknownValue) > 0 {
            askForNamelessRows()
        }
        askForActions(trial.failures.filter { $0.code == .unknownAction })
        askForQuantities(trial)
        askForNames(trial.failures.filter { $0.code == .unknownItem || $0.code == .missingAction })
    }

    /// Adds what follows from a refusal of an input, without any outcome of its rows.
    private mutating func update(with refusal: Refusal) {
        guard let input = inputs.first(where: { $0.export.plan.name == refusal.file }) else { return }
        if case .ambiguity(let ambiguity) = refusal.reason { update(with: ambiguity, input) }
        // No trial run has reached the rows, so names are looked for in the item's column.
        guard let item = input.item, input.variant == nil else { return }
        let unknown = item.values.filter { !names.isOnMenu($0.text) && nameKey($0.text) != item.key }
        // A column without any known name is probably not the item's.
        if unknown.count < item.values.count { askForNames(unknown.map { (.unknownItem, $0.text, $0.count) }) }
    }

    /// Adds the proposals and questions that follow from an ambiguity that could not be predicted from the rows.
    private mutating func update(with ambiguity: Ambiguity, _ input: InputFindings) {
        switch ambiguity {
        case .column(let kind, let header, _, _, _):
            ask(input.question(about: kind, header: header), assuming: kind == .date ? nil : .accepting(header))
        case .id(let header, _, _, _, _):
            guard let column = input.export.column(header) else { return }
            proposal = input.idProposal(column).adding(proposal)
            askForSharedNumbers()
        case .cutOffID(let header, let id, _):
            let columns = effectiveSettings.columns[.id]?.names ?? [header]
            ask(.cutOffIDs(header: header, example: id), [(.doWithout, .without(.id, accepting: columns))])
        case .row(_, let cell, true):
            proposal = proposal.adding(SettingsProposal(\.totals, [cell]))
        case .row(let header, let cell, false):
            proposal = proposal.adding(.ignoring(header, [cell]))
            if !SettingsProposal.isNameable(header) { ask(.namelessColumn) }
        case .sequence:
            if existing.sequence == nil { proposal.sequence = .time }
        case .secondTable(let item): ask(.secondTable(item: item), leavingOut: .ignoring(item, [item]))
        case .incompleteComposite, .noRowFits, .overlap: return
        }
    }

    // MARK: - Ids, times and actions

    /// Proposes ids that distinguish the rows, because the ids so far do not, or several inputs share them.
    private mutating func distinguishIDs() {
        guard existing.columns[.id] == nil, let name = proposal.columns[.id]?.singleName else {
            return askForSharedNumbers()
        }
        let proposals = inputs.lazy.compactMap { input in input.export.column(name).map(input.idProposal) }
        if let found = proposals.first { proposal = found.adding(proposal) }
    }

    /// Asks about ids that several inputs share, although the rows of each input have different ids.
    private mutating func askForSharedNumbers() {
        guard existing.columns[.id] == nil, let id = proposal.columns[.id], id != .none, id.singleName == nil,
            inputs.count > 1
        else { return }
        ask(.sharedNumbers(headers: id.names), [(.doWithout, .without(.id, accepting: id.names))])
    }

    private mutating func askForDateOrder() {
        for input in inputs where input.times.orders.count > 1 && existing.dateOrder == nil {
            let meanings = [(SettingsQuestion.Meaning.monthFirst, DateOrder.mdy), (.dayFirst, .dmy)]
            let answers = meanings.filter { input.times.orders.contains($1) }.map { meaning, order -> Answer in
                (meaning, SettingsProposal(\.dateOrder, order))
            }
            if let column = input.times.columns.first, let example = column.texts.first, !answers.isEmpty {
                return ask(.dateOrder(header: column.name, example: example), answers)
            }
        }
    }

    private mutating func askForNamelessRows() {
        for input in inputs {
            let rows = AmbiguityFinder(input, effectiveSettings).namelessRows
            guard let item = input.item, let first = rows.first else { continue }
            var answers: [Answer] = [(.rowsDoNotCount, .ignoring(item.name, [""]))]
            // Rows with a quantity of their own, below one with an item, are rather orders of that item.
            let mayBeMerged = input.isMerged(item, in: Array(0..<input.export.count))
            if mayBeMerged, let quantity = input.quantity, !rows.contains(where: quantity.isEmpty) {
                answers.insert((.isSameAsAbove, SettingsProposal(\.fill, [item.name])), at: 0)
            }
            ask(.namelessRows(count: rows.count, line: input.export.lines[first]), answers)
        }
    }

    /// Asks about cells of the action's column that name no action.
    private mutating func askForActions(_ failed: [TrialOutcome.FailedCell]) {
        guard !failed.isEmpty, let input = inputs.first(where: { $0.action != nil }), let action = input.action else {
            return
        }
        // Rows without a name have been asked about.
        let groupsOfNamed = input.groups(action)
        let areAllKnown = inputs.count == 1 && !action.hasMoreValues
        let words = failed.map(\.cell).filter { !areAllKnown || groupsOfNamed[$0] != nil }
        if !words.isEmpty { ask(input.question(onActions: words, in: action)) }
    }

    /// Asks about new cells with a possible meaning, in columns whose cells are listed or that only `ignore` names.
    private mutating func askForNewCells() {
        for input in inputs where !input.export.isProgramFile {
            let finder = AmbiguityFinder(input, effectiveSettings, countsIgnoredNames: true)
            for column in input.export.columns {
                let listed = existing.known.filter { nameKey($0.column) == column.key }
                guard !listed.isEmpty || finder.reading(column).isOnlyIgnored else { continue }
                let keys = Set(listed.map { cellKey($0.value) })
                let mayBeNew = listed.isEmpty ? finder.mayBeNoOrder : finder.mayHaveMeaning
                let all = finder.cells(column).map(\.text)
                let meaningful = all.filter { !keys.contains(cellKey($0)) && mayBeNew($0, column) }
                let cells = Array(meaningful.prefix(InputFindings.cellsMax))
                // A column with more other cells is described by `ignore` alone.
                let isListed = !listed.isEmpty || all.count - meaningful.count <= ExportDescription.cellsMax
                guard isListed, !cells.isEmpty else { continue }
                let known = SettingsProposal(\.known, SettingsProposal.cells(column.name, cells))
                ask(
                    .actionWords(header: column.name, cells: cells),
                    [(.isSale, known), (.rowsDoNotCount, .ignoring(column.name, cells))])
            }
        }
    }

    private mutating func askForCountLines() {
        for input in inputs {
            guard let item = input.item, let row = AmbiguityFinder(input, effectiveSettings).countRow else { continue }
            let cell = item.cell(item.codes[row])
            // A column that is empty in this row only. Rows with an empty cell there can be ignored in any export.
            let notifying = input.export.columns.first { column in
                column.emptyRows == 1 && column.isEmpty(row) && !column.key.isEmpty
                    && !existing.fill.containsName(column.name)
            }
            let answers: [Answer] = notifying.map { [(.rowsDoNotCount, .ignoring($0.name, [""]))] } ?? []
            ask(
                SettingsQuestion(.countLine(cell: cell, line: input.export.lines[row]), answers),
                assuming: .replacing(.item, [cell], as: "ignore"))
        }
    }

    /// Asks about quantities that are not numbers or not allowed, such as `0` or `ERROR`, which every run would reject.
    private mutating func askForQuantities(_ trial: TrialOutcome) {
        let header = inputs.lazy.compactMap(\.quantity?.name).first
        let cells = trial.failures.filter { failure in
            failure.code == .invalidQuantity && !failure.cell.isEmpty
                // Damaged cells such as `01-Jan` or `#VALUE!` stay rejected; for `①`, `ignore` would also match 1.
                && failure.cell.allSatisfy { !$0.isNumber || $0.wholeNumberValue == 0 }
                && !failure.cell.hasPrefix("#") && !["true", "false"].contains(cellKey(failure.cell))
        }.prefix(InputFindings.cellsMax).map(\.cell)
        guard let header, !cells.isEmpty else { return }
        ask(.quantities(header: header, cells: cells), leavingOut: .ignoring(header, cells))
    }

    // MARK: - Names

    /// Asks about cells of the item's column that made rows fail: numbers of rows or of cups, and unknown names.
    private mutating func askForNames(_ failed: [TrialOutcome.FailedCell]) {
        if failed.isEmpty { return }
        var failed = failed
        if let ofShop = askForKinds() { failed.removeAll { !ofShop.contains(nameKey($0.cell)) } }
        askForCountLines()
        var seen = Set(effectiveSettings.replacements.filter { $0.role == .item }.map { cellKey($0.from) })
        failed = failed.filter { seen.insert(cellKey($0.cell)).inserted }
        let cups = Array(failed.map(\.cell).filter(containsCupCount).prefix(InputFindings.cellsMax))
        if !cups.isEmpty { ask(.cupsInNames(cups), leavingOut: .replacing(.item, cups, as: "ignore")) }
        let listed = failed.filter { !containsCupCount($0.cell) }.prefix(InputFindings.cellsMax).map { cell in
            SettingsQuestion.UnknownName(name: cell.cell, count: cell.count, nearest: nearestName(cell.cell))
        }
        if listed.isEmpty { return }
        let similar = SettingsProposal.replacing(
            .item, listed.compactMap { name in name.nearest.map { (name.name, $0) } })
        let others = SettingsProposal.replacing(.item, listed.filter { $0.nearest == nil }.map(\.name), as: "ignore")
        let delivered = SettingsProposal.replacing(
            .item, listed.compactMap { name in fruitName(name.name).map { (name.name, $0) } })
        let answers: [Answer] = [(.isOnTheMenu, similar), (.isFruit, delivered), (.rowsDoNotCount, others)]
        ask(
            SettingsQuestion(.unknownNames(listed), answers.filter { !$0.settings.isEmpty }),
            assuming: similar.adding(others))
    }

    /// The name by which the menu means only the fruit, for a name of both a juice and a fruit; nil for other names.
    private func fruitName(_ name: String) -> String? {
        guard names.juice(name) != nil, let fruit = names.fruit(name) else { return nil }
        return names.juice(fruits[fruit].name) == nil ? fruits[fruit].name : nil
    }

    /// Asks about a column whose values distinguish items on the menu from others, and returns the keys (`nameKey`) of
    /// the names in rows whose items are on the menu; nil if nothing is asked.
    private mutating func askForKinds() -> Set<String>? {
        let filters = effectiveSettings.filterColumns
        for input in inputs {
            for column in input.export.columns
            where column != input.item && column.words.hasAny(HeaderHints.category) && column.hasFewValues
                && !filters.containsName(column.name)
            {
                let header = column.name
                let cells = column.texts
                let groups = input.groups(column)
                let ofShop = cells.filter { cell in groups[cell].map { $0.onMenu * 2 > $0.rows } ?? false }
                let others = cells.filter { cell in groups[cell].map { $0.onMenu == 0 } ?? false }
                guard !ofShop.isEmpty, !others.isEmpty, ofShop.count + others.count == cells.count else { continue }
                ask(
                    .kinds(header: header, ofShop: ofShop, others: others),
                    [(.onlyTheseCount, .keeping(header, ofShop)), (.rowsDoNotCount, .ignoring(header, others))])
                let items = input.itemNames(input.variant)
                let rowsOfShop = column.codes.indices.filter(column.rowTest(Set(ofShop).contains))
                let found = rowsOfShop.compactMap { items.ofRows[$0] }
                return Set(Set(found).map { nameKey(items.names[$0]) })
            }
        }
        return nil
    }

    /// The name on the menu that is most similar to a name, with or without decorations as in `[BEST]딸바`; nil if the
    /// name contains a word for a cancellation or a number.
    private func nearestName(_ name: String) -> String? {
        if AmbiguousCell.isAmbiguous(name, as: .action, decimal: nil) || name.contains(where: \.isNumber) { return nil }
        if let found = nearest(name) { return found }
        var depth = 0
        let undecorated = name.filter { character in
            if "[(<【（".contains(character) { depth += 1 }
            if "])>】）".contains(character) { depth -= 1 }
            return depth == 0 && (character.isLetter || character.isWhitespace)
        }
        if nameKey(undecorated).isEmpty { return nil }
        return [undecorated, undecorated + "쥬스"].lazy.filter { names.juice($0) != nil }.compactMap(nearest).first
    }
}

/// Whether an item's name contains a number of cups next to a word or sign, such as `바나나쥬스 x2`, `2 x kiwi juice` and
/// `딸바 2잔`; the letter x is a sign only if it is next to no other Latin letter or digit.
private func containsCupCount(_ name: String) -> Bool {
    let text = name.precomposedStringWithCompatibilityMapping.lowercased()
    let cups = /[0-9]+\s*(잔|컵|개|cup)/
    let signAndNumber = /(^|[^a-z0-9])x\s*[0-9]+(?![a-z0-9])|[×*✕]\s*[0-9]+(?![a-z0-9])/
    let numberAndSign = /(^|[^a-z0-9])[0-9]+\s*([×*✕]|x(?![a-z0-9]))/
    return text.contains(cups) || text.contains(signAndNumber) || text.contains(numberAndSign)
}
