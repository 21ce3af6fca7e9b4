/// A shift at one moment, as its screens show it.
package struct ShiftView: Sendable, Equatable {
    /// Pieces of a fruit.
    package struct FruitView: Sendable, Equatable {
        package let name: String
        package let stock: Int
    }

    /// A juice that can be ordered.
    package struct JuiceView: Sendable, Equatable {
        package let name: String
        /// How many cups there is fruit for.
        package let cupsPossible: Int
    }

    /// What the shift came to so far.
    package struct Figures: Sendable, Equatable {
        /// Orders that were served, those that were short, and those that were cancelled.
        package var served = 0
        package var short = 0
        package var cancelled = 0
        /// Cups that were served less those that were cancelled, and cups that were short.
        package var cups = 0
        package var cupsShort = 0
    }

    /// How a shift stands.
    package enum Status: Sendable, Equatable {
        /// Presses are booked.
        case open
        /// Nothing is booked until the counter is opened again: a row could not be recorded; in the system's words.
        case stuck(String)
        /// It is closed.
        case closed
    }

    /// What the clock says of a shift.
    package enum Clock: Sendable, Equatable {
        /// It is the shift's business day.
        case onTheDay
        /// It is a later day by now; what is booked stays of the shift's.
        case dayHasPassed
        /// It shows a time before the latest booking's, which the next ones get until it does not, or a day before the
        /// shift's.
        case isBehind
    }

    /// How many bookings a view lists.
    package static let latestMax = 10

    /// Its business day, as in `2026-11-20`.
    package let date: String
    /// When it was opened, in UTC, as in `2026-11-20T18:30:00Z`.
    package let openedAt: String
    package let status: Status
    /// How many rows the journal has: it grows with everything that is booked.
    package let rows: Int
    /// In the order of the menu.
    package let fruits: [FruitView]
    package let juices: [JuiceView]
    /// The latest bookings, the newest first.
    package let latest: [Booking]
    package let figures: Figures
    package let clock: Clock

    /// The same in another state.
    func with(status: Status) -> ShiftView {
        ShiftView(
            date: date, openedAt: openedAt, status: status, rows: rows, fruits: fruits, juices: juices,
            latest: latest, figures: figures, clock: clock)
    }
}
