internal import JuiceReports

/// A help topic that is not a command.
enum HelpTopic: String, CaseIterable {
    /// The columns and actions of an input.
    case input
    /// The settings and options that describe the exports of a POS.
    case export
    /// The exit codes of all commands.
    case exitCodes = "exit-codes"

    /// The options that describe exports, which only the page about exports explains.
    static let exportOptions = settings.map(\.option).filter { $0 != Setting.idColumn.option } + typedOnly

    /// The options about exports without a setting, since they may differ for each export.
    private static let typedOnly = ["--delimiter", "--encoding", "--expect"]

    /// The settings that describe exports, one for each option.
    private static let settings: [Setting] = Setting.allCases.filter(\.describesExports).reduce(into: []) {
        list, setting in
        if !list.contains(where: { $0.option == setting.option }) { list.append(setting) }
    }

    /// The text of the topic's help page.
    ///
    /// - Parameter run: the parser's description of the command `run`.
    func page(run: CommandInfo, _ language: MessageLanguage) -> String {
        let text = HelpTexts.text(of: rawValue)
        let head = [HelpPage.paragraphs(text.abstract), HelpPage.paragraphs(text.discussion)]
        switch self {
        case .input: return HelpPage.text(of: head)
        case .export:
            let settings = Self.settings.flatMap { setting in
                run.argument(named: setting.option).map { Self.lines(about: setting, $0) } ?? []
            }
            let typed = Self.typedOnly.compactMap { run.argument(named: $0) }
            return HelpPage.text(
                of: head + [[HelpTexts.word("settings")] + settings, HelpPage.list("typed-only", typed)])
        case .exitCodes:
            return HelpPage.text(of: head + [[ExitCodeList.text(of: nil, language)]])
        }
    }

    /// The column, from 0, at which options begin beside their settings.
    private static let optionStart = 45
    private static let indent = "      "

    private static func lines(about setting: Setting, _ option: ArgumentInfo) -> [String] {
        let form = "  \"\(setting.path[0])\": \(setting.form(option.valueName ?? ""))"
        let text = option.sentence + (option.discussion.isEmpty ? "" : " " + option.discussion)
        return [DisplayWidth.padded(form, to: optionStart - 1) + " " + option.head]
            + DisplayWidth.folded(text, to: HelpPage.widthMax - indent.count).map { indent + $0 }
    }
}

extension Setting {
    /// Whether the setting describes how to read the exports of a POS.
    fileprivate var describesExports: Bool {
        switch self {
        case .idColumn, .actionColumn, .itemColumn, .quantityColumn, .timeColumn, .actionValues, .itemValues, .ignore,
            .only, .known, .accept, .fill, .negative, .decimal, .header, .trailing, .totals, .sequence, .dayStart,
            .dateOrder, .reportBy:
            true
        case .menu, .stock, .output, .ledger, .currency, .shop, .closed, .missingPercent, .overstockDays, .excel,
            .failOn,
            .maxRejected, .lockWait, .threads, .language:
            false
        }
    }

    /// A value of the setting in the form of juice-batch.json.
    ///
    /// - Parameter valueName: the placeholder for the option's value in help.
    fileprivate func form(_ valueName: String) -> String {
        let names = valueName.split { ":=".contains($0) }.map { "\"\($0)\"" }
        switch kind {
        case .column, .readings: return names.dropLast().reversed().reduce(names.last ?? "") { "{\($1): \($0)}" }
        case .cells: return "{\(names[0]): [\(names.last ?? "")]}"
        case .list: return path.dropFirst().reduce("[\(names[0])]") { "{\"\($1)\": \($0)}" }
        case .choice(let choices): return choices.map { "\"\($0)\"" }.joined(separator: " | ")
        case .path, .number, .flag, .timeOfDay, .sign, .name, .days: return "\"\(valueName)\""
        }
    }
}
