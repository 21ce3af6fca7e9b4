internal import CSV
internal import JuiceBatch
internal import JuiceReports

/// The file with the facts of a shop's nightly run, beside its reports: `reports/DATE/facts.json` in the shop's folder.
struct FactsFile {
    /// The maximum size of the file in bytes, far above that of real facts.
    private static let bytesMax = 1 << 24

    /// The result of reading the file.
    enum Content {
        case none
        /// The file does not contain the facts of this run.
        case damaged
        case facts(ShopFacts)
    }

    /// The shop's folder, open.
    let shop: OpenFolder
    /// The name of the shop's folder within the chain's folder.
    let folder: String
    /// The business day as `YYYY-MM-DD`.
    let date: String
    let cancellation: CancellationToken

    /// The path of the facts of a business day, relative to the shop's folder.
    static func path(on date: String) -> String { "\(NightlyRun.reportsFolder)/\(date)/\(ExpiredReports.factsName)" }

    /// Reads the file without following symbolic links.
    func read() throws(BatchError) -> Content {
        guard case .folder(let reports) = try shop.inner(FileName(NightlyRun.reportsFolder)),
            case .folder(let day) = try reports.inner(FileName(date)), let text = try text(in: day)
        else { return .none }
        guard let value = try? JSONReader.value(of: text), let facts = ShopFacts(value), facts.date == date,
            facts.folder == folder
        else { return .damaged }
        return .facts(facts)
    }

    /// Writes the facts, unless the file already contains them: a run without new files may be repeated often.
    func leave(_ facts: ShopFacts) throws(BatchError) {
        let day = try OpenFolder(date, in: OpenFolder(NightlyRun.reportsFolder, in: shop))
        let line = facts.json.line + "\n"
        if try text(in: day) == Array(line.utf8) { return }
        try day.replace(ExpiredReports.factsName, with: line)
    }

    /// The bytes of the file; empty if the file cannot contain facts, nil if there is no file.
    private func text(in day: OpenFolder) throws(BatchError) -> [UInt8]? {
        do throws(BatchError) {
            return try day.content(of: ExpiredReports.factsName, sizeBytesMax: Self.bytesMax, cancellation)
        } catch .unreadable {
            return []
        }
    }
}

extension ChainFolder {
    /// The facts of a shop for a business day; a failed run if the file is damaged, nil if there is no file.
    func facts(
        of shop: ShopEntry, on date: String, in language: MessageLanguage, _ cancellation: CancellationToken
    ) throws(BatchError) -> ShopFacts? {
        switch try factsContent(of: shop, on: date, cancellation) {
        case .none: return nil
        case .facts(let facts): return facts
        case .damaged:
            let text = language.badFacts("\(shop.folder)/\(FactsFile.path(on: date))")
            return ShopFacts(
                date: date, shop: shop.name, folder: shop.folder, state: .failed, [.inputOutput], runs: [],
                problems: [ShopProblem(file: nil, .inputOutput, text: text)])
        }
    }

    /// The content of the file with the facts of a shop on a business day.
    func factsContent(
        of shop: ShopEntry, on date: String, _ cancellation: CancellationToken
    ) throws(BatchError) -> FactsFile.Content {
        guard case .folder(let own) = try root.inner(FileName(shop.folder)) else { return .none }
        return try FactsFile(shop: own, folder: shop.folder, date: date, cancellation: cancellation).read()
    }
}
