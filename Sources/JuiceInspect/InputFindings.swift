internal import JuiceBatch

/// The presumed roles of an input's columns, with the settings and questions that follow from its cells.
struct InputFindings {
    let export: ExportTable
    let names: NameIndex
    /// The settings that exist: those of the configuration and of the command line.
    let existing: SettingsProposal
    private(set) var item: ExportColumn?
    /// A column that forms the item together with `item`; nil if there is none.
    private(set) var variant: ExportColumn?
    private(set) var quantity: ExportColumn?
    var action: ExportColumn?
    private(set) var times: TimeColumns = ([], [], nil)
    private(set) var direction: TimeDirection?
    /// The rows with an item, without a last line that counts them, or all rows if no item column was found.
    private(set) var itemRows: [Int] = []
    var proposal = SettingsProposal()
    var questions: [SettingsQuestion] = []

    /// Examines the columns and rows of an export; `existing` are the settings that are not proposed again.
    init(_ export: ExportTable, names: NameIndex, existing: SettingsProposal) {
        (self.export, self.names, self.existing) = (export, names, existing)
        if export.isProgramFile { return }
        item = columns(of: .item).first
        if item == nil || existing.columns[.item] == nil { findItemByCells() }
        let codes = item?.codes
        let countRow = countRow
        itemRows = (0..<export.count).filter { codes?[$0] != ExportColumn.empty && $0 != countRow }
        findQuantity()
        action = columns(of: .action).first
        findTimes()
        findDecimalMark()
        findForm()
        joinVariant()
        readActions()
        readSigns()
        orderByTimes()
        proposeIDs()
        fillMergedCells()
    }

    mutating func ask(_ subject: SettingsQuestion.Subject, _ answers: [Answer]) {
        questions.append(SettingsQuestion(subject, answers))
    }

    /// The columns that have a role by a setting or by their names alone; empty if there are too many or too few.
    func columns(of role: Role) -> [ExportColumn] {
        let isConfigured = export.configured(role, existing) != nil
        let found = export.columns(of: role, existing)
        return found.count == (isConfigured ? existing.columns[role]?.names.count : 1) ? found : []
    }

    private func isAccepted(_ column: ExportColumn) -> Bool { existing.accept.containsName(column.name) }

    /// Whether existing settings accept a column, or leave out rows by its cells.
    func isFilter(_ column: ExportColumn) -> Bool {
        isAccepted(column) || existing.filterColumns.containsName(column.name)
    }

    // MARK: - Items

    /// Chooses as the item the column whose cells are most often on the menu, or else the one with the likeliest name.
    private mutating func findItemByCells() {
        if let item, item.share(names.isOnMenu) > 0 { return }
        let shares = export.columns.filter(\.isNameable).map { (column: $0, share: $0.share(names.isOnMenu)) }
        let best = shares.max { a, b in (a.share, -a.column.index) < (b.share, -b.column.index) }
        // A fifth is enough, because a shop also sells what is not on the menu.
        if let best, best.share >= 0.2 || best.share > 0 && HeaderHints.isItem(best.column.words) {
            choose(best.column)
        } else if item == nil {
            if let named = HeaderHints.item.compactMap({ export.column($0) }).first(where: \.isNameable) {
                return choose(named)
            }
            let possible = export.columns.filter { column in
                column.isNameable && !column.values.isEmpty && [nil, .item].contains(Role.byKey[column.key])
            }
            let answers = possible.prefix(20).map { column -> Answer in (.isItem, .naming(.item, [column.name])) }
            if !possible.isEmpty { ask(.itemColumn(headers: possible.map(\.name)), answers) }
        }
    }

    private mutating func choose(_ item: ExportColumn) {
        self.item = item
        proposal.columns[.item] = .single(item.name)
    }

