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
            let fault = try worker.parse(read, [plan])
            if try isLast(&worker) || fault != nil { return }
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

    /// The distinct cells of a column, trimmed, in order of first appearance.
    ///
    /// The scan stops once it has one more than `InputProfile.toldCellsMax`, the number that a message lists.
    func cells(of column: Int) throws(BatchError) -> [String] {
        var seen: Set<[UInt8]> = []
        var cells: [String] = []
        try readBatches { worker in
            add(worker.batch.records, column, &seen, &cells)
            return cells.count > InputProfile.toldCellsMax
        }
        return cells
    }

    private func add(
        _ records: borrowing RecordBatch, _ column: Int, _ seen: inout Set<[UInt8]>, _ cells: inout [String]
    ) {
        for row in 0..<records.count where !records.isBlank(row) && plan.columns.fits(records, row) {
            let cell = Array(trimmed(records.field(row, column)))
            if seen.insert(cell).inserted { cells.append(String(decoding: cell, as: UTF8.self)) }
            if cells.count > InputProfile.toldCellsMax { return }
        }
    }

    /// Whether every row has one empty cell too many.
    ///
    /// Totals rows are not considered; the result is false if the input has no other rows.
    func hasTrailingCells() throws(BatchError) -> Bool {
        var memo = SpellingMemo()
        var hasRow = false
        var holds = true
        try readBatches { worker in
            let batch = worker.batch
            for row in 0..<batch.records.count {
                if batch.records.isBlank(row) || plan.rules.isTotal(batch.records, row, &memo) { continue }
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
        var maker = CellMaker(plan, seed: settings.hashSeed)
        try forEachBatch { worker in
            if plan.columns.dependsOnRowsAbove { try worker.makeCells(&maker, plan) }
            guard plan.columns.idComposite?.hasPlace == true else { return false }
            let batch = worker.batch
            for row in 0..<batch.rows.count where batch.rows.hasPlaceKey(row) {
                _ = try counters.ids.next(batch.rows.placeKey(row))
            }
            return false
        }
        counters.cells = maker.places
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
                    plan.file, encoding: plan.encoding, markLength: plan.markLength, chunkBytes: chunkBytes,
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
