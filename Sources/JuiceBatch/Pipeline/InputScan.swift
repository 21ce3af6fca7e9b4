package import CSV
internal import FlatMemory
internal import Glibc
internal import Synchronization

/// A scan of one input before the run, which ends at the first byte or record that cannot be read.
struct InputScan {
    let settings: RunSettings
    let plan: InputPlan
    let cancellation: CancellationToken

    /// Reads the input batch by batch until `isLast` returns true, the input ends or a chunk has an error.
    private func forEachBatch(_ isLast: (inout Worker) throws(BatchError) -> Bool) throws(BatchError) {
        var source = ChunkSource(plans: [plan], chunkBytes: settings.reading.chunkBytes)
        var worker = Worker(settings: settings, plans: [plan])
        while let chunk = try source.next(into: &worker.raw) {
            try cancellation.check()
            let chunkError = try worker.parse(chunk, [plan])
            if try isLast(&worker) || chunkError != nil { return }
        }
    }

    /// The distinct cells of a column, trimmed, in order of first appearance, without those of totals rows.
    ///
    /// The scan stops once it has one more than `InputProfile.exampleCellsMax`, the number that a message lists.
    func cells(of column: Int) throws(BatchError) -> [String] {
        var seen: Set<[UInt8]> = []
        var cells: [String] = []
        var cache = SpellingCache()
        try forEachBatch { worker throws(BatchError) in
            let batch = worker.batch
            for row in 0..<batch.records.count
            where !batch.records.isBlank(row) && plan.columns.fits(batch.records, row) {
                if plan.rules.isTotal(batch.records, row, &cache) { continue }
                let cell = Array(trimmed(batch.records.field(row, column)))
                if seen.insert(cell).inserted { cells.append(String(decoding: cell, as: UTF8.self)) }
                if cells.count > InputProfile.exampleCellsMax { return true }
            }
            return false
        }
        return cells
    }

    /// Whether every row has one empty cell too many.
    ///
    /// Totals rows are not considered; the result is false if the input has no other rows.
    func hasTrailingCells() throws(BatchError) -> Bool {
        var cache = SpellingCache()
        var hasRow = false
        var areTrailing = true
        try forEachBatch { worker throws(BatchError) in
            let batch = worker.batch
            for row in 0..<batch.records.count where areTrailing {
                if batch.records.isBlank(row) || plan.rules.isTotal(batch.records, row, &cache) { continue }
                hasRow = true
                areTrailing = plan.columns.fitsTrailing(batch.records, row)
            }
            return !areTrailing
        }
        return hasRow && areTrailing
    }

    /// Counts the occurrences of each composite's cells in an input that is read from its end, so that numbering can
    /// start there.
    func occurrenceCounters() throws(BatchError) -> OccurrenceCounters {
        var counters = OccurrenceCounters()
        var cellBuilder = DerivedCellBuilder(plan, seed: settings.hashSeed)
        try forEachBatch { worker throws(BatchError) in
            if plan.columns.dependsOnRowsAbove { try worker.deriveCells(&cellBuilder, plan) }
            guard plan.columns.idComposite?.hasOccurrence == true else { return false }
            let batch = worker.batch
            for row in 0..<batch.rows.count where batch.rows.hasOccurrenceKey(row) {
                _ = try counters.ids.next(batch.rows.occurrenceKey(row))
            }
            return false
        }
        counters.cells = cellBuilder.occurrences
        counters.ids.countFromEnd()
        counters.cells.countFromEnd()
        return counters
    }
}

/// Reads the chunks of all inputs, one input after the other.
package struct ChunkSource: ~Copyable {
    private let plans: [InputPlan]
    private let chunkBytes: Int
    private var reader: ChunkReader?
    private var digest = SHA256()
    private var input = 0
    /// Whether no chunk of the current input has been read.
    private var isFirst = true
    /// The number of bytes of text read from all inputs so far.
    private(set) var bytesRead = 0
    /// The SHA-256 digests, in hex, of the inputs that have been read to their end.
    private(set) var digests: [String] = []

    package init(plans: [InputPlan], chunkBytes: Int) {
        self.plans = plans
        self.chunkBytes = chunkBytes
    }

    /// Fills `buffer` with the next chunk; returns nil after the last chunk of the last input.
    package mutating func next(into buffer: inout ByteBuffer) throws(BatchError) -> ChunkReader.Chunk? {
        while input < plans.count {
            let plan = plans[input]
            if reader == nil {
                digest = SHA256()
                isFirst = true
                reader = try ChunkReader(
                    plan.file, encoding: plan.encoding, byteOrderMarkLength: plan.byteOrderMarkLength,
                    chunkBytes: chunkBytes, limits: plan.limits, leadBytes: plan.leadBytes, digest: digest)
            }
            if var chunk = try reader?.next(into: &buffer) {
                bytesRead += buffer.count
                (chunk.input, chunk.isFirst) = (input, isFirst)
                isFirst = false
                return chunk
            }
            digests.append(digest.finishHex())
            reader = nil
            input += 1
        }
        return nil
    }
}

