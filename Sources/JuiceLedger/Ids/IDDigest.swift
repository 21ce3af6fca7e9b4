package import JuiceBatch

/// The digest of the ids that a run has used, taken in the order of their keys.
package struct IDDigest {
    private static let bufferMax = 1024

    private let digest = SHA256()
    private var buffer: [Int64] = []
    /// The number of ids added so far.
    package private(set) var count = 0

    /// Creates a digest of no ids.
    package init() {}

    /// The digest of no ids.
    package static let ofNothing: String = {
        var digest = IDDigest()
        return digest.finishHex()
    }()

    /// Takes in an id and what it was used for.
    package mutating func add(_ key: IDKey, _ use: StoredUse) {
        count += 1
        buffer.append(key.prefix.littleEndian)
        buffer.append(key.high.littleEndian)
        buffer.append(key.low.littleEndian)
        buffer.append(Int64(use.bits).littleEndian)
        if buffer.count > Self.bufferMax { flush() }
    }

    /// The digest in 64 hex digits; nothing can be taken in after it.
    package mutating func finishHex() -> String {
        flush()
        return digest.finishHex()
    }

    private mutating func flush() {
        buffer.withUnsafeBytes { digest.update($0.bindMemory(to: UInt8.self)) }
        buffer.removeAll(keepingCapacity: true)
    }
}
