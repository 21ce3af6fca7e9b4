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
    private func forEachBatch(_ isLast: (inout Worker) throws -> Bool) throws {
        var source = ChunkSource(plans: [plan], chunkBytes: settings.reading.chunkBytes)
        var worker = try Worker(settings: settings, plans: [plan], ambiguityRules: [], looksUpIDs: false)
        while let read = try source.next(into: &worker.raw) {
            try cancellation.check()
            let chunkError = try worker.parse(read, [plan])
            if try isLast(&worker) || chunkError != nil { return }
        }
    }

    /// Reads the input like `forEachBatch`, with a closure that cannot throw, so that every error comes from the input.
    private func readBatches(_ isLast: (inout Worker) -> Bool) throws(BatchError) {
        do {
            try forEachBatch(isLast)
        } catch let error as BatchError {
            throw error
        } catch {
            throw .invariant("\(error)")
        }
    }

    /// The distinct cells of a column, trimmed, in order of first appearance, without those of totals rows.
    ///
    /// The scan stops once it has one more than `InputProfile.exampleCellsMax`, the number that a message lists.
    func cells(of column: Int) throws(BatchError) -> [String] {
        var seen: Set<[UInt8]> = []
        var cells: [String] = []
        var cache = SpellingCache()
        try readBatches { worker in
            add(worker.batch.records, column, &cache, &seen, &cells)
            return cells.count > InputProfile.exampleCellsMax
        }
        return cells
    }

    private func add(
        _ records: borrowing RecordBatch, _ column: Int, _ cache: inout SpellingCache, _ seen: inout Set<[UInt8]>,
        _ cells: inout [String]
    ) {
        for row in 0..<records.count where !records.isBlank(row) && plan.columns.fits(records, row) {
            if plan.rules.isTotal(records, row, &cache) { continue }
            let cell = Array(trimmed(records.field(row, column)))
            if seen.insert(cell).inserted { cells.append(String(decoding: cell, as: UTF8.self)) }
            if cells.count > InputProfile.exampleCellsMax { return }
        }
    }

    /// Whether every row has one empty cell too many.
    ///
    /// Totals rows are not considered; the result is false if the input has no other rows.
    func hasTrailingCells() throws(BatchError) -> Bool {
        var cache = SpellingCache()
        var hasRow = false
        var holds = true
        try readBatches { worker in
            let batch = worker.batch
            for row in 0..<batch.records.count {
                if batch.records.isBlank(row) || plan.rules.isTotal(batch.records, row, &cache) { continue }
                hasRow = true
                holds = plan.columns.fitsTrailing(batch.records, row)
                if !holds { break }
            }
            return !holds
        }
        return hasRow && holds
    }

    /// Counts the occurrences of each composite's cells in an input that is read from its end, so that numbering can
    /// start there.
    func occurrenceCounters() throws -> OccurrenceCounters {
        var counters = OccurrenceCounters()
        var cellBuilder = DerivedCellBuilder(plan, seed: settings.hashSeed)
        try forEachBatch { worker in
            if plan.columns.dependsOnRowsAbove { try worker.deriveCells(&cellBuilder, plan) }
            guard plan.columns.idComposite?.hasOccurrence == true else { return false }
            let batch = worker.batch
            for row in 0..<batch.rows.count where batch.rows.hasOccurrenceKey(row) {
                _ = try counters.ids.next(batch.rows.occurrenceKeys[row])
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
    /// A chunk and its source.
    package struct Read {
        var chunk: ChunkReader.Chunk
        var input: Int
        /// Whether the chunk is the first of its input.
        var isFirst: Bool
        /// Whether the chunk holds the part up to the end of the header, which contains no data rows.
        var isLead: Bool
    }

    private let plans: [InputPlan]
    private let chunkBytes: Int
    private var reader: ChunkReader?
    private var digest = SHA256()
    private var input = 0
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
    package mutating func next(into buffer: inout ByteBuffer) throws -> Read? {
        while input < plans.count {
            let plan = plans[input]
            if reader == nil {
                digest = SHA256()
                isFirst = true
                reader = try ChunkReader(
                    plan.file, encoding: plan.encoding, byteOrderMarkLength: plan.byteOrderMarkLength,
                    chunkBytes: chunkBytes,
                    limits: plan.limits, leadBytes: plan.leadBytes, digest: digest)
            }
            if let chunk = try reader?.next(into: &buffer) {
                bytesRead += buffer.count
                defer { isFirst = false }
                return Read(chunk: chunk, input: input, isFirst: isFirst, isLead: chunk.isLead)
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
    private var validator: InputValidator?
    private var input = -1
    private var recorder: SequenceTracker
    /// The summary of each input so far.
    private(set) var inputSummaries: [InputSummary]
    /// Whether rows have to be validated in a turn of its own, before ids are derived and looked up.
    ///
    /// True if derived cells or ids depend on earlier rows.
    let isAhead: Bool

    /// Creates the state before the first row of inputs with these plans.
    ///
    /// - Parameters:
    ///   - times: Tracks whether rows come in the order of their times.
    ///   - isNewestFirst: Whether an input, by its index from 0, is read from its end.
    init(
        plans: [InputPlan], ambiguityRules: [AmbiguityRules], settings: RunSettings, times: consuming SequenceTracker,
        cancellation: CancellationToken, isNewestFirst: @escaping (Int) -> Bool
    ) {
        self.isNewestFirst = isNewestFirst
        self.cancellation = cancellation
        self.plans = plans
        self.ambiguityRules = ambiguityRules
        self.settings = settings
        recorder = times
        inputSummaries = plans.map { _ in InputSummary() }
        isAhead = plans.contains { $0.columns.dependsOnRowsAbove || $0.columns.idComposite?.hasOccurrence == true }
    }

    /// Validates the current batch of a worker.
    ///
    /// - Parameter read: The chunk that the batch comes from; nil after the last chunk.
    /// - Returns: The first finding, at the end of an earlier input or in the batch; nil if there is none.
    /// - Throws: `SequenceBreak` if rows are not in the assumed order, besides errors.
    mutating func validate(_ worker: inout Worker, _ read: ChunkSource.Read?) throws -> Diagnostic? {
        let next = read?.input ?? plans.count
        while input < next {
            if let found = finish() { return found }
            input += 1
            validator =
                input < plans.count
                ? InputValidator(
                    plans[input], ambiguityRules[input], input: input, seed: settings.hashSeed,
                    earlier: settings.earlierInputs, counters: try occurrenceCounters()) : nil
        }
        if read == nil { try recorder.finish() }
        guard read != nil, var validator = validator.take() else { return nil }
        let found = try worker.validate(&validator, plans[input])
        self.validator = consume validator
        if plans[input].isTimed { try recorder.track(&worker.batch.rows, input: input) }
        return found
    }

    /// The occurrence counters of the current input, set to count down if the input is read from its end.
    private func occurrenceCounters() throws -> OccurrenceCounters {
        let columns = plans[input].columns
        let hasPlaces =
            columns.idComposite?.hasOccurrence == true || columns.composites.contains(where: \.hasOccurrence)
        guard hasPlaces, isNewestFirst(input) else { return OccurrenceCounters() }
        return try InputScan(settings: settings, plan: plans[input], cancellation: cancellation).occurrenceCounters()
    }

    private mutating func finish() -> Diagnostic? {
        guard var validator = validator.take() else { return nil }
        if let found = validator.finish() { return found }
        inputSummaries[input].hasUncheckedTotals = validator.hasUncheckedTotals
        inputSummaries[input].records = validator.records
        inputSummaries[input].fingerprints = validator.fingerprints
        inputSummaries[input].profile = validator.inputProfile
        return nil
    }
}
