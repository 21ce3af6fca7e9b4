/// The proposed roles of an input's columns, and the settings that state them.
package struct ColumnFindings: Sendable {
    /// The index of the item column, from 0; nil where none is found.
    package var item: Int?
    /// A column that makes up the item together with that one.
    package var variant: Int?
    var variants: [Int] = []
    package var quantity: Int?
    package var action: Int?
    package var time = TimeColumns.none
    /// Whether the times are those that a run would see by itself.
    var isTimeKnown = false
    package var decimal: DecimalMark?
    package var proposal = SettingsProposal()
    package var questions: [SettingsQuestion] = []
    /// The columns whose values are examined together with quantities and items.
    var grouped: [Int] = []

    /// The columns for which rows are examined.
    var guess: ColumnGuess {
        ColumnGuess(
            item: item, variant: variant, variants: variants, quantity: quantity, time: time.columns,
            dateOrder: time.orders.first, decimal: decimal,
            grouped: grouped)
    }
}

/// Finds out from the columns of an input what they are for.
struct ColumnFinder {
    let survey: InputSurvey
    let names: NameIndex
    /// The settings that are settled or typed.
    let settled: SettingsProposal
    private let keys: [String]

    init(_ survey: InputSurvey, names: NameIndex, settled: SettingsProposal) {
        self.survey = survey
        self.names = names
        self.settled = settled
        keys = survey.header.map(nameKey)
    }

    /// Returns the findings about the columns.
    func findings() -> ColumnFindings {
        var found = ColumnFindings()
        if survey.ownFile != nil { return found }
        found.item = item(&found)
        found.quantity = quantity(&found)
        found.action = columns(of: .action).first
        let times = columns(of: .time)
        // A date alone may have its time of day in another column.
        let isDateAlone = settled.columns[.time] == nil && times.allSatisfy { Role.dateKeys.contains(keys[$0]) }
        found.time = TimeColumns(survey, named: isDateAlone ? [] : times, order: settled.dateOrder)
        if found.time.columns.isEmpty, isDateAlone {
            found.time = TimeColumns(survey, named: times, order: settled.dateOrder)
        }
        found.isTimeKnown = !times.isEmpty && found.time.columns == times
        decimal(&found)
        if survey.titles > 0, settled.header == nil { found.proposal.header = .find }
        if survey.hasTrailingCells, settled.trailing == nil { found.proposal.trailing = .drop }
        let words = survey.totalsWords.filter { word in !settled.rules.totals.contains { nameKey($0) == nameKey(word) }
        }
        found.proposal.rules.totals = Array(words.prefix(20))
        found.grouped = survey.columns.filter(isGrouped).map(\.place)
        if settled.columns[.item]?.names.count ?? 1 == 1 {
            found.variants = survey.columns.filter(isVariant).map(\.place)
        }
        if let action = found.action, !found.grouped.contains(action) { found.grouped.append(action) }
        return found
    }

    /// The column of a name that settings can say; nil where it is empty or stands twice.
    func isNameable(_ column: Int) -> Bool {
        !keys[column].isEmpty && keys.count { $0 == keys[column] } == 1
    }

    /// The columns that are a role's by a setting, or by their header alone; none where there are two.
    func columns(of role: Role) -> [Int] {
        if let settled = settled.columns[role] {
            let found = settled.names.compactMap { name in keys.firstIndex(of: nameKey(name)) }
            if found.count == settled.names.count { return found }
            if !found.isEmpty { return [] }
        }
        var byHeader = keys.indices.filter { Role.byKey[keys[$0]] == role }
        // A date alone is a time where there is no other.
        if role == .time, byHeader.isEmpty { byHeader = keys.indices.filter { Role.dateKeys.contains(keys[$0]) } }
        return byHeader.count == 1 ? byHeader : []
    }

    /// Whether a column distinguishes kinds of rows.
    private func isGrouped(_ column: ColumnSurvey) -> Bool {
        guard !column.hasMoreValues, (1...50).contains(column.values.count) else { return false }
        let kinds = AmbiguousColumns.kinds(TextWords(column.name), hasQuantity: true)
        return kinds.contains(.action) || kinds.contains(.cancellation) || HeaderHints.isCategory(column.name)
    }

    /// Whether a column may say which size of an item was sold.
    private func isVariant(_ column: ColumnSurvey) -> Bool {
        isNameable(column.place) && !column.values.isEmpty && !isAccepted(column.name)
            && AmbiguousColumns.kinds(TextWords(column.name), hasQuantity: true).contains(.variant)
    }

    private func isOnMenu(_ text: String) -> Bool { names.juice(text) != nil || names.fruit(text) != nil }

