package import JuiceBatch
internal import JuiceLedger
package import JuiceReports

/// A run as its line in the run log records it, with all that is needed to apply it again.
struct LoggedRun {
    let number: Int
    /// The digest that the run must have when it is applied again.
    let digest: String
    /// The text of `content`, as the ledger stores it.
    let text: String
    /// The content of the line, with the text of its menu even if only an earlier line has it.
    let content: RunLog.Content

    /// The part of a chain's export that was the input; nil if the input was not one.
    var partition: ExportPartition? { content.chainRunReference?.partition }
}

extension RunLog {
    /// The content of a run's line: a JSON object on one line, whose members `map` lists in their order.
    ///
    /// A member without a value is omitted, apart from `business_day`.
    struct Content {
        /// The kind of a recorded run.
        enum Kind: String, JSONConvertible {
            case run
            /// The shift log of a counter was applied.
            case shift
            case reverse
            /// Rejected rows of a run were closed.
            case settle
        }

        struct Input {
            var sha256: String
            /// The name in the reports.
            var name: String
            /// The original path of the file.
            var path: String
        }

        var kind: Kind
        /// The UTC time of the run, such as `2026-11-20T18:30:00Z`.
        var recordedAt: String
        /// The business day, with its source; nil if nothing determines it.
        var day: BusinessDay?
        var inputs: [Input] = []
        /// The arguments of `run` that change the result, unlike `--threads`, without inputs and the members below.
        var options: [String] = []
        /// The treatment of inputs that the ledger already contained.
        var knownInputs: LedgerRequest.KnownInputs?
        /// The date requested by --date or by a nightly run.
        var date: String?
        /// The date for `@date` if no date was requested.
        var placeholderDate: String?
        /// The folder of the reports as given or by default; nil for a run without reports.
        var output: String?
        var reports: ReportSelection?
        /// The SHA-256 of failure.csv, by which a run of it is recognized; nil if it has no rows, or is too large.
        var failuresSHA256: String?
        /// The text of the menu file; nil for the built-in menu, or if `menuSHA256` is that of the line before.
        var menu: String?
        /// The SHA-256 of that text; nil for the built-in menu.
        var menuSHA256: String?
        /// The text of a stock file with the opening stock from `--stock`.
        var stock: String?
        /// The chain's nightly run that the run belongs to, and the part of an export that its input was.
        var chainRunReference: ChainRunReference?
        /// The column of exports that names the shop, which the run accepts without reading it.
        var shopColumn: String?
        /// The number of the run that this one reverses.
        var reverses: Int?
        /// The rejected rows of another run that this one closes.
        var settlement: Settlement?
    }
}

extension RunLog.Content: JSONRecord {
    static var placeholder: Self { Self(kind: .run, recordedAt: "") }

    /// Parses the content of a line; nil if it is unknown.
    init?(text: String) {
        guard let value = try? JSONReader.value(of: Array(text.utf8)) else { return nil }
        self.init(value)
    }

    mutating func map(_ json: inout JSONMapper) {
        var (businessDay, source, namedDay) = (day?.date, day?.source, day?.named)
        json.map("kind", &kind)
        json.map("recorded_at", &recordedAt)
        json.map("business_day", &businessDay)
        json.map("inputs", &inputs)
        json.map("options", &options)
        json.mapIfPresent("known_inputs", &knownInputs)
        json.mapIfPresent("date", &date)
        json.mapIfPresent("date_otherwise", &placeholderDate)
        json.mapIfPresent("business_day_source", &source)
        json.mapIfPresent("named_day", &namedDay)
        day = businessDay.flatMap { date in source.map { BusinessDay(date: date, source: $0, named: namedDay) } }
        json.require((businessDay == nil) == (day == nil))
        json.mapIfPresent("output", &output)
        json.mapIfPresent("reports", &reports)
        json.mapIfPresent("failures_sha256", &failuresSHA256)
        json.mapIfPresent("menu", &menu)
        json.mapIfPresent("menu_sha256", &menuSHA256)
        json.mapIfPresent("stock", &stock)
        var chainDate = chainRunReference?.date
        let partition = chainRunReference?.partition
        var (export, names, splitOptions) = (partition?.exportSHA256, partition?.shopNames, partition?.options)
        json.mapIfPresent("chain_date", &chainDate)
        json.mapIfPresent("export_sha256", &export)
        json.mapIfPresent("shop_names", &names)
        json.mapIfPresent("split_options", &splitOptions)
        let found = export.flatMap { export in
            names.map { ExportPartition(exportSHA256: export, shopNames: $0, options: splitOptions) }
        }
        chainRunReference = chainDate.map { ($0, found) }
        json.mapIfPresent("shop_column", &shopColumn)
        json.mapIfPresent("reverses", &reverses)
        var (closed, rows, reason) = (settlement?.run, settlement?.rows, settlement?.reason)
        json.mapIfPresent("settles", &closed)
        json.mapIfPresent("settled", &rows)
        json.mapIfPresent("why", &reason)
        settlement = closed.map { Settlement(run: $0, reason: reason, rows: rows ?? []) }
        switch kind {
        case .run, .shift: json.require(!inputs.isEmpty)
        case .reverse: json.require(reverses != nil)
        case .settle: json.require(settlement?.rows.isEmpty == false)
        }
    }
}

extension RunLog.Content.Input: JSONRecord {
    static var placeholder: Self { Self(sha256: "", name: "", path: "") }

    mutating func map(_ json: inout JSONMapper) {
        json.map("sha256", &sha256)
        json.map("name", &name)
        json.map("path", &path)
    }
}

extension Settlement.Rows: JSONRecord {
    package static var placeholder: Self { Self(input: 0, lines: LineNumbers()) }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("input", &input)
        json.require(input >= 1)
        json.map("lines", &lines)
    }
}

extension LineNumbers: JSONConvertible {
    package init?(_ value: JSONValue) {
        guard let text = value.string else { return nil }
        self.init(text: text)
    }
    package var json: JSONValue { text.json }
}

extension BusinessDay.Source: JSONConvertible {}
extension LedgerRequest.KnownInputs: JSONConvertible {}
extension ReportSelection: JSONConvertible {}
