internal import Glibc
package import JuiceBatch
package import JuiceCore
internal import JuiceLedger
package import JuiceReports

extension Shop {
    /// The runs of a ledger, newest first, and the ledger's origin.
    ///
    /// - Parameter since: the first day to include, compared with a run's business day or, if it has none, the local
    ///   day of its recording; nil for all runs.
    package func history(
        of ledger: LedgerRequest, countMax: Int = .max, since: CalendarDay? = nil
    ) throws -> (runs: [RecordedRun], origin: LedgerOrigin) {
        try LedgerFile(ledger, in: environment).open(.read).read { snapshot in
            let origin = try snapshot.origin()
            guard let since else { return (try snapshot.runs(countMax: countMax), origin) }
            let runs = try snapshot.runs().filter { run in
                (run.date ?? String(localTime(of: run.recordedAt).prefix(10))) >= since.text
            }
            return (Array(runs.prefix(countMax)), origin)
        }
    }

    /// The local time for a UTC time, such as `2026-11-20 18:30:05`; the given text if it is not a valid time.
    package func localTime(of timestamp: String) -> String {
        utcSeconds(of: timestamp).map { environment.localTimeAt($0) } ?? timestamp
    }

    /// A ledger's stock, in the order in which the fruits first appeared, and the number of its latest run, 0 if none.
    package func stock(of ledger: LedgerRequest) throws -> (stock: [FruitStock], lastRun: Int) {
        try LedgerFile(ledger, in: environment).open(.read).read { (try $0.stock(), try $0.lastRun()) }
    }

    /// The cups of each juice, in menu order, for which a stock is sufficient; fruits that it does not list count as 0.
    package func cupsPossible(
        with stock: [FruitStock], menuAt path: String?
    ) throws -> [(juice: String, cupsPossible: Int)] {
        let menu = try menu(at: path)
        let known = Dictionary(stock.map { (nameKey($0.fruit), $0.pieces) }) { first, _ in first }
        let cups = menu.cupsPossible(stock: menu.fruits.map { $0.value(in: known) ?? 0 })
        return zip(menu.juices, cups).map { ($0.name, $1) }
    }

    /// Reads the menu file at a path; nil returns the built-in menu.
    package func menu(at path: String?) throws -> Menu { try environment.menu(at: path).menu }

    /// Puts reports of killed runs in place, and verifies a ledger from its history; throws `unsoundLedger` if damaged.
    package func verify(_ ledger: LedgerRequest, notifying listener: any RunListener) throws -> LedgerExtent {
        let file = try LedgerFile(ledger, in: environment)
        do {
            return try file.commit(.change, notifying: listener).write { try $0.snapshot.verify() }
        } catch BatchError.badLedger(let path, .damaged) {
            // The steps before a change may meet damage that verifying describes.
            _ = try file.readIfExists { snapshot in
                try file.runLog.check(snapshot)
                return try snapshot.verify()
            }
            throw BatchError.badLedger(path: path, error: .damaged)
        }
    }

    /// Puts the reports of killed runs in place, if the ledger exists.
    func settleReports(of ledger: LedgerRequest, notifying listener: any RunListener) throws {
        let file = try LedgerFile(ledger, in: environment)
        guard try !file.isBlank() else { return }
        try file.commit(.change, notifying: listener).write { _ in }
    }

    /// Compares the reports of two runs, each given by its folder or its summary.json.
    package func compare(_ first: String, _ second: String) throws -> ReportComparison {
        ReportComparison(try summary(first), try summary(second))
    }

    /// Reads the summary.json at a path, or in the folder at that path.
    private func summary(_ shownPath: String) throws(BatchError) -> ReportSummary {
        let path = environment.path(shownPath)
        let isFolder = fileStatus(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
        let file = isFolder ? (path.hasSuffix("/") ? path : path + "/") + "summary.json" : path
        let content = try readSmallFile(file, cancellation: environment.cancellation)
        do throws(ReportError) {
            return try ReportSummary(of: content)
        } catch {
            throw .badReport(path: file, error: error)
        }
    }
}
