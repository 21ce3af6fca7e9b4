internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// What is said of the exports of a till.
struct TillArguments: ParsableArguments {
    /// The hidden option by which what a shop has settled reaches a command.
    static let settledOption = "--settled"

    @Option(
        name: .customLong("column"),
        help: ArgumentHelp(
            "Column of a role (id, action, item, quantity, time) by its header, or a composite such as id=A+B; "
                + "# is the row's place among its like, @date is --date; ROLE= switches a role off "
                + "(default: the header names that juice-batch-input(5) lists).",
            valueName: "role=name"))
    var columns: [String] = []

    @Option(
        name: .customLong("value"),
        help: ArgumentHelp(
            "Read a cell of action or item as something else: an action, a name on the menu, or ignore "
                + "(default: as it stands).", valueName: "role:from=to"))
    var values: [String] = []

    @Option(help: ArgumentHelp("Ignore rows with this cell (default: none).", valueName: "column=value"))
    var ignore: [String] = []

    @Option(help: ArgumentHelp("Ignore rows without this cell (default: none).", valueName: "column=value"))
    var only: [String] = []

    @Option(help: ArgumentHelp("This column means nothing to us (default: none).", valueName: "column"))
    var accept: [String] = []

    @Option(
        help: ArgumentHelp("An empty cell of this column takes the one above it (default: none).", valueName: "column"))
    var fill: [String] = []

    @Option(
        help: ArgumentHelp(
            "An order of -n is a cancel of n (cancel), ignored (ignore) or rejected (reject) (default: reject).",
            valueName: "what"))
    var negative: TillSettings.Negative = .reject

    @Option(
        help: ArgumentHelp(
            "The mark before a fraction, . or , (default: none said; 1.000 is no number).", valueName: "mark"))
    var decimal: DecimalMark?

    @Option(
        help: ArgumentHelp(
            "The header is the first row that is not blank (first), or the first record with the columns needed (find) "
                + "(default: first).", valueName: "place"))
    var header: TillSettings.HeaderPlace = .first

    @Option(
        help: ArgumentHelp(
            "Drop one empty cell too many, where all rows of an input have it (drop), or not (keep) (default: keep).",
            valueName: "what"))
    var trailing: TillSettings.Trailing = .keep

    @Option(help: ArgumentHelp("Rows with this word are totals, and checked (default: none).", valueName: "word"))
    var totals: [String] = []

    @Option(
        name: .customLong("expect"),
        help: ArgumentHelp(
            "Refuse the run unless it has rows=N, or its orders less its cancels are quantity=N (default: any).",
            valueName: "figure=n"))
    var expectations: [String] = []

    @Option(
        help: ArgumentHelp(
            "Apply rows as they stand (file), or in the order of their times (time) (default: file).",
            valueName: "order"))
    var sequence: TillSettings.Sequence?

    @Option(
        help: ArgumentHelp("Times before it belong to the day after (default: 00:00).", valueName: "hh:mm"),
        transform: dayStart)
    var dayStart: DayStart?

    @Option(
        help: ArgumentHelp(
            "Order in dates such as 11/20/2026: mdy, dmy or ymd (default: none said).", valueName: "order"))
    var dateOrder: DateOrder?

    @Option(
        help: ArgumentHelp(
            "Date of the run, for the headline and @date, YYYY-MM-DD (default: none).", valueName: "date"))
    var date: String?

    @Option(help: ArgumentHelp("What is settled, as JSON.", visibility: .hidden), transform: settled)
    var settled: SettledTill?

    private static func dayStart(_ text: String) throws -> DayStart {
        guard let start = DayStart(text) else { throw ValidationError("'\(text)' is no time from 00:00 to 23:59") }
        return start
    }

    private static func settled(_ text: String) throws -> SettledTill {
        guard let value = try? JSONReader.value(of: Array(text.utf8)), let settled = SettledTill(value) else {
            throw ValidationError("\(settledOption) takes what juice-batch.json says")
        }
        return settled
    }

    func validate() throws {
        if let date, !CalendarDate.isValid(date) { throw ValidationError("--date takes YYYY-MM-DD, not '\(date)'") }
    }

    /// Says it in the words of the use cases.
    func fill(_ request: inout InputRequest) {
        request.columns = columns
        request.rules = rules
        request.settled = settled ?? SettledTill()
        request.date = date
        request.expectations = expectations
        request.till.negative = negative
        request.till.decimal = decimal
        request.till.header = header
        request.till.trailing = trailing
        request.till.sequence = sequence
        request.till.dayStart = dayStart ?? .midnight
        request.till.dateOrder = dateOrder
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
}

extension TillSettings.Negative: ExpressibleByArgument {}

extension DecimalMark: ExpressibleByArgument {}

extension TillSettings.HeaderPlace: ExpressibleByArgument {}

extension TillSettings.Trailing: ExpressibleByArgument {}

extension TillSettings.Sequence: ExpressibleByArgument {}

extension DateOrder: ExpressibleByArgument {}
