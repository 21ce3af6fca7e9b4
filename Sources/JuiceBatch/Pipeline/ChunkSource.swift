package import CSV
internal import Glibc
internal import Synchronization

/// The chunks of all inputs, one after the other.
package struct ChunkSource: ~Copyable {
    /// A chunk and where it comes from.
    package struct Read {
        var chunk: ChunkReader.Chunk
        var input: Int
        /// Whether it is the first of its input.
        var isFirst: Bool
        /// Whether it holds what comes up to the header's end: no rows of data.
        var isLead: Bool
    }

    private let plans: [InputPlan]
    private let chunkBytes: Int
    private var reader: ChunkReader?
    private var digest = SHA256()
    private var input = 0
    private var isFirst = true
    /// Bytes of text read of all inputs so far.
    private(set) var bytesRead = 0
    /// The digests of the inputs that were read to their end.
    private(set) var digests: [String] = []

    package init(plans: [InputPlan], chunkBytes: Int) {
        self.plans = plans
        self.chunkBytes = chunkBytes
    }

    /// Fills `buffer` with the next chunk; nil behind the last one of the last input.
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
