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

    /// The JSON Schemas that the program prints; those of the last five allow keys that later versions may add.
    private static let schemas: [(name: String, file: EmbeddedFile)] = [
        ("settings", .settingsSchema), ("summary", .summarySchema), ("check", .checkSchema), ("status", .statusSchema),
        ("chain", .chainSchema), ("stock", .stockSchema), ("history", .historySchema), ("plan", .planSchema),
        ("inspect", .inspectSchema), ("diff", .diffSchema),
    ]

    func validate() throws {
        let names = Self.schemas.map(\.name)
        try check("--schema-of", schemaOf, names.joined(separator: ", "), isValid: names.contains)
    }

    func perform() throws -> ExitStatus {
        if let schema = Self.schemas.first(where: { $0.name == schemaOf }) {
            return try finish(printing: embeddedText(schema.file))
        }
        let configuration = try ShopConfiguration(path: common.config, variables: ShopConfiguration.processVariables)
        // A setting has a row for each of its values, or one without a value.
        let table = try Setting.allCases.flatMap { setting -> [SettingRow] in
            let rows = try configuration.values(of: setting).map { text, origin -> SettingRow in
                (setting.rawValue, text, origin, setting.variable)
            }
            return rows.isEmpty ? [(setting.rawValue, nil, nil, setting.variable)] : rows
        }
        return try finish(printing: common.language.settingsTable(table, on: terminal.output))
    }
}
