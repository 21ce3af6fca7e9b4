internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceInspect
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch check`: applies inputs as `run` does, lists the problems, and writes nothing.
struct CheckCommand: ShopCommand {
    static let configuration = CommandConfiguration("check")

    @OptionGroup var input: InputOptions
    @OptionGroup var common: CommonOptions
    @OptionGroup var terminal: TerminalOptions
    @Flag(help: HelpTexts["check --json"]) var json = false
    @Flag(help: HelpTexts["--annotations"]) var annotations = false

    func perform() throws -> ExitStatus {
        let listener = CommandListener(
            language: common.language, showsProgress: !input.noProgress, isAnnotating: annotations)
        let outcome = try Shop.ofProcess.check(
            input.request, language: common.language,
            form: json ? .json : .text(terminal.output), notifying: listener,
            problems: annotations ? listener : nil, to: { try StandardStream.output.writeAll($0) })
        if json { return outcome.exitStatus }
        let style = StandardStream.output.style(allowsColours: false)
        let cells = common.language.unknownCells(outcome.first).map { style.folded(Escaping.terminal($0)) + "\n" }
        try StandardStream.output.writeAll(
            common.language.reading(outcome.inputs, outcome.tally, on: style) + (cells ?? "")
                + common.language.checked(outcome.tally))
        return outcome.exitStatus
    }
}

/// The command `juice-batch inspect`: examines the exports of a POS, and proposes settings to read them.
struct InspectCommand: ShopCommand {
    static let configuration = CommandConfiguration("inspect")

    @OptionGroup var input: InputOptions
    @OptionGroup var common: CommonOptions
    @Flag(help: HelpTexts["inspect --json"]) var json = false
    @Flag(help: HelpTexts["inspect --write"]) var write = false
    @Flag(help: HelpTexts["inspect --update"]) var update = false
    @OptionGroup var terminal: TerminalOptions

    func perform() throws -> ExitStatus {
        let listener = CommandListener(language: common.language, showsProgress: !input.noProgress)
        let inspection = try Shop.ofProcess.inspect(input.request, notifying: listener)
        // Other settings in the file are kept when the proposal replaces it.
        let existing = try ShopConfiguration(path: common.config, variables: [:]).file
        let members = existing?.members { $0 } ?? []
        let proposed = inspection.whole.json(menu: input.menu).adding(members)
        let file = proposed.settingsText
        let old = update ? proposed.ordering(members).settingsText : nil
        let text =
            json
            ? inspection.json(settings: proposed, common.language)
            : InspectionText.render(inspection, settings: file, old: old, common.language, on: terminal.output)
        try StandardStream.output.writeAll(text)
        if write, file != old {
            let path = update ? common.config ?? ConfigurationFile.defaultName : ConfigurationFile.defaultName
            do throws(BatchError) {
                if update { try replaceFile(at: path, with: file) } else { try createFile(at: path, with: file) }
            } catch {
                if case .cannotCreate(_, EEXIST) = error {
                    StandardStream.error.write(InspectionText.exists(path, common.language))
                }
                throw error
            }
            if !json {
                try StandardStream.output.writeAll(
                    InspectionText.written(path, isUpdate: update && existing != nil, common.language))
            }
        }
        return inspection.exitStatus
    }
}

/// The command `juice-batch menu`: prints the recipes of a menu.
struct MenuCommand: ShopCommand {
    static let configuration = CommandConfiguration("menu")

    @Option(help: HelpTexts["--menu"], completion: .file()) var menu: String?
    @OptionGroup var money: MoneyOptions
    @OptionGroup var common: CommonOptions
    @OptionGroup var terminal: TerminalOptions
    @Flag(help: HelpTexts["menu --csv"]) var csv = false

    func perform() throws -> ExitStatus {
        let menu = try Shop.ofProcess.menu(at: menu)
        let text =
            csv
            ? String(decoding: CellStyle(isForExcel: false).file(menu.fileRows), as: UTF8.self)
            : menu.table(common.language, currency: money.sign, on: terminal.output)
        return try finish(printing: text)
    }
}
