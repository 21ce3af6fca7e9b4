internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// The roll-up of a chain's run, made from the facts files of its shops without reading any rows.
struct RollUp {
    let chain: ChainFolder
    /// The business day as `YYYY-MM-DD`.
    let date: String
    let language: MessageLanguage
    /// Whether the CSV files are written for Excel.
    let isForExcel: Bool
    let environment: Environment

    /// The maximum size of an earlier chain.json that is read, in bytes.
    private static let sumsBytesMax = 1 << 24

    /// The folder of the roll-up's files, relative to the chain's.
    var folder: String { "\(NightlyRun.reportsFolder)/\(date)" }

    /// The facts of all open shops.
    ///
    /// - Parameters:
    ///   - exports: the run's exports. If one of them was refused, a shop without files of its own counts as not run.
    ///   - known: facts by folder that need not be read.
    ///   - content: the record of the run. A shop that was closed after the run began is still one of its shops.
    func facts(
        exports: [ExportFacts], known: [String: ShopFacts],
        _ content: ChainNightManifest.Content = ChainNightManifest.Content()
    ) throws -> [ShopFacts] {
        let refused = exports.filter { !$0.isGivenOut && ($0.reason?.code ?? 0) >= ExitReason.inputRefused.code }.map {
            ShopProblem(
                file: $0.file, $0.reason,
                text: language.waitedFor($0.file, isRefused: $0.state == .refused))
        }
        return try chain.shops.compactMap { shop in
            let found =
                try known[shop.folder] ?? chain.facts(of: shop, on: date, in: language, environment.cancellation)
            // The runs of a shop count even if the shop was closed afterwards.
            if shop.isClosed(on: date), !content.has(shop.folder), found?.state ?? .missing == .missing { return nil }
            if var found, found.state != .missing || refused.isEmpty {
                found.shop = shop.name
                return found
            }
            return ShopFacts(
                date: date, shop: shop.name, folder: shop.folder, state: .notRun,
                refused.isEmpty ? [.shopNotRun] : refused.compactMap(\.reason), runs: [],
                problems: refused)
        }
    }

    /// Writes the pages of the roll-up.
    ///
    /// - Throws: `invariant` if the numbers of rows do not add up.
    func write(_ facts: [ShopFacts], _ exports: [ExportFacts]) throws -> ChainModel {
        let model = ChainModel(
            date: date, facts: facts, exports: exports, earlier: try earlier(), language: language)
        try model.check()
        let reports = try OpenFolder(NightlyRun.reportsFolder, in: chain.root)
        let day = try OpenFolder(date, in: reports)
        let style = CellStyle(isForExcel: isForExcel)
        let files: [(name: String, text: String)] = [
            ("chain.csv", String(decoding: ChainCSV.shops(model, style: style), as: UTF8.self)),
            ("buy.csv", String(decoding: ChainCSV.buy(model, style: style), as: UTF8.self)),
            ("chain.json", ChainJSON.render(model)), ("index.html", try ChainPage.render(model)),
        ]
        for (name, text) in files { try day.replace(name, with: text) }
        return model
    }

    /// The totals of the earlier business days that this day is compared with, if their roll-ups exist.
    private func earlier() throws -> [ChainDay] {
        guard case .folder(let reports) = try chain.root.inner(FileName(NightlyRun.reportsFolder)) else { return [] }
        return try ChainDay.datesToCompare(with: date).compactMap { earlier in
            guard case .folder(let day) = try reports.inner(FileName(earlier)),
                let bytes = try? day.content(
                    of: "chain.json", sizeBytesMax: Self.sumsBytesMax, environment.cancellation)
            else { return nil }
            return ChainDay(chainJSON: bytes)
        }
    }
}
