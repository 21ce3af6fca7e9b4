internal import CSV
internal import Glibc
internal import Synchronization

/// Reads, decodes, applies and renders the rows of all inputs by several workers.
///
/// A worker takes the next chunk, and keeps it to the end: parsing and rendering run beside other workers,
/// reading, applying and taking a place in the outputs run in turn, in the order of the chunks.
final class Pipeline: @unchecked Sendable {
    private let settings: RunSettings
    private let plans: [InputPlan]
    private let sink: any OutcomeSink
    private let interruption: Interruption
    private let progress: @Sendable (Progress) -> Void

    private let readTurn = Turnstile()
    private let settleTurn = Turnstile()
    private let applyTurn = Turnstile()
    private let outputTurn = Turnstile()
    private let nextTicket = Atomic<Int>(0)
    private let appliedRows = Atomic<Int>(0)

    // In the hands of the worker whose turn it is to read.
    private var source: ChunkSource
    // In the hands of the worker whose turn it is to settle.
    private var settling: Settling
    // In the hands of the worker whose turn it is to apply.
    private var processor: BatchProcessor
    private var log: HindsightLog
    private var hindsight: Background<Hindsight?>?
    private var line = 1
    private var lineInput = 0
    private var isNearLimit = false
    // In the hands of the worker whose turn it is to take a place in the outputs.
    private var usedIDs: [UsedID] = []
    /// What the orders so far less the cancels come to; only where somebody expects a number.
    private var orderedQuantity = 0

    init(
        settings: RunSettings, plans: [InputPlan], times: TimeAssumptions, sink: any OutcomeSink,
        interruption: Interruption,
        progress: @escaping @Sendable (Progress) -> Void
    ) {
        self.settings = settings
        self.plans = plans
        self.sink = sink
        self.interruption = interruption
        self.progress = progress
        source = ChunkSource(plans: plans, chunkBytes: settings.reading.chunkBytes)
        settling = Settling(plans: plans, seed: settings.hashSeed, times: TimeKeeper(.checking, times))
        log = HindsightLog(menu: settings.menu)
        processor = BatchProcessor(
            menu: settings.menu, opening: settings.opening, servedBefore: settings.servedBefore,
            doubtsIDs: plans.map(\.doubtsIDs))
    }

    /// Runs to the end of the last input.
    func run() throws -> RunResult {
        let renderers = try (0..<settings.threads).map { _ in try sink.makeRenderer(inputs: plans) }
        let threads = renderers.dropFirst().compactMap { renderer in
            // Each renderer goes to one thread, and nobody else touches it until that thread has ended.
            nonisolated(unsafe) let renderer = renderer
            return WorkerThread { [self] in work(renderer) }
        }
        if let own = renderers.first { work(own) }
        for thread in threads { thread.join() }
        if let error = readTurn.failure { throw error }
        // Each worker has sorted its own, and runs that are in order already are only merged.
        usedIDs.sort { $0.key < $1.key }
        return RunResult(
            inputs: plans, digests: source.digests, tally: processor.finalTally(), history: processor.finalHistory(),
            hindsight: try hindsight.map { try $0.value() } ?? log.hindsight(), usedIDs: usedIDs,
            orderedQuantity: orderedQuantity, inputsWithUncheckedTotals: settling.inputsWithUncheckedTotals)
    }

    /// What one worker does until nothing is left to read.
    private func work(_ renderer: any OutcomeRenderer) {
        do {
            var worker = try Worker(settings: settings, plans: plans)
            while try step(&worker, renderer) {}
            try renderer.finish()
        } catch {
            for turn in [readTurn, settleTurn, applyTurn, outputTurn] { turn.stop(by: error) }
        }
    }

