internal import ArgumentParser
internal import CSV
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The options that describe the exports of a POS.
extension InputOptions {
    /// Refuses what the options about tills do not take.
    func validateTill() throws {
        if let date, CalendarDay(date) == nil {
            throw ValidationError(Says.mistake.takes("--date", "YYYY-MM-DD", not: date))
        }
        try check(negative, .negative)
        try check(decimal, .decimal)
        try check(header, .header)
        try check(trailing, .trailing)
        try check(sequence, .sequence)
        try check(dayStart, .dayStart)
        try check(dateOrder, .dateOrder)
        if let settled, Self.settled(settled) == nil {
            throw ValidationError(Says.mistake.takes(SettledTill.option, "juice-batch.json", not: settled))
        }
    }

    private func check(_ text: String?, _ setting: Setting) throws {
        if let text, !setting.accepts(text) {
            throw ValidationError(Says.mistake.takes(setting.option, setting.expected, not: text))
        }
    }

    private static func settled(_ text: String) -> SettledTill? {
        (try? JSONReader.value(of: Array(text.utf8))).flatMap { SettledTill($0) }
    }

    /// Says it in the words of the use cases.
    func fillTill(of request: inout InputRequest) {
        request.columns = columns
        request.rules = rules
        request.settled = settled.flatMap(Self.settled) ?? SettledTill()
        request.date = date
        request.expectations = expectations
        request.till.negative = negative.flatMap(TillSettings.Negative.init) ?? .reject
        request.till.decimal = decimal.flatMap(DecimalMark.init)
        request.till.header = header.flatMap(TillSettings.HeaderPlace.init) ?? .first
        request.till.trailing = trailing.flatMap(TillSettings.Trailing.init) ?? .keep
        request.till.sequence = sequence.flatMap(TillSettings.Sequence.init)
        request.till.dayStart = dayStart.flatMap(DayStart.init) ?? .midnight
        request.till.dateOrder = dateOrder.flatMap(DateOrder.init)
    }

    private var rules: TillOptions {
        var rules = TillOptions()
        rules.values = values
        rules.ignore = ignore
        rules.only = only
        rules.accept = accept
        rules.fill = fill
        rules.totals = totals
        return rules
    }

    /// The words about how inputs are read that change what a run comes to.
    var recordedOptions: [String] {
        let lists: [(String, [String])] = [
            ("column", columns), ("value", values), ("ignore", ignore), ("only", only), ("accept", accept),
            ("fill", fill), ("totals", totals),
        ]
        let single: [(String, String?)] = [
            ("negative", negative), ("decimal", decimal), ("header", header), ("trailing", trailing),
            ("sequence", sequence), ("day-start", dayStart), ("date-order", dateOrder), ("settled", settled),
            ("delimiter", delimiter?.name), ("encoding", encoding?.rawValue),
            ("fail-on", failOn == .rejected ? nil : failOn.rawValue),
        ]
        return lists.flatMap { name, texts in texts.map { "--\(name)=\($0)" } }
            + single.compactMap { name, text in text.map { "--\(name)=\($0)" } }
    }
}
