internal import CSV
internal import JuiceBatch

/// The digest of the ids that a run has used, taken in the order of their bytes.
final class IDDigest {
    private let digest = SHA256()
    private var buffer: [UInt8] = []
    /// How many ids it has taken in.
    private(set) var count = 0

    init() {}

    /// Takes in an id and what it was used for; `item` is the number in the ledger.
    func add(_ id: UnsafeBufferPointer<UInt8>, action: Int, item: Int, quantity: Int) {
        count += 1
        for number in [id.count, action, item, quantity] {
            withUnsafeBytes(of: Int64(number).littleEndian) { buffer.append(contentsOf: $0) }
        }
        buffer.append(contentsOf: id)
        if buffer.count > 64 * 1024 { flush() }
    }

    /// The digest in 64 hex digits; nothing can be taken in after it.
    func finishHex() -> String {
        flush()
        return digest.finishHex()
    }

    private func flush() {
        buffer.withUnsafeBufferPointer { digest.update($0) }
        buffer.removeAll(keepingCapacity: true)
    }
}
