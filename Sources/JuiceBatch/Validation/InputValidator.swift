internal import CSV
internal import FlatMemory

/// Performs the checks of an input's rows that depend on earlier rows, batch after batch, before rows are applied:
/// forward-filled cells, occurrence numbers, totals, and ambiguities that only several rows show.
final class InputValidator {
    private let input: Int
    private let plan: InputPlan
    private let rules: AmbiguityRules
    /// The first cell of each item in each column of variants, by the item's number.
    private var variants: [[Int: [UInt8]]]
    private var hasFittingRow = false
    /// The number of cells in the first row whose number of cells differs from the header's.
    private var firstWrongWidthCells: Int?
    private var profile: InputProfile
    private var steps = TimeSteps()
    /// Whether all times so far could be read and are of one kind, so that they may be newest first.
    private var areTimesComparable = true
    private var cellBuilder: DerivedCellBuilder?
    private var occurrences: OccurrenceCounter?
    /// The sums of the quantities of all rows so far.
    private var sums = QuantitySums()
    /// The sums up to the last totals row.
    private var sumsAtTotal = QuantitySums()
    /// Whether an earlier batch has a row with the wrong number of cells.
    private var isBelowWrongWidth = false
    /// The line, from 1, on which the next batch starts.
    private var nextLine = 1
    /// The line, from 1, on which the current batch starts.
    private var line = 1
    /// The number of bytes of a partition's line numbers (`PartitionMetadata.lines`) read so far, and the last line.
    private var partPosition = (offset: 0, line: 0)
    /// The comparison with earlier inputs; nil if the rows are not compared.
    private var overlap: OverlapDetector?
    /// The counts of the rows so far, to which `summary` adds what other properties contain.
    private var counts = InputSummary()

    /// Creates a validator for an input that must not repeat `earlier` ones, nil if the run keeps no hashes of records.
    init(
        _ plan: InputPlan, _ rules: AmbiguityRules, input: Int, seed: HashSeed, earlier: EarlierInputs?,
        counters: consuming OccurrenceCounters = OccurrenceCounters()
    ) {
        (self.input, self.plan, self.rules) = (input, plan, rules)
        variants = rules.variantColumns.map { _ in [:] }
        profile = InputProfile(rules)
        counts.blank = plan.preamble.blankRows
        if plan.columns.dependsOnRowsAbove {
            cellBuilder = DerivedCellBuilder(plan, seed: seed, occurrences: consume counters.cells)
        }
        if plan.columns.idComposite?.hasOccurrence == true { occurrences = consume counters.ids }
        if plan.keepsRecords { overlap = earlier.map { OverlapDetector($0, plan, input: input, seed: seed) } }
    }

    func deriveCells(_ batch: RowBatch) throws(BatchError) { try cellBuilder?.make(&batch.records) }

    private var inputProfile: InputProfile {
        var profile = profile
        if areTimesComparable, steps.kind?.contains(.date) == true, let line = steps.firstBackwardLine {
            profile.earlierRows = (count: steps.backward, firstLine: line)
        }
        // If rows are sorted by their times, these are rejected; the times in a shift log are the counter's own.
        if plan.isTimed || !plan.columns.isTimed { profile.unreadableTimes = nil }
        return profile
    }

    /// The summary of the rows so far, without the digest of the input's bytes.
    var summary: InputSummary {
        var summary = counts
        summary.profile = inputProfile
        summary.records = overlap?.digest
        summary.fingerprints = overlap?.fingerprints ?? []
        return summary
    }

    /// Adds a decoded batch, sets the lines and occurrences of its rows, and returns the first diagnostic; nil if none.
    func validate(_ batch: RowBatch, _ findings: BatchFindings) throws -> Diagnostic? {
        setLines(batch)
        counts.blank += batch.records.emptyLines + batch.rows.blankCount
        counts.totals += batch.rows.totals.count
        counts.orderedQuantity &+= batch.rows.orderedQuantity
        let locations = profile.add(findings, batch.records, batch.rows, rules, firstLine: line)
        try countOccurrences(&batch.rows)
        let wrongTotal = checkTotals(batch)
        if rules.checksNothing { return wrongTotal }
        recordWidths(batch)
        addSteps(batch.records, batch.rows)
        let found =
            [wrongTotal, findings.first.map { diagnostic($0.ambiguity, row: $0.row, batch) }]
            + differentVariants(findings, batch)
            + locations.map { diagnostic(.location, column: $0.column, row: $0.row, batch) }
            + [timeWithoutDate(batch), try overlap?.add(batch, firstLine: line)]
        return found.compactMap(\.self).min { $0.precedes($1) }
    }

