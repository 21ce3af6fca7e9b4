internal import JuiceBatch
internal import JuiceReports

/// The roll-up of a chain's run, made from the facts.json files of its shops without reading any rows.
struct RollUp {
    let chain: ChainFolder
    /// The business day as `YYYY-MM-DD`.
    let date: String
    /// The request for the shops' runs, which determines the language and the form of the CSV files.
    let run: RunRequest
    let environment: Environment

    private var language: MessageLanguage { run.language }

    /// The folder of the roll-up's files, relative to the chain's.
    var folder: String { "\(NightlyRun.reportsFolder)/\(date)" }

    /// The content of facts.json for all open shops, and for those of the run's record.
    func facts(
        exports: [ExportFacts], known: [String: ShopFacts],
        _ content: ChainRunManifest.Content = ChainRunManifest.Content()
    ) throws -> [ShopFacts] {
        let problems = exports.shopProblems(language)
        return try chain.shops.compactMap { shop in
            let result = try chain.result(of: shop, on: date, known: known[shop.folder], problems, in: language)
            // The runs of a shop count even if the shop was closed afterwards.
            let hasRun = content.has(shop.folder) || (result.state != .missing && result.state != .notRun)
            return hasRun || !shop.isClosed(on: date) ? result : nil
        }
    }

    /// Writes the pages of the roll-up; throws `invariant` if the numbers of rows do not add up.
    ///
    /// The shops' facts are read from their facts.json files, except those that are known.
    func write(
        _ exports: [ExportFacts], known: [String: ShopFacts], _ content: ChainRunManifest.Content
    ) throws -> ChainModel {
        let facts = try facts(exports: exports, known: known, content)
        // The totals of the earlier business days that this day is compared with, if their roll-ups exist.
        let earlier = try ChainDay.datesToCompare(with: date).compactMap { earlier -> ChainDay? in
            guard let day = try chain.root.folder(FileName(NightlyRun.reportsFolder), FileName(earlier)),
                let bytes = try? day.content(of: "chain.json", environment.cancellation)
            else { return nil }
            return ChainDay(chainJSON: bytes)
        }
        let model = ChainModel(date: date, facts: facts, exports: exports, earlier: earlier, language: language)
        try model.check()
        let day = try OpenFolder(date, in: OpenFolder(NightlyRun.reportsFolder, in: chain.root))
        let style = CellStyle(isForExcel: run.isForExcel)
        let files: [(name: String, text: String)] = [
            ("chain.csv", String(decoding: model.shopsCSV(style), as: UTF8.self)),
            ("buy.csv", String(decoding: model.buyCSV(style), as: UTF8.self)),
            ("chain.json", model.jsonText), ("index.html", try model.page()),
        ]
        for (name, text) in files { try day.replace(name, with: text) }
        return model
    }
}

extension [ExportFacts] {
    /// The problems of a shop without files of its own, whose rows may be in an export that was refused or not read.
    func shopProblems(_ language: MessageLanguage) -> [ShopProblem] {
        filter { !$0.isPartitioned && ($0.reason?.code ?? 0) >= ExitReason.inputRefused.code }.map {
            ShopProblem(file: $0.file, $0.reason, text: language.waitedFor($0.file))
        }
    }
}

/// The file `reports/DATE/facts.json` in a shop's folder.
extension ShopFacts {
    /// Writes facts.json into a shop's folder unless it has this content, since runs without new files may be frequent.
    func write(in shop: OpenFolder, _ cancellation: CancellationToken) throws(BatchError) {
        let day = try OpenFolder(date, in: OpenFolder(NightlyRun.reportsFolder, in: shop))
        let line = json.line + "\n"
        if try Self.bytes(in: day, cancellation) == Array(line.utf8) { return }
        try day.replace(ExpiredReports.facts.text, with: line)
    }

    /// The bytes of the file in the folder of a day; nil if there is none, and empty if it is too large.
    static func bytes(in day: OpenFolder, _ cancellation: CancellationToken) throws(BatchError) -> [UInt8]? {
        do throws(BatchError) {
            return try day.content(of: ExpiredReports.facts.text, cancellation)
        } catch .unreadable {
            return []
        }
    }
}
