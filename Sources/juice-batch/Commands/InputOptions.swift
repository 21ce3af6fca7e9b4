internal import ArgumentParser
internal import CSV
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The options that `run` and `check` share: the inputs, how they are read, and the description of a POS's exports.
///
/// They are one group, and descriptions are parsed from strings: at each start of the program, a further group or type
/// of option would cost about as much time as ten rows.
struct InputOptions: ParsableArguments {
    @Argument(help: HelpTexts["file"], completion: .file()) var files: [String]
    @Option(help: HelpTexts["--menu"], completion: .file()) var menu: String?
    @Option(help: HelpTexts["--stock"], completion: .file()) var stock: String?
    @Option(help: HelpTexts["--settled-stock", .hidden]) var settledStock: String?
    @Option(name: .customLong("column"), help: HelpTexts["--column"]) var columns: [String] = []
    @Option(name: .customLong("value"), help: HelpTexts["--value"]) var values: [String] = []
    @Option(help: HelpTexts["--ignore"]) var ignore: [String] = []
    @Option(help: HelpTexts["--only"]) var only: [String] = []
    @Option(help: HelpTexts["--known"]) var known: [String] = []
    @Option(help: HelpTexts["--accept"]) var accept: [String] = []
    @Option(help: HelpTexts["--fill"]) var fill: [String] = []

    @Option(help: HelpTexts["--negative"], completion: .list(of: ExportSettings.Negative.self))
    var negative: String?

    @Option(help: HelpTexts["--decimal"], completion: .list(of: DecimalMark.self)) var decimal: String?

    @Option(help: HelpTexts["--header"], completion: .list(of: ExportSettings.HeaderPosition.self))
    var header: String?

    @Option(help: HelpTexts["--trailing"], completion: .list(of: ExportSettings.Trailing.self))
    var trailing: String?

    @Option(help: HelpTexts["--totals"]) var totals: [String] = []
    @Option(help: HelpTexts["--report-by"]) var reportBy: [String] = []

    @Option(name: .customLong("expect"), help: HelpTexts["--expect"])
    var expectations: [String] = []

    @Option(help: HelpTexts["--sequence"], completion: .list(of: ExportSettings.Sequence.self))
    var sequence: String?

    @Option(help: HelpTexts["--day-start"]) var dayStart: String?

    @Option(help: HelpTexts["--date-order"], completion: .list(of: DateOrder.self))
    var dateOrder: String?

    @Option(help: HelpTexts["--date"]) var date: String?
    @Option(help: HelpTexts["--settled", .hidden]) var settled: String?
    @Option(help: HelpTexts["--delimiter"]) var delimiter: String?
    @Option(help: HelpTexts["--encoding"]) var encoding: EncodingChoice?
    @Option(help: HelpTexts["--fail-on"]) var failOn: FailOn = .rejected
    @Option(parsing: .unconditional, help: HelpTexts["--threads"]) var threads: Int?
    @Flag(help: HelpTexts["--no-progress"]) var noProgress = false

    @Option(parsing: .unconditional, help: HelpTexts["--chunk-bytes", .hidden])
    var chunkBytes: Int = 128 * 1024

    func validate() throws {
        try check("--delimiter", delimiter, ", ; | \\t") { Delimiter(name: $0) != nil }
        if files.contains("") { throw ValidationError { $0.emptyName("FILE") } }
        try check("--threads", threads, in: InputRequest.threadsAllowed)
        try check("--date", day: date)
        for (setting, text) in singleExportSettings { try check(setting, text) }
        try check(RawExportSettings.option, settled, "juice-batch.json") { Self.settled($0) != nil }
        try check("--chunk-bytes", chunkBytes, in: 1...Int.max)
    }

    var request: InputRequest {
        var request = InputRequest(paths: files)
        request.menu = menu
        request.stock = stock ?? settledStock
        request.needsNewLedger = stock != nil
        request.columns = columns
        request.rules = Dictionary(uniqueKeysWithValues: rules)
        request.settled = settled.flatMap(Self.settled) ?? RawExportSettings()
        request.date = date
        request.expectations = expectations
        request.exportSettings.negative = negative.flatMap(ExportSettings.Negative.init) ?? .reject
        request.exportSettings.decimal = decimal.flatMap(DecimalMark.init)
        request.exportSettings.header = header.flatMap(ExportSettings.HeaderPosition.init) ?? .first
        request.exportSettings.trailing = trailing.flatMap(ExportSettings.Trailing.init) ?? .keep
        request.exportSettings.sequence = sequence.flatMap { ExportSettings.Sequence(named: $0) }
        request.exportSettings.dayStart = dayStart.flatMap(DayStart.init) ?? .midnight
        request.exportSettings.dateOrder = dateOrder.flatMap(DateOrder.init)
        request.delimiter = delimiter.flatMap(Delimiter.init)
        request.encoding = encoding
        request.threads = threads
        request.chunkBytes = chunkBytes
        request.failOn = failOn
        return request
    }

    private static func settled(_ json: String) -> RawExportSettings? {
        (try? JSONReader.value(of: Array(json.utf8))).flatMap { RawExportSettings($0) }
    }

    /// The options that describe exports and have a single value, with their settings.
    private var singleExportSettings: [(setting: Setting, text: String?)] {
        [
            (.negative, negative), (.decimal, decimal), (.header, header), (.trailing, trailing),
            (.sequence, sequence), (.dayStart, dayStart), (.dateOrder, dateOrder),
        ]
    }

    /// The options that describe exports and have several values, with their settings.
    private var rules: [(ExportSettingLocation, [String])] {
        [
            (.itemValues, values), (.ignore, ignore), (.only, only), (.known, known), (.accept, accept),
            (.fill, fill), (.totals, totals), (.reportBy, reportBy),
        ]
    }

    /// The options for reading inputs that change the result of a run, as recorded in the run log.
    var recordedOptions: [String] {
        let single =
            singleExportSettings.map { ($0.setting.option, $0.text) } + [
                (RawExportSettings.option, settled), ("--delimiter", delimiter.flatMap(Delimiter.init)?.name),
                ("--encoding", encoding?.rawValue),
                (Setting.failOn.option, failOn == .rejected ? nil : failOn.rawValue),
            ]
        return columns.map { "--column=\($0)" }
            + rules.flatMap { setting, texts in texts.map { "\(setting.option)=\($0)" } }
            + single.compactMap { option, text in text.map { "\(option)=\($0)" } }
    }
}

extension EncodingChoice: ExpressibleByArgument {}
extension FailOn: ExpressibleByArgument {}
extension MessageLanguage: ExpressibleByArgument {}
extension ReportSelection: ExpressibleByArgument {}

extension CompletionKind {
    /// The raw values of an enumeration as completions of an option.
    static func list<Value: CaseIterable & RawRepresentable<String>>(of type: Value.Type) -> CompletionKind {
        .list(type.allCases.map(\.rawValue))
    }
}