    /// Records whether a row has the right number of cells, and until then the number of cells of the first row.
    private func recordWidths(_ batch: RowBatch) {
        for row in 0..<batch.rows.count where batch.rows.code(row) != DecodedRows.notARow {
            if hasFittingRow { return }
            hasFittingRow = batch.rows.code(row) != OutcomeCode.wrongFieldCount.rawValue
            if !hasFittingRow { firstWrongWidthCells = firstWrongWidthCells ?? batch.records.fieldCount(row) }
        }
    }

    /// The first row in each column of variants whose cell differs from that of an earlier row of the same item.
    private func differentVariants(_ findings: BatchFindings, _ batch: RowBatch) -> [Diagnostic?] {
        rules.variantColumns.enumerated().map { index, column in
            let different = findings.variants[index].first { item, row in
                let cell = Array(trimmed(rules.cell(batch.records, row, column)))
                let first = variants[index][item, default: cell]
                variants[index][item] = first
                return cell != first
            }
            return different.map { diagnostic(.variant, column: column, row: $0.row, batch) }
        }
    }

    /// The first row whose time lacks the date that another column may contain.
    private func timeWithoutDate(_ batch: RowBatch) -> Diagnostic? {
        guard let column = rules.dateColumn else { return nil }
        let row = (0..<batch.rows.count).first { row in
            AmbiguityRules.shows(batch.rows.codes[row])
                && batch.rows.time(row).map { !$0.kind.contains(.date) } ?? false
        }
        return row.map { diagnostic(.date, column: column, row: $0, batch) }
    }

    /// Sets the line numbers of a batch; for a partition, those in the export.
    private func setLines(_ batch: RowBatch) {
        line = nextLine
        nextLine += batch.records.lineEnds
        if let lines = plan.file.partition?.lines {
            for row in 0..<batch.records.count {
                guard let step = lines.withView({ $0.packedNumber(at: &partPosition.offset) }) else { break }
                partPosition.line &+= step
                if row == 0 { line = partPosition.line }
                batch.records.setLine(row, partPosition.line &- line)
            }
        }
        batch.firstLine = line
    }

    private func diagnostic(_ ambiguity: Ambiguity, row: Int, _ batch: RowBatch) -> Diagnostic {
        Diagnostic(ambiguity, input: input, row: row, line: line + batch.records.line(row))
    }

    private func diagnostic(_ kind: Ambiguity.Column, column: Int, row: Int, _ batch: RowBatch) -> Diagnostic {
        let cell = rules.text(batch.records, row, column)
        return diagnostic(rules.ambiguity(kind, column: column, cell: cell), row: row, batch)
    }

    /// Adds the times of a batch to `steps`, to detect the order of the rows; does nothing if that order is known.
    private func addSteps(_ records: borrowing RecordBatch, _ rows: borrowing DecodedRows) {
        guard rules.checksSequence, areTimesComparable, plan.columns.isTimed else { return }
        var steps = steps
        defer { self.steps = steps }
        for row in 0..<rows.count where AmbiguityRules.shows(rows.code(row)) {
            let time = rows.times[row]
            guard !time.isNone, steps.add(time, line: line &+ records.line(row)) else {
                areTimesComparable = false
                return
            }
        }
    }

    /// Numbers the rows of a batch among those whose ids are otherwise the same.
    private func countOccurrences(_ rows: inout DecodedRows) throws(BatchError) {
        guard var occurrences = occurrences.take() else { return }
        for row in 0..<rows.count {
            let ahead = row + prefetchDistance
            if ahead < rows.count { occurrences.prefetch(rows.occurrenceKeys[ahead]) }
            guard !rows.occurrenceKeys[row].isNone else { continue }
            rows.occurrences[row] = try occurrences.next(rows.occurrenceKeys[row])
        }
        self.occurrences = consume occurrences
    }

