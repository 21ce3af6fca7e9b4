internal import CSV
internal import Glibc
internal import JuiceCore
internal import Synchronization

/// Reads, decodes, applies and renders the rows of all inputs with several workers.
///
/// A worker takes the next chunk and processes it to the end. Parsing and rendering run in parallel; reading, applying
/// and reserving positions in the outputs run by one worker at a time, in the order of the chunks.
final class Pipeline: @unchecked Sendable {
    private let settings: RunSettings
    private let plans: [InputPlan]
    private let ambiguityRules: [AmbiguityRules]
    private let sink: any OutcomeSink
    private let cancellation: CancellationToken
    private let progress: @Sendable (Progress) -> Void

    private let readTurn = TicketSequencer()
    private let validationTurn = TicketSequencer()
    private let applyTurn = TicketSequencer()
    private let outputTurn = TicketSequencer()
    /// Whether rows are only collected, because they are applied later in another order.
    private let isCollecting: Bool
    /// Whether each batch keeps the original bytes of its records.
    private let keepsText: Bool
    /// The source of sorted rows; nil if rows are applied in the order of the inputs.
    private let stream: SortedRows?
    private let nextTicket = Atomic<Int>(0)
    private let appliedRows = Atomic<Int>(0)

    // Used only by the worker whose turn it is to read.
    private var source: ChunkSource
    // Used only by the worker whose turn it is to validate: that is the turn to apply, unless `isAhead`.
    private var validation: ValidationState
    // Used only by the worker whose turn it is to apply.
    private var processor: BatchProcessor
    private var log: WhatIfLog
    private var whatIf: Future<WhatIfResult?>?
    private var lineInput = 0
    private var firstRecord = 0
    private var isNearLimit = false
    // Used only by the worker whose turn it is to reserve positions in the outputs.
    private var usedIDs: [UsedID] = []
    private var rejectedLines: [LineNumbers.Builder]
    private var times: TimeFigures
    private var runTimes: RunTimes
    /// Whether any input has a column of times.
    private let hasTimes: Bool
    /// The rows left out, blank or totals, of each input, and its quantity.
    private var counts: [(blank: Int, totals: Int, orderedQuantity: Int)]

    /// Creates a pipeline for inputs with these plans.
    ///
    /// - Parameters:
    ///   - times: the assumptions about the inputs' times.
    ///   - order: the order in which rows are applied.
    init(
        settings: RunSettings, plans: [InputPlan], ambiguityRules: [AmbiguityRules], times: TimeAssumptions,
        order: Order,
        sink: any OutcomeSink, cancellation: CancellationToken, progress: @escaping @Sendable (Progress) -> Void
    ) {
        self.settings = settings
        self.plans = plans
        self.ambiguityRules = ambiguityRules
        self.sink = sink
        self.cancellation = cancellation
        self.progress = progress
        source = ChunkSource(plans: plans, chunkBytes: settings.reading.chunkBytes)
        counts = plans.map { _ in (0, 0, 0) }
        rejectedLines = plans.map { _ in LineNumbers.Builder() }
        log = WhatIfLog(menu: settings.menu)
        var hasAmbiguousIDs = plans.map(\.hasAmbiguousIDs)
        var purpose = SequenceTracker.Purpose.checking
        switch order {
        case .asRead: isCollecting = false
        case .collected:
            isCollecting = true
            purpose = .sorting
        case .sorted:
            isCollecting = false
            // For sorted rows, ids were already checked while the rows were collected in the order of the inputs.
            hasAmbiguousIDs = hasAmbiguousIDs.map { _ in false }
        }
        stream = order.stream
        keepsText = order.keepsText
        let sequence = settings.reading.exportSettings.sequence
        validation = ValidationState(
            plans: plans, ambiguityRules: ambiguityRules, settings: settings,
            times: SequenceTracker(purpose, times, isReadFromEnd: sequence == .newestFirst), cancellation: cancellation
        ) {
            times.isNewestFirst($0, plans, sequence)
        }
        hasTimes = plans.contains { $0.clockReader != nil }
        self.times = TimeFigures(juiceCount: settings.menu.juices.count)
        runTimes = RunTimes(fruitCount: settings.opening.count)
        processor = BatchProcessor(
            menu: settings.menu, opening: settings.opening, servedBefore: settings.servedBefore,
            isRetry: plans.map(\.columns.isFailureFile), hasAmbiguousIDs: hasAmbiguousIDs,
            idsMayRepeat: Self.idsMayRepeat(plans), recordsSoldOut: hasTimes)
    }

