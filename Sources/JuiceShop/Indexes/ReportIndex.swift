internal import JuiceBatch
internal import JuiceReports

/// What a folder of reports holds, made of nothing but what lies in it.
struct ReportIndex {
    private let found: [FoundReports]
    /// The runs that were taken back, as far as later runs tell, each with the run that did so.
    private let takenBack: [NightFigures.Mark: Int]
    private let root: OpenFolder
    private let interruption: Interruption
    private let foldersLeftOut: Int

    /// Looks through a folder.
    init(of root: OpenFolder, interruption: Interruption) throws(BatchError) {
        var search = ReportSearch(interruption: interruption)
        try search.look(through: root)
        found = search.found
        foldersLeftOut = search.foldersLeftOut
        takenBack = found.reduce(into: [:]) { all, reports in
            all.merge(reports.figures?.takenBack ?? [:]) { first, _ in first }
        }
        self.root = root
        self.interruption = interruption
    }

    /// What there is to show.
    func content(_ language: MessageLanguage) throws(BatchError) -> NightIndex {
        var nights = found.map { $0.figures.map(night) }
        let stands = nights.map { $0 != nil && $0?.reversedBy == nil }
        var search = OpenRowsSearch(found, stands: stands, in: root, interruption: interruption)
        for place in found.indices where stands[place] {
            try interruption.check()
            nights[place]?.open = try search.open(place)
        }
        return NightIndex(
            language: language,
            entries: zip(found, nights).map { NightIndex.Entry(name: $0.name, link: $0.link, night: $1) },
            foldersLeftOut: foldersLeftOut, filesLeftOut: search.filesLeftOut)
    }

    /// Of the sets that are asked for those with nothing left open, and those with something, the earliest runs of each day
    /// first: what settles another one never stands before it.
    ///
    /// A set that nothing can be read of is in neither.
    func sets(
        where isWanted: (FoundReports) -> Bool
    ) throws(BatchError) -> (settled: [FoundReports], open: [FoundReports]) {
        let stands = found.map { $0.figures != nil && $0.figures?.mark.flatMap { takenBack[$0] } == nil }
        var search = OpenRowsSearch(found, stands: stands, in: root, interruption: interruption)
        let wanted = found.indices.filter { found[$0].figures != nil && isWanted(found[$0]) }.sorted {
            let (one, other) = (found[$0], found[$1])
            let numbers = [one, other].map { $0.figures?.mark?.number ?? .max }
            if one.path.first != other.path.first || numbers[0] == numbers[1] {
                return one.path.lexicographicallyPrecedes(other.path)
            }
            return numbers[0] < numbers[1]
        }
        var (settled, open): ([FoundReports], [FoundReports]) = ([], [])
        for place in wanted {
            try interruption.check()
            if stands[place], try search.open(place).all > 0 {
                open.append(found[place])
            } else {
                settled.append(found[place])
            }
        }
        return (settled, open)
    }

    private func night(_ figures: NightFigures) -> NightIndex.Night {
        NightIndex.Night(
            date: figures.date, kind: figures.kind, reversedBy: figures.mark.flatMap { takenBack[$0] },
            orders: figures.orders, lost: figures.lost, rejected: figures.rejected, cups: figures.cups)
    }
}
