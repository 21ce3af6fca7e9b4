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

    /// Parses the name of a row, `LINE` or `INPUT:LINE`; nil for any other text.
    package static func rowName(_ text: String) -> RowName? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let last = parts.last, last.allSatisfy({ ("0"..."9").contains($0) }), let line = Int(last), line >= 1
        else { return nil }
        let input = parts.dropLast().joined(separator: ":")
        if parts.count > 1 && input.isEmpty { return nil }
        return (parts.count > 1 ? input : nil, line)
    }

    /// Closes rejected rows of a run that will not be run again: the named rows, or all open ones if none are named.
    ///
    /// The closing is recorded as a further run, which can be reversed. Reports of killed runs are put in place first.
    /// The index beside the ledger is updated if it exists; `index` has the settings, nil to leave it unchanged.
    /// `notify` receives the number of the new run and the number of rows; if it throws, the rows stay open.
    package func settle(
        _ run: Int, rows: [RowName] = [], reason: String? = nil, in ledger: LedgerRequest, index: IndexSettings? = nil,
        notifying listener: any RunListener, _ notify: (_ by: Int, _ rows: Int) throws -> Void
    ) throws {
        let reason = trimmedText(reason ?? "")
        try recordRun(in: ledger, index, listener) { transaction in
            let rejections = try transaction.snapshot.rejections(of: run)
            let settlement = Settlement(
                run: run, reason: reason.isEmpty ? nil : reason, rows: try rejections.chosen(rows, of: run))
            let now = environment.now()
            let content = RunLog.Content(kind: .settle, recordedAt: now, settlement: settlement)
            let by = try transaction.settle(settlement, recordedAt: now, log: content.json.line)
            try notify(by, settlement.count)
        }
    }

    /// Reverses a run by recording a further one, as `settle` does.
    ///
    /// `notify` receives the new run, and the one whose rows the reversed run had closed, if any; if it throws, nothing
    /// is reversed.
    package func reverse(
        _ number: Int, in ledger: LedgerRequest, index: IndexSettings? = nil, notifying listener: any RunListener,
        _ notify: (_ reversal: (by: Int, closed: Int?)) throws -> Void
    ) throws {
        try recordRun(in: ledger, index, listener) { transaction in
            let now = environment.now()
            let content = RunLog.Content(kind: .reverse, recordedAt: now, reverses: number)
            let by = try transaction.reverse(number, recordedAt: now, log: content.json.line)
            let reversed = try transaction.snapshot.runs(before: number + 1, countMax: 1).first
            try notify((by, reversed?.settlement?.run))
        }
    }

    /// Records a run without inputs, unless a shift is open, and updates the index beside the ledger, if it exists.
    private func recordRun(
        in ledger: LedgerRequest, _ index: IndexSettings?, _ listener: any RunListener,
        _ record: (LedgerTransaction) throws -> Void
    ) throws {
        let file = try LedgerFile(ledger, in: environment)
        try file.commit(.change, notifying: listener).record { transaction in
            try file.refuseShift(transaction.snapshot)
            try record(transaction)
            try environment.cancellation.check()
        }
        if let index {
            FolderIndex(shownFolder: file.reportsFolder, environment: environment, ledger: file)
                .update(index, createsIndex: false, notifying: listener)
        }
    }
}

/// The name by which a command line argument identifies a rejected row: the line on which it starts, from 1, and the
/// input's name in the reports, unless the line alone identifies the row.
package typealias RowName = (input: String?, line: Int)

extension [InputRejections] {
    /// The largest numbers of inputs, and of ranges of lines per input, that a message lists.
    private static var inputsMax: Int { 10 }
    private static var rangesMax: Int { 20 }

    /// The requested rows of each input; all open rows if none are named.
    fileprivate func chosen(_ rows: [RowName], of run: Int) throws -> [Settlement.Rows] {
        var lines = map { _ in LineNumbers() }
        for row in rows {
            let inputIndex = try inputIndex(of: row, run)
            if let by = self[inputIndex].closed.first(where: { $0.lines.contains(row.line) })?.by {
                throw BatchError.usage(.alreadySettled(run: run, row: Self.text(of: row), by: by))
            }
            lines[inputIndex] = lines[inputIndex].union(LineNumbers([row.line]))
        }
        if rows.isEmpty { lines = map(\.open) }
        let chosen = lines.enumerated().filter { !$1.isEmpty }.map { inputIndex, lines in
            Settlement.Rows(input: inputIndex + 1, lines: lines)
        }
        if chosen.isEmpty {
            let by = flatMap(\.closed).map(\.by).max() ?? 0
            throw BatchError.usage(.alreadySettled(run: run, row: nil, by: by))
        }
        return chosen
    }

    /// The name of a row in the form in which it was parsed.
    private static func text(of row: RowName) -> String { row.input.map { "\($0):\(row.line)" } ?? "\(row.line)" }

    /// The index of the input that has a rejected row of this name.
    private func inputIndex(of row: RowName, _ run: Int) throws -> Int {
        let inputIndices = indices.filter { inputIndex in
            (row.input == nil || row.input == self[inputIndex].name) && self[inputIndex].rejected.contains(row.line)
        }
        if let inputIndex = inputIndices.first, inputIndices.count == 1 { return inputIndex }
        guard inputIndices.isEmpty else {
            let names = inputIndices.prefix(Self.inputsMax).map { "\(self[$0].name):\(row.line)" }
            throw BatchError.usage(.ambiguousRow(run: run, line: row.line, rows: names))
        }
        let rejected = filter { !$0.rejected.isEmpty }.prefix(Self.inputsMax).map { input in
            let lines = input.rejected.text(rangesMax: Self.rangesMax)
            return count > 1 ? "\(input.name):\(lines)" : lines
        }
        throw BatchError.usage(.notRejected(run: run, row: Self.text(of: row), rejected: rejected))
    }
}
