internal import JuiceBatch
internal import JuiceCore
internal import JuiceLedger
internal import JuiceReports

/// What is on its way to the shop, by a file of restocks.
struct OrderedGoods {
    /// Of each fruit, by its place on the menu.
    let pieces: [Int]
    /// The rows that are not counted, since the ledger knows their ids, or since they stand there twice.
    let arrivedRows: Int
    /// Of the file, in hex.
    let sha256: String

    /// Reads the file as `run` would, on empty shelves; nothing is applied.
    ///
    /// A row whose id the ledger has restocked is on its way no more.
    init(
        path: String, _ menu: (menu: Menu, names: NameIndex), _ snapshot: LedgerSnapshot, _ surroundings: Surroundings,
        _ language: MessageLanguage
    ) throws {
        let interruption = surroundings.interruption
        let file = try InputFile(
            path: surroundings.source(path), name: InputWork.names(of: [path]).joined(),
            spoolFolder: surroundings.temporaryFolder, interruption: interruption)
        sha256 = try file.sha256(interruption: interruption)
        var settings = RunSettings(
            menu: menu.menu, names: menu.names, opening: menu.menu.fruits.map { _ in 0 }, reading: ReadingOptions(),
            threads: 1, hashSeed: try snapshot.idSeed())
        settings.idHistory = try snapshot.idHistory(menu: menu.menu)
        settings.spoolFolder = surroundings.temporaryFolder
        let sink = GoodsSink(menu: menu.menu, skipsRepeats: true)
        let failures = FirstFailuresSink(menu: menu.menu, language: language)
        let result = try BatchRun(settings: settings, files: [file], interruption: interruption)
            .run(sink: JoinedSink([sink, failures]))
        if let failure = failures.firstFailures.rejected.first {
            throw BatchError.notOnItsWay(path: path, line: failure.line, reason: failure.message)
        }
        switch sink.found.mistake {
        case .noRestock(let line), .repeated(let line):
            throw BatchError.notOnItsWay(path: path, line: line, reason: nil)
        case nil: break
        }
        pieces = result.tally.fruits.map(\.restocked)
        arrivedRows = sink.found.repeats
    }
}
