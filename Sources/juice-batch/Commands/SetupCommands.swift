internal import ArgumentParser
internal import CBuild
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch init`: creates a shop's folder.
struct InitCommand: ShopCommand {
    static let configuration = CommandConfiguration("init")

    @Argument(help: HelpTexts["init folder"], completion: .directory) var folder = "."
    @Option(help: HelpTexts["init --shop"]) var shop: String?
    @Option(help: HelpTexts["init --day-start"]) var dayStart: String?
    @Option(help: HelpTexts["init --night"]) var night: String?
    @Option(help: HelpTexts["init --zone"]) var zone: String?
    @Option(help: HelpTexts["--language"]) var language: MessageLanguage?

    func validate() throws {
        if folder.isEmpty { throw ValidationError { $0.emptyName("FOLDER") } }
        if let shop, !ShopName.isValid(shop) { throw ValidationError { $0.badShopName } }
        if let zone, !Clock.isZone(zone) {
            throw ValidationError {
                $0.wrongValue(
                    "--zone", $0.pick(ko: "Asia/Seoul 같은 시간대", en: "a time zone such as Asia/Seoul"), not: zone)
            }
        }
        for (option, time) in [("--day-start", dayStart), ("--night", night)] {
            try check(option, time, "HH:MM") { DayStart($0) != nil }
        }
    }

    func perform() throws -> ExitStatus {
        let language = language ?? .ofLocale
        let schedule = try night.flatMap { DayStart($0) }.map { time in
            (time: time, zone: zone ?? Clock.zone, program: try Self.program())
        }
        let created = try Shop.ofProcess.createShopFolder(
            at: folder, name: shop, language: language, dayStart: dayStart.flatMap { DayStart($0) } ?? .midnight,
            schedule: schedule)
        let folders = (environmentVariable("PATH") ?? "").split(separator: ":")
        let isOnPath = folders.contains { access("\($0)/juice-batch", X_OK) == 0 }
        return try finish(
            printing: language.shopCreated(
                created.folder, program: isOnPath ? "juice-batch" : Self.program(), units: created.units,
                zone: schedule?.zone))
    }

    private static func program() throws(BatchError) -> String {
        let executable = "/proc/self/exe"
        guard let path = resolvedPath(executable) else { throw .unreadable(path: executable, errno: errno) }
        return path
    }
}

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
            let values: [ShopConfiguration.Value?] = try configuration.values(of: setting)
            return (values.isEmpty ? [nil] : values).map { (setting.rawValue, $0?.text, $0?.origin, setting.variable) }
        }
        return try finish(printing: common.language.settingsTable(table, on: terminal.output))
    }
}
