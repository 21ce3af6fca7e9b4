internal import CSV
internal import Glibc
internal import JuiceCore
internal import Synchronization

/// Reads, decodes, applies and renders the rows of all inputs by several workers.
///
/// A worker takes the next chunk, and keeps it to the end: parsing and rendering run beside other workers,
/// reading, applying and taking a place in the outputs run in turn, in the order of the chunks.
final class Pipeline: @unchecked Sendable {
    private let settings: RunSettings
    private let plans: [InputPlan]
    private let ambiguityRules: [AmbiguityRules]
    private let sink: any OutcomeSink
    private let cancellation: CancellationToken
    private let progress: @Sendable (Progress) -> Void

    private let readTurn = TicketSequencer()
    private let settleTurn = TicketSequencer()
    private let applyTurn = TicketSequencer()
    private let outputTurn = TicketSequencer()
    /// Whether rows are only collected, to be applied in another order.
    private let isCollecting: Bool
    /// Whether a batch keeps the bytes that its records came from.
    private let keepsText: Bool
    /// The rows in order, if they are not applied as they stand.
    private let feed: SortedFeed?
    private let nextTicket = Atomic<Int>(0)
    private let appliedRows = Atomic<Int>(0)

    // In the hands of the worker whose turn it is to read.
    private var source: ChunkSource
    // In the hands of the worker whose turn it is to settle: if not ahead, that is its turn to apply.
    private var settling: ValidationState
    // In the hands of the worker whose turn it is to apply.
    private var processor: BatchProcessor
    private var log: WhatIfLog
    private var whatIf: Future<WhatIfResult?>?
    private var lineInput = 0
    private var firstRecord = 0
    private var isNearLimit = false
    // In the hands of the worker whose turn it is to take a place in the outputs.
    private var usedIDs: [UsedID] = []
    private var rejectedLines: [LineNumbers.Builder]
    private var newest = Watermarks()
    private var businessDay: CalendarDay?
    private var days: DayCounts
    private var lateRows = LateArrivals()
    private var hours = HourCounts()
    private var runTimes: RunTimes
    /// Whether an input has a column of times.
    private let hasTimes: Bool
    /// The cups ordered minus the cups cancelled so far; 0 unless `RowFilters.countsQuantities` is set.
    private var orderedQuantity = 0
    /// The facts about the inputs whose rows were collected.
    private var facts: [InputFacts]

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
        facts = plans.map { _ in InputFacts() }
        rejectedLines = plans.map { _ in LineNumbers.Builder() }
        log = WhatIfLog(menu: settings.menu)
        var doubtsIDs = plans.map(\.doubtsIDs)
        var purpose = SequenceTracker.Purpose.checking
        switch order {
        case .asRead: isCollecting = false
        case .collected:
            isCollecting = true
            purpose = .sorting
        case .sorted:
            isCollecting = false
            // That was asked when they were taken in, in the order in which they stand.
            doubtsIDs = doubtsIDs.map { _ in false }
        }
        feed = order.feed
        keepsText = order.keepsText
        let sequence = settings.reading.exportSettings.sequence
        settling = ValidationState(
            plans: plans, ambiguityRules: ambiguityRules, settings: settings,
            times: SequenceTracker(purpose, times, isFromEnd: sequence == .newestFirst), cancellation: cancellation
        ) {
            times.isNewestFirst($0, plans, sequence)
        }
        hasTimes = plans.contains { $0.clockReader != nil }
        days = DayCounts(juiceCount: settings.menu.juices.count)
        runTimes = RunTimes(fruitCount: settings.opening.count)
        processor = BatchProcessor(
            menu: settings.menu, opening: settings.opening, servedBefore: settings.servedBefore,
            isRetry: plans.map(\.columns.isFailureFile), doubtsIDs: doubtsIDs,
            idsMayRepeat: Self.idsMayRepeat(plans), marksSoldOut: hasTimes)
    }

    /// Whether two rows of inputs may have the same id: not where a single one has ids, which have their places in them.
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
        /// Rows are applied as they come from a sorter.
        case sorted(SortedFeed)

        /// Whether batches keep the bytes that they came from.
        var keepsText: Bool {
            if case .collected(let keepsText) = self { keepsText } else { false }
        }

        /// The source of the rows, if it is not the inputs.
        var feed: SortedFeed? {
            switch self {
            case .asRead, .collected: nil
            case .sorted(let feed): feed
            }
        }
    }

    /// Runs to the end of the last input.
    func run() throws -> RunResult {
        try work()
        var digests = source.digests
        var unchecked = settling.inputsWithUncheckedTotals
        var records = settling.records
        var prints = settling.prints
        var profiles = settling.profiles
        if let feed {
            digests = feed.facts.map(\.digest)
            records = feed.facts.map(\.records)
            prints = feed.facts.map(\.prints)
            profiles = feed.facts.map(\.profile)
            unchecked = Set(feed.facts.indices.filter { feed.facts[$0].hasUncheckedTotals })
            for (input, facts) in feed.facts.enumerated() {
                processor.addLeftOut(blank: facts.blank, totals: facts.totals, input: input)
                orderedQuantity &+= facts.orderedQuantity
            }
        }
        // Each worker has sorted its own, and runs that are in order already are only merged.
        usedIDs.sort { $0.key < $1.key }
        var tally = processor.finalTally()
        tally.lateRows = lateRows
        let history = processor.finalHistory()
        return RunResult(
            inputs: plans, digests: digests, tally: tally, history: history,
            clock: hasTimes ? RunClock(hours: hours, axis: runTimes.axis(history)) : nil,
            whatIf: try whatIf.map { try $0.value() } ?? log.whatIf(), usedIDs: usedIDs,
            orderedQuantity: orderedQuantity, inputsWithUncheckedTotals: unchecked, records: records,
            prints: prints, profiles: profiles,
            newest: newest, businessDay: businessDay, days: days.several(),
            rejectedLines: settings.idHistory == nil ? nil : rejectedLines.map(\.lines))
    }

    /// Collects all rows, and returns the facts about the inputs.
    func collect() throws -> (facts: [InputFacts], readBytes: Int) {
        try work()
        for (input, digest) in source.digests.enumerated() { facts[input].digest = digest }
        for input in settling.inputsWithUncheckedTotals { facts[input].hasUncheckedTotals = true }
        for (input, records) in settling.records.enumerated() { facts[input].records = records }
        for (input, prints) in settling.prints.enumerated() { facts[input].prints = prints }
        for (input, profile) in settling.profiles.enumerated() { facts[input].profile = profile }
        return (facts, source.bytesRead)
    }

    /// Runs the workers until nothing is left to read.
    private func work() throws {
        let renderers = try (0..<settings.threads).map { _ in try sink.makeRenderer(inputs: plans) }
        let threads = renderers.dropFirst().compactMap { renderer in
            // Each renderer is handed to one thread, and no other thread uses it until that thread has ended.
            nonisolated(unsafe) let renderer = renderer
            return WorkerThread { [self] in work(renderer) }
        }
        if let own = renderers.first { work(own) }
        for thread in threads { thread.join() }
        if let error = readTurn.failure { throw error }
    }

    /// Runs a worker until nothing is left to read.
    private func work(_ renderer: any OutcomeRenderer) {
        do {
            var worker = try Worker(
                settings: settings, plans: plans, ambiguityRules: ambiguityRules, applies: !isCollecting,
                // Rows that are taken in to be sorted are asked here whether an earlier run had their ids, where that is in
                // doubt: in the order in which they stand.
                looksUpIDs: !isCollecting || plans.contains(where: \.doubtsIDs), keepsText: keepsText)
            while try feed.map({ try step(&worker, $0, renderer) }) ?? step(&worker, renderer) {}
            try renderer.finish()
        } catch {
            for turn in [readTurn, settleTurn, applyTurn, outputTurn] { turn.stop(by: error) }
        }
    }

    /// Processes one chunk; false when there is none, or the run has failed.
    private func step(_ worker: inout Worker, _ renderer: any OutcomeRenderer) throws -> Bool {
        let ticket = nextTicket.add(1, ordering: .relaxed).oldValue
        guard readTurn.wait(for: ticket) else { return false }
        try cancellation.check()
        // Whatever fails is thrown in the turn to apply, behind the faults before it.
        let chunk = Result { try source.next(into: &worker.raw) }
        progress(Progress(readBytes: source.bytesRead, rows: appliedRows.load(ordering: .relaxed)))
        readTurn.pass()
        let fault = Result { try worker.parse(chunk.get(), plans) }
        var finding = Result<Diagnostic?, any Error>.success(nil)
        if settling.isAhead {
            guard settleTurn.wait(for: ticket) else { return false }
            finding = settle(&worker, chunk, fault)
            settleTurn.pass()
        }
        let lookup = Result {
            if case .success(_?) = chunk, Self.isDecoded(fault), Self.isSettled(finding) { try worker.complete(plans) }
        }
        guard applyTurn.wait(for: ticket) else { return false }
        if !settling.isAhead { finding = settle(&worker, chunk, fault) }
        guard let read = try chunk.get() else {
            if let finding = try finding.get() { throw refusal(finding) }
            applyTurn.pass()
            return end(&worker, ticket)
        }
        try apply(worker.batch, read, fault.get(), finding.get(), lookup)
        applyTurn.pass()
        return try handOn(&worker, renderer, ticket)
    }

    /// Settles the rows of a chunk; it is this worker's turn.
    private func settle(
        _ worker: inout Worker, _ chunk: Result<ChunkSource.Read?, any Error>, _ fault: Result<Worker.Fault?, any Error>
    ) -> Result<Diagnostic?, any Error> {
        guard case .success(let read) = chunk, Self.isDecoded(fault) else { return .success(nil) }
        return Result { try settling.settle(&worker, read) }
    }

    /// Whether a chunk was decoded: it is in the encoding that it was read in, as far as it is known.
    private static func isDecoded(_ fault: Result<Worker.Fault?, any Error>) -> Bool {
        switch fault {
        case .success(.notUTF8), .success(.notCP949), .failure: false
        case .success(.csv), .success(nil): true
        }
    }

    /// Whether a batch has been settled: nothing was met before its first row.
    private static func isSettled(_ finding: Result<Diagnostic?, any Error>) -> Bool {
        switch finding {
        case .success(let finding?): finding.row != nil
        case .success(nil): true
        case .failure: false
        }
    }

    /// Processes rows that come in order; false when there are none, or the run has failed.
    private func step(_ worker: inout Worker, _ feed: SortedFeed, _ renderer: any OutcomeRenderer) throws -> Bool {
        let ticket = nextTicket.add(1, ordering: .relaxed).oldValue
        guard readTurn.wait(for: ticket) else { return false }
        try cancellation.check()
        let hasRows = Result { try feed.next(into: &worker.packed) }
        progress(Progress(readBytes: feed.readBytes, rows: appliedRows.load(ordering: .relaxed)))
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
        return try handOn(&worker, renderer, ticket)
    }

    /// Hands over the ids of a worker that has nothing left to do.
    private func end(_ worker: inout Worker, _ ticket: Int) -> Bool {
        let ids = worker.takeUsedIDs()
        guard outputTurn.wait(for: ticket) else { return false }
        usedIDs.append(contentsOf: ids)
        for (input, lines) in worker.rejectedLines.enumerated() { rejectedLines[input].add(lines) }
        if let clock = worker.clock {
            newest.merge(clock.newest)
            lateRows.merge(clock.lateRows)
            hours.merge(clock.hours)
            days.merge(clock.days)
            businessDay = [businessDay, clock.businessDay].compactMap(\.self).max()
        }
        outputTurn.pass()
        return false
    }

    /// Renders a batch that was applied.
    private func handOn(_ worker: inout Worker, _ renderer: any OutcomeRenderer, _ ticket: Int) throws -> Bool {
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

    /// Applies a batch; it is this worker's turn.
    private func apply(
        _ batch: RowBatch, _ read: ChunkSource.Read, _ fault: Worker.Fault?, _ settled: Diagnostic?,
        _ lookup: Result<Void, any Error>
    ) throws {
        if read.input != lineInput {
            lineInput = read.input
            firstRecord = 0
            isNearLimit = false
        }
        let plan = plans[read.input]
        if batch.records.isNearLimit { isNearLimit = true }
        switch fault {
        case .notUTF8: throw WrongEncoding.notUTF8(input: read.input)
        case .notCP949: throw WrongEncoding.notCP949(input: read.input)
        case .csv, nil: break
        }
        // What earlier inputs come to at their ends is met before this one.
        if let settled, settled.row == nil { throw refusal(settled) }
        try lookup.get()
        batch.firstRecord = firstRecord
        batch.opening = processor.stock
        if isCollecting {
            try processor.see(batch.rows, input: read.input)
        } else {
            try processor.apply(batch)
        }
        if let first = firstFinding(batch, plan, settled) { throw refusal(first) }
        if case .csv(let fault)? = fault {
            let refusal = Refusal(file: plan.name, fault: fault.inFile(line: batch.firstLine))
            throw RowRefusal(input: read.input, isInDoubt: isNearLimit, refusal: refusal)
        }
        let leadingBlank = read.isFirst ? plan.leadingBlankRows : 0
        let blank = batch.records.emptyLines + leadingBlank
        firstRecord += batch.rows.count
        if isCollecting {
            facts[read.input].blank += blank + batch.rows.blankCount
            facts[read.input].totals += batch.rows.totalsCount
            facts[read.input].orderedQuantity &+= batch.rows.orderedQuantity
        } else {
            orderedQuantity &+= batch.rows.orderedQuantity
            processor.addLeftOut(blank: blank, totals: 0, input: read.input)
            noteApplied(batch)
        }
    }

    /// Records the outcomes of rows that have been applied.
    private func noteApplied(_ batch: RowBatch) {
        log.add(batch, hasLost: processor.hasLostOrders, netCups: processor.netCups)
        if log.isFull && whatIf == nil {
            whatIf = Future(isBeside: settings.threads > 1) { [log] in log.whatIf() }
        }
        appliedRows.add(batch.rows.count, ordering: .relaxed)
    }

    /// The first finding in the order of rows from settling and applying a batch.
    private func firstFinding(_ batch: RowBatch, _ plan: InputPlan, _ settled: Diagnostic?) -> Diagnostic? {
        guard let row = processor.firstDoubtedID, let column = plan.columns.id else { return settled }
        let ambiguity = Ambiguity.id(
            header: plan.columns.roleNames[.id] ?? "",
            id: String(decoding: trimmed(plan.columns.cell(batch.records, row, column)), as: UTF8.self),
            isOfEarlierRun: batch.rows.isUsedEarlier(row), dates: plan.dateColumn.map { plan.header[$0] })
        let found = Diagnostic(
            input: batch.input, row: row, line: batch.line(of: row), order: ambiguity.order,
            reason: .ambiguity(ambiguity))
        guard let settled, settled.comes(before: found) else { return found }
        return settled
    }

    private func refusal(_ finding: Diagnostic) -> RowRefusal {
        // Its text may read otherwise in the encoding that the whole file decides.
        RowRefusal(
            input: finding.input, isInDoubt: true,
            refusal: Refusal(file: plans[finding.input].name, line: finding.line, reason: finding.reason))
    }
}

/// A fault in the rows of an input, as it was read; in another encoding there might be another one before it.
struct RowRefusal: Error {
    /// The input's place among all, from 0.
    let input: Int
    /// Whether another encoding, or an error before it, might explain the error.
    let isInDoubt: Bool
    let refusal: Refusal
}

/// The progress of a run.
package struct Progress: Sendable {
    /// Bytes of the inputs that have been read.
    package let readBytes: Int
    /// The number of rows that have been applied.
    package let rows: Int
}
