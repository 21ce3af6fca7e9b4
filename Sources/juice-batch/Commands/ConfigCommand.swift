internal import ArgumentParser
internal import CBuild
internal import JuiceBatch
internal import JuiceReports

/// The command `juice-batch config`: prints each setting and its source.
struct ConfigCommand: LocalizedCommand {
    static let configuration = CommandConfiguration("config")

    @OptionGroup var common: CommonOptions

    @OptionGroup var terminal: TerminalOptions

    @Option(
        help: HelpTexts["config --schema-of"],
        completion: .list(Self.schemas.map(\.name)))
    var schemaOf: String?

    @Argument(parsing: .allUnrecognized, help: HelpTexts["config option"])
    var options: [String] = []

    /// The JSON Schemas that the program prints: of juice-batch.json, summary.json, a chain's chain.json, and the output
    /// of commands with `--json`.
    ///
    /// Those of the last five allow keys that later versions may add.
    private static let schemas: [(name: String, file: EmbeddedFile)] = [
        ("settings", .settingsSchema), ("summary", .summarySchema), ("check", .checkSchema), ("status", .statusSchema),
        ("chain", .chainSchema), ("stock", .stockSchema), ("history", .historySchema), ("plan", .planSchema),
        ("inspect", .inspectSchema), ("diff", .diffSchema),
    ]

    private var schema: EmbeddedFile? { Self.schemas.first { $0.name == schemaOf }?.file }

    func validate() throws {
        if let schemaOf, schema == nil {
            let names = Self.schemas.map(\.name).joined(separator: ", ")
            throw ValidationError(Strings.error.wrongValue("--schema-of", names, not: schemaOf))
        }
        let typed = ConfiguredArguments(["config"] + options)
        if let option = typed.optionWithoutValue { throw ValidationError(Strings.error.lacksValue(option)) }
        if let word = typed.unknownArguments.first {
            throw ValidationError(Strings.error.noSetting(word, Self.nearest(to: word)))
        }
        for setting in Setting.allCases {
            for text in typed.texts(of: setting) where !setting.accepts(text) {
                throw ValidationError(Strings.error.wrongValue(setting.option, setting.expected, not: text))
            }
        }
    }

    func perform() throws -> ExitStatus {
        if let schema {
            return try finish(printing: embeddedText(schema))
        }
        let configuration = try ShopConfiguration(path: common.config, variables: ShopConfiguration.processVariables)
        let typed = ConfiguredArguments(Array(CommandLine.arguments.dropFirst()))
        _ = try ColumnOptions(parsing: typed.values(of: Setting.idColumn.option))
        _ = try typed.exportOptions.rules()
        let table = try Setting.allCases.flatMap { try rows(of: $0, typed, configuration) }
        return try finish(printing: common.language.settingsTable(table, on: terminal.output))
    }

    private static func nearest(to word: String) -> String? {
        word.hasPrefix("-") ? NearestWord.nearest(to: word, among: Setting.allCases.flatMap(\.options)) : nil
    }

    /// The rows of a setting, one for each value, in the order of precedence; one without a value if there is none.
    private func rows(
        of setting: Setting, _ typed: ConfiguredArguments, _ configuration: ShopConfiguration
    ) throws -> [SettingRow] {
        var values = typed.texts(of: setting).map { (text: $0, origin: setting.option) }
        if setting.isMany || values.isEmpty {
            values += try configuration.values(of: setting)
        }
        if case .days = setting.kind, let origin = values.last?.origin {
            values = [(values.map(\.text).joined(separator: ","), origin)]
        } else if !setting.isMany {
            values = values.suffix(1)
        }
        func row(_ value: String?, _ origin: String?) -> SettingRow {
            (setting.rawValue, value, origin, setting.variable)
        }
        return values.isEmpty ? [row(nil, nil)] : values.map { row($0.text, $0.origin) }
    }
}
