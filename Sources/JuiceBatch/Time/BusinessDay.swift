/// The business day of a run and its source.
package struct BusinessDay: Sendable, Equatable {
    /// The source of a run's business day.
    package enum Source: String, Sendable, CaseIterable {
        /// The user: `--date`, a setting, or the day of a shift or chain.
        case given
        /// The dates of the rows that reached stock; the newest counts.
        case rows
        /// The date in the name of the input.
        case name
        /// The time at which the file was written, by the clock of whatever wrote it.
        case clock
    }

    /// The date as `YYYY-MM-DD`.
    package let date: String
    package let source: Source
    /// The date in the input's name, `YYYY-MM-DD`, if the rows have a different one; otherwise nil.
    package let named: String?

    package init(date: String, source: Source, named: String? = nil) {
        self.date = date
        self.source = source
        self.named = named
    }
}

/// The business days of the runs of a ledger.
///
/// A wrong clock books a file without any date on a day far ahead, where the next plan would begin. Such days are
/// separated from the others here.
package struct BusinessDays: Sendable, Equatable {
    /// A run with its business day.
    package struct Run: Sendable, Equatable {
        /// The run's number in the ledger, from 1.
        package let number: Int
        package let date: CalendarDay
        /// Whether the day comes only from the clock (`BusinessDay.Source.clock`).
        package let isFromClock: Bool

        package init(number: Int, date: CalendarDay, isFromClock: Bool) {
            self.number = number
            self.date = date
            self.isFromClock = isFromClock
        }
    }

    /// The runs whose days are likely wrong, since only the clock names them.
    package struct Ahead: Sendable, Equatable {
        /// The runs in their order in the ledger, at least one.
        package let runs: [Run]
        /// The newest business day of all other runs.
        package let newest: CalendarDay
    }

    /// The longest pause between two business days that raises no question, in days.
    private static let pauseDaysMax = 7

    package let runs: [Run]
    /// The runs that are ahead of all others; nil if none is.
    package let ahead: Ahead?

    /// Creates the business days of runs.
    ///
    /// - Parameter runs: those that stand, in any order.
    package init(_ runs: [Run] = []) {
        self.runs = runs
        ahead = Self.ahead(runs)
    }

    /// The newest business day of the runs that are not ahead; nil if no run has a day.
    package var newest: CalendarDay? { ahead?.newest ?? runs.map(\.date).max() }

    /// The days of the runs that are not ahead.
    package var dates: Set<CalendarDay> { Set(runs.lazy.map(\.date).filter { !isAhead($0) }) }

    /// Returns these business days with one more run.
    package func adding(_ run: Run) -> BusinessDays { BusinessDays(runs + [run]) }

    /// Whether a run that is ahead has this day.
    package func isAhead(_ date: CalendarDay) -> Bool { ahead.map { date > $0.newest } ?? false }

    /// The runs behind a pause of more than `pauseDaysMax` days whose days only the clock names.
    ///
    /// Where they are of several days, the shop may have been closed meanwhile. Then they are ahead only if a run of
    /// the day before the pause came after one of theirs: the clock has gone back. It has not if most runs are behind the
    /// pause and only the clock names the days before it: then an old file came late.
    private static func ahead(_ runs: [Run]) -> Ahead? {
        let sure = runs.lazy.filter { !$0.isFromClock }.map(\.date).max() ?? runs.lazy.map(\.date).min()
        guard var before = sure else { return nil }
        let later = Set(runs.lazy.map(\.date).filter { [before] in $0 > before }).sorted()
        for date in later {
            defer { before = date }
            guard date.number - before.number > pauseDaysMax else { continue }
            let behind = runs.filter { $0.date > before }.sorted { $0.number < $1.number }
            let first = behind.first?.number ?? 0
            let past = runs.filter { $0.date <= before }
            let hasGoneBack =
                past.contains { $0.date == before && $0.number > first }
                && (past.count >= behind.count || past.contains { !$0.isFromClock })
            if hasGoneBack || date == later.last { return Ahead(runs: behind, newest: before) }
        }
        return nil
    }
}

/// The time at which a shop's business day begins; earlier rows belong to the day before.
package struct DayStart: Equatable, Sendable {
    /// The minutes from midnight, 0 … 1,439.
    package let minutes: Int

    /// Days that begin at 00:00.
    package static let midnight = DayStart()

    package static let minutesPerDay = 1_440

    private init() {
        minutes = 0
    }

    /// Creates a start from minutes after midnight, wrapped to one day.
    package init(minutes: Int) {
        precondition(minutes >= 0, "a time of day is not before midnight")
        self.minutes = minutes % Self.minutesPerDay
    }

    /// Parses `HH:MM`, from `00:00` to `23:59`; nil for any other text.
    package init?(_ text: String) {
        let digits = text.utf8.map { Int($0) - 0x30 }
        guard digits.count == 5, digits[2] == 10 else { return nil }
        let values = [digits[0], digits[1], digits[3], digits[4]]
        guard values.allSatisfy((0...9).contains) else { return nil }
        let hour = values[0] * 10 + values[1]
        let minute = values[2] * 10 + values[3]
        guard hour <= 23, minute <= 59 else { return nil }
        minutes = hour * 60 + minute
    }

    /// The time as `HH:MM`, which parses back to the same.
    package var text: String {
        ClockTime(seconds: Int64(seconds), hasDate: false, offset: nil).clockText
    }

    /// The seconds from midnight.
    var seconds: Int { minutes * 60 }
}
