internal import ArgumentParser
internal import CSV
internal import JuiceBatch
internal import JuiceShop

/// What `run` and `check` share: the inputs, how they are read, and what is said of the exports of a till.
///
/// It is one group, and what is said of tills is taken as text: a group or an option of a type of its own costs the
/// program's start some ten rows, whether or not it is given.
struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("CSV files in the order in which they apply; - is standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp("Menu file: juice,fruit,quantity (default: the built-in menu).", valueName: "file"),
        completion: .file())
    var menu: String?

    @Option(
        help: ArgumentHelp("Stock file: fruit,stock (default: 10 of each fruit).", valueName: "file"),
        completion: .file())
    var stock: String?

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
            valueName: "what"),
        completion: .list(TillSettings.Negative.allCases.map(\.rawValue)))
    var negative: String?

    @Option(
        help: ArgumentHelp(
            "The mark before a fraction, . or , (default: none said; 1.000 is no number).", valueName: "mark"),
        completion: .list(DecimalMark.allCases.map(\.rawValue)))
    var decimal: String?

    @Option(
        help: ArgumentHelp(
            "The header is the first row that is not blank (first), or the first record with the columns needed (find) "
                + "(default: first).", valueName: "place"),
        completion: .list(TillSettings.HeaderPlace.allCases.map(\.rawValue)))
    var header: String?

    @Option(
        help: ArgumentHelp(
            "Drop one empty cell too many, where all rows of an input have it (drop), or not (keep) (default: keep).",
            valueName: "what"),
        completion: .list(TillSettings.Trailing.allCases.map(\.rawValue)))
    var trailing: String?

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
            valueName: "order"),
        completion: .list(TillSettings.Sequence.allCases.map(\.rawValue)))
    var sequence: String?

    @Option(
        help: ArgumentHelp("Times before it belong to the day after (default: 00:00).", valueName: "hh:mm"))
    var dayStart: String?

    @Option(
        help: ArgumentHelp(
            "Order in dates such as 11/20/2026: mdy, dmy or ymd (default: none said).", valueName: "order"),
        completion: .list(DateOrder.allCases.map(\.rawValue)))
    var dateOrder: String?

    @Option(
        help: ArgumentHelp(
            "Date of the run, for the headline and @date, YYYY-MM-DD (default: none).", valueName: "date"))
    var date: String?

    @Option(help: ArgumentHelp("What is settled, as JSON.", visibility: .hidden))
    var settled: String?

    @Option(
        help: ArgumentHelp("Delimiter: , ; | or \\t (default: the one most frequent in the header).", valueName: "c"),
        transform: delimiter)
    var delimiter: Delimiter?

    @Option(help: ArgumentHelp("utf-8, cp949 or utf-16 (default: decided by the bytes).", valueName: "name"))
    var encoding: EncodingChoice?

    @Option(help: ArgumentHelp("none, rejected or shortage: what makes the exit code 4 or 3.", valueName: "what"))
    var failOn: FailOn = .rejected

    @Option(help: ArgumentHelp("Worker threads (default: one a processor).", valueName: "n"))
    var threads: Int?

    @Flag(help: "Show no progress line (default: one on a terminal, while the run lasts).")
    var noProgress = false

    @Option(help: ArgumentHelp("Bytes a worker takes at a time.", visibility: .hidden))
    var chunkBytes: Int = 128 * 1024

    private static func delimiter(_ name: String) throws -> Delimiter {
        guard let delimiter = Delimiter(name: name) else {
            throw ValidationError("'\(name)' is none of , ; | and \\t")
        }
        return delimiter
    }

    func validate() throws {
        if files.isEmpty { throw ValidationError("no input file") }
        if files.contains("") { throw ValidationError("an input file has no name") }
        if let threads, !InputRequest.threadsAllowed.contains(threads) {
            throw ValidationError("--threads takes 1 to \(InputRequest.threadsAllowed.upperBound)")
        }
        try validateTill()
        if chunkBytes < 1 { throw ValidationError("--chunk-bytes takes 1 or more") }
    }

    /// What is asked for, in the words of the use cases.
    var request: InputRequest {
        var request = InputRequest(paths: files)
        request.menu = menu
        request.stock = stock
        fillTill(of: &request)
        request.delimiter = delimiter
        request.encoding = encoding
        request.threads = threads
        request.chunkBytes = chunkBytes
        request.failOn = failOn
        return request
    }
}

extension FailOn: ExpressibleByArgument {}

extension EncodingChoice: ExpressibleByArgument {}
