internal import ArgumentParser
internal import CSV
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

extension ParsableArguments {
    /// Throws a usage error, which tells what is expected, for a value that is given and not valid.
    func check<Value>(
        _ option: String, _ value: Value?, _ expected: @autoclosure () -> String, isValid: (Value) -> Bool
    ) throws {
        guard let value, !isValid(value) else { return }
        throw ValidationError { $0.wrongValue(option, expected(), not: "\(value)") }
    }

    /// Throws a usage error for a number outside of a range.
    func check(_ option: String, _ number: Int?, in range: ClosedRange<Int>) throws {
        try check(option, number, range.expected, isValid: range.contains)
    }

    /// Throws a usage error for a text that is not a date.
    func check(_ option: String, day: String?) throws {
        try check(option, day, "YYYY-MM-DD") { CalendarDay($0) != nil }
    }

    /// Throws a usage error for a text that is not valid as the value of a setting.
    func check(_ setting: Setting, _ text: String?) throws {
        try check(setting.option, text, setting.expected, isValid: setting.accepts)
    }
}

/// The options of nearly all commands: the settings file, and the language of the output.
///
/// By default, messages are in the language of the locale, but reports in Korean, to be the same bytes everywhere.
struct CommonOptions: ParsableArguments {
    @Option(help: HelpTexts["--config"]) var config: String?

    @Option(name: .customLong("language"), help: HelpTexts["--language"])
    var typedLanguage: MessageLanguage?

    var language: MessageLanguage { typedLanguage ?? .ofLocale }
    var reportLanguage: MessageLanguage { typedLanguage ?? .korean }
    var listener: CommandListener { CommandListener(language: language) }

    func validate() throws {
        if config == "" { throw ValidationError { $0.emptyName("--config") } }
    }
}

/// The options for output to a terminal.
struct TerminalOptions: ParsableArguments {
    @Flag(help: HelpTexts["--no-color"]) var noColor = false

    var output: TerminalStyle { StandardStream.output.style(allowsColours: !noColor) }
}

/// The option for the currency of prices.
struct MoneyOptions: ParsableArguments {
    @Option(help: HelpTexts["--currency"]) var currency: String?

    func validate() throws {
        if let currency, !MoneyFormat.isValidCurrencySign(currency) {
            throw ValidationError { $0.badCurrencySign }
        }
    }

    var sign: String { currency ?? MoneyFormat.usualSign }
}

/// The option for the shop's name in reports.
struct ShopNameOptions: ParsableArguments {
    @Option(help: HelpTexts["--shop"]) var shop: String?

    func validate() throws {
        if let shop, !ShopName.isValid(shop) { throw ValidationError { $0.badShopName } }
    }
}

/// The option for the days on which the shop is closed.
struct ClosedOptions: ParsableArguments {
    @Option(help: HelpTexts["--closed"]) var closed: [String] = []

    func validate() throws {
        for text in closed { try check("--closed", text, ClosedDays.expected) { ClosedDays($0) != nil } }
    }

    /// The closed days from all occurrences of the option.
    var days: ClosedDays { closed.isEmpty ? ClosedDays() : ClosedDays(closed.joined(separator: ",")) ?? ClosedDays() }
}

/// The options for the reports of a run.
struct ReportOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: HelpTexts["--excel"]) var excel = false
    @OptionGroup var money: MoneyOptions
    @OptionGroup var shopName: ShopNameOptions
    @OptionGroup var closed: ClosedOptions
    @Option(help: HelpTexts["--missing-percent"]) var missingPercent: Int?
    @Option(help: HelpTexts["--overstock-days"]) var overstockDays: Int?

    func validate() throws {
        for (setting, value) in limits { try check(setting, value.map { String($0) }) }
    }

    /// The settings and values of the limits for missing and overstocked fruit.
    private var limits: [(Setting, Int?)] { [(.missingPercent, missingPercent), (.overstockDays, overstockDays)] }

    /// Applies the options to a request, and adds them to the options that the run log records.
    func apply(to request: inout RunRequest) {
        request.isForExcel = excel
        request.currency = money.sign
        request.shop = shopName.shop
        request.closed = closed.days
        if let missingPercent { request.limits.missingPercent = missingPercent }
        if let overstockDays { request.limits.overstockDays = overstockDays }
        request.options += ["--language=\(request.language.rawValue)", "--currency=\(money.sign)"]
        if excel { request.options.append("--excel") }
        if let shop = shopName.shop { request.options.append("--shop=\(shop)") }
        request.options += closed.closed.map { "--closed=\($0)" }
        request.options += limits.compactMap { setting, value in value.map { "\(setting.option)=\($0)" } }
    }
}

/// The option for the time to wait for another command.
struct LockWaitOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: HelpTexts["--lock-wait"]) var lockWait: Int?

    var waitSeconds: Int { lockWait ?? LedgerRequest.waitSecondsUsual }

    func validate() throws {
        try check("--lock-wait", lockWait, in: LedgerRequest.waitSecondsAllowed)
    }
}

/// The arguments of the commands that read or change a ledger.
struct LedgerArguments: ParsableArguments {
    @Option(help: HelpTexts["--ledger"], completion: .file()) var ledger: String

    func validate() throws {
        if ledger.isEmpty { throw ValidationError { $0.emptyName("--ledger") } }
    }

    /// The ledger as a request for the use cases; a command that only reads it has no time to wait.
    func request(_ wait: LockWaitOptions? = nil) -> LedgerRequest {
        LedgerRequest(path: ledger, waitSeconds: wait?.waitSeconds ?? LedgerRequest.waitSecondsUsual)
    }
}

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

    @Option(help: HelpTexts["--sequence"], completion: .list(of: ExportSettings.RowSequence.self))
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
    var chunkBytes = ReadingOptions.chunkBytesUsual

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
        request.fileSettings = settled.flatMap(Self.settled) ?? RawExportSettings()
        request.date = date
        request.expectations = expectations
        request.fileSettings.negative = negative.flatMap(ExportSettings.Negative.init)
        request.fileSettings.decimal = decimal.flatMap(DecimalMark.init)
        request.fileSettings.header = header.flatMap(ExportSettings.HeaderPosition.init)
        request.fileSettings.trailing = trailing.flatMap(ExportSettings.Trailing.init)
        request.fileSettings.sequence = sequence.flatMap { ExportSettings.RowSequence(named: $0) }
        request.fileSettings.dayStart = dayStart.flatMap(DayStart.init)
        request.fileSettings.dateOrder = dateOrder.flatMap(DateOrder.init)
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
