internal import CSV
internal import FlatMemory

/// The rows of inputs that are each in order of time, merged as they are read: group after group.
final class MergedFeed: RowFeed {
    private let settings: RunSettings
    private let plans: [InputPlan]
    private let ambiguityRules: [AmbiguityRules]
    private let cancellation: CancellationToken
    private var times: TimeAssumptions
    /// The group whose inputs are being read, from 0.
    private var group = -1
    private var cursors: [InputCursor] = []
    private var rows: SortedRows?
    private(set) var facts: [InputFacts]
    private(set) var readBytes = 0

    /// - Parameter times: the known facts about the inputs' times.
    init(
        settings: RunSettings, plans: [InputPlan], ambiguityRules: [AmbiguityRules], times: TimeAssumptions,
        cancellation: CancellationToken
    ) {
        self.settings = settings
        self.ambiguityRules = ambiguityRules
        self.plans = plans
        self.times = times
        self.cancellation = cancellation
        facts = plans.map { _ in InputFacts() }
    }

    func next(into packed: inout PackedRows) throws -> Bool {
        let last = plans.last?.group ?? 0
        while true {
            if rows != nil {
                let hasRows = try rows?.next(into: &packed, byteCount: feedBytes) ?? false
                readBytes = cursors.reduce(readBytes) { $0 + $1.takeReadBytes() }
                if hasRows { return true }
                for cursor in cursors { facts[cursor.input] = cursor.facts }
                rows = nil
            }
            guard group < last else { return false }
            group += 1
            try open()
        }
    }

    /// Opens the inputs of the group at hand.
    private func open() throws {
        cursors = []
        for (input, plan) in plans.enumerated() where plan.group == group {
            let cursor = try InputCursor(
                settings: settings, plan: plan, ambiguityRules: ambiguityRules[input], input: input, times: times,
                cancellation: cancellation)
            // The first row of the run that could be read past its quantity says in which kind times are compared.
            if plan.isTimed && times.kind == nil {
                try cursor.prime()
                guard let kind = cursor.certainKind else { throw SequenceBreak.outOfOrder }
                times.kind = kind
            }
            cursors.append(cursor)
        }
        rows = try SortedRows(cursors, cancellation: cancellation)
    }
}

/// Walks through the rows of one input, which is read as they are asked for and has to be in order.
final class InputCursor: RunCursor {
    /// The input, from 0.
    let input: Int
    /// The facts about the input after its last row.
    private(set) var facts = InputFacts()
    private let plan: InputPlan
    private let cancellation: CancellationToken
    private var source: ChunkSource
    private var worker: Worker
    private var settler: InputValidator
    private var recorder: SequenceTracker
    private var packed = PackedRows()
    private var offset = 0
    private var firstRecord = 0
    private var toldBytes = 0
    private var isPrimed = false

    /// A cursor before the first row.
    init(
        settings: RunSettings, plan: InputPlan, ambiguityRules: AmbiguityRules, input: Int, times: TimeAssumptions,
        cancellation: CancellationToken
    ) throws {
        self.input = input
        self.plan = plan
        self.cancellation = cancellation
        source = ChunkSource(plans: [plan], chunkBytes: settings.reading.chunkBytes)
        worker = try Worker(settings: settings, plans: [plan], ambiguityRules: [ambiguityRules], looksUpIDs: false)
        settler = InputValidator(
            plan, ambiguityRules, input: input, seed: settings.hashSeed, earlier: settings.earlierInputs)
        recorder = SequenceTracker(.merging, times)
    }

    /// The kind of times that a row read so far has shown past its quantity; nil if none has.
    var certainKind: RowTime.Kind? { recorder.certainKind }

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
            try cancellation.check()
            guard let read = try source.next(into: &worker.raw) else {
                if settler.finish() != nil { throw SequenceBreak.outOfOrder }
                facts.hasUncheckedTotals = settler.hasUncheckedTotals
                facts.records = settler.records
                facts.prints = settler.prints
                facts.profile = settler.inputProfile
                facts.digest = source.digests.first ?? ""
                return false
            }
            try process(read)
        }
        return true
    }

    private func process(_ read: ChunkSource.Read) throws {
        switch try worker.parse(read, [plan]) {
        case .notUTF8: throw NotUTF8(input: input)
        case .notCP949: throw NotCP949(input: input)
        // Which fault of all inputs comes first is found when they are read one after the other.
        case .csv: throw SequenceBreak.outOfOrder
        case nil: break
        }
        let batch = worker.batch
        if try worker.settle(&settler, plan) != nil { throw SequenceBreak.outOfOrder }
        if plan.isTimed { try recorder.track(&batch.rows, input: input) }
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
