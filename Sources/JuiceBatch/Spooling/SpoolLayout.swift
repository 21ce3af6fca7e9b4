/// The location of a stream's blocks: stretches of 1, 2, 4 … blocks, which few numbers describe and which keep most of
/// a long stream together.
enum SpoolLayout {
    /// The longest stretch has two to the power of this many blocks.
    private static let shiftMax = 14

    /// The number of blocks in a stretch (from 0) of a stream.
    static func blockCount(ofStretch stretch: Int) -> Int { 1 << min(stretch, shiftMax) }

    /// The stretch in which a block (from 0) of a stream lies, and which block of it that is; both from 0.
    static func place(ofBlock block: Int) -> (stretch: Int, block: Int) {
        // Those stretches that are each longer than the one before.
        let growing = (1 << (shiftMax + 1)) - 1
        if block < growing {
            let stretch = Int.bitWidth - 1 - (block + 1).leadingZeroBitCount
            return (stretch, block + 1 - (1 << stretch))
        }
        let rest = block - growing
        return (shiftMax + 1 + rest >> shiftMax, rest & ((1 << shiftMax) - 1))
    }
}
