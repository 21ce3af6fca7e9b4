internal import JuiceCore

/// Finds out from the rows of an input what has to be said of them.
struct RowFinder {
    let survey: InputSurvey
    let columns: ColumnFindings
    let names: NameIndex
    /// The settings that are settled or typed.
    let settled: SettingsProposal
    private let finder: ColumnFinder

    init(_ survey: InputSurvey, _ columns: ColumnFindings, names: NameIndex, settled: SettingsProposal) {
        self.survey = survey
        self.columns = columns
        self.names = names
        self.settled = settled
        finder = ColumnFinder(survey, names: names, settled: settled)
    }

    /// Returns the proposals and the questions.
    func findings() -> ColumnFindings {
        var found = columns
        if survey.ownFile != nil { return found }
        variant(&found)
        action(&found)
        negative(&found)
        time(&found)
        let id = id(found)
        found.proposal = found.proposal.adding(id)
        fill(&found)
        return found
    }

    /// Joins an item and its size to one name, where the menu has such names and not the items alone.
    private func variant(_ found: inout ColumnFindings) {
        let known = survey.relations.knownWithVariant.max { a, b in (a.value, -a.key) < (b.value, -b.key) }
        guard let known, known.value > survey.relations.knownJuices, let item = found.item, finder.isNameable(item)
        else {
            return
        }
        found.variant = known.key
        found.variants = []
        found.proposal.columns[.item] = .composite([.column(header(item)), .column(header(known.key))])
    }

    private func header(_ column: Int) -> String { survey.header[column] }

    private func group(_ column: Int, _ cell: String) -> RowRelations.Group {
        survey.relations.groups[column]?[cell] ?? RowRelations.Group()
    }

    /// Whether all rows with a cell have a quantity with a `-`.
    private func isNegative(_ column: Int, _ cell: String) -> Bool {
        let group = group(column, cell)
        return group.rows > 0 && group.negative == group.rows
    }

    // MARK: - Actions

    private func action(_ found: inout ColumnFindings) {
        if let action = found.action {
            let (readings, unknown) = readings(action)
            found.proposal = found.proposal.adding(.reading(.action, readings))
            if !unknown.isEmpty { found.questions.append(Self.wordsQuestion(header(action), unknown)) }
            return
        }
        if settled.columns[.action] != nil { return }
        // What takes cups back with a `-` is the word for it.
        let candidate = survey.columns.first { column in
            guard finder.isNameable(column.place), column.place != found.item, !isSettled(column.name),
                AmbiguousColumns.kinds(HeaderWords(column.name), hasQuantity: true).contains(.action)
            else { return false }
            let takenBack = column.values.filter { HeaderHints.takesBack($0.text) }
            return !takenBack.isEmpty && takenBack.allSatisfy { isNegative(column.place, $0.text) }
        }
        guard let candidate, column(candidate, readsAs: found) else { return }
        found.action = candidate.place
        found.proposal.columns[.action] = .single(candidate.name)
        found.proposal = found.proposal.adding(.reading(.action, readings(candidate.place).readings))
    }

    /// Whether all values of a column can be read as actions.
    private func column(_ column: ColumnSurvey, readsAs found: ColumnFindings) -> Bool {
        readings(column.place).unknown.isEmpty && !column.hasMoreValues
    }

    private func isSettled(_ header: String) -> Bool {
        let named = settled.rules.accept + (settled.rules.ignore + settled.rules.only).map(\.column)
        return named.contains { nameKey($0) == nameKey(header) }
    }

    /// The readings by which values of a column become actions, and the values without one.
    private func readings(_ column: Int) -> (readings: [(from: String, to: String)], unknown: [String]) {
        var readings: [(String, String)] = []
        var unknown: [String] = []
        for value in survey.columns[column].values where group(column, value.text).rows > 0 {
            let key = nameKey(value.text)
            let isSaid = settled.rules.readings.contains { $0.role == .action && nameKey($0.from) == key }
            if isSaid || names.action(value.text) != nil { continue }
            if HeaderHints.saleWords.contains(key) {
                readings.append((value.text, "order"))
            } else if HeaderHints.takesBack(value.text) {
                readings.append((value.text, "cancel"))
            } else {
                unknown.append(value.text)
            }
        }
        return (readings, unknown)
    }

    static func wordsQuestion(_ header: String, _ cells: [String]) -> SettingsQuestion {
        let cells = Array(cells.prefix(20))
        return SettingsQuestion(
            .actionWords(header: header, cells: cells),
            [
                SettingsQuestion.Answer(.isSale, .reading(.action, cells.map { ($0, "order") })),
                SettingsQuestion.Answer(.rowsAreNotOurs, .reading(.action, cells.map { ($0, "ignore") })),
            ])
    }

    /// Reads quantities with a `-` as cancels, where no action says what they are.
    private func negative(_ found: inout ColumnFindings) {
        guard settled.negative == nil, let quantity = found.quantity else { return }
        let hasNegative = survey.columns[quantity].values.contains {
            parseNegativeQuantity($0.text, decimal: found.decimal) != nil
        }
        guard hasNegative else { return }
        guard let action = found.action else {
            found.proposal.negative = .cancel
            return
        }
        let cancels = Set(
            found.proposal.rules.readings.filter { $0.role == .action && $0.to == "cancel" }.map { nameKey($0.from) })
        let isTold = (survey.relations.groups[action] ?? [:]).allSatisfy { cell, group in
            group.negative == 0 || names.action(cell) == .cancel || cancels.contains(nameKey(cell))
        }
        if !isTold { found.proposal.negative = .cancel }
    }

    // MARK: - Times

