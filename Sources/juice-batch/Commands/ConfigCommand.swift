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
        completion: .list(PublishedSchema.allCases.map(\.rawValue)))
    var schemaOf: String?

    @Argument(
        parsing: .allUnrecognized,
        help: HelpTexts["config option"])
    var options: [String] = []

    func validate() throws {
        if let schemaOf, PublishedSchema(rawValue: schemaOf) == nil {
            let names = PublishedSchema.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError(Strings.error.takes("--schema-of", names, not: schemaOf))
        }
        let typed = ConfiguredArguments(["config"] + options)
        if let option = typed.optionWithoutValue { throw ValidationError(Strings.error.lacksValue(option)) }
        if let word = typed.unknownArguments.first {
            throw ValidationError(Strings.error.noSetting(word, Self.nearest(to: word)))
        }
        for setting in Setting.allCases {
            for text in typed.texts(of: setting) where !setting.accepts(text) {
                throw ValidationError(Strings.error.takes(setting.option, setting.expected, not: text))
            }
        }
    }

    func perform() throws -> ExitStatus {
        if let published = schemaOf.flatMap({ PublishedSchema(rawValue: $0) }) {
            try StandardStream.output.writeAll(published.text)
            return .done
        }
        let configuration = try ShopConfiguration(path: common.config, variables: ShopConfiguration.processVariables)
        let typed = ConfiguredArguments(Array(CommandLine.arguments.dropFirst()))
        _ = try ColumnOptions(parsing: typed.values(of: Setting.idColumn.option))
        _ = try typed.exportOptions.rules()
        let table = try Setting.allCases.flatMap { try rows(of: $0, typed, configuration) }
        try StandardStream.output.writeAll(ConfigurationTable.render(table, common.language, on: terminal.output))
        return .done
    }

    private static func nearest(to word: String) -> String? {
        word.hasPrefix("-") ? NearestWord.nearest(to: word, among: Setting.allCases.flatMap(\.options)) : nil
    }

    /// The rows of a setting, one for each value, in the order of precedence; one without a value if there is none.
    private func rows(
        of setting: Setting, _ typed: ConfiguredArguments, _ configuration: ShopConfiguration
    ) throws -> [ConfigurationTable.Row] {
        var values = typed.texts(of: setting).map { (text: $0, origin: setting.option) }
        if setting.isMany || values.isEmpty {
            values += try configuration.values(of: setting).map { ($0.text, $0.origin) }
        }
        if case .days = setting.kind, let origin = values.last?.origin {
            values = [(values.map(\.text).joined(separator: ","), origin)]
        } else if !setting.isMany {
            values = values.suffix(1)
        }
        func row(_ value: String?, _ origin: String?) -> ConfigurationTable.Row {
            (setting.rawValue, value, origin, setting.variable)
        }
        return values.isEmpty ? [row(nil, nil)] : values.map { row($0.text, $0.origin) }
    }
}

/// The JSON Schemas that the program prints, by the names that `config --schema-of` takes.
enum PublishedSchema: String, CaseIterable {
    /// The schema of juice-batch.json.
    case settings
    /// The schema of summary.json.
    case summary
    /// The schema of the output of `check --json`.
    case check
    /// The schema of the output of `status --json`.
    case status
    /// The schema of a chain's chain.json.
    case chain
    /// The schemas of the output of these commands with `--json`; they allow keys that later versions may add.
    case stock, history, plan, inspect, diff

    /// The text of the schema.
    var text: String {
        let file: EmbeddedFile =
            switch self {
            case .settings: .settingsSchema
            case .summary: .summarySchema
            case .check: .checkSchema
            case .status: .statusSchema
            case .chain: .chainSchema
            case .stock: .stockSchema
            case .history: .historySchema
            case .plan: .planSchema
            case .inspect: .inspectSchema
            case .diff: .diffSchema
            }
        return String(cString: embedded_text(file))
    }
}
