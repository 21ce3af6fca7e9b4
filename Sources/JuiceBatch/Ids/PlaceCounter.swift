/// Counts how often a text has come so far: the place, from 1, of each among those that are the same.
struct PlaceCounter: ~Copyable {
    private var counts = IDTable()

    /// The place of the next one.
    ///
    /// - Throws: `inputOutput` where the system has no memory.
    mutating func next(_ text: IDHash) throws(BatchError) -> Int {
        try counts.reserve(1)
        let slot = counts.slot(of: text)
        let place = counts.bits(at: slot) + 1
        counts.store(IDTable.Entry(bits: place), id: text, at: slot)
        return Int(truncatingIfNeeded: place)
    }

    /// Has the processor fetch what it knows of a text that comes soon.
    func prefetch(_ text: IDHash) { counts.prefetch(text) }
}
