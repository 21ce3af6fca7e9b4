internal import CSV
internal import Glibc

/// What a worker of the pipeline owns: its buffers, its decoder and the batch it is carrying.
struct Worker: ~Copyable {
    /// What is wrong with a chunk.
    enum Fault {
        /// It is not UTF-8, and nothing said that it had to be.
        case notUTF8
        /// The line counts from 0 within the chunk.
        case csv(CSVFault)
    }

    var raw = ByteBuffer()
    let batch = AppliedBatch()
    private var converted = ByteBuffer()
    private var decoder: Decoder
    /// The ids that rows of this worker's batches have used; nil if nobody wants to know.
    private var usedIDs: UsedIDs?
    private let lookup: (any IDLookup)?
    private var soughtIDs: [UnsafeBufferPointer<UInt8>] = []
    private var soughtRows: [Int] = []

    init(settings: RunSettings) throws {
        decoder = Decoder(names: settings.names, seed: settings.hashSeed)
        usedIDs = settings.idHistory == nil ? nil : UsedIDs()
        lookup = try settings.idHistory?.makeLookup()
    }

    /// Parses and decodes the chunk in `raw`.
    mutating func parse(_ read: ChunkSource.Read?, _ plans: [InputPlan]) -> Fault? {
        guard let read else { return nil }
        let plan = plans[read.input]
        let batch = batch
        batch.input = read.input
        if read.isLead {
            // Whatever comes up to the header's end has been read with it.
            batch.records.skip(raw.bytes)
            _ = decoder.decode(batch.records, plan.columns, into: &batch.rows)
            return nil
        }
        if plan.encoding == .cp949 {
            converted.removeAll()
            if let at = CP949.decode(raw.bytes, into: &converted) { return .csv(notText(at: at)) }
            swap(&raw, &converted)
        }
        let text = raw.bytes
        if let at = firstOffset(of: 0, in: text) {
            return .csv(CSVFault(.nulByte, line: countLineEnds(text.prefix(at))))
        }
        let fault = RecordParser(delimiter: plan.delimiter, spacesAreData: hasOuterSpace(text, plan.delimiter)).parse(
            text, end: read.chunk.end, hasQuotes: read.chunk.quoteCount > 0, limits: plan.limits,
            into: &batch.records)
        let isText = decoder.decode(batch.records, plan.columns, into: &batch.rows)
        if !isText || fault != nil, plan.encoding == .utf8, let at = firstInvalidUTF8(text) {
            return plan.isEncodingOpen ? .notUTF8 : .csv(notText(at: at))
        }
        return fault.map(Fault.csv)
    }

    /// Looks up what earlier runs used the ids of the batch for.
    mutating func findEarlierUses(_ plans: [InputPlan]) throws {
        guard let lookup, batch.rows.hasIDs, let column = plans[batch.input].columns.id else { return }
        let columns = plans[batch.input].columns
        let batch = batch
        soughtIDs.removeAll(keepingCapacity: true)
        soughtRows.removeAll(keepingCapacity: true)
        for row in 0..<batch.rows.count where batch.rows.needsID(row) {
            soughtIDs.append(trimmed(columns.cell(batch.records, row, column)))
            soughtRows.append(row)
        }
        let rows = soughtRows
        if rows.isEmpty { return }
        try lookup.find(soughtIDs) { batch.rows.setEarlierUse($1, row: rows[$0]) }
    }

    /// Keeps the ids that rows of the applied batch have used.
    mutating func keepUsedIDs(_ plans: [InputPlan]) {
        guard let usedIDs, batch.rows.hasIDs, let column = plans[batch.input].columns.id else { return }
        let columns = plans[batch.input].columns
        for row in 0..<batch.rows.count where batch.rows.needsID(row) {
            usedIDs.append(
                trimmed(columns.cell(batch.records, row, column)), action: batch.rows.actions[row],
                item: batch.rows.items[row], quantity: batch.rows.quantities[row])
        }
    }

    /// Hands over the ids that were kept.
    mutating func takeUsedIDs() -> UsedIDs {
        defer { usedIDs = nil }
        return usedIDs ?? UsedIDs()
    }

    private func notText(at offset: Int) -> CSVFault {
        CSVFault(.badEncoding, line: countLineEnds(raw.bytes.prefix(offset)), offset: offset)
    }

    private func firstOffset(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = bytes.baseAddress, let found = memchr(base, Int32(byte), bytes.count) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
