package import JuiceBatch

/// The content of an index: the runs in a folder of reports, newest first, and what needs attention.
package struct FolderIndexModel: Sendable {
    /// A set of reports: its folder's path from the index, the address of its report.html, and its figures; nil if
    /// unreadable.
    package typealias Entry = (name: String, link: String?, run: RunOverview?)

    /// A task for the operator: a sentence, or its start if `files` complete it, and advice; empty if the text has it.
    package typealias Task = (text: String, files: [String], advice: String)

    /// The fruits to buy, with their pieces, and the day that they are for.
    package typealias Purchases = (date: CalendarDay, fruits: [FruitStock])

    package let language: MessageLanguage
    /// The shop's name; nil if the report of the last run has none.
    package var shop: String?
    /// The period that the index covers; nil for all runs.
    package var period: ClosedRange<CalendarDay>?
    /// The tasks for the operator apart from open rows, the most urgent first.
    package var tasks: [Task] = []
    /// The purchases according to the report of the last run; nil if it has no plan.
    package var purchases: Purchases?
    /// The stock that counts of the newest business day found missing; nil if nothing was counted.
    package var missing: [MissingStock]?
    /// The address of the newest plan.html in the folder; nil if there is none.
    package var planLink: String?
    /// The number of files that the operator has to decide about.
    package var unresolvedFiles = 0
    /// The business days without a run between days with one, oldest first; nil without a shop's ledger.
    package var daysWithoutRun: [CalendarDay]?
    /// The paths of unresolved files in failed/, by the days in their names.
    package var failedFiles: [CalendarDay: String] = [:]
    /// The entries by date, newest first; those of the same date keep their order, and those without a date come last.
    package private(set) var entries: [Entry]
    /// The number of older runs that the index does not cover, and the numbers of their open rows.
    package var olderRuns = (count: 0, open: OpenRows())
    /// Whether a ledger shows which failed rows are still open; without one, it is unknown.
    package var tracksOpenRows = true

    package init(language: MessageLanguage, entries: [Entry]) {
        self.language = language
        self.entries = Self.ordered(entries)
    }

    private static func ordered(_ entries: [Entry]) -> [Entry] {
        entries.sorted { ($0.run?.date?.number ?? .min) > ($1.run?.date?.number ?? .min) }
    }

    /// Returns the content of the index limited to the business days of a period, without tasks.
    package func cut(to period: ClosedRange<CalendarDay>) -> FolderIndexModel {
        var index = self
        let entriesOfPeriod = entries.compactMap { entry -> Entry? in
            guard let run = entry.run, let date = run.date else { return nil }
            if run.days.isEmpty { return period.contains(date) ? entry : nil }
            let days = run.days.filter { period.contains($0.date) }
            if days.isEmpty { return nil }
            return days.count == run.days.count ? entry : (entry.name, entry.link, run.limited(to: days))
        }
        index.entries = Self.ordered(entriesOfPeriod)
        index.period = period
        index.tasks = []
        index.olderRuns = (0, OpenRows())
        index.daysWithoutRun = daysWithoutRun?.filter(period.contains)
        // Purchases and missing fruit concern the newest day only.
        let newest = entries.lazy.compactMap { $0.run?.reversedBy == nil ? $0.run?.date : nil }.first
        if !(newest.map(period.contains) ?? false) { (index.purchases, index.missing) = (nil, nil) }
        return index
    }

    /// The counts and sums of the entries that can be read, with the open rows of older runs.
    package var totals: RunTotals {
        var totals = RunTotals(of: entries.compactMap(\.run))
        totals.open.add(olderRuns.open)
        return totals
    }

    /// The entry with the most open rows, the newest one if there are several; nil if no rows are open.
    package var entryWithMostOpenRows: Entry? {
        let open = entries.compactMap { entry -> (entry: Entry, rows: OpenRows)? in
            entry.run.flatMap { $0.reversedBy == nil && $0.open.total > 0 ? (entry, $0.open) : nil }
        }
        // Short orders take precedence over rejected rows, since they cost the shop more.
        return open.max { ($0.rows.short, $0.rows.rejected) < ($1.rows.short, $1.rows.rejected) }?.entry
    }
}

extension RunOverview {
    /// Returns the run limited to some of its business days, oldest first.
    func limited(to days: [DayFigures]) -> RunOverview {
        var run = self
        run.date = days.last?.date
        run.days = days
        run.sums = days.reduce(into: SalesFigures()) { $0.add($1.sums) }
        return run
    }
}
