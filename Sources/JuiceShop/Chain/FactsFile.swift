internal import CSV
internal import JuiceBatch
internal import JuiceReports

/// The file with the facts of a shop's nightly run, beside its reports: `reports/DATE/facts.json` in the shop's folder.
struct FactsFile {
    /// Facts of a shop are shorter than this.
    private static let bytesMax = 1 << 24

    /// The kind of content found in the file's place.
    enum Content {
        case none
        /// The file does not contain the facts of this run.
        case damaged
        case facts(ShopFacts)
    }

    /// The shop's folder, open.
    let shop: OpenFolder
    /// The shop's folder by its name in the chain's.
    let folder: String
    /// The business day as `YYYY-MM-DD`.
    let date: String
    let cancellation: CancellationToken

    /// The path of the facts of a business day, relative to the shop's folder.
    static func path(on date: String) -> String { "\(NightlyRun.reportsFolder)/\(date)/\(ExpiredReports.factsName)" }

    /// Reads it, and follows no link.
    func read() throws(BatchError) -> Content {
        guard case .folder(let reports) = try shop.inner(FileName(NightlyRun.reportsFolder)),
            case .folder(let day) = try reports.inner(FileName(date)), let text = try text(in: day)
        else { return .none }
        guard let value = try? JSONReader.value(of: text), let facts = ShopFacts(value), facts.date == date,
            facts.folder == folder
        else { return .damaged }
        return .facts(facts)
    }

    /// Writes the facts, unless the file contains the same already, since a run without files may be repeated often.
    func leave(_ facts: ShopFacts) throws(BatchError) {
        let day = try OpenFolder(date, in: OpenFolder(NightlyRun.reportsFolder, in: shop))
        let line = facts.json.line + "\n"
        if try text(in: day) == Array(line.utf8) { return }
        try day.replace(
            ExpiredReports.factsName, with: line, staging: ".\(ExpiredReports.factsName).new", isDurable: true)
    }

    /// The bytes of the file; empty where they cannot be facts, and nil where there is no file.
    private func text(in day: OpenFolder) throws(BatchError) -> [UInt8]? {
        guard let (file, sizeBytes) = try day.file(ExpiredReports.factsName) else { return nil }
        guard sizeBytes <= Self.bytesMax else { return [] }
        do throws(BatchError) {
            // By a name, since the bytes are there only as long as what was read is.
            let content = try SmallFile.read(
                file, path: Self.path(on: date), sizeBytesMax: Self.bytesMax, cancellation: cancellation)
            return Array(content.bytes)
        } catch {
            if case .interrupted = error { throw error }
            return []
        }
    }
}

extension ChainFolder {
    /// The facts that a shop has left of a business day.
    func facts(
        of shop: ShopEntry, on date: String, _ cancellation: CancellationToken
    ) throws(BatchError) -> FactsFile.Content {
        guard case .folder(let own) = try root.inner(FileName(shop.folder)) else { return .none }
        return try FactsFile(shop: own, folder: shop.folder, date: date, cancellation: cancellation).read()
    }
}