    /// Carries one chunk through; false when there is none, or the run has failed.
    private func step(_ worker: inout Worker, _ renderer: any OutcomeRenderer) throws -> Bool {
        let ticket = nextTicket.add(1, ordering: .relaxed).oldValue
        guard readTurn.wait(for: ticket) else { return false }
        try interruption.check()
        // Whatever fails is thrown in the turn to apply, behind the faults before it.
        let chunk = Result { try source.next(into: &worker.raw) }
        progress(Progress(readBytes: source.bytesRead, rows: appliedRows.load(ordering: .relaxed)))
        readTurn.pass()
        let fault = Result { try worker.parse(chunk.get(), plans) }
        var finding = Result<Finding?, any Error>.success(nil)
        if settling.isNeeded {
            guard settleTurn.wait(for: ticket) else { return false }
            if case .success(let read) = chunk, case .success = fault {
                finding = Result { try settling.settle(&worker, read) }
            }
            settleTurn.pass()
        }
        let lookup = Result { if case .success(_?) = chunk { try worker.complete(plans) } }
        guard applyTurn.wait(for: ticket) else { return false }
        guard let read = try chunk.get() else {
            if let finding = try finding.get() { throw refusal(finding) }
            applyTurn.pass()
            let ids = worker.takeUsedIDs()
            guard outputTurn.wait(for: ticket) else { return false }
            usedIDs.append(contentsOf: ids)
            outputTurn.pass()
            return false
        }
        try apply(worker.batch, read, fault.get(), finding.get(), lookup)
        applyTurn.pass()
        worker.keepUsedIDs(plans)
        try renderer.render(worker.batch)
        guard outputTurn.wait(for: ticket) else { return false }
        try renderer.take()
        outputTurn.pass()
        try renderer.write()
        return true
    }

    /// Applies a batch; it is this worker's turn.
    private func apply(
        _ batch: RowBatch, _ read: ChunkSource.Read, _ fault: Worker.Fault?, _ settled: Finding?,
        _ lookup: Result<Void, any Error>
    ) throws {
        if read.input != lineInput {
            lineInput = read.input
            line = 1
            isNearLimit = false
        }
        let plan = plans[read.input]
        if batch.records.isNearLimit { isNearLimit = true }
        switch fault {
        case .notUTF8: throw NotUTF8(input: read.input)
        case .notCP949: throw NotCP949(input: read.input)
        case .csv, nil: break
        }
        // What earlier inputs come to at their ends is met before this one.
        if let settled, settled.row == nil { throw refusal(settled) }
        try lookup.get()
        batch.firstLine = line
        batch.opening = processor.stock
        try processor.apply(&batch.rows, input: read.input)
        if let first = firstFinding(batch, plan, settled) { throw refusal(first) }
        if case .csv(let fault)? = fault {
            let refusal = Refusal(file: plan.name, fault: fault.inFile(line: line))
            throw RowRefusal(input: read.input, isInDoubt: isNearLimit, refusal: refusal)
        }
        orderedQuantity &+= batch.rows.orderedQuantity
        log.add(batch, hasLost: processor.hasLostOrders, netCups: processor.netCups)
        if log.isFull && hindsight == nil {
            hindsight = Background(isBeside: settings.threads > 1) { [log] in log.hindsight() }
        }
        appliedRows.add(batch.rows.count, ordering: .relaxed)
        let leadingBlank = read.isFirst ? plan.leadingBlankRows : 0
        processor.addBlank(batch.records.emptyLines + leadingBlank, input: read.input)
        line += batch.records.lineEnds
    }

    /// What comes first of what settling and applying a batch have found.
    private func firstFinding(_ batch: RowBatch, _ plan: InputPlan, _ settled: Finding?) -> Finding? {
        guard let row = processor.firstDoubtedID, let column = plan.columns.id else { return settled }
        let doubt = Doubt.id(
            header: plan.columns.roleNames[.id] ?? "",
            id: String(decoding: trimmed(plan.columns.cell(batch.records, row, column)), as: UTF8.self),
            isOfEarlierRun: batch.rows.isUsedEarlier(row))
        let found = Finding(
            input: batch.input, row: row, line: line + batch.records.line(row), order: doubt.order,
            reason: .doubt(doubt))
        guard let settled, settled.comes(before: found) else { return found }
        return settled
    }

    private func refusal(_ finding: Finding) -> RowRefusal {
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
    /// Whether what is wrong might not be so in another encoding, or something before it.
    let isInDoubt: Bool
    let refusal: Refusal
}
