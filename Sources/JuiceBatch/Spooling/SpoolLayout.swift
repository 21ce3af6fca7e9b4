/// Where the blocks of a stream lie: in stretches of 1, 2, 4 … blocks, so that few numbers tell it, and a reader finds
/// most of a long stream side by side.
enum SpoolLayout {
    /// The longest stretch has two to the power of this many blocks.
    private static let shiftMax = 14

    /// How many blocks a stretch (from 0) of a stream has.
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
