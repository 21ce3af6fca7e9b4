import JuiceBatch
import JuiceCore
import TestSupport

/// A text that has been looked through, as an input of which nothing is settled.
struct SurveyedText {
    let survey: InputSurvey
    /// What its columns are for, by themselves and with what its rows say.
    let columns: ColumnFindings
    let found: ColumnFindings

    /// - Parameters:
    ///   - settled: what is settled, as far as it is asked of a proposer.
    ///   - menu: a menu file's text; nil for the built-in menu.
    init(_ text: String, settled: SettingsProposal = SettingsProposal(), menu: String? = nil) throws {
        let folder = try TemporaryFolder()
        let cancellation = CancellationToken()
        var shop = Menu.builtIn
        if let menu {
            let path = try folder.write(Array(menu.utf8), to: "menu.csv")
            shop = try MenuFile.load(path: path, cancellation: cancellation).menu
        }
        let names = try NameIndex(menu: shop)
        let settings = RunSettings(
            menu: shop, names: names, opening: FruitStore(menu: shop).stock, reading: ReadingOptions(), threads: 1,
            hashSeed: HashSeed(low: 1, high: 2))
        let file = try InputFile(
            path: folder.write(Array(text.utf8), to: "a.csv"), name: "a.csv", spillFolder: folder.path,
            cancellation: cancellation)
        let surveyor = InputSurveyor(settings: settings, cancellation: cancellation)
        let proposer = Proposer(names: names, settled: settled, nearest: { _ in nil })
        var survey = try surveyor.survey(file)
        let columns = proposer.columns(of: survey)
        survey.examineRows(columns, names: names)
        self.survey = survey
        self.columns = columns
        found = proposer.rows(of: survey, columns)
    }

    /// A role's columns, as the command line names them; nil where nothing is proposed.
    func proposed(_ role: Role) -> String? { found.proposal.columns[role]?.text }

    /// What cells are to be read as.
    var readings: [String] { found.proposal.rules.readings.map { "\($0.role.rawValue):\($0.from)=\($0.to)" } }

    /// The names of some columns.
    func names(_ columns: [Int]) -> [String] { columns.map { survey.header[$0] } }
}
