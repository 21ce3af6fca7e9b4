internal import ArgumentParser
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