    /// Whether two rows may have the same id.
    ///
    /// That is impossible only if a single input has ids and its composite ids contain an occurrence number that makes
    /// each distinct.
    private static func idsMayRepeat(_ plans: [InputPlan]) -> Bool {
        let columns = plans.map(\.columns).filter { $0.id != nil }
        return columns.count > 1 || columns.contains { $0.idComposite?.isDistinct != true }
    }

    /// The order in which rows are applied.
    enum Order {
        /// Rows are applied in the order of their inputs.
        case asRead
        /// Rows are not applied but collected, to be sorted or split, with or without their original bytes.
        case collected(keepsText: Bool)
        /// Rows are applied in the order in which a sorter returns them.
        case sorted(SortedRows)

        /// Whether batches keep the original bytes of their records.
        var keepsText: Bool {
            if case .collected(let keepsText) = self { keepsText } else { false }
        }

        /// The source of the rows; nil if they come from the inputs.
        var stream: SortedRows? {
            switch self {
            case .asRead, .collected: nil
            case .sorted(let stream): stream
            }
        }
    }

    /// Applies all rows to the end of the last input, and returns the result.
    func run() throws -> RunResult {
        try work()
        for (input, summary) in (stream?.inputSummaries ?? []).enumerated() {
            processor.addUncounted(blank: summary.blank, totals: summary.totals, input: input)
        }
        // Each worker has sorted its own ids, so sorting only merges runs that are already in order.
        usedIDs.sort { $0.key < $1.key }
        var tally = processor.finalTally()
        tally.lateRows = times.lateRows
        let history = processor.finalHistory()
        return RunResult(
            inputs: plans, inputSummaries: inputSummaries, tally: tally, history: history,
            clock: hasTimes ? RunClock(hours: times.hours, axis: runTimes.axis(history)) : nil,
            whatIf: try whatIf.map { try $0.value() } ?? log.whatIf(), usedIDs: usedIDs,
            newest: times.newest, businessDay: times.businessDay ?? times.unappliedDay, days: times.days.several(),
            rejectedLines: settings.idHistory == nil ? nil : rejectedLines.map(\.lines))
    }

    /// Collects all rows, and returns a summary of each input.
    func collect() throws -> (inputSummaries: [InputSummary], readBytes: Int) {
        try work()
        return (inputSummaries, source.bytesRead)
    }

    /// The summaries of the inputs, after all chunks have been processed.
    private var inputSummaries: [InputSummary] {
        if let stream { return stream.inputSummaries }
        var inputSummaries = validation.inputSummaries
        for (input, counts) in counts.enumerated() {
            inputSummaries[input].digest = source.digests[input]
            (inputSummaries[input].blank, inputSummaries[input].totals) = (counts.blank, counts.totals)
            inputSummaries[input].orderedQuantity = counts.orderedQuantity
        }
        return inputSummaries
    }

    /// Runs all workers until no chunk is left.
    private func work() throws {
        let renderers = try (0..<settings.threads).map { _ in try sink.makeRenderer(inputs: plans) }
        let threads = renderers.dropFirst().compactMap { renderer in
            // Each renderer is handed to one thread, and no other thread uses it until that thread has ended.
            nonisolated(unsafe) let renderer = renderer
            return WorkerThread { [self] in work(renderer) }
        }
        if let first = renderers.first { work(first) }
        for thread in threads { thread.join() }
        if let error = readTurn.failure { throw error }
    }

    /// Runs one worker until no chunk is left; an error stops all workers.
    private func work(_ renderer: any OutcomeRenderer) {
        do {
            var worker = try Worker(
                settings: settings, plans: plans, ambiguityRules: ambiguityRules, applies: !isCollecting,
                // Whether an earlier run used an ambiguous id is looked up while rows are collected, in the order of
                // the inputs.
                looksUpIDs: !isCollecting || plans.contains(where: \.hasAmbiguousIDs), keepsText: keepsText)
            while try stream.map({ try step(&worker, $0, renderer) }) ?? step(&worker, renderer) {}
            try renderer.finish()
        } catch {
            for turn in [readTurn, validationTurn, applyTurn, outputTurn] { turn.stop(by: error) }
        }
    }