    /// Joins the item and its size to one name, if the menu has such names and not the items alone.
    private mutating func joinVariant() {
        guard let item, item.isNameable, existing.columns[.item]?.names.count ?? 1 == 1 else { return }
        func juices(_ variant: ExportColumn?) -> Int {
            let found = itemNames(variant)
            let isJuice = found.names.map { names.juice($0) != nil }
            return itemRows.count { row in found.ofRows[row].map { isJuice[$0] } ?? false }
        }
        let sizes = export.columns.filter { column in
            column.isNameable && !column.values.isEmpty && !isAccepted(column) && column.kinds().contains(.variant)
        }
        let best = sizes.map { (column: $0, juices: juices($0)) }.max { a, b in
            (a.juices, -a.column.index) < (b.juices, -b.column.index)
        }
        guard let best, best.juices > juices(nil) else { return }
        variant = best.column
        proposal.columns[.item] = .composite([.column(item.name), .column(best.column.name)])
    }

    /// The distinct names of items, joined from the item's and the variant's cells, and the index of each row's name,
    /// which is nil if a cell of the row is not kept.
    func itemNames(_ variant: ExportColumn?) -> (names: [String], ofRows: [Int?]) {
        guard let item else { return ([], Array(repeating: nil, count: export.count)) }
        guard let variant else {
            return (item.map { $0 }, item.codes.map { $0 == ExportColumn.other ? nil : Int($0) })
        }
        var names: [String] = []
        var indices: [UInt64: Int] = [:]
        let ofRows = zip(item.codes, variant.codes).map { code, size -> Int? in
            if code == ExportColumn.other || size == ExportColumn.other { return nil }
            let pair = UInt64(code) << 32 | UInt64(size)
            if let known = indices[pair] { return known }
            names.append([item.cell(code), variant.cell(size)].filter { !$0.isEmpty }.joined(separator: " "))
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
        let headers = export.columns(of: .quantity, existing).filter(\.isNameable).map(\.name)
        if headers.count > 1 {
            let answers: [Answer] = headers.map { (.isQuantity, .naming(.quantity, [$0])) }
            return ask(.quantityColumns(headers: headers), answers)
        }
        let figures = export.columns.filter { column in
            column != item && column.share { Self.isNumber($0) } == 1 && !isAccepted(column)
                && (column.kinds(hasQuantity: false).contains(.quantity)
                    || AmbiguousColumns.mayContainQuantities(column.words))
        }
        let mayBeStock = hasFruits && columns(of: .action).isEmpty
        // A sheet of stock may list deliveries, uses and stock side by side.
        let hasStock = hasFruits || figures.contains { $0.words.hasAny(HeaderHints.stock) }
        if hasStock, figures.count > 1 { return }
        let candidates = figures.filter { column in
            // Only the user knows what words for reversals or other counts mean, and whether fruit has been delivered.
            let kinds = column.kinds(hasQuantity: false)
            return column.isNameable && kinds.contains(.quantity)
                && !kinds.contains { $0 == .cancellation || $0 == .action }
                && !column.words.hasAny(HeaderHints.stock + HeaderHints.otherCounts)
                && (!mayBeStock || column.words.hasAny(HeaderHints.delivery))
        }
        guard candidates.count == 1 else { return }
        quantity = candidates[0]
        proposal.columns[.quantity] = .single(candidates[0].name)
    }

    /// Whether a text is a number, with or without a sign, for one of some decimal marks.
    private static func isNumber(_ text: String, _ marks: [DecimalMark?] = [nil] + DecimalMark.allCases) -> Bool {
        marks.contains { parseQuantity(text, decimal: $0) != nil || parseNegativeQuantity(text, decimal: $0) != nil }
    }

    private mutating func findDecimalMark() {
        guard existing.decimal == nil, let quantity else { return }
        let unclear = quantity.texts.filter { !Self.isNumber($0, [nil]) }
        let fits = DecimalMark.allCases.filter { mark in
            unclear.contains { Self.isNumber($0, [mark]) }
                && unclear.allSatisfy { Self.isNumber($0, [mark]) || !Self.isNumber($0, DecimalMark.allCases) }
        }
        let areThousands =
            unclear.isEmpty && quantity.values.reduce(0) { $0 + $1.count } >= 3
            && quantity.texts.allSatisfy { $0.hasSuffix(",000") }
        // A number such as 1.500 does not show whether its mark is a decimal one, even if other marks do not fit.
        let isShown = unclear.contains { !$0.contains(/^[0-9]{1,3}[.,][0-9]{3}$/) }
        if fits.count == 1, isShown {
            proposal.decimal = fits[0]
        } else if fits.count == 2, unclear.allSatisfy({ $0.hasSuffix(".000") }), !hasFruits {
            // A POS with a scale writes three decimals. Only deliveries of fruit may all be of whole thousands.
            proposal.decimal = .point
        } else if !fits.isEmpty || areThousands, let example = unclear.first ?? quantity.texts.first {
            let marks: [DecimalMark] = example.contains(",") ? [.comma, .point] : [.point, .comma]
            let (fraction, thousands) = (SettingsProposal(\.decimal, marks[0]), SettingsProposal(\.decimal, marks[1]))
            ask(
                .thousands(header: quantity.name, example: example),
                isShown || fits.count != 1
                    ? [(.fraction, fraction), (.thousands, thousands)]
                    : [(.thousands, thousands), (.fraction, fraction)])
        }
    }

    var decimal: DecimalMark? { existing.decimal ?? proposal.decimal }

    /// Whether some items can only be fruits.
    var hasFruits: Bool { item?.texts.contains { names.juice($0) == nil && names.fruit($0) != nil } ?? false }

    // MARK: - The form of the table

    /// Proposes settings for titles above the header, trailing empty cells and totals rows.
    private mutating func findForm() {
        if export.plan.titleRows > 0, existing.header == nil { proposal.header = .find }
        if export.hasTrailingCells, existing.trailing == nil { proposal.trailing = .drop }
        let named = columns(of: .item)
        let items = (named.isEmpty ? [item].compactMap(\.self) : named).map(\.index)
        for (word, index, filled, lines) in export.totalsWords.prefix(20) {
            // Whether its rows are totals rows if a setting names the word.
            let isTotalIfNamed = items.isEmpty || items.contains { $0 >= index } || filled.isDisjoint(with: items)
            let isLeftOut = existing.ignore.contains { ignored in
                export.column(ignored.column)?.index == index && cellKey(ignored.value) == cellKey(word)
            }
            if isLeftOut || isTotalIfNamed && existing.totals.containsName(word) { continue }
            let column = index < export.columns.count ? export.columns[index] : nil
            // The sum of the file's rows cannot match a total of more than the file.
            if isTotalIfNamed, !AmbiguousCell.isCumulative(word) {
                proposal = proposal.adding(SettingsProposal(\.totals, [word]))
            } else if let column, column == item {
                proposal = proposal.adding(.replacing(.item, [word], as: ExportSettings.ignoredWord))
            } else if let column, column.isNameable, !isFilter(column) {
                let leavingOut = SettingsProposal.ignoring(column.name, [word])
                if isTotalIfNamed || areSums(lines) || isOfGroup(word, in: column) {
                    proposal = proposal.adding(leavingOut)
                } else {
                    // The row has an item, so it may be an order with this word as a note or a customer's name.
                    ask(
                        .totalOfItem(cell: word, line: lines[0]),
                        [(.rowsDoNotCount, leavingOut), (.meansNothing, .accepting(column.name))])
                }
            }
        }
    }

    /// Whether a cell is the subtotal of a group that other cells of the column name, such as `강남 소계` below `강남`.
    private func isOfGroup(_ word: String, in column: ExportColumn) -> Bool {
        column.texts.contains { word.hasPrefix($0 + " ") }
    }

    /// Whether the quantities of the totals rows on some lines are sums: of all rows above, or of those since the totals
    /// row before.
    private func areSums(_ lines: [Int]) -> Bool {
        guard let quantity else { return false }
        let lines = Set(lines)
        let figures = quantity.map { $0.isEmpty ? 1 : AmbiguousCell.figure($0, decimal: existing.decimal) }
        func figure(_ code: UInt32) -> Int? { code == ExportColumn.other ? nil : figures[Int(code)] }
        var sums = (ofAll: 0, sinceTotal: 0)
        var row = 0
        for total in export.totalsRows {
            while row < total.rowsAbove {
                let pieces = figure(quantity.codes[row]) ?? 0
                sums = (sums.ofAll &+ pieces, sums.sinceTotal &+ pieces)
                row += 1
            }
            if lines.contains(total.line) {
                guard quantity.index < total.codes.count, let sum = figure(total.codes[quantity.index]),
                    [sums.ofAll, sums.sinceTotal].contains(sum)
                else { return false }
            }
            sums.sinceTotal = 0
        }
        return lines.isSubset(of: export.totalsRows.map(\.line))
    }

    // MARK: - Times

    private mutating func findTimes() {
        let named = columns(of: .time)
        // A column of dates may have its times of day in another column.
        if existing.columns[.time] == nil, named.allSatisfy({ Role.dateKeys.contains($0.key) }) {
            times = export.timeColumns(named: [], order: existing.dateOrder)
        }
        if times.columns.isEmpty { times = export.timeColumns(named: named, order: existing.dateOrder) }
        if !times.columns.isEmpty { direction = TimeDirection(times, rows: itemRows) }
    }

    /// Whether a run would recognize the time columns without further settings.
    private var areTimesKnown: Bool { !times.columns.isEmpty && times.columns == columns(of: .time) }

    /// Proposes to read the times and to order the rows by them, if the rows are not in order already.
    private mutating func orderByTimes() {
        guard let direction else { return }
        // Times of sales are proposed for the business day, if all but a few can be read with one date order.
        if let last = times.columns.last, last.words.hasAny(HeaderHints.saleTime), direction.hasDates,
            direction.unreadable * 10 <= itemRows.count, times.orders.count <= 1,
            !times.columns.contains(where: { column in itemRows.contains { column.isEmpty($0) } })
        {
            proposal = proposal.adding(timeProposal)
        }
        if areTimesKnown, existing.dateOrder == nil, times.orders.count == 1 { proposal.dateOrder = times.orders[0] }
        guard direction.steps.forward + direction.steps.backward > 0 else { return }
        let hasSeparateDate =
            times.columns.count > 1 && !areTimesKnown && existing.columns[.time] == nil
            && columns(of: .time).contains { !Role.dateKeys.contains($0.key) }
        // Times that fall only at midnight are in order.
        let isBackward = direction.steps.backward > direction.midnights
        let isMixed = isBackward && direction.hasDates && direction.unreadable == 0
        guard direction.isNewestFirst || isMixed || hasSeparateDate else { return }
        proposal = proposal.adding(timeProposal)
        guard existing.sequence == nil, direction.isNewestFirst || isMixed else { return }
        // With fewer falling times, the export may be newest first by chance.
        let isNewestFirst = direction.isNewestFirst && direction.steps.backward >= 10
        if !isBackward && !direction.hasDates {
            proposal.sequence = .file
        } else {
            proposal.sequence = isNewestFirst ? .newestFirst : .time
        }
    }

    var timeProposal: SettingsProposal {
        var proposal = SettingsProposal()
        guard !times.columns.isEmpty, times.columns.allSatisfy(\.isNameable) else { return proposal }
        if !areTimesKnown, existing.columns[.time] == nil { proposal = .naming(.time, times.columns.map(\.name)) }
        if existing.dateOrder == nil, times.orders.count == 1 { proposal.dateOrder = times.orders[0] }
        guard let direction, direction.midnights > 0, direction.steps.forward >= direction.steps.backward,
            existing.dayStart == nil,
            times.columns.count == 1 || times.columns.contains(where: { $0.words.hasAny(["영업", "business"]) })
        else { return proposal }
        // The full hour after the last row of the night, at 06:00 or later.
        proposal.dayStart = DayStart(minutes: max(direction.latestMorningMinutes / 60 + 1, 6) * 60)
        return proposal
    }
}
