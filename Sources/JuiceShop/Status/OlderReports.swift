internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The older sets in the folder of a shop's reports, as its index counts them; it lists none of them.
///
/// Their figures no longer change, so that a run need not look at the reports of years: they hold for as long as their
/// folders are there and their runs are neither reversed nor settled. What is changed in a set itself shows once the index
/// is made from all sets again.
struct OlderReports {
    /// The minimum number of the ledger's latest runs that are looked at each time, and the maximum.
    static let (newestMin, newestMax) = (IndexPage.linesMax, IndexPage.linesMax + 31)

    /// A set that is looked at each time, or a run without one.
    struct Kept: Hashable {
        /// The path of the set; empty for a run whose reports are not in the folder.
        let path: String
        /// The number of its run; 0 if none is known.
        let run: Int
        /// Whether its rows may settle some of another set, or it says that an older run was reversed.
        let isDecisive: Bool
    }

    /// The latest run whose reports can be among them.
    let lastRun: Int
    /// The ledger's state up to that run (`LedgerSnapshot.state`).
    let ledger: String
    /// The names of their folders, in the order of their bytes.
    let names: [FileName]
    let runs: RunTotals
    /// The newest day of the older runs.
    let newestDay: CalendarDay
    /// The shop's name in the last of them that has one.
    let shop: String?
    /// The other sets at the time, and the runs without one that came later or may have open rows.
    let kept: Set<Kept>

    /// The follow-ups of the runs that are looked at; nil if the ledger has changed what is counted of these sets.
    func followUps(in snapshot: LedgerSnapshot) throws -> [RunFollowUp]? {
        guard try snapshot.lastRun() - lastRun <= Self.newestMax, try snapshot.state(upTo: lastRun) == ledger else {
            return nil
        }
        return try snapshot.followUps(after: lastRun, and: kept.map(\.run))
    }

    /// Whether no set has come or gone that may change what is counted.
    ///
    /// - Parameters:
    ///   - sets: all sets but these, and the runs without one, as in `kept`: a run without one may have put its reports
    ///     into the folder of an older set.
    ///   - newest: the day of the last run in the list, on which all days in the list are newer or the same; nil if
    ///     the list has room.
    func hold(beside sets: [Kept], lastOfList newest: CalendarDay?) -> Bool {
        guard let newest, newest > newestDay else { return false }
        return sets.allSatisfy { $0.run > lastRun && !$0.isDecisive && !$0.path.isEmpty || kept.contains($0) }
            && kept.filter(\.isDecisive).isSubset(of: sets)
    }
}

extension OlderReports {
    /// Adds all to stored fields.
    func store(in fields: inout FieldWriter) {
        fields.add(lastRun)
        fields.add(ledger.utf8)
        fields.add(newestDay.number)
        fields.add((shop ?? "").utf8)
        fields.add(kept.count)
        for set in kept.sorted(by: { $0.path < $1.path }) {
            fields.add(set.path.utf8)
            fields.add(set.run)
            fields.add(set.isDecisive)
        }
        fields.add(names.count)
        for name in names { fields.add(name.bytes) }
        runs.store(in: &fields)
    }

    /// Reads what `store` has added.
    init(_ fields: inout StoredFields) throws(StoredFields.Fault) {
        lastRun = try fields.number()
        ledger = try fields.string()
        newestDay = CalendarDay(number: try fields.number())
        let shop = try fields.string()
        self.shop = shop.isEmpty ? nil : shop
        kept = Set(
            try fields.list { fields throws(StoredFields.Fault) in
                Kept(path: try fields.string(), run: try fields.number(), isDecisive: try fields.isTrue())
            })
        names = try fields.list { fields throws(StoredFields.Fault) in FileName(Array(try fields.text())) }
        runs = try RunTotals(&fields)
    }
}