    /// Processes one chunk; returns false if none is left or the run has failed.
    private func step(_ worker: inout Worker, _ renderer: any OutcomeRenderer) throws -> Bool {
        let ticket = nextTicket.add(1, ordering: .relaxed).oldValue
        guard readTurn.wait(for: ticket) else { return false }
        try cancellation.check()
        // A read error is thrown only in the turn to apply, so that errors in earlier rows come first.
        let chunk = Result { try source.next(into: &worker.raw) }
        progress(Progress(readBytes: source.bytesRead, rows: appliedRows.load(ordering: .relaxed)))
        readTurn.pass()
        let chunkError = Result { try worker.parse(chunk.get(), plans) }
        var finding = Result<Diagnostic?, any Error>.success(nil)
        if validation.isAhead {
            guard validationTurn.wait(for: ticket) else { return false }
            finding = validate(&worker, chunk, chunkError)
            validationTurn.pass()
        }
        let lookup = Result {
            if case .success(_?) = chunk, Self.isDecoded(chunkError), Self.isFinal(finding) {
                try worker.complete(plans)
            }
        }
        guard applyTurn.wait(for: ticket) else { return false }
        if !validation.isAhead { finding = validate(&worker, chunk, chunkError) }
        guard let read = try chunk.get() else {
            if let finding = try finding.get() { throw refusal(finding) }
            applyTurn.pass()
            return end(&worker, ticket)
        }
        try apply(worker.batch, read, chunkError.get(), finding.get(), lookup)
        applyTurn.pass()
        return try render(&worker, renderer, ticket)
    }

    /// Validates the rows of a chunk; must be called in the worker's turn.
    private func validate(
        _ worker: inout Worker, _ chunk: Result<ChunkSource.Read?, any Error>,
        _ chunkError: Result<Worker.ChunkError?, any Error>
    ) -> Result<Diagnostic?, any Error> {
        guard case .success(let read) = chunk, Self.isDecoded(chunkError) else { return .success(nil) }
        return Result { try validation.validate(&worker, read) }
    }

    /// Whether a chunk could be decoded in the encoding assumed for its input.
    private static func isDecoded(_ chunkError: Result<Worker.ChunkError?, any Error>) -> Bool {
        switch chunkError {
        case .success(.notUTF8), .success(.notCP949), .failure: false
        case .success(.csv), .success(nil): true
        }
    }

    /// Whether the rows of a batch have been validated: no error occurred before its first row.
    private static func isFinal(_ finding: Result<Diagnostic?, any Error>) -> Bool {
        switch finding {
        case .success(let finding?): finding.row != nil
        case .success(nil): true
        case .failure: false
        }
    }

    /// Processes the next rows from a sorter; returns false if none are left or the run has failed.
    private func step(_ worker: inout Worker, _ stream: SortedRows, _ renderer: any OutcomeRenderer) throws -> Bool {
        let ticket = nextTicket.add(1, ordering: .relaxed).oldValue
        guard readTurn.wait(for: ticket) else { return false }
        try cancellation.check()
        let hasRows = Result { try stream.next(into: &worker.packed) }
        progress(Progress(readBytes: stream.readBytes, rows: appliedRows.load(ordering: .relaxed)))
        readTurn.pass()
        let lookup = Result {
            guard case .success(true) = hasRows else { return }
            worker.packed.unpack(into: worker.batch)
            worker.readTimes(plans)
            try worker.findEarlierUses(plans)
        }
        guard applyTurn.wait(for: ticket) else { return false }
        guard try hasRows.get() else {
            applyTurn.pass()
            return end(&worker, ticket)
        }
        try lookup.get()
        worker.batch.opening = processor.stock
        try processor.apply(worker.batch)
        noteApplied(worker.batch)
        applyTurn.pass()
        return try render(&worker, renderer, ticket)
    }

    /// Merges the ids, lines and times that a worker has collected into the pipeline; called when no chunk is left.
    private func end(_ worker: inout Worker, _ ticket: Int) -> Bool {
        let ids = worker.removeUsedIDs()
        guard outputTurn.wait(for: ticket) else { return false }
        usedIDs.append(contentsOf: ids)
        for (input, lines) in worker.rejectedLines.enumerated() { rejectedLines[input].add(lines) }
        if let clock = worker.clock { times.merge(clock.figures) }
        outputTurn.pass()
        return false
    }

    /// Renders a batch that has been applied, and reserves and writes its position in the outputs.
    private func render(_ worker: inout Worker, _ renderer: any OutcomeRenderer, _ ticket: Int) throws -> Bool {
        worker.keepUsedIDs(plans)
        worker.keepRejectedLines(plans)
        worker.noteTimes()
        try renderer.render(worker.batch)
        guard outputTurn.wait(for: ticket) else { return false }
        if hasTimes, let clock = worker.clock { runTimes.merge(clock.times) }
        try renderer.reserve()
        outputTurn.pass()
        try renderer.write()
        return true
    }

