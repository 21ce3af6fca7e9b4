internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The name by which a command line argument identifies a rejected row: the line on which it starts, from 1, and the
/// input's name in the reports, unless the line alone identifies the row.
package typealias RowName = (input: String?, line: Int)

extension Shop {
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
        try file.commit(.change, notifying: listener).write { transaction in
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

extension [InputRejections] {
    private static var inputsMax: Int { 10 }

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
            let lines = input.rejected.text(rangesMax: 20)
            return count > 1 ? "\(input.name):\(lines)" : lines
        }
        throw BatchError.usage(.notRejected(run: run, row: Self.text(of: row), rejected: rejected))
    }
}
