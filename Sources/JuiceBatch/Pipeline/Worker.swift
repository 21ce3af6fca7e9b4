internal import CSV
internal import FlatMemory
internal import JuiceCore

/// The state of a pipeline worker: its buffers, its decoder and its current batch.
struct Worker: ~Copyable {
    /// An error that ends the decoding of a chunk; `input` is the index of the chunk's input, from 0.
    enum ChunkError: Error {
        /// The chunk is not valid UTF-8, which was the assumed encoding.
        case notUTF8(input: Int)
        /// The chunk contains a CSV error, whose line counts from 0 within the chunk.
        case csv(CSVError)
    }

    /// The bytes of the current chunk, converted to UTF-8 by `parse`.
    var raw = ByteBuffer()
    /// A buffer for rows that come from a sorter.
    var packed = PackedRows(capacity: 64)
    let batch = RowBatch()
    /// The buffer that a conversion fills and that is then exchanged for `raw`, so that it has the original bytes.
    private var converted = ByteBuffer()
    private var decoder: RowDecoder
    private let settings: RunSettings
    /// Derives the cells of the current input that are composed of others and do not depend on earlier rows.
    private var cellBuilder: DerivedCellBuilder?
    /// The index of the input that `cellBuilder` is for; −1 if there is none.
    private var cellBuilderInput = -1
    /// The ids that rows in this worker's batches have used.
    var usedIDs: [UsedID] = []
    /// The line numbers of this worker's rejected rows, by input; empty if no ledger records them.
    private(set) var rejectedLines: [[ClosedRange<Int>]] = []
    /// The ids of failed rows; if there are more than `FailedID.countMax`, those beyond one more are left out.
    private(set) var failedIDs: [FailedID] = []
    private let lookup: IDLookup?
    private let ambiguityRules: [AmbiguityRules]
    private var ambiguityCache = SpellingCache()
    /// The ambiguities and contents that the current batch shows without earlier ones.
    private(set) var findings = BatchFindings()
    private var profiler = ColumnProfiler()
    /// Collects the times of the rows in this worker's batches; nil if rows are not applied.
    var timeCollector: TimeCollector?
    private let keepsText: Bool

    /// Creates a worker, which collects times if it `applies` rows.
    ///
    /// It checks ambiguities only with `ambiguityRules`, one for each input, and earlier uses of ids with `lookup`.
    init(
        settings: RunSettings, plans: [InputPlan], ambiguityRules: [AmbiguityRules] = [], applies: Bool = true,
        lookup: IDLookup? = nil, keepsText: Bool = false
    ) {
        (self.settings, self.ambiguityRules, self.lookup) = (settings, ambiguityRules, lookup)
        self.keepsText = keepsText
        decoder = RowDecoder(names: settings.names, seed: settings.hashSeed)
        if applies { timeCollector = TimeCollector(settings, plans) }
    }

    /// Parses and decodes the chunk in `raw`, and returns its first error; nil if it has none.
    mutating func parse(_ chunk: ChunkReader.Chunk?, _ plans: [InputPlan]) throws(BatchError) -> ChunkError? {
        guard let chunk else { return nil }
        let plan = plans[chunk.input]
        let batch = batch
        batch.input = chunk.input
        var isCut = chunk.end == .cut
        var badOffset = chunk.unreadable
        if plan.encoding == .cp949 {
            converted.removeAll()
            let invalidOffset = TextEncoding.decodeCP949(raw.bytes, into: &converted)
            if let invalidOffset, !isTruncated(at: invalidOffset, chunk) {
                badOffset = chunk.offset + invalidOffset
                isCut = true
            }
            if !chunk.isLead { swap(&raw, &converted) }
        }
        if chunk.isLead {
            // The lead was already parsed when the header was read.
            batch.records.skip(raw.bytes)
            _ = try decode(plan)
            return nil
        }
        if isCut || firstOffset(of: 0, in: raw.bytes) != nil {
            return try firstError(raw.bytes, chunk, plan, badOffset: badOffset)
        }
        let text = raw.bytes
        let csvError = RecordParser(delimiter: plan.delimiter, spacesAreData: hasOuterSpace(text, plan.delimiter))
            .parse(
                text, end: chunk.end, hasQuotes: chunk.quoteCount > 0, limits: plan.limits, into: &batch.records)
        let isText = try decode(plan)
        if !isText || csvError != nil, plan.encoding == .utf8, let offset = firstInvalidUTF8(text),
            !isTruncated(at: offset, chunk)
        {
            return try firstError(text, chunk, plan, badOffset: nil)
        }
        if keepsText {
            // After a conversion, `converted` holds the original bytes, because the two buffers were swapped.
            if plan.encoding == .cp949 { swap(&batch.text, &converted) } else { swap(&batch.text, &raw) }
        }
        return csvError.map(ChunkError.csv)
    }