    /// Applies a batch; must be called in the worker's turn.
    private func apply(
        _ batch: RowBatch, _ read: ChunkSource.Read, _ chunkError: Worker.ChunkError?, _ diagnostic: Diagnostic?,
        _ lookup: Result<Void, any Error>
    ) throws {
        if read.input != lineInput {
            lineInput = read.input
            firstRecord = 0
            isNearLimit = false
        }
        let plan = plans[read.input]
        if batch.records.isNearLimit { isNearLimit = true }
        switch chunkError {
        case .notUTF8: throw WrongEncoding.notUTF8(input: read.input)
        case .notCP949: throw WrongEncoding.notCP949(input: read.input)
        case .csv, nil: break
        }
        // A finding without a row is about the end of an earlier input, so it comes before this batch.
        if let diagnostic, diagnostic.row == nil { throw refusal(diagnostic) }
        try lookup.get()
        batch.firstRecord = firstRecord
        batch.opening = processor.stock
        if isCollecting {
            try processor.recordIDs(batch.rows, input: read.input)
        } else {
            try processor.apply(batch)
        }
        if let first = firstFinding(batch, plan, diagnostic) { throw refusal(first) }
        if case .csv(let csvError)? = chunkError {
            let refusal = Refusal(file: plan.name, csvError: csvError.inFile(line: batch.firstLine))
            throw RowRefusal(input: read.input, isEncodingAmbiguous: isNearLimit, refusal: refusal)
        }
        let leadingBlank = read.isFirst ? plan.leadingBlankRows : 0
        let blank = batch.records.emptyLines + leadingBlank
        firstRecord += batch.rows.count
        counts[read.input].orderedQuantity &+= batch.rows.orderedQuantity
        if isCollecting {
            counts[read.input].blank += blank + batch.rows.blankCount
            counts[read.input].totals += batch.rows.totalsCount
        } else {
            processor.addUncounted(blank: blank, totals: 0, input: read.input)
            noteApplied(batch)
        }
    }

    /// Records the outcomes of rows that have been applied.
    private func noteApplied(_ batch: RowBatch) {
        log.add(batch, hasShortOrders: processor.hasShortOrders, netCups: processor.netCups)
        if log.isFull && whatIf == nil {
            whatIf = Future(usesThread: settings.threads > 1) { [log] in log.whatIf() }
        }
        appliedRows.add(batch.rows.count, ordering: .relaxed)
    }

    /// The first finding in row order, from validating the batch or from applying it.
    private func firstFinding(_ batch: RowBatch, _ plan: InputPlan, _ diagnostic: Diagnostic?) -> Diagnostic? {
        guard let row = processor.firstAmbiguousID, let column = plan.columns.id else { return diagnostic }
        let ambiguity = Ambiguity.id(
            header: plan.columns.roleNames[.id] ?? "",
            id: String(decoding: trimmed(plan.columns.cell(batch.records, row, column)), as: UTF8.self),
            isOfEarlierRun: batch.rows.isUsedEarlier(row), dates: plan.dateColumn.map { plan.header[$0] },
            undescribed: settings.reading.exportSettings.isDescribed
                ? (plan.columns.sources[.id] ?? []).map { plan.header[$0] } : [])
        let found = Diagnostic(
            input: batch.input, row: row, line: batch.line(of: row), order: ambiguity.order,
            reason: .ambiguity(ambiguity))
        guard let diagnostic, diagnostic.precedes(before: found) else { return found }
        return diagnostic
    }

    private func refusal(_ finding: Diagnostic) -> RowRefusal {
        // The cells quoted in the message may read differently in the encoding that all bytes of the file imply.
        RowRefusal(
            input: finding.input, isEncodingAmbiguous: true,
            refusal: Refusal(file: plans[finding.input].name, line: finding.line, reason: finding.reason))
    }
}

/// The refusal of an input because of one of its rows, under the encoding assumed so far.
///
/// In another encoding, an earlier row might be refused instead.
struct RowRefusal: Error {
    /// The index of the input among all inputs, from 0.
    let input: Int
    /// Whether reading the file in another encoding could change the refusal.
    let isEncodingAmbiguous: Bool
    let refusal: Refusal
}

/// The progress of a run.
package struct Progress: Sendable {
    /// Bytes of the inputs that have been read.
    package let readBytes: Int
    /// The number of rows that have been applied.
    package let rows: Int
}
