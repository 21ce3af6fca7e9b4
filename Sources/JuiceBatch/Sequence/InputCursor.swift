internal import CSV
internal import FlatMemory

/// Walks through the rows of one input, which is read as they are asked for and has to be in order.
final class InputCursor: RunCursor {
    /// The input, from 0.
    let input: Int
    /// The facts about the input after its last row.
    private(set) var facts = InputFacts()
    private let plan: InputPlan
    private let interruption: Interruption
    private var source: ChunkSource
    private var worker: Worker
    private var settler: InputSettler
    private var keeper: TimeKeeper
    private var packed = PackedRows()
    private var offset = 0
    private var firstRecord = 0
    private var toldBytes = 0
    private var isPrimed = false

    /// A cursor before the first row.
    init(
        settings: RunSettings, plan: InputPlan, doubtRules: DoubtRules, input: Int, times: TimeAssumptions,
        interruption: Interruption
    ) throws {
        self.input = input
        self.plan = plan
        self.interruption = interruption
        source = ChunkSource(plans: [plan], chunkBytes: settings.reading.chunkBytes)
        worker = try Worker(settings: settings, plans: [plan], doubtRules: [doubtRules], looksUpIDs: false)
        settler = InputSettler(
            plan, doubtRules, input: input, seed: settings.hashSeed, earlier: settings.earlierInputs)
        keeper = TimeKeeper(.merging, times)
    }

    /// The kind of times that a row read so far has shown past its quantity; nil if none has.
    var certainKind: RowTime.Kind? { keeper.certainKind }

    /// Bytes that have been read since this was asked for the last time.
    func takeReadBytes() -> Int {
        defer { toldBytes = source.bytesRead }
        return source.bytesRead - toldBytes
    }

    /// Reads the first rows.
    func prime() throws {
        if !isPrimed { try load() }
        isPrimed = true
    }

    func next() throws -> UnsafeBufferPointer<UInt8>? {
        try prime()
        while offset >= packed.bytes.count {
            guard try load() else { return nil }
        }
        let row = packed.row(at: offset)
        offset += row.count
        return row
    }

    /// Reads the next batch that has rows; false behind the last one.
    @discardableResult
    private func load() throws -> Bool {
        packed.removeAll()
        offset = 0
        while packed.count == 0 {
            try interruption.check()
            guard let read = try source.next(into: &worker.raw) else {
                if settler.finish() != nil { throw SequenceBreak.outOfOrder }
                facts.hasUncheckedTotals = settler.hasUncheckedTotals
                facts.records = settler.records
                facts.digest = source.digests.first ?? ""
                return false
            }
            try take(read)
        }
        return true
    }

    private func take(_ read: ChunkSource.Read) throws {
        switch try worker.parse(read, [plan]) {
        case .notUTF8: throw NotUTF8(input: input)
        case .notCP949: throw NotCP949(input: input)
        // Which fault of all inputs comes first is found when they are read one after the other.
        case .csv: throw SequenceBreak.outOfOrder
        case nil: break
        }
        let batch = worker.batch
        if try worker.settle(&settler, plan) != nil { throw SequenceBreak.outOfOrder }
        if plan.isTimed { try keeper.take(&batch.rows, input: input) }
        try worker.complete([plan])
        facts.blank += batch.rows.blankCount + batch.records.emptyLines + (read.isFirst ? plan.leadingBlankRows : 0)
        facts.totals += batch.rows.totalsCount
        facts.orderedQuantity &+= batch.rows.orderedQuantity
        batch.input = input
        batch.firstRecord = firstRecord
        firstRecord += batch.rows.count
        batch.flatten(plan.columns)
        let keys = batch.keys(plan, isNewestFirst: false)
        for row in 0..<batch.rows.count where batch.rows.codes[row] != DecodedRows.None.row {
            packed.append(row, of: batch.records, batch.rows, key: keys[row], line: batch.line(of: row))
        }
        batch.input = 0
    }
}