/// The checks that run on all rows in sequence before they are applied, one input after the other.
struct ValidationState: ~Copyable {
    private let plans: [InputPlan]
    private let ambiguityRules: [AmbiguityRules]
    private let settings: RunSettings
    /// Whether an input, by its index from 0, is read from its end.
    private let isNewestFirst: (Int) -> Bool
    private let cancellation: CancellationToken
    /// The validator of the current input; nil before the first and after the last.
    private var validator: InputValidator?
    /// The current input, from 0; −1 before the first.
    private var input = -1
    private var sequence: SequenceTracker
    /// The summary of each input so far.
    private(set) var inputSummaries: [InputSummary]
    /// Whether rows have to be validated in a turn of its own, before ids are derived and looked up.
    ///
    /// True if derived cells or ids depend on earlier rows.
    let isAhead: Bool

    /// Creates the state before the first row of inputs with these plans.
    ///
    /// - Parameters:
    ///   - sequence: Tracks whether rows come in the order of their times.
    ///   - isNewestFirst: Whether an input, by its index from 0, is read from its end.
    init(
        plans: [InputPlan], ambiguityRules: [AmbiguityRules], settings: RunSettings,
        sequence: consuming SequenceTracker, cancellation: CancellationToken, isNewestFirst: @escaping (Int) -> Bool
    ) {
        self.isNewestFirst = isNewestFirst
        self.cancellation = cancellation
        self.plans = plans
        self.ambiguityRules = ambiguityRules
        self.settings = settings
        self.sequence = sequence
        inputSummaries = plans.map { _ in InputSummary() }
        isAhead = plans.contains { $0.columns.dependsOnRowsAbove || $0.columns.idComposite?.hasOccurrence == true }
    }

    /// Validates the current batch of a worker.
    ///
    /// - Parameter chunk: The chunk that the batch comes from; nil after the last chunk.
    /// - Returns: The first diagnostic, at the end of an earlier input or in the batch; nil if there is none.
    /// - Throws: The corrected `TimeAssumptions` if rows are not in the assumed order, besides errors.
    mutating func validate(_ worker: inout Worker, _ chunk: ChunkReader.Chunk?) throws -> Diagnostic? {
        let next = chunk?.input ?? plans.count
        while input < next {
            if let diagnostic = finish() { return diagnostic }
            input += 1
            validator =
                input < plans.count
                ? InputValidator(
                    plans[input], ambiguityRules[input], input: input, seed: settings.hashSeed,
                    earlier: settings.earlierInputs, counters: try occurrenceCounters()) : nil
        }
        if chunk == nil { try sequence.finish() }
        guard chunk != nil, var validator = validator.take() else { return nil }
        let diagnostic = try worker.validate(&validator, plans[input])
        self.validator = consume validator
        if plans[input].isTimed { try sequence.track(&worker.batch.rows, input: input) }
        return diagnostic
    }

    /// The occurrence counters of the current input, set to count down if the input is read from its end.
    private func occurrenceCounters() throws(BatchError) -> OccurrenceCounters {
        let columns = plans[input].columns
        let hasOccurrences =
            columns.idComposite?.hasOccurrence == true || columns.composites.contains(where: \.hasOccurrence)
        guard hasOccurrences, isNewestFirst(input) else { return OccurrenceCounters() }
        return try InputScan(settings: settings, plan: plans[input], cancellation: cancellation).occurrenceCounters()
    }

    /// Ends the current input, and returns the diagnostic about its rows together; nil if there is none.
    private mutating func finish() -> Diagnostic? {
        guard var validator = validator.take() else { return nil }
        if let diagnostic = validator.finish() { return diagnostic }
        inputSummaries[input] = validator.summary
        return nil
    }
}