    private func time(_ found: inout ColumnFindings) {
        guard let direction = survey.relations.direction, direction.rises + direction.falls > 0 else { return }
        let isNewestFirst = direction.falls > 0 && direction.rises == 0 && direction.unreadable == 0
        let isClockBesideDate =
            found.time.columns.count > 1 && !found.isTimeKnown && settled.columns[.time] == nil
            && finder.columns(of: .time).count == 1
        guard isNewestFirst || isClockBesideDate else { return }
        found.proposal = found.proposal.adding(timeProposal(found))
        if isNewestFirst, settled.sequence == nil { found.proposal.sequence = .time }
    }

    /// The settings by which the input's times are read.
    func timeProposal(_ found: ColumnFindings) -> SettingsProposal {
        var proposal = SettingsProposal()
        let time = found.time
        guard !time.columns.isEmpty, time.columns.allSatisfy(finder.isNameable) else { return proposal }
        if !found.isTimeKnown, settled.columns[.time] == nil {
            proposal = .naming(.time, time.columns.map(header))
        }
        if settled.dateOrder == nil, time.orders.count == 1 { proposal.dateOrder = time.orders[0] }
        guard let direction = survey.relations.direction, direction.midnights > 0, settled.dayStart == nil,
            time.columns.contains(where: { HeaderWords(header($0)).hasAny(["영업", "business"]) })
                || time.columns.count == 1
        else { return proposal }
        let hour = direction.latestMorningMinutes / 60 + 1
        proposal.dayStart = DayStart(max(hour, 6) < 10 ? "0\(max(hour, 6)):00" : "\(max(hour, 6)):00")
        return proposal
    }

    // MARK: - Ids

    private func id(_ found: ColumnFindings) -> SettingsProposal {
        if settled.columns[.id] != nil { return SettingsProposal() }
        let own = finder.columns(of: .id).first
        if let own, !survey.columns[own].hasRepeats { return SettingsProposal() }
        if let unique = survey.columns.first(where: isRowsOwn) { return .naming(.id, [unique.name]) }
        let byName = HeaderHints.receipt.lazy.compactMap { key in
            survey.columns.first { nameKey($0.name) == key && !$0.values.isEmpty && finder.isNameable($0.place) }?.place
        }.first
        guard let receipt = own ?? byName else { return SettingsProposal() }
        return idProposal(receipt, found)
    }

    /// Whether a column holds a number of each row's own, by its name and its values.
    private func isRowsOwn(_ column: ColumnSurvey) -> Bool {
        let words = HeaderWords(column.name)
        guard finder.isNameable(column.place), words.hasAny(["id", "번호"]), !column.isRowNumber, !column.hasMoreValues,
            !column.hasRepeats, column.emptyRows == 0, column.values.count >= 2,
            !HeaderHints.receipt.contains(words.key)
        else { return false }
        if words.hasAny(["selection", "line"]) { return true }
        return !words.hasAny([
            "item", "product", "menu", "customer", "master", "employee", "card", "payment", "상품", "메뉴", "품목", "고객",
            "회원", "카드",
            "승인", "전화", "연락", "사업자", "코드",
        ])
    }

    /// An id made of a receipt's number and all that distinguishes its rows.
    func idProposal(_ receipt: Int, _ found: ColumnFindings) -> SettingsProposal {
        let column = survey.columns[receipt]
        guard finder.isNameable(receipt) else { return SettingsProposal() }
        var parts: [RoleColumns.Part] = []
        let isShort = column.values.prefix(1_000).allSatisfy { $0.text.count <= 6 }
        if let date = found.time.date, isShort, column.values.contains(where: { $0.text.contains { $0.isNumber } }) {
            // A short number starts anew each day, and is counted by each till.
            if finder.isNameable(date) { parts.append(.column(header(date))) }
            let counter = HeaderHints.counter.lazy.compactMap { key in
                survey.columns.first { nameKey($0.name) == key && finder.isNameable($0.place) && !$0.values.isEmpty }
            }.first
            if let counter, counter.emptyRows <= survey.relations.namelessRows { parts.append(.column(counter.name)) }
        }
        parts.append(.column(header(receipt)))
        let hasCancels = found.action.map { action in
            survey.columns[action].values.contains {
                HeaderHints.takesBack($0.text) || names.action($0.text) == .cancel
            }
        }
        if hasCancels == true, let action = found.action, finder.isNameable(action) {
            parts.append(.column(header(action)))
        }
        parts.append(.place)
        var proposal = SettingsProposal()
        proposal.columns[.id] = .composite(parts)
        return proposal
    }

    // MARK: - Merged cells

    /// Proposes to fill columns that say something once for several rows.
    private func fill(_ found: inout ColumnFindings) {
        let merged = survey.relations.mergedColumns
        let idNames =
            (settled.columns[.id] ?? found.proposal.columns[.id])?.names ?? finder.columns(of: .id).map(header)
        let ofReceipt = merged.filter { column in idNames.contains { nameKey($0) == nameKey(header(column)) } }
        guard let leading = ofReceipt.first ?? found.time.columns.first(where: merged.contains),
            survey.columns[leading].emptyRows < survey.rows
        else { return }
        let wanted = merged.filter { column in
            guard survey.columns[column].emptyRows == survey.columns[leading].emptyRows, finder.isNameable(column)
            else {
                return false
            }
            let kinds = AmbiguousColumns.kinds(HeaderWords(header(column)), hasQuantity: true)
            return ofReceipt.contains(column) || found.time.columns.contains(column) || column == found.action
                || kinds.contains(.action) || kinds.contains(.cancellation)
        }
        let settledFill = Set(settled.rules.fill.map(nameKey))
        found.proposal.rules.fill = wanted.map(header).filter { !settledFill.contains(nameKey($0)) }
    }
}
