internal import GRDB
internal import JuiceBatch

/// The ids that earlier runs of a ledger have used, as a run with a certain menu sees them.
final class LedgerIDHistory: IDHistory {
    /// The bytes of input per recorded id from which reading all ids pays off.
    ///
    /// A lookup costs as much as twenty ids of the sweep, and few rows are shorter than this.
    private static let bytesForScreen = 3

    private let ledger: Ledger
    /// The maximum number of ids.
    private let count: Int
    /// The place on the menu of each item of the ledger, by its number there.
    private let places: [Int: Int]
    /// The first run that does not count.
    private let end: Int
    private let prefilter: IDPrefilter?

    /// - Parameter run: of the runs before this one only.
    init(ledger: Ledger, count: Int, places: [Int: Int], before run: Int) {
        self.ledger = ledger
        self.count = count
        self.places = places
        end = run
        prefilter = IDPrefilter(count: count)
    }

    /// Keeps the filter of all ids, now that a run has added some, if there is one or it is made at once.
    func keepFilter(adding ids: [UsedID], run: Int, in database: Database) throws {
        guard let filter = prefilter?.filter ?? newFilter(ids.count) else { return }
        filter.add(ids.lazy.map(\.key.high))
        try StoredFilter.save(filter, run: run, in: database)
    }

    /// A filter for the first ids of a ledger; nil if there are ids already.
    private func newFilter(_ added: Int) -> IDFilter? {
        count == 0 && added >= StoredFilter.idsMin ? IDFilter(count: added) : nil
    }

    func makeLookup(inputBytes: Int) throws -> (any IDLookup)? {
        guard count > 0 else { return nil }
        let isPrefilterWorthIt = inputBytes >= count * Self.bytesForScreen
        return try ledger.translating {
            try LedgerIDLookup(
                ledger: ledger, places: places, before: end, prefilter: isPrefilterWorthIt ? prefilter : nil)
        }
    }
}
