internal import CSV
internal import Glibc
package import JuiceBatch
internal import JuiceCore
internal import JuiceLedger
package import JuiceReports

extension Shop {
    /// The runs of a ledger, newest first, and the ledger's origin.
    ///
    /// - Parameters:
    ///   - countMax: how many at most; all of them unless said.
    ///   - since: only runs of this day and later ones, by their business day, or else by the day here on which they were
    ///     recorded; nil for all.
    package func history(
        of ledger: LedgerRequest, countMax: Int = .max, since: CalendarDay? = nil
    ) throws -> (runs: [RecordedRun], origin: LedgerOrigin) {
        try LedgerFile(ledger, in: environment).open(.read).read { snapshot in
            let origin = try snapshot.origin()
            guard let since else { return (try snapshot.runs(countMax: countMax), origin) }
            let runs = try snapshot.runs().filter { run in
                (run.date ?? String(localTime(of: run).prefix(10))) >= since.text
            }
            return (Array(runs.prefix(countMax)), origin)
        }
    }

    /// The local time at which a run was recorded, such as `2026-11-20 18:30:05`; the ledger's text if it is not a
    /// time.
    package func localTime(of run: RecordedRun) -> String {
        UTCMoment.seconds(of: run.recordedAt).map { environment.localTimeAt($0) } ?? run.recordedAt
    }

    /// A ledger's stock, in the order in which the fruits first appeared in it, and the number of its latest run; 0 if
    /// there is none.
    package func stock(of ledger: LedgerRequest) throws -> (stock: [FruitStock], lastRun: Int) {
        try LedgerFile(ledger, in: environment).open(.read).read { (try $0.stock(), try $0.lastRun()) }
    }

    /// The cups of each juice that some stock is enough for, in the order of the menu; fruits unknown to the ledger
    /// have no stock.
    ///
    /// - Parameter path: the path of the menu file; nil for the built-in menu.
    package func cupsPossible(
        with stock: [FruitStock], menuAt path: String?
    ) throws -> [(juice: String, cupsPossible: Int)] {
        let menu = try menu(at: path)
        let known = Dictionary(stock.map { (nameKey($0.fruit), $0.pieces) }) { first, _ in first }
        let cups = JuiceMaker.cupsPossible(menu, stock: menu.fruits.map { $0.value(in: known) ?? 0 })
        return zip(menu.juices, cups).map { ($0.name, $1) }
    }
}

extension Shop {
    /// Recomputes a ledger from its history.
    ///
    /// Reports that killed runs have left are put in place first.
    ///
    /// - Returns: the extent of the verified content; `unsoundLedger` is thrown if it is damaged.
    package func verify(_ ledger: LedgerRequest, telling listener: any NoticeListener) throws -> LedgerExtent {
        try LedgerFile(ledger, in: environment).commit(.change, telling: listener).write {
            try $0.snapshot.verify()
        }
    }

    /// Moves reports to their place that killed runs have left behind, if the ledger exists.
    func settleReports(of ledger: LedgerRequest, telling listener: any NoticeListener) throws {
        let file = try LedgerFile(ledger, in: environment)
        guard try !file.isBlank() else { return }
        try file.commit(.change, telling: listener).write { _ in }
    }
}

extension Shop {
    /// Compares the reports of two runs.
    ///
    /// - Parameters:
    ///   - first: the reports of the earlier one: their folder, or their summary.json.
    ///   - second: the reports of the later one.
    package func compare(_ first: String, _ second: String) throws -> ReportComparison {
        ReportComparison(try summary(first), try summary(second))
    }

    /// Reads the summary.json that a path names, or that lies in the folder it names.
    private func summary(_ shownPath: String) throws(BatchError) -> ReportSummary {
        let path = environment.source(shownPath)
        var status = stat()
        let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        let file = isFolder ? (path.hasSuffix("/") ? path : path + "/") + "summary.json" : path
        let content = try SmallFile.read(file, cancellation: environment.cancellation)
        do throws(ReportError) {
            return try ReportSummary(of: Array(content.bytes))
        } catch {
            throw .badReport(path: file, mistake: error)
        }
    }
}
