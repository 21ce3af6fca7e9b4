internal import CSV
internal import Glibc
internal import JuiceCore
internal import Synchronization

/// Reads, decodes, applies and renders the rows of all inputs with several workers.
///
/// A worker parses and renders its chunks in parallel with other workers. Reading, validating, applying and reserving
/// positions in the outputs are done by one worker at a time, in the order of the chunks.
final class Pipeline: @unchecked Sendable {
    private let settings: RunSettings
    private let plans: [InputPlan]
    private let ambiguityRules: [AmbiguityRules]
    private let sinks: [any OutcomeSink]
    private let cancellation: CancellationToken
    private let progress: @Sendable (Progress) -> Void

    private let readTurn = TicketSequencer()
    private let validationTurn = TicketSequencer()
    private let applyTurn = TicketSequencer()
    private let outputTurn = TicketSequencer()
    /// The plan, with a file of its own, for counting the rows of each input that is numbered from its end; else nil.
    private let countingPlans: [InputPlan?]
    /// Whether rows are only collected, because they are applied later in another order.
    private let isCollecting: Bool
    /// Whether each batch keeps the original bytes of its records.
    private let keepsText: Bool
    /// The source of sorted rows; nil if rows are applied in the order of the inputs.
    private let sortedRows: SortedRows?
    /// The number of the next chunk, in whose order workers take turns.
    private let nextTicket = Atomic<Int>(0)
    /// The number of rows applied so far, for the progress.
    private let appliedRows = Atomic<Int>(0)

    // Used only by the worker whose turn it is to read.
    private var source: ChunkSource
    // Used only by the worker whose turn it is to validate.
    /// The validator of the current input; nil before the first and after the last.
    private var validator: InputValidator?
    /// The input that is validated, from 0; −1 before the first.
    private var validatedInput = -1
    private var sequence: SequenceTracker
    /// The summary of each input that has been validated to its end.
    private var validatedSummaries: [InputSummary] = []
    // Used only by the worker whose turn it is to apply.
    private var processor: BatchProcessor
    private var replay: WhatIfReplay
    /// The input of the latest batch, from 0.
    private var appliedInput = 0
    /// The number of records of that input before its next batch.
    private var firstRecord = 0
    // Used only by the worker whose turn it is to reserve positions in the outputs.
    private var usedIDs: [UsedID] = []
    /// The line numbers of each input's rejected rows, in any order.
    private var rejectedLines: [[ClosedRange<Int>]]
    private var failedIDs: [FailedID] = []
    /// The figures that depend on times, of the workers that have ended.
    private var times: TimeFigures
    /// The order of the times of all batches so far.
    private var timeOrder = TimeOrder()

    init(
        settings: RunSettings, plans: [InputPlan], times: TimeAssumptions, order: Order, sinks: [any OutcomeSink],
        cancellation: CancellationToken, progress: @escaping @Sendable (Progress) -> Void
    ) {
        (self.settings, self.plans, self.sinks) = (settings, plans, sinks)
        (self.cancellation, self.progress) = (cancellation, progress)
        source = ChunkSource(plans: plans, chunkBytes: settings.reading.chunkBytes)
        rejectedLines = plans.map { _ in [] }
        replay = WhatIfReplay(menu: settings.menu)
        (isCollecting, keepsText, sortedRows) =
            switch order {
            case .asRead: (false, false, nil)
            case .collected(let keepsText): (true, keepsText, nil)
            case .sorted(let rows): (false, false, rows)
            }
        // Sorted rows were checked when they were collected. If an export is only split, only its form is checked.
        let unchecked = sortedRows == nil ? plans : []
        ambiguityRules = unchecked.map { [keepsText] plan in
            AmbiguityRules(plan, settings.reading, names: settings.names, checksFormOnly: keepsText)
        }
        let rowSequence = settings.reading.exportSettings.sequence
        countingPlans = plans.enumerated().map { input, plan in
            plan.hasOccurrences && times.isNewestFirst(input, plans, rowSequence) ? plan.rereading() : nil
        }
        sequence = SequenceTracker(times, sorts: isCollecting, isReadFromEnd: rowSequence == .newestFirst)
        self.times = TimeFigures(settings.menu)
        processor = BatchProcessor(settings, plans, checksIDs: sortedRows == nil)
    }