    private func item(_ found: inout ColumnFindings) -> Int? {
        if settled.columns[.item] != nil, let named = columns(of: .item).first { return named }
        let byHeader = columns(of: .item).first
        if let byHeader, survey.columns[byHeader].share(isOnMenu) > 0 { return byHeader }
        let shares = survey.columns.filter { isNameable($0.place) }.map { (column: $0, share: $0.share(isOnMenu)) }
        let best = shares.max { a, b in (a.share, -a.column.place) < (b.share, -b.column.place) }
        var chosen: Int?
        if let best, best.share >= 0.2 || best.share > 0 && HeaderHints.isItemName(best.column.name) {
            chosen = best.column.place
        } else if byHeader == nil {
            chosen =
                HeaderHints.item.lazy.compactMap { key in
                    keys.firstIndex(of: key).flatMap { isNameable($0) ? $0 : nil }
                }.first
        }
        guard let chosen else {
            if byHeader == nil { found.questions += itemQuestions }
            return byHeader
        }
        found.proposal.columns[.item] = .single(survey.header[chosen])
        return chosen
    }

    /// None if no column could be it.
    private var itemQuestions: [SettingsQuestion] {
        let headers = survey.columns.filter { isNameable($0.place) && !$0.values.isEmpty }.map(\.name)
        if headers.isEmpty { return [] }
        let answers = headers.prefix(20).map { SettingsQuestion.Answer(.isItem, .naming(.item, [$0])) }
        return [SettingsQuestion(.itemColumn(headers: headers), answers)]
    }

    private func quantity(_ found: inout ColumnFindings) -> Int? {
        if let named = columns(of: .quantity).first { return named }
        if settled.columns[.quantity] == RoleColumns.none { return nil }
        let item = found.item
        let candidates = survey.columns.filter { column in
            let kinds = AmbiguousColumns.kinds(TextWords(column.name), hasQuantity: false)
            // What was taken back, or is something else by another word of its header, only a person can tell.
            return column.place != item && isNameable(column.place) && !column.values.isEmpty
                && !HeaderHints.isStock(column.name) && kinds.contains(.quantity) && !kinds.contains(.cancellation)
                && !kinds.contains(.action) && !TextWords(column.name).hasAny(HeaderHints.otherCounts)
                && column.share(Self.isNumber) == 1 && !isAccepted(column.name)
        }
        let plain = candidates.filter { TextWords($0.name).hasAny(["수량", "개수", "qty", "quantity"]) }
        guard let only = plain.count == 1 ? plain.first : candidates.count == 1 ? candidates.first : nil else {
            return nil
        }
        found.proposal.columns[.quantity] = .single(only.name)
        return only.place
    }

    private func isAccepted(_ header: String) -> Bool {
        settled.rules.accept.contains { nameKey($0) == nameKey(header) }
    }

    /// Whether a text is a number under either mark.
    static func isNumber(_ text: String) -> Bool {
        ([nil] + DecimalMark.allCases).contains { isNumber(text, $0) }
    }

    private static func isNumber(_ text: String, _ decimal: DecimalMark?) -> Bool {
        parseQuantity(text, decimal: decimal) != nil || parseNegativeQuantity(text, decimal: decimal) != nil
    }

    /// Finds out which mark parts whole cups from fractions.
    private func decimal(_ found: inout ColumnFindings) {
        found.decimal = settled.decimal
        guard settled.decimal == nil, let column = found.quantity.map({ survey.columns[$0] }) else { return }
        if column.share({ Self.isNumber($0, nil) }) == 1 {
            if let example = thousands(column) { found.questions.append(Self.thousandsQuestion(column.name, example)) }
            return
        }
        let unclear = column.values.filter { !Self.isNumber($0.text, nil) }
        let fits = DecimalMark.allCases.filter { mark in
            unclear.contains { Self.isNumber($0.text, mark) }
                && unclear.allSatisfy { value in
                    Self.isNumber(value.text, mark)
                        || !DecimalMark.allCases.contains { Self.isNumber(value.text, $0) }
                }
        }
        if fits.count == 1 {
            found.decimal = fits[0]
        } else if fits.count == 2, unclear.allSatisfy({ $0.text.hasSuffix(".000") }) {
            // Orders of whole thousands in every row are implausible, and POS systems with scales write three decimals.
            found.decimal = .point
        } else if fits.count == 2, let example = unclear.first?.text {
            found.questions.append(Self.thousandsQuestion(column.name, example))
        }
        found.proposal.decimal = found.decimal
    }

    /// A quantity, where all of them end in three zeros behind a comma.
    private func thousands(_ column: ColumnSurvey) -> String? {
        guard column.countedRows >= 3, column.values.allSatisfy({ $0.text.hasSuffix(",000") }) else { return nil }
        return column.values.first?.text
    }

    private static func thousandsQuestion(_ header: String, _ example: String) -> SettingsQuestion {
        let isComma = example.contains(",")
        func answer(_ meaning: SettingsQuestion.Meaning, _ mark: DecimalMark) -> SettingsQuestion.Answer {
            var settings = SettingsProposal()
            settings.decimal = mark
            return SettingsQuestion.Answer(meaning, settings)
        }
        return SettingsQuestion(
            .thousands(header: header, example: example),
            [answer(.fraction, isComma ? .comma : .point), answer(.thousands, isComma ? .point : .comma)])
    }
}
