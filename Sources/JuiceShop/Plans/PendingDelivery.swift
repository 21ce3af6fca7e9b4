internal import JuiceBatch
internal import JuiceCore
internal import JuiceLedger
internal import JuiceReports

/// A delivery that was ordered and has not arrived, read from a file of restocks.
struct PendingDelivery {
    /// Pieces of each fruit, by its index on the menu.
    let pieces: [Int]
    /// Rows that are not counted: the ledger has their ids, or an earlier row has.
    let arrivedRows: Int
    /// SHA-256 of the file, in hex.
    let sha256: String

    /// Reads the file as `run` does, from empty stock; nothing is applied.
    ///
    /// A row whose id the ledger has restocked has arrived.
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
        let sink = RestockSink()
        let failures = FirstFailuresSink(menu: menu.menu, language: language)
        let result = try BatchRun(settings: settings, files: [file], interruption: interruption)
            .run(sink: JoinedSink([sink, failures]))
        if let failure = failures.firstFailures.rejected.first {
            throw BatchError.notOnItsWay(path: path, line: failure.line, reason: failure.message)
        }
        let found = sink.found.withLock { $0 }
        if let line = found.firstOtherLine { throw BatchError.notOnItsWay(path: path, line: line, reason: nil) }
        pieces = result.tally.fruits.map(\.restocked)
        arrivedRows = found.repeats
    }
}

/// Checks that all rows of a run are restocks.
private final class RestockSink: OutcomeSink {
    /// The result of the check.
    struct Found {
        /// The line, from 1, of the first row that is no restock and was not rejected.
        var firstOtherLine: Int?
        /// Rows that were skipped because their ids were used for the same content.
        var repeats = 0
    }

    let found = Guarded(Found())

    func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer { Renderer(sink: self) }

    func startOver() throws { found.withLock { $0 = Found() } }

    private final class Renderer: OutcomeRenderer {
        private let sink: RestockSink

        init(sink: RestockSink) {
            self.sink = sink
        }

        func render(_ batch: RowBatch) throws {
            for (row, code) in batch.outcomes.enumerated() {
                guard let code else { continue }
                let isRestock = code == .success && batch.rows.instruction(row).action == .restock
                // The message of a rejected row is more precise, and is reported instead.
                if isRestock || code.failureClass == .rejected { continue }
                let line = batch.line(of: row)
                sink.found.withLock { found in
                    if code == .alreadyProcessed {
                        found.repeats += 1
                    } else {
                        found.firstOtherLine = found.firstOtherLine ?? line
                    }
                }
            }
        }

        func take() throws {}
        func write() throws {}
        func finish() throws {}
    }
}