    enum Order {
        /// Rows are applied in the order of their inputs.
        case asRead
        /// Rows are not applied but collected, to be sorted or split, with or without their original bytes.
        case collected(keepsText: Bool)
        /// Rows are applied in the order in which a sorter returns them.
        case sorted(SortedRows)
    }

    /// Applies all rows to the end of the last input, and returns the result.
    func run() throws -> RunResult {
        try work()
        // Each worker has sorted its own ids, so sorting only merges runs that are already in order.
        usedIDs.sort { $0.key < $1.key }
        var tally = processor.finalTally()
        tally.lateRows = times.lateRows
        let inputSummaries = inputSummaries
        for (input, summary) in inputSummaries.enumerated() {
            (tally.inputs[input].blank, tally.inputs[input].totals) = (summary.blank, summary.totals)
        }
        var timeline = processor.timeline
        timeline.finish(stock: processor.stock)
        times.days.merge(processor.days)
        return RunResult(
            inputs: plans, inputSummaries: inputSummaries, tally: tally, timeline: timeline,
            hours: plans.contains { $0.timeReader != nil } ? times.hours : nil,
            axis: timeOrder.axisForm.flatMap(timeline.axis),
            whatIf: replay.result(), usedIDs: usedIDs,
            newest: times.newest, businessDay: times.businessDay ?? times.unappliedDay,
            days: times.days.daysIfSeveral(),
            rejectedLines: settings.idHistory == nil ? nil : rejectedLines.map { LineNumbers($0) },
            failedIDs: failedIDs.count > FailedID.countMax ? [] : failedIDs.sorted())
    }

    /// Collects all rows, and returns a summary of each input.
    func collect() throws -> (inputSummaries: [InputSummary], readBytes: Int) {
        try work()
        return (inputSummaries, source.bytesRead)
    }

    /// The summaries of the inputs, after all chunks have been processed.
    private var inputSummaries: [InputSummary] {
        if let sortedRows { return sortedRows.inputSummaries }
        var inputSummaries = validatedSummaries
        for (input, digest) in source.digests.enumerated() { inputSummaries[input].digest = digest }
        return inputSummaries
    }

    private func work() throws {
        let renderers = try (0..<settings.threads).map { _ in try sinks.map { try $0.makeRenderer(inputs: plans) } }
        let threads = renderers.dropFirst().compactMap { renderers in
            // Renderers are handed to one thread, and no other thread uses them until that thread has ended.
            nonisolated(unsafe) let renderers = renderers
            return WorkerThread { [self] in unsafe work(renderers) }
        }
        if let first = renderers.first { work(first) }
        for thread in threads { thread.join() }
        if let error = readTurn.failure { throw error }
    }

    private func work(_ renderers: [any OutcomeRenderer]) {
        do {
            // While rows are collected, earlier uses of ambiguous ids are looked up in the order of the inputs.
            let looksUpIDs = !isCollecting || plans.contains(where: \.hasAmbiguousIDs)
            let inputBytes = plans.reduce(0) { $0 + ($1.columns.id == nil ? 0 : $1.file.sizeBytes) }
            let lookup = looksUpIDs ? try settings.idHistory?(inputBytes) : nil
            var worker = Worker(
                settings: settings, plans: plans, ambiguityRules: ambiguityRules, applies: !isCollecting,
                lookup: lookup, keepsText: keepsText)
            while try step(&worker, renderers) {}
            for renderer in renderers { try renderer.finish() }
        } catch {
            for turn in [readTurn, validationTurn, applyTurn, outputTurn] { turn.stop(by: error) }
        }
    }

