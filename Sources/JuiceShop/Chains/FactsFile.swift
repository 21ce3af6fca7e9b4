internal import CSV
internal import JuiceBatch
internal import JuiceReports

/// The facts of a shop's night, beside its reports: `reports/DATE/facts.json` in the shop's folder.
struct FactsFile {
    private static let name = "facts.json"
    /// Facts of a shop are shorter than this.
    private static let bytesMax = 1 << 24

    /// What is found in its place.
    enum Content {
        case none
        /// Something that is not the facts of this shop's night.
        case damaged
        case facts(ShopFacts)
    }

    /// The shop's folder, open.
    let shop: OpenFolder
    /// The shop's folder by its name in the chain's.
    let folder: String
    /// The night, `YYYY-MM-DD`.
    let date: String
    let interruption: Interruption

    /// Its path from the shop's folder.
    var path: String { "\(Night.reportsFolder)/\(date)/\(Self.name)" }

    /// Reads it, and follows no link.
    func read() throws(BatchError) -> Content {
        guard case .folder(let reports) = try shop.inner(FileName(Night.reportsFolder)),
            case .folder(let day) = try reports.inner(FileName(date)), let text = try text(in: day)
        else { return .none }
        guard let value = try? JSONReader.value(of: text), let facts = ShopFacts(value), facts.date == date,
            facts.folder == folder
        else { return .damaged }
        return .facts(facts)
    }

    /// Leaves facts in their place, unless these very ones are there: a night without a file may be looked at often.
    func leave(_ facts: ShopFacts) throws(BatchError) {
        let day = try OpenFolder(date, in: OpenFolder(Night.reportsFolder, in: shop))
        let line = facts.json.line + "\n"
        if try text(in: day) == Array(line.utf8) { return }
        try day.replace(Self.name, with: line, staging: ".\(Self.name).new", isDurable: true)
    }

    /// Its bytes; empty where they cannot be facts, and nil where there are none.
    private func text(in day: OpenFolder) throws(BatchError) -> [UInt8]? {
        guard let (file, sizeBytes) = try day.file(Self.name) else { return nil }
        guard sizeBytes <= Self.bytesMax else { return [] }
        do throws(BatchError) {
            // By a name, since the bytes are there only as long as what was read is.
            let content = try SmallFile.read(
                file, path: path, sizeBytesMax: Self.bytesMax, interruption: interruption)
            return Array(content.bytes)
        } catch {
            if case .interrupted = error { throw error }
            return []
        }
    }
}
