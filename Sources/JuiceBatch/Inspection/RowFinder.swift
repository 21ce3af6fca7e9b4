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
        id(&found)
        totals(&found)
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
            if !unknown.isEmpty { found.questions.append(wordsQuestion(action, unknown)) }
            return
        }
        if settled.columns[.action] != nil { return }
        // What takes cups back with a `-` is the word for it.
        let candidate = survey.columns.first { column in
            guard finder.isNameable(column.place), column.place != found.item, !isSettled(column.name),
                AmbiguousColumns.kinds(TextWords(column.name), hasQuantity: true).contains(.action)
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

    /// The question about words of the action column that are none.
    func wordsQuestion(_ column: Int, _ cells: [String]) -> SettingsQuestion {
        let cells = Array(cells.prefix(20))
        var without = SettingsProposal()
        without.columns[.action] = RoleColumns.none
        let answers = [
            SettingsQuestion.Answer(.isSale, .reading(.action, cells.map { ($0, "order") })),
            SettingsQuestion.Answer(.rowsAreNotOurs, .reading(.action, cells.map { ($0, "ignore") })),
        ]
        let saysNothing = SettingsQuestion.Answer(.meansNothing, without)
        // A column none of whose words is an action, such as one of payment kinds, may say nothing of actions.
        let isOfActions = survey.columns[column].values.contains { value in
            names.action(value.text) != nil || HeaderHints.saleWords.contains(nameKey(value.text))
                || HeaderHints.takesBack(value.text)
        }
        return SettingsQuestion(
            .actionWords(header: header(column), cells: cells), isOfActions ? answers : [saysNothing] + answers)
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

    /// The number of times that fall from which an export is taken for one that is always newest first.
    private static let fallsOfNewestFirst = 10

    private func time(_ found: inout ColumnFindings) {
        guard let direction = survey.relations.direction, direction.rises + direction.falls > 0 else { return }
        let isNewestFirst =
            direction.falls > 0 && direction.falls >= 10 * direction.rises && direction.unreadable == 0
        let isClockBesideDate =
            found.time.columns.count > 1 && !found.isTimeKnown && settled.columns[.time] == nil
            && finder.columns(of: .time).count { !Role.dateKeys.contains(nameKey(header($0))) } == 1
        // Times that only pass midnight are in order.
        let isMixed =
            direction.falls > direction.midnights && !isNewestFirst && direction.hasDates && direction.unreadable == 0
        guard isNewestFirst || isMixed || isClockBesideDate else { return }
        found.proposal = found.proposal.adding(timeProposal(found))
        guard settled.sequence == nil, isNewestFirst || isMixed else { return }
        found.proposal.sequence = isNewestFirst && direction.falls >= Self.fallsOfNewestFirst ? .newestFirst : .time
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
            time.columns.contains(where: { TextWords(header($0)).hasAny(["영업", "business"]) })
                || time.columns.count == 1
        else { return proposal }
        let hour = direction.latestMorningMinutes / 60 + 1
        proposal.dayStart = DayStart(max(hour, 6) < 10 ? "0\(max(hour, 6)):00" : "\(max(hour, 6)):00")
        return proposal
    }

    // MARK: - Ids

    private func id(_ found: inout ColumnFindings) {
        if settled.columns[.id] != nil { return }
        let own = finder.columns(of: .id).first
        if let own, isCutOff(own) || !hasRepeats(own) { return }
        let byName = HeaderHints.receipt.lazy.compactMap { key in
            survey.columns.first { nameKey($0.name) == key && !$0.values.isEmpty && finder.isNameable($0.place) }?.place
        }.first
        if own == nil || doubled(own) == nil, let unique = survey.columns.first(where: isRowsOwn) {
            found.proposal = found.proposal.adding(.naming(.id, [unique.name]))
            return
        }
        guard let receipt = own ?? byName, !isCutOff(receipt) else { return }
        let parts = idProposal(receipt, found)
        guard let doubled = doubled(receipt), finder.isNameable(receipt) else {
            found.proposal = found.proposal.adding(parts)
            return
        }
        found.questions.append(
            SettingsQuestion(
                .doubledRows(header: header(receipt), id: doubled.id, count: doubled.count, line: doubled.line),
                [
                    SettingsQuestion.Answer(.sameRowAgain, .naming(.id, [header(receipt)])),
                    SettingsQuestion.Answer(.separateOrders, parts),
                ]))
    }

    /// Whether a column has a cell that a spreadsheet cut off, so that it tells no row apart.
    private func isCutOff(_ column: Int) -> Bool {
        survey.columns[column].values.contains { value in
            Array(value.text.utf8).withUnsafeBufferPointer { IDText.isCutOff($0) }
        }
    }

    /// Whether a column has the same id twice, texts that stand for none aside.
    private func hasRepeats(_ column: Int) -> Bool {
        let cells = survey.table.columns[column]
        return (1...max(cells.count, 1)).contains { code in
            code < cells.counts.count && cells.counts[code] > 1
                && !cells.withBytes(UInt32(code)) { IDText.isPlaceholder($0) }
        }
    }

    /// The rows that equal another one in every cell, where each id is otherwise a row's own; nil where there are none,
    /// or where an id stands in different rows.
    private func doubled(_ column: Int?) -> (id: String, count: Int, line: Int)? {
        guard let column else { return nil }
        let table = survey.table
        let codes = table.columns[column].codes
        var digests: [UInt32: Int] = [:]
        var (count, first): (Int, Int?) = (0, nil)
        for row in 0..<table.count where codes[row] != CellTable.empty && codes[row] != CellTable.other {
            guard let known = digests.updateValue(table.digests[row], forKey: codes[row]) else { continue }
            if known != table.digests[row] { return nil }
            count += 1
            first = first ?? row
        }
        // Where no id stands alone, each of them is a receipt with rows that are alike.
        guard let first, table.columns[column].counts.dropFirst().contains(1) else { return nil }
        return (table.columns[column].cell(codes[first]), count, Int(table.lines[first]))
    }

    /// Whether a column holds a number of each row's own, by its name and its values.
    private func isRowsOwn(_ column: ColumnSurvey) -> Bool {
        let words = TextWords(column.name)
        guard finder.isNameable(column.place), words.hasAny(["id", "번호"]), !column.isRowNumber,
            !survey.table.columns[column.place].hasMore, !survey.table.columns[column.place].hasRepeats,
            !isCutOff(column.place),
            column.emptyRows == 0, column.values.count >= 2,
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

    // MARK: - Totals

    /// Leaves out the rows of totals that sum up more than this file, which no sum of its rows could match.
    private func totals(_ found: inout ColumnFindings) {
        let cumulative = found.proposal.rules.totals.filter(TotalsWord.isCumulative)
        if cumulative.isEmpty { return }
        found.proposal.rules.totals.removeAll { cumulative.contains($0) }
        for word in cumulative {
            guard let column = survey.totalsRows.first(where: { $0.word == word })?.column, column < survey.header.count
            else { continue }
            let ignored: SettingsProposal =
                column == found.item ? .reading(.item, [(word, "ignore")]) : .ignoring(header(column), [word])
            found.proposal = found.proposal.adding(ignored)
        }
    }

    // MARK: - Merged cells

    /// Proposes to fill columns that say something once for several rows.
    private func fill(_ found: inout ColumnFindings) {
        let merged = survey.relations.mergedColumns.filter { !hasOwnRows($0, found) }
        let idNames =
            (settled.columns[.id] ?? found.proposal.columns[.id])?.names ?? finder.columns(of: .id).map(header)
        let ofReceipt = merged.filter { column in idNames.contains { nameKey($0) == nameKey(header(column)) } }
        var wanted: [Int] = []
        if let leading = ofReceipt.first ?? found.time.columns.first(where: merged.contains),
            survey.columns[leading].emptyRows < survey.rows
        {
            wanted = merged.filter { column in
                survey.columns[column].emptyRows == survey.columns[leading].emptyRows && finder.isNameable(column)
                    && (ofReceipt.contains(column) || found.time.columns.contains(column) || saysStatus(column, found))
            }
        }
        wanted += survey.columns.indices.filter { column in
            !wanted.contains(column) && finder.isNameable(column) && saysStatus(column, found)
                && standsOnFirstLines(column, found)
        }
        let settledFill = Set(settled.rules.fill.map(nameKey))
        found.proposal.rules.fill = wanted.map(header).filter { !settledFill.contains(nameKey($0)) }
        // The number that is filled is that of several rows.
        guard settled.columns[.id] == nil, found.proposal.columns[.id] == nil,
            let id = finder.columns(of: .id).first, wanted.contains(id)
        else { return }
        found.proposal = found.proposal.adding(idProposal(id, found))
    }

    /// Whether a column says what became of an order.
    private func saysStatus(_ column: Int, _ found: ColumnFindings) -> Bool {
        if column == found.action
            || (settled.rules.ignore + settled.rules.only).contains(where: {
                nameKey($0.column) == nameKey(header(column))
            })
        {
            return true
        }
        let kinds = AmbiguousColumns.kinds(TextWords(header(column)), hasQuantity: true)
        return kinds.contains(.action) || kinds.contains(.cancellation)
    }

    /// Whether a row in which a column is empty has a time, an item and a quantity of its own, so that it may be an order
    /// of its own rather than a line of the one above.
    private func hasOwnRows(_ column: Int, _ found: ColumnFindings) -> Bool {
        let table = survey.table
        let own = (found.time.columns + [found.item, found.quantity].compactMap(\.self)).map { table.columns[$0].codes }
        let codes = table.columns[column].codes
        return (0..<table.count).contains { row in
            codes[row] == CellTable.empty && own.allSatisfy { $0[row] != CellTable.empty }
        }
    }

    /// Whether a column is empty just in rows that share the number of an order with the row above.
    private func standsOnFirstLines(_ column: Int, _ found: ColumnFindings) -> Bool {
        let table = survey.table
        let codes = table.columns[column].codes
        guard let first = codes.first, first != CellTable.empty, codes.contains(CellTable.empty) else { return false }
        let others = table.columns.indices.filter {
            $0 != column && $0 != found.item && $0 != found.quantity && !found.time.columns.contains($0)
        }
        return others.contains { other in
            let orders = table.columns[other].codes
            guard table.columns[other].distinct > 1 else { return false }
            return (1..<table.count).allSatisfy { row in
                let isSame =
                    orders[row] == orders[row - 1] && orders[row] != CellTable.empty && orders[row] != CellTable.other
                return (codes[row] == CellTable.empty) == isSame || codes[row] != CellTable.empty && !isSame
            }
        }
    }
}
