/// Finds out whether an input begins with all records of one that an earlier run applied.
struct OverlapWatch {
    /// The candidates in the order of their lengths.
    private let candidates: [EarlierInputs.Input]
    private var next = 0

    /// A watch for inputs that earlier runs applied.
    init(_ earlier: EarlierInputs) {
        candidates = earlier.inputs.sorted { ($0.records, -$0.run) < ($1.records, -$1.run) }
    }

    /// Takes the digest of an input up to its next row, from the first one on.
    ///
    /// - Returns: the earlier input, of several the one of the latest run, that ends just here; nil if none does.
    mutating func take(_ digest: RecordDigest) -> EarlierInputs.Input? {
        while next < candidates.count, candidates[next].records < digest.count { next += 1 }
        guard next < candidates.count, candidates[next].records == digest.count else { return nil }
        let hash = digest.hex
        return candidates[next...].prefix { $0.records == digest.count }.first { $0.recordsHash == hash }
    }
}