    /// Processes the next rows; returns false if none are left or the run has failed.
    private func step(_ worker: inout Worker, _ renderers: [any OutcomeRenderer]) throws -> Bool {
        let ticket = nextTicket.add(1, ordering: .relaxed).oldValue
        let hasRows: Bool?
        do {
            if let sortedRows {
                hasRows = try applyNext(of: sortedRows, &worker, ticket)
            } else {
                hasRows = try applyNextChunk(&worker, ticket)
            }
        } catch {
            // An error ends the run only in its turn to apply, because the errors of earlier rows come first.
            guard applyTurn.wait(for: ticket) else { return false }
            throw error
        }
        guard let hasRows else { return false }
        if hasRows { try render(&worker, renderers, ticket) } else { end(&worker, ticket) }
        return hasRows
    }

    /// Reads, decodes, validates and applies the next chunk; returns whether there is one, or nil if the run has failed.
    private func applyNextChunk(_ worker: inout Worker, _ ticket: Int) throws -> Bool? {
        guard readTurn.wait(for: ticket) else { return nil }
        try cancellation.check()
        let chunk = try source.next(into: &worker.raw)
        progress((source.bytesRead, appliedRows.load(ordering: .relaxed)))
        readTurn.pass()
        let chunkError = try worker.parse(chunk, plans)
        if let chunkError, case .notUTF8 = chunkError { throw chunkError }
        guard validationTurn.wait(for: ticket) else { return nil }
        let diagnostic = try validate(&worker, chunk)
        // A diagnostic without a row is about the end of an earlier input, so it comes before this chunk.
        if let diagnostic, diagnostic.row == nil { throw diagnostic }
        validationTurn.pass()
        if chunk != nil { try worker.complete(plans) }
        guard applyTurn.wait(for: ticket) else { return nil }
        if let chunk { try apply(worker.batch, chunk, chunkError, diagnostic) }
        applyTurn.pass()
        return chunk != nil
    }

    /// Applies the next rows from a sorter; returns whether there are any, or nil if the run has failed.
    private func applyNext(of sortedRows: SortedRows, _ worker: inout Worker, _ ticket: Int) throws -> Bool? {
        guard readTurn.wait(for: ticket) else { return nil }
        try cancellation.check()
        let hasRows = try sortedRows.next(into: &worker.packed)
        progress((sortedRows.readBytes, appliedRows.load(ordering: .relaxed)))
        readTurn.pass()
        if hasRows {
            worker.packed.unpack(into: worker.batch)
            worker.readTimes(plans)
            try worker.findEarlierUses(plans)
        }
        guard applyTurn.wait(for: ticket) else { return nil }
        if hasRows {
            worker.batch.opening = processor.stock
            try processor.apply(worker.batch)
            addApplied(worker.batch)
        }
        applyTurn.pass()
        return hasRows
    }

    /// Validates the batch of a worker, which must have its turn; without a chunk, validates the end of the last input.
    ///
    /// - Returns: The first diagnostic, at the end of an earlier input or in the batch; nil if there is none.
    /// - Throws: Errors, and the corrected `TimeAssumptions` if rows are not in the assumed order.
    private func validate(_ worker: inout Worker, _ chunk: ChunkReader.Chunk?) throws -> Diagnostic? {
        let next = chunk?.input ?? plans.count
        while validatedInput < next {
            if let ended = validator {
                validator = nil
                if let diagnostic = ended.finish() { return diagnostic }
                validatedSummaries.append(ended.summary)
            }
            validatedInput += 1
            if validatedInput < plans.count { validator = try makeValidator(validatedInput) }
        }
        if chunk == nil { try sequence.finish() }
        guard chunk != nil, let validator else { return nil }
        let plan = plans[validatedInput]
        if plan.columns.dependsOnRowsAbove {
            try validator.deriveCells(worker.batch)
            worker.decodeRows(plan)
        }
        let diagnostic = try validator.validate(worker.batch, worker.findings)
        if plan.isTimed { try sequence.track(&worker.batch.rows, input: validatedInput) }
        return diagnostic
    }

