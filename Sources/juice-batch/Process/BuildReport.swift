internal import CSV
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The output of `--version --verbose`, for bug reports and inventories of installed software.
enum BuildReport {
    /// Whether that is what the words behind the program's name ask for; the parser answers `--version` by itself, and
    /// takes no word with it.
    static func isAsked(by words: [String]) -> Bool {
        let options = words.prefix { $0.hasPrefix("-") && $0 != "--" }
        return options.contains("--version") && options.contains("--verbose")
    }

    /// The lines in a language.
    static func text(in language: MessageLanguage) -> String {
        BuildWording(language).text(.ofThisProgram, libcsv: LibcsvVersion.number, sqlite: SQLiteVersion.number)
    }
}
