internal import CSV
internal import FlatMemory
package import JuiceBatch

/// The result of inspecting exports of an unfamiliar POS: their columns, the proposed settings and the open questions.
package struct Inspection {
    /// The findings about an input: its export, the direction of its times if any, the role of each column with the
    /// existing and proposed settings, and the column of its ids if any, with their repetitions.
    package typealias Input = (
        export: ExportTable, times: TimeDirection?, columns: [ColumnReading],
        ids: (column: ExportColumn, repeats: IDRepeats)?
    )

    package let inputs: [Input]
    /// The settings that exist: those of the configuration and of the command line.
    package let existing: SettingsProposal
    /// The additional settings that are proposed.
    package let proposal: SettingsProposal
    /// The additional settings that describe the export.
    package let description: SettingsProposal
    package let questions: [SettingsQuestion]
    /// The predicted result of a run with the inputs as they are.
    package let before: TrialOutcome
    /// The predicted result of a run with the proposed settings.
    package let after: TrialOutcome

    /// The existing, proposed and describing settings together: the proposed content of juice-batch.json.
    package var whole: SettingsProposal { existing.adding(proposal).adding(description) }

    /// Whether the existing settings already name each column and each listed cell.
    package var isComplete: Bool {
        var named = whole
        named.isDescribed = existing.isDescribed
        return named == existing
    }
}

extension Inspection {
    /// Inspects inputs, proposes settings for them, and asks what only the user can decide.
    ///
    /// Each input is read once, and three trial runs are made: with the inputs as they are, with all proposed and
    /// assumed settings, and with the proposed settings only. Another one follows each total that does not match the
    /// rows. A refusal that no setting could resolve is thrown.
    ///
    /// - Parameters:
    ///   - existing: The existing settings of `settings`, in the form of a proposal.
    ///   - nearest: Returns the juice on the menu with the most similar name; nil if none is similar.
    package init(
        of files: [InputFile], settings: RunSettings, existing: SettingsProposal, cancellation: CancellationToken,
        nearest: @escaping (String) -> String?, progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) throws {
        func trial(_ proposal: SettingsProposal) throws -> TrialOutcome {
            let sink = FailedCells.sink()
            var outcome = TrialOutcome()
            do {
                let run = BatchRun(settings: try settings.adding(proposal), files: files, cancellation: cancellation)
                let tally = try run.run(sinks: [sink], progress: progress).tally
                outcome.rows = tally.rows
                outcome.codes = OutcomeCode.allCases.map { ($0, tally.count($0)) }.filter { $0.1 > 0 }
                outcome.failures = sink.value.byFrequency
            } catch BatchError.refused(let refusal) {
                outcome.refusal = refusal
            }
            return outcome
        }
        let inputs = try files.map { file in
            let export = try settings.readExport(file, cancellation: cancellation)
            return InputFindings(export, names: settings.names, existing: existing)
        }
        let before = try trial(SettingsProposal())
        var inference = Inference(inputs, settings: settings, existing: existing, nearest: nearest)
        inference.askAboutColumns()
        var tried = try inference.tried.isEmpty ? before : trial(inference.tried)
        while inference.replaceTotals(contradictedBy: tried) { tried = try trial(inference.tried) }
        inference.update(with: tried)
        let proposed = existing.adding(inference.proposal)
        let readings = inputs.map { AmbiguityFinder($0, proposed).readings }
        let description = ExportDescription(
            Array(zip(inputs, readings)), settings: proposed, askedColumns: inference.askedColumns)
        let after = try trial(inference.proposal.adding(description.proposal))
        if let refusal = after.refusal, refusal.isUnresolvable { throw BatchError.refused(refusal) }
        self.init(
            inputs: zip(inputs, readings).map { input, readings in
                (input.export, input.direction, readings, input.export.ids(proposed))
            },
            existing: existing, proposal: inference.proposal, description: description.proposal,
            questions: inference.questions.map(description.listingCells), before: before, after: after)
    }
}

extension Refusal {
    /// Whether no setting could resolve the refusal, because the file has changed or is not an export in CSV.
    ///
    /// A file without any header has been refused earlier; `noHeader` is one that lacks the header of other files.
    var isUnresolvable: Bool {
        switch reason {
        case .invalidCSV, .checksumMismatch, .alreadyApplied, .changedFailureFile, .stockList, .tooManyColumns,
            .noShopColumn:
            true
        case .noHeader, .incompleteHeader, .noItemColumn, .duplicateColumn, .repeatedColumn, .unknownColumn, .ambiguity,
            .totalMismatch:
            false
        }
    }
}

/// The predicted result of a run, from a trial run that records nothing.
package struct TrialOutcome: Sendable {
    /// A trimmed cell, empty if no cell is the cause, that made rows fail, and the number of those rows.
    package typealias FailedCell = (code: OutcomeCode, cell: String, count: Int)

    package var refusal: Refusal?
    /// The number of rows; 0 if the run is refused.
    package var rows = 0
    /// The number of rows by code; only codes that occur, in the order of every report.
    package var codes: [(code: OutcomeCode, count: Int)] = []
    /// The cells that made rows fail, most frequent first.
    package var failures: [FailedCell] = []

    func count(_ code: OutcomeCode) -> Int { codes.first { $0.code == code }?.count ?? 0 }

    /// Whether no input is refused, no row is rejected, and at least one row is not ignored.
    package var isAcceptable: Bool {
        refusal == nil && codes.allSatisfy { $0.code.failureClass != .rejected }
            && (rows == 0 || count(.ignored) < rows)
    }
}

/// The cells that make the rows of a run fail, with the number of rows for each.
package struct FailedCells: Sendable {
    private struct Cell: Hashable {
        let code: OutcomeCode
        let bytes: [UInt8]
    }

    private static let cellsMax = 10_000

    /// The number of rows for each cell, and the cell's position in the order of first appearance.
    private var counts: [Cell: (rows: Int, index: Int)] = [:]

    /// Creates a sink that counts the cells of a run, and stores nothing else of it.
    package static func sink() -> FoldSink<FailedCells> {
        FoldSink(FailedCells()) { cells, batch, inputs in cells.add(batch, inputs) }
    }

    private mutating func add(_ batch: RowBatch, _ inputs: [InputPlan]) {
        for row in 0..<batch.rows.count {
            guard let code = OutcomeCode(rawValue: batch.rows.codes[row]), code.failureClass == .rejected else {
                continue
            }
            let columns = inputs[batch.input(of: row)].columns
            let text = columns.column(rejectedAs: code).map { trimmed(columns.cell(batch.records, row, $0)) }
            // Longer cells are not reported, because no name is as long, and half of one would match nothing.
            let isNamed = text.map { $0.count <= ExportColumn.cellBytesMax } ?? false
            let cell = Cell(code: code, bytes: isNamed ? text.map(Array.init) ?? [] : [])
            let index = counts.count
            if index < Self.cellsMax || counts[cell] != nil { counts[cell, default: (0, index)].rows += 1 }
        }
    }

    /// The cells, most frequent first.
    package var byFrequency: [TrialOutcome.FailedCell] {
        let ordered = counts.sorted { a, b in (-a.value.rows, a.value.index) < (-b.value.rows, b.value.index) }
        return ordered.map { cell, count in (cell.code, String(decoding: cell.bytes, as: UTF8.self), count.rows) }
    }
}