    /// Decodes the records unless they contain cells that depend on earlier rows; returns whether all is valid UTF-8.
    private mutating func decode(_ plan: InputPlan) throws(BatchError) -> Bool {
        if plan.columns.dependsOnRowsAbove { return false }
        if plan.columns.derivedCount > 0 {
            let batch = batch
            if cellBuilderInput != batch.input {
                cellBuilder = DerivedCellBuilder(plan, seed: settings.hashSeed)
                cellBuilderInput = batch.input
            }
            try cellBuilder?.make(&batch.records)
        }
        return decodeRows(plan)
    }

    /// Decodes the records with their derived cells, and scans for ambiguities; returns whether all is valid UTF-8.
    @discardableResult mutating func decodeRows(_ plan: InputPlan) -> Bool {
        let batch = batch
        let isText = decoder.decode(batch.records, plan.columns, plan.filters, into: &batch.rows)
        batch.rows.setOccurrenceKeys(batch.records, plan.columns, seed: settings.hashSeed)
        batch.readTimes(0..<batch.rows.count, plan)
        if plan.keepsRecords, settings.earlierInputs != nil { batch.rows.hash(batch.records, by: settings.hashSeed) }
        findings = BatchFindings()
        guard ambiguityRules.indices.contains(batch.input) else { return isText }
        let rules = ambiguityRules[batch.input]
        if rules.checksNothing { return isText }
        findings = rules.scan(batch.records, batch.rows, &ambiguityCache)
        profiler.profile(batch.records, batch.rows, rules, input: batch.input, &findings)
        return isText
    }

    /// Reads the times of the batch's rows, which come from a sorter.
    func readTimes(_ plans: [InputPlan]) {
        let batch = batch
        for segment in batch.segments { batch.readTimes(segment.rows, plans[segment.input]) }
    }

    /// Completes ids of validated rows with occurrence numbers, and looks up their uses by earlier runs.
    mutating func complete(_ plans: [InputPlan]) throws {
        batch.rows.makeIDs(&batch.records, plans[batch.input].columns, seed: settings.hashSeed)
        try findEarlierUses(plans)
    }

    /// Decodes the text of a chunk up to its first error, and returns that error.
    ///
    /// The error is at the latest that of an unreadable byte in the text, or after it at `badOffset` in the file.
    private mutating func firstError(
        _ text: ByteView, _ chunk: ChunkReader.Chunk, _ plan: InputPlan, badOffset: Int?
    ) throws(BatchError) -> ChunkError {
        var end = text.count
        var unreadable = CSVError(.badEncoding, line: 0, offset: badOffset)
        if plan.encoding == .utf8, let offset = firstInvalidUTF8(text), !isTruncated(at: offset, chunk) {
            if plan.preamble.decidedEncoding == nil { return .notUTF8(input: chunk.input) }
            end = offset
            unreadable.offset = chunk.offset + offset
        }
        if let offset = firstOffset(of: 0, in: ByteView(rebasing: text[..<end])) {
            end = offset
            unreadable = CSVError(.nulByte, line: 0)
        }
        let readable = ByteView(rebasing: text[..<end])
        unreadable.line = countLineEnds(readable)
        let csvError = CSV.firstError(
            in: readable, end: .cut, delimiter: plan.delimiter, limits: plan.limits, into: &batch.records)
        _ = try decode(plan)
        return .csv(csvError ?? unreadable)
    }

    /// Whether the bytes at an offset are unreadable only because the chunk ends within a character.
    private func isTruncated(at offset: Int, _ chunk: ChunkReader.Chunk) -> Bool {
        chunk.end == .limit && offset + 4 > raw.count
    }

    /// Looks up the uses by earlier runs of the ids in the batch.
    mutating func findEarlierUses(_ plans: [InputPlan]) throws {
        guard let lookup, batch.rows.hasIDs else { return }
        let batch = batch
        var ids: [IDKey] = []
        var rows: [Int] = []
        for segment in batch.segments {
            let columns = plans[segment.input].columns
            for row in segment.rows where batch.rows.showsID(row) {
                guard let key = batch.idKey(row, columns) else { continue }
                ids.append(key)
                rows.append(row)
            }
        }
        if rows.isEmpty { return }
        try lookup(ids) { batch.rows.setEarlierUse($1, run: $2, row: rows[$0]) }
    }

