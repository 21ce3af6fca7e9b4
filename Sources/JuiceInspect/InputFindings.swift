package import JuiceBatch

/// The presumed roles of an input's columns, with the settings and questions that follow from its cells.
package struct InputFindings: Sendable {
    package let export: ExportTable
    let names: NameIndex
    /// The settings that exist: those of the configuration and of the command line.
    let existing: SettingsProposal
    /// The index of the item column, from 0; nil if none was found.
    package private(set) var item: Int?
    /// The index of a column that forms the item together with `item`; nil if there is none.
    private(set) var variant: Int?
    package private(set) var quantity: Int?
    var action: Int?
    package private(set) var times: TimeColumns = ([], [], nil)
    /// Whether a run would recognize the time columns without further settings.
    private(set) var areTimesKnown = false
    /// The direction of the times; nil if no column holds any.
    package private(set) var direction: TimeDirection?
    /// The decimal mark of quantities; nil if it is unknown.
    package private(set) var decimal: DecimalMark?
    /// The rows with an item, without a last line that counts them, or all rows if no item column was found.
    package private(set) var itemRows: [Int] = []
    package var proposal = SettingsProposal()
    package var questions: [SettingsQuestion] = []

    /// Examines the columns and rows of an export; `existing` are the settings that are not proposed again.
    package init(_ export: ExportTable, names: NameIndex, existing: SettingsProposal) {
        (self.export, self.names, self.existing) = (export, names, existing)
        if export.isProgramFile { return }
        findItem()
        findQuantity()
        action = columns(of: .action).first
        findTimes()
        findDecimalMark()
        findForm()
        joinVariant()
        readActions()
        readSigns()
        orderByTimes()
        makeIDs()
        fillMergedCells()
    }

    mutating func ask(_ subject: SettingsQuestion.Subject, _ answers: [Answer]) {
        questions.append(SettingsQuestion(subject, answers))
    }

    /// The columns that have a role by a setting or by their names alone; empty if there are too many or too few.
    func columns(of role: Role) -> [Int] {
        let roles = ColumnRoles(export: export, settings: existing)
        let (configured, found) = (roles.configured(role), roles.columns(of: role))
        return found.count == (configured == nil ? 1 : existing.columns[role]?.names.count) ? found : []
    }

    /// Whether settings can refer to a column.
    func isNameable(_ column: Int) -> Bool { export.columns[column].isNameable }

    func header(_ column: Int) -> String { export.columns[column].name }

    /// The meanings that a column may have by its name, if another column contains the quantities or not.
    func kinds(_ column: Int, hasQuantity: Bool = true) -> [Ambiguity.Column] {
        AmbiguousColumns.kinds(export.columns[column].words, hasQuantity: hasQuantity)
    }

    /// Whether a column's header is in a list of names, ignoring differences such as case and spaces.
    static func isNamed(_ header: String, by names: [String]) -> Bool {
        names.contains { nameKey($0) == nameKey(header) }
    }

    private func isAccepted(_ column: Int) -> Bool { Self.isNamed(header(column), by: existing.accept) }

    /// Whether existing settings accept a column, or leave out rows by its cells.
    func isFilter(_ column: Int) -> Bool {
        isAccepted(column) || Self.isNamed(header(column), by: existing.filterColumns)
    }

    // MARK: - Items

    private mutating func findItem() {
        let byHeader = columns(of: .item).first
        item = byHeader
        if byHeader == nil || existing.columns[.item] == nil { findItemByCells(byHeader) }
        itemRows = Array(0..<export.count)
        guard let codes = item.map({ export.columns[$0].codes }) else { return }
        let last = countRow
        itemRows.removeAll { codes[$0] == ExportColumn.empty || $0 == last }
    }

    /// Chooses as the item the column whose cells are most often on the menu, or else the one with the likeliest name.
    private mutating func findItemByCells(_ byHeader: Int?) {
        if let byHeader, export.columns[byHeader].share(names.isOnMenu) > 0 { return }
        let shares = export.columns.map { $0.isNameable ? $0.share(names.isOnMenu) : 0 }
        let best = shares.indices.max { a, b in (shares[a], -a) < (shares[b], -b) }
        var chosen: Int?
        if let best, shares[best] >= 0.2 || shares[best] > 0 && HeaderHints.isItem(export.columns[best].words) {
            chosen = best
        } else if byHeader == nil {
            chosen = HeaderHints.item.compactMap { export.column($0) }.first(where: isNameable)
        }
        if let chosen {
            item = chosen
            proposal.columns[.item] = .single(header(chosen))
        } else if byHeader == nil {
            let headers = export.columns.filter { column in
                column.isNameable && !column.values.isEmpty && [nil, .item].contains(Role.byKey[column.key])
            }.map(\.name)
            let answers = headers.prefix(20).map { Answer(.isItem, .naming(.item, [$0])) }
            if !headers.isEmpty { ask(.itemColumn(headers: headers), answers) }
        }
    }

    /// Joins the item and its size to one name, if the menu has such names and not the items alone.
    private mutating func joinVariant() {
        guard let item, existing.columns[.item]?.names.count ?? 1 == 1 else { return }
        func juices(_ variant: Int?) -> Int {
            let found = itemNames(variant)
            let isJuice = found.names.map { names.juice($0) != nil }
            return itemRows.count { row in found.ofRows[row].map { isJuice[$0] } ?? false }
        }
        let sizes = export.columns.indices.filter { column in
            isNameable(column) && !export.columns[column].values.isEmpty && !isAccepted(column)
                && kinds(column).contains(.variant)
        }
        let best = sizes.map { (column: $0, juices: juices($0)) }.max { a, b in
            (a.juices, -a.column) < (b.juices, -b.column)
        }
        guard let best, best.juices > juices(nil), isNameable(item) else { return }
        variant = best.column
        proposal.columns[.item] = .composite([.column(header(item)), .column(header(best.column))])
    }

    /// The distinct names of items, joined from the item's and the variant's cells, and the index of each row's name;
    /// nil if a cell is not kept.
    func itemNames(_ variant: Int?) -> (names: [String], ofRows: [Int?]) {
        guard let item else { return ([], Array(repeating: nil, count: export.count)) }
        let items = export.columns[item]
        guard let sizes = variant.map({ export.columns[$0] }) else {
            return (items.map { $0 }, items.codes.map { $0 == ExportColumn.other ? nil : Int($0) })
        }
        var names: [String] = []
        var indices: [UInt64: Int] = [:]
        let ofRows = zip(items.codes, sizes.codes).map { code, size -> Int? in
            if code == ExportColumn.other || size == ExportColumn.other { return nil }
            let pair = UInt64(code) << 32 | UInt64(size)
            if let known = indices[pair] { return known }
            names.append([items.cell(code), sizes.cell(size)].filter { !$0.isEmpty }.joined(separator: " "))
            indices[pair] = names.count - 1
            return names.count - 1
        }
        return (names, ofRows)
    }

    // MARK: - Quantities

    /// Finds the column of quantities by its name and its cells, unless a setting names it.
    private mutating func findQuantity() {
        quantity = columns(of: .quantity).first
        if quantity != nil || existing.columns[.quantity] == RoleColumns.none { return }
        let named = ColumnRoles(export: export, settings: existing).columns(of: .quantity)
        let headers = named.filter(isNameable).map(header)
        if headers.count > 1 {
            let answers = headers.map { Answer(.isQuantity, .naming(.quantity, [$0])) }
            return ask(.quantityColumns(headers: headers), answers)
        }
        let kinds = export.columns.indices.map { self.kinds($0, hasQuantity: false) }
        let figures = export.columns.indices.filter { column in
            let found = export.columns[column]
            return column != item && found.share { Self.isNumber($0) } == 1 && !isAccepted(column)
                && (kinds[column].contains(.quantity) || AmbiguousColumns.mayContainQuantities(found.words))
        }
        let hasFruits = self.hasFruits
        // A sheet of stock may list deliveries, uses and stock side by side.
        let hasStock = hasFruits || figures.contains { export.columns[$0].words.hasAny(HeaderHints.stock) }
        if hasStock, figures.count > 1 { return }
        let candidates = figures.filter { column in
            let found = export.columns[column]
            // Only the user can decide about a column whose name has words for reversals or for another meaning, and
            // whether fruit that was ordered has arrived.
            return found.isNameable && kinds[column].contains(.quantity) && !kinds[column].contains(.cancellation)
                && !kinds[column].contains(.action)
                && !found.words.hasAny(HeaderHints.stock + HeaderHints.otherCounts)
                && !(hasFruits && found.words.hasAny(["주문", "order"]))
        }
        guard candidates.count == 1 else { return }
        quantity = candidates[0]
        proposal.columns[.quantity] = .single(header(candidates[0]))
    }

    /// Whether a text is a number, with or without a sign, for one of some decimal marks.
    private static func isNumber(_ text: String, _ marks: [DecimalMark?] = [nil] + DecimalMark.allCases) -> Bool {
        marks.contains { parseQuantity(text, decimal: $0) != nil || parseNegativeQuantity(text, decimal: $0) != nil }
    }

    private mutating func findDecimalMark() {
        decimal = existing.decimal
        guard decimal == nil, let values = quantity.map({ export.columns[$0].values }) else { return }
        let unclear = values.map(\.text).filter { !Self.isNumber($0, [nil]) }
        let fits = DecimalMark.allCases.filter { mark in
            unclear.contains { Self.isNumber($0, [mark]) }
                && unclear.allSatisfy { Self.isNumber($0, [mark]) || !Self.isNumber($0, DecimalMark.allCases) }
        }
        let areThousands =
            unclear.isEmpty && values.reduce(0) { $0 + $1.count } >= 3
            && values.allSatisfy { $0.text.hasSuffix(",000") }
        if fits.count == 1 {
            decimal = fits[0]
        } else if fits.count == 2, unclear.allSatisfy({ $0.hasSuffix(".000") }), !hasFruits {
            // Orders of exact thousands in every row are implausible, and POS systems with scales write three decimals.
            // A delivery of fruit may be of a thousand pieces.
            decimal = .point
        } else if fits.count == 2 || areThousands, let example = unclear.first ?? values.first?.text {
            askForThousands(example)
        }
        proposal.decimal = decimal
    }

    /// Whether some items can only be fruits.
    var hasFruits: Bool {
        item.map { export.columns[$0].values.contains { names.juice($0.text) == nil && names.fruit($0.text) != nil } }
            ?? false
    }

    /// Asks whether a point or comma in quantities is a decimal mark or separates thousands.
    private mutating func askForThousands(_ example: String) {
        guard let quantity else { return }
        let marks: [DecimalMark] = example.contains(",") ? [.comma, .point] : [.point, .comma]
        let answers = zip([SettingsQuestion.Meaning.fraction, .thousands], marks).map {
            Answer($0, SettingsProposal(\.decimal, $1))
        }
        ask(.thousands(header: header(quantity), example: example), answers)
    }

    // MARK: - The form of the table

    /// Proposes settings for titles above the header, trailing empty cells and totals rows.
    private mutating func findForm() {
        if export.titles > 0, existing.header == nil { proposal.header = .find }
        if export.hasTrailingCells, existing.trailing == nil { proposal.trailing = .drop }
        let named = columns(of: .item)
        let items = named.isEmpty ? [item].compactMap(\.self) : named
        for (word, column, filled, _) in export.totalsWords.prefix(20) {
            // Whether its rows are totals rows if a setting names the word.
            let isTotalIfNamed = items.isEmpty || items.contains { $0 >= column } || filled.isDisjoint(with: items)
            leaveOutRows(with: word, in: column, isTotalIfNamed: isTotalIfNamed)
        }
    }

    /// Proposes how to leave out rows that contain a word for totals in a column.
    private mutating func leaveOutRows(with word: String, in column: Int, isTotalIfNamed: Bool) {
        if isTotalIfNamed, Self.isNamed(word, by: existing.totals) { return }
        let isLeftOut = existing.ignore.contains { ignored in
            export.column(ignored.column) == column && cellKey(ignored.value) == cellKey(word)
        }
        if isLeftOut { return }
        // The sum of the file's rows cannot match a total of more than the file.
        if isTotalIfNamed, !AmbiguousCell.isCumulative(word) {
            proposal = proposal.adding(SettingsProposal(\.totals, [word]))
        } else if column == item {
            proposal = proposal.adding(.reading(.item, [word], as: "ignore"))
        } else if column < export.columns.count, isNameable(column), !isFilter(column) {
            proposal = proposal.adding(.ignoring(header(column), [word]))
        }
    }

    // MARK: - Times

    /// The number of falling times from which an export is assumed to be always newest first.
    private static let backwardStepsOfNewestFirst = 10

    private mutating func findTimes() {
        let named = columns(of: .time)
        // A column of dates may have its times of day in another column.
        if existing.columns[.time] == nil, named.allSatisfy({ Role.dateKeys.contains(export.columns[$0].key) }) {
            times = export.timeColumns(named: [], order: existing.dateOrder)
        }
        if times.columns.isEmpty { times = export.timeColumns(named: named, order: existing.dateOrder) }
        areTimesKnown = !named.isEmpty && times.columns == named
        if !times.columns.isEmpty { direction = TimeDirection(export, times, rows: itemRows) }
    }

    /// Proposes to read the times and to order the rows by them, if the rows are not in order already.
    private mutating func orderByTimes() {
        guard let direction else { return }
        if areSaleTimes(direction) { proposal = proposal.adding(timeProposal) }
        if areTimesKnown, existing.dateOrder == nil, times.orders.count == 1 { proposal.dateOrder = times.orders[0] }
        guard direction.forwardSteps + direction.backwardSteps > 0 else { return }
        let hasSeparateDate =
            times.columns.count > 1 && !areTimesKnown && existing.columns[.time] == nil
            && columns(of: .time).contains { !Role.dateKeys.contains(export.columns[$0].key) }
        // Times that fall only at midnight are in order.
        let isMixed = direction.backwardSteps > direction.midnights && direction.hasDates && direction.unreadable == 0
        guard direction.isNewestFirst || isMixed || hasSeparateDate else { return }
        proposal = proposal.adding(timeProposal)
        guard existing.sequence == nil, direction.isNewestFirst || isMixed else { return }
        proposal.sequence =
            direction.isNewestFirst && direction.backwardSteps >= Self.backwardStepsOfNewestFirst ? .newestFirst : .time
    }

    /// Whether the times are those of sales, for the business day, and all but a few can be read with one date order.
    private func areSaleTimes(_ direction: TimeDirection) -> Bool {
        guard let last = times.columns.last else { return false }
        return export.columns[last].words.hasAny(HeaderHints.saleTime) && direction.hasDates
            && direction.unreadable * 10 <= itemRows.count && times.orders.count <= 1
            && times.columns.allSatisfy { column in
                itemRows.allSatisfy { export.columns[column].codes[$0] != ExportColumn.empty }
            }
    }

    var timeProposal: SettingsProposal {
        var proposal = SettingsProposal()
        guard !times.columns.isEmpty, times.columns.allSatisfy(isNameable) else { return proposal }
        if !areTimesKnown, existing.columns[.time] == nil { proposal = .naming(.time, times.columns.map(header)) }
        if existing.dateOrder == nil, times.orders.count == 1 { proposal.dateOrder = times.orders[0] }
        guard let direction, direction.midnights > 0, direction.forwardSteps >= direction.backwardSteps,
            existing.dayStart == nil,
            times.columns.count == 1
                || times.columns.contains(where: { export.columns[$0].words.hasAny(["영업", "business"]) })
        else { return proposal }
        let hour = max(direction.latestMorningMinutes / 60 + 1, 6)
        proposal.dayStart = DayStart(minutes: hour * 60)
        return proposal
    }
}
