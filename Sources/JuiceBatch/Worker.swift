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

    init(settings: RunSettings) {
        decoder = Decoder(names: settings.names, seed: settings.hashSeed)
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

    private func notText(at offset: Int) -> CSVFault {
        CSVFault(.badEncoding, line: countLineEnds(raw.bytes.prefix(offset)), offset: offset)
    }

    private func firstOffset(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = bytes.baseAddress, let found = memchr(base, Int32(byte), bytes.count) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