    private func makeValidator(_ input: Int) throws -> InputValidator {
        let counters = try countingPlans[input]?.occurrenceCounters(settings, cancellation) ?? OccurrenceCounters()
        return InputValidator(
            plans[input], ambiguityRules[input], input: input, seed: settings.hashSeed, earlier: settings.earlierInputs,
            counters: counters)
    }

    /// Merges the ids, lines and times that a worker has collected into the pipeline; called when no chunk is left.
    private func end(_ worker: inout Worker, _ ticket: Int) {
        worker.usedIDs.sort { $0.key < $1.key }
        guard outputTurn.wait(for: ticket) else { return }
        usedIDs += worker.usedIDs
        for (input, lines) in worker.rejectedLines.enumerated() { rejectedLines[input] += lines }
        failedIDs += worker.failedIDs
        if let collector = worker.timeCollector { times.merge(collector.figures) }
        outputTurn.pass()
    }

    /// Renders a batch that has been applied, and reserves and writes its position in the outputs.
    private func render(_ worker: inout Worker, _ renderers: [any OutcomeRenderer], _ ticket: Int) throws {
        worker.collectLedgerRows(plans)
        worker.timeCollector?.add(worker.batch)
        for renderer in renderers { try renderer.render(worker.batch) }
        guard outputTurn.wait(for: ticket) else { return }
        if let collector = worker.timeCollector { timeOrder.add(collector.order) }
        for renderer in renderers { try renderer.reserve() }
        outputTurn.pass()
        for renderer in renderers { try renderer.write() }
    }

    /// Applies a batch that may end with an error in its chunk; must be called in the worker's turn.
    private func apply(
        _ batch: RowBatch, _ chunk: ChunkReader.Chunk, _ chunkError: Worker.ChunkError?, _ diagnostic: Diagnostic?
    ) throws {
        if chunk.input != appliedInput { firstRecord = 0 }
        appliedInput = chunk.input
        let plan = plans[chunk.input]
        batch.firstRecord = firstRecord
        batch.opening = processor.stock
        if isCollecting {
            try processor.recordIDs(batch.rows, input: chunk.input)
        } else {
            try processor.apply(batch)
        }
        if let first = firstDiagnostic(batch, plan, diagnostic) { throw first }
        if case .csv(let csvError)? = chunkError {
            let refusal = Refusal(file: plan.name, csvError: csvError.inFile(line: batch.firstLine))
            throw Diagnostic(input: chunk.input, line: refusal.line, order: 0, reason: refusal.reason)
        }
        firstRecord += batch.rows.count
        if !isCollecting { addApplied(batch) }
    }

    /// Adds a batch that has been applied to the rows that are replayed and to the progress of the run.
    private func addApplied(_ batch: RowBatch) {
        replay.add(batch, from: processor.firstShortOrder)
        appliedRows.add(batch.rows.count, ordering: .relaxed)
    }

    /// The first diagnostic in row order, from validating the batch or from applying it.
    private func firstDiagnostic(_ batch: RowBatch, _ plan: InputPlan, _ diagnostic: Diagnostic?) -> Diagnostic? {
        guard let row = processor.firstAmbiguousID, let column = plan.columns.id else { return diagnostic }
        let ambiguity = Ambiguity.id(
            header: plan.columns.roleNames[.id] ?? "",
            id: trimmedText(plan.columns.cell(batch.records, row, column)),
            isOfEarlierRun: batch.rows.isUsedEarlier(row), dates: plan.dateColumn.map { plan.header[$0] },
            undescribed: settings.reading.exportSettings.isDescribed
                ? (plan.columns.sources[.id] ?? []).map { plan.header[$0] } : [])
        let ofID = Diagnostic(ambiguity, input: batch.input, row: row, line: batch.line(of: row))
        guard let diagnostic, diagnostic.precedes(ofID) else { return ofID }
        return diagnostic
    }
}

/// The progress of a run: the number of bytes of its inputs that have been read, and of rows that have been applied.
package typealias Progress = (readBytes: Int, rows: Int)
