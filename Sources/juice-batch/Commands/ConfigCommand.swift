internal import ArgumentParser
internal import CBuild
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch config`: prints each setting and its source.
struct ConfigCommand: ShopCommand {
    static let configuration = CommandConfiguration("config")

    @OptionGroup var common: CommonOptions
    @OptionGroup var terminal: TerminalOptions

    @Option(help: HelpTexts["config --schema-of"], completion: .list(Self.schemas.map(\.name)))
    var schemaOf: String?

    @Argument(parsing: .allUnrecognized, help: HelpTexts["config option"])
    var options: [String] = []

    /// The JSON Schemas that the program prints: of juice-batch.json, summary.json, a chain's chain.json, and the
    /// output of commands with `--json`.
    ///
    /// Those of the last five allow keys that later versions may add.
    private static let schemas: [(name: String, file: EmbeddedFile)] = [
        ("settings", .settingsSchema), ("summary", .summarySchema), ("check", .checkSchema), ("status", .statusSchema),
        ("chain", .chainSchema), ("stock", .stockSchema), ("history", .historySchema), ("plan", .planSchema),
        ("inspect", .inspectSchema), ("diff", .diffSchema),
    ]

    private var schema: EmbeddedFile? { Self.schemas.first { $0.name == schemaOf }?.file }

    func validate() throws {
        let names = Self.schemas.map(\.name)
        try check("--schema-of", schemaOf, names.joined(separator: ", "), isValid: names.contains)
        try checkOptions()
        let typed = TypedArguments(["config"] + options)
        for setting in Setting.allCases {
            for text in typed.texts(of: setting) { try check(setting, text) }
        }
    }

    /// Checks that the other words of the command line are options of settings, with a value if they need one.
    private func checkOptions() throws {
        var words = options.prefix { $0 != "--" }
        while let word = words.popFirst() {
            let name = String(word.prefix { $0 != "=" })
            guard let setting = Setting.allCases.first(where: { $0.options.contains(name) }) else {
                let names = word.hasPrefix("-") ? Setting.allCases.flatMap(\.options) : []
                throw ValidationError { $0.noSetting(word, CommandInfo.nearestName(to: word, among: names)) }
            }
            if setting.isFlag || name != word { continue }
            guard let value = words.popFirst(), value == "-" || !value.hasPrefix("-") else {
                throw ValidationError { $0.text(.missingValue(option: word, value: "value")) }
            }
        }
    }

    func perform() throws -> ExitStatus {
        if let schema { return try finish(printing: embeddedText(schema)) }
        let configuration = try ShopConfiguration(path: common.config, variables: ShopConfiguration.processVariables)
        let typed = TypedArguments(Array(CommandLine.arguments.dropFirst()))
        let words = Set(Setting.allCases.filter(\.isResolvedExportSetting).map(\.option)).flatMap { option in
            typed.values(of: option).map { "\(option)=\($0)" }
        }
        let request = try InputOptions.parse(words + ["-"]).request
        _ = try ColumnOptions(parsing: request.columns)
        _ = try RawExportSettings(request.rules)
        let table = try Setting.allCases.flatMap { try rows(of: $0, typed, configuration) }
        return try finish(printing: common.language.settingsTable(table, on: terminal.output))
    }

    /// The rows of a setting, one for each value, in the order of precedence; one without a value if there is none.
    private func rows(
        of setting: Setting, _ typed: TypedArguments, _ configuration: ShopConfiguration
    ) throws -> [SettingRow] {
        var values = typed.texts(of: setting).map { (text: $0, origin: setting.option) }
        if setting.hasSeveralValues || values.isEmpty {
            values += try configuration.values(of: setting)
        }
        if case .days = setting.kind, let origin = values.last?.origin {
            values = [(values.map(\.text).joined(separator: ","), origin)]
        } else if !setting.hasSeveralValues {
            values = values.suffix(1)
        }
        func row(_ value: String?, _ origin: String?) -> SettingRow {
            (setting.rawValue, value, origin, setting.variable)
        }
        return values.isEmpty ? [row(nil, nil)] : values.map { row($0.text, $0.origin) }
    }
}