    /// Compares the totals rows of a batch with the sums of the rows above them.
    private func checkTotals(_ batch: RowBatch) -> Diagnostic? {
        defer {
            sums.add(batch.rows.sums)
            if batch.rows.hasWrongWidth { isBelowWrongWidth = true }
        }
        for total in batch.rows.totals {
            var above = sums
            above.add(total.sums)
            let since = above.since(sumsAtTotal)
            sumsAtTotal = above
            guard let figure = total.figure else { continue }
            if isBelowWrongWidth || total.isBelowWrongWidth {
                counts.hasUncheckedTotals = true
                continue
            }
            let candidates = above.candidates + since.candidates
            if let value = total.value, candidates.contains(value) { continue }
            return Diagnostic(
                input: input, row: total.row, line: line + batch.records.line(total.row), order: 0,
                reason: .totalMismatch(.row(figure: figure, sums: Set(candidates).sorted())))
        }
        return nil
    }

    /// Ends the input, and returns the diagnostic about its rows together; nil if there is none.
    func finish() -> Diagnostic? {
        if rules.checksNothing { return nil }
        func diagnostic(_ ambiguity: Ambiguity, line: Int) -> Diagnostic {
            Diagnostic(ambiguity, input: input, row: nil, line: line)
        }
        if let (line, ambiguity) = rules.wholeInputAmbiguity(inputProfile) { return diagnostic(ambiguity, line: line) }
        if rules.checksSequence, areTimesComparable, steps.areNewestFirst, let line = steps.firstBackwardLine {
            return diagnostic(.sequence(header: rules.columns.roleNames[.time] ?? ""), line: line)
        }
        if !hasFittingRow, let cells = firstWrongWidthCells {
            let settings = rules.exportSettings
            let ambiguity = Ambiguity.noRowFits(
                expected: rules.columns.count, actual: cells, findsHeader: settings.header == .find,
                dropsTrailing: settings.trailing == .drop)
            return diagnostic(ambiguity, line: plan.headerLine)
        }
        return overlap?.atEnd()
    }
}

/// The counters by which an input's rows with otherwise equal composites are numbered, of ids and of other roles.
struct OccurrenceCounters: ~Copyable {
    var ids = OccurrenceCounter()
    var cells = OccurrenceCounter()
}

/// The totals of an input after all of it has been read.
package struct InputSummary {
    /// The SHA-256 of its bytes, in hex.
    package internal(set) var digest = ""
    /// The number of blank rows, including those before the header.
    var blank = 0
    var totals = 0
    /// Whether the input has a totals row that was not checked, because a row above it has the wrong number of cells.
    package internal(set) var hasUncheckedTotals = false
    /// The combined hash of its header and rows; nil for this program's files and without `RunSettings.earlierInputs`.
    package internal(set) var records: RecordDigest?
    /// The fingerprints of its rows; empty if there are too many, or if no ledger stores them.
    package internal(set) var fingerprints: [RecordFingerprint] = []
    package internal(set) var profile = InputProfile.none
    /// The quantity of orders minus that of cancels, applied or not; 0 unless `RowFilters.countsQuantities` is set.
    var orderedQuantity = 0
}

/// A problem for which an input is refused, in one of its rows or in all together, under the encoding assumed so far.
struct Diagnostic: Error {
    /// The index of the input among all inputs, from 0.
    let input: Int
    /// The row's record in its batch, from 0; nil if it is found before the batch, at the end of an earlier input.
    var row: Int?
    let line: Int
    /// The rank among several diagnostics of one row, the smallest first.
    let order: Int
    let reason: Refusal.Reason

    /// Whether this diagnostic comes before another one of the same batch: by row, then by rank.
    func precedes(_ other: Diagnostic) -> Bool { (row ?? -1, order) < (other.row ?? -1, other.order) }
}

extension Diagnostic {
    init(_ ambiguity: Ambiguity, input: Int, row: Int?, line: Int) {
        self.init(input: input, row: row, line: line, order: ambiguity.order, reason: .ambiguity(ambiguity))
    }
}