    /// Collects, for a ledger, the used and failed ids of the applied batch and the lines of its rejected rows.
    mutating func collectLedgerRows(_ plans: [InputPlan]) {
        guard settings.idHistory != nil else { return }
        let batch = batch
        for segment in batch.segments where batch.rows.hasIDs {
            let columns = plans[segment.input].columns
            for row in segment.rows where batch.rows.usesID(row) && !batch.rows.isRepeat(row) {
                guard let key = batch.idKey(row, columns) else { continue }
                usedIDs.append((key, IDTable.Entry(batch.rows.instruction(row), isUsed: true)))
            }
        }
        if rejectedLines.isEmpty { rejectedLines = plans.map { _ in [] } }
        for row in 0..<batch.rows.count {
            guard let failure = Self.openClasses[Int(batch.rows.codes[row])] else { continue }
            let (input, line) = (batch.input(of: row), batch.line(of: row))
            if failure == .rejected { LineNumbers.append(line, to: &rejectedLines[input]) }
            guard failedIDs.count <= FailedID.countMax, let key = batch.idKey(row, plans[input].columns) else {
                continue
            }
            // The id of a conflict belongs to another row.
            if batch.rows.codes[row] == OutcomeCode.idConflict.rawValue { continue }
            failedIDs.append(FailedID(input: input, line: line, isShort: failure == .shortage, key: key))
        }
    }

    /// Indexed by a byte: the class of the row with this `OutcomeCode.rawValue` if it is rejected or short.
    private static let openClasses = (UInt8.min...UInt8.max).map { code -> OutcomeCode.Class? in
        let failure = OutcomeCode(rawValue: code)?.failureClass
        return failure == .skipped ? nil : failure
    }
}

extension RowBatch {
    /// Reads the times of some rows of one input; does nothing if the input has no column of times.
    fileprivate func readTimes(_ range: Range<Int>, _ plan: InputPlan) {
        guard let reader = plan.timeReader, let column = plan.columns.time else { return }
        let columns = plan.columns
        let isPlain = columns.isPlain(column)
        var cachingReader = CachingTimeReader(reader)
        for row in range {
            let code = rows.code(row)
            guard code != DecodedRows.notARow, code != OutcomeCode.wrongFieldCount.rawValue else {
                rows.times[row] = .none
                continue
            }
            let cell = isPlain ? records.field(row, column) : columns.cell(records, row, column)
            let time = cachingReader.read(cell)
            rows.times[row] = time
            guard time.isNone, code == OutcomeCode.success.rawValue, !trimmed(cell).isEmpty else { continue }
            if rows.unreadableTimes.count == 0 { rows.unreadableTimes.first = row }
            rows.unreadableTimes.count += 1
        }
    }

    fileprivate func idKey(_ row: Int, _ columns: ColumnLayout) -> IDKey? {
        guard let column = columns.id, let hash = rows.id(of: row) else { return nil }
        return IDKey(trimmed(columns.cell(records, row, column)), hash: hash)
    }
}

/// Reads the chunks of all inputs, one input after the other.
struct ChunkSource: ~Copyable {
    private let plans: [InputPlan]
    private let chunkBytes: Int
    private var reader: ChunkReader?
    private var digest = SHA256()
    private var input = 0
    /// The number of bytes of text read from all inputs so far.
    private(set) var bytesRead = 0
    /// The SHA-256 digests, in hex, of the inputs that have been read to their end.
    private(set) var digests: [String] = []

    init(plans: [InputPlan], chunkBytes: Int) { (self.plans, self.chunkBytes) = (plans, chunkBytes) }

    /// Fills `buffer` with the next chunk; returns nil after the last chunk of the last input.
    mutating func next(into buffer: inout ByteBuffer) throws(BatchError) -> ChunkReader.Chunk? {
        while input < plans.count {
            let plan = plans[input]
            if reader == nil {
                digest = SHA256()
                reader = try ChunkReader(
                    plan.file, encoding: plan.encoding, byteOrderMarkLength: plan.preamble.byteOrderMarkLength,
                    chunkBytes: chunkBytes, limits: plan.limits, leadBytes: plan.preamble.byteCount, digest: digest)
            }
            if var chunk = try reader?.next(into: &buffer) {
                bytesRead += buffer.count
                chunk.input = input
                return chunk
            }
            digests.append(digest.finishHex())
            reader = nil
            input += 1
        }
        return nil
    }
}
