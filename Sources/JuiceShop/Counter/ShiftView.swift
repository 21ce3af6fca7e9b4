package import JuiceCore

/// A snapshot of a shift for its screens.
package struct ShiftView: Sendable, Equatable {
    /// The stock of a fruit.
    package struct FruitView: Sendable, Equatable {
        package let name: String
        package let stock: Int
        /// The number of pieces used by the cups of the shift.
        package let used: Int
    }

    /// A juice that can be ordered.
    package struct JuiceView: Sendable, Equatable {
        package let name: String
        /// The price of a cup; nil if unknown.
        package let price: Money?
        /// The number of cups for which the stock is sufficient.
        package let cupsPossible: Int
        package let day: JuiceDay
    }

    /// The figures of a juice in the shift so far.
    package struct JuiceDay: Sendable, Equatable {
        /// The number of orders that were served, and the number that were short.
        package var orders = 0
        package var short = 0
        /// The cups served minus the cups cancelled.
        package var cups = 0
    }

    /// The course of the day so far.
    package struct Course: Sendable, Equatable {
        /// The number of cups served in each hour from 0 to 23, minus those cancelled later.
        package var cups = Array(repeating: 0, count: 24)
        /// The hours that have bookings, in the order of the shift.
        package var hours: [Int] = []
        /// The number of minutes from the first booking to the latest one.
        package var minutes = 0
    }

    /// The figures of the shift so far.
    package struct Figures: Sendable, Equatable {
        /// The numbers of orders that were served, short and cancelled.
        package var served = 0
        package var short = 0
        package var cancelled = 0
        /// The cups served minus the cups cancelled, and the cups that were short.
        package var cups = 0
        package var cupsShort = 0
    }

    /// The state of a shift.
    package enum Status: Sendable, Equatable {
        /// The shift accepts bookings.
        case open
        /// The shift books nothing until the counter is restarted, since a row could not be written; the text is the
        /// system's message.
        case stuck(String)
        case closed
    }

    /// The relation of the clock to the shift, which may require a warning.
    package enum Clock: Sendable, Equatable {
        /// The clock shows the shift's business day.
        case onTheDay
        /// The clock shows a later day; bookings remain on the shift's business day.
        case dayHasPassed
        /// The clock is earlier than the latest booking, whose time new bookings then get, or earlier than the shift's
        /// day.
        case isBehind
    }

    /// The maximum number of bookings in a view.
    package static let latestMax = 10

    /// The shift's business day, such as `2026-11-20`.
    package let date: String
    /// The UTC time at which the shift was opened, such as `2026-11-20T18:30:00Z`.
    package let openedAt: String
    package internal(set) var status: Status
    /// The number of rows in the shift log, which grows with every booking.
    package let rows: Int
    /// The fruits in the order of the menu.
    package let fruits: [FruitView]
    package let juices: [JuiceView]
    /// The latest bookings, the newest first.
    package let latest: [Booking]
    package let figures: Figures
    package let course: Course
    package let clock: Clock
    /// Whether the menu has prices.
    package let hasPrices: Bool

    /// The sales so far; nil if a juice without a price was served.
    package var sales: Money? {
        var sum: Int128 = 0
        for juice in juices where juice.day.cups != 0 {
            guard let price = juice.price else { return nil }
            sum += Int128(juice.day.cups) * Int128(price.hundredths)
        }
        return Money(hundredths: Int(clamping: sum))
    }
}
