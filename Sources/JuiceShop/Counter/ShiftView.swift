package import JuiceCore

/// A shift at one moment, as its screens show it.
package struct ShiftView: Sendable, Equatable {
    /// The stock of a fruit.
    package struct FruitView: Sendable, Equatable {
        package let name: String
        package let stock: Int
        /// The pieces that the day's cups have used.
        package let used: Int
    }

    /// A juice that can be ordered.
    package struct JuiceView: Sendable, Equatable {
        package let name: String
        /// The price of a cup; nil if unknown.
        package let price: Money?
        /// The number of cups that there is fruit for.
        package let cupsPossible: Int
        package let day: JuiceDay
    }

    /// The figures of a juice so far.
    package struct JuiceDay: Sendable, Equatable {
        /// The numbers of orders that were served, and that were short.
        package var orders = 0
        package var short = 0
        /// The cups served minus the cups cancelled.
        package var cups = 0
    }

    /// The course of the day so far.
    package struct Course: Sendable, Equatable {
        /// The cups served in each hour of the day, from 0 to 23, minus those cancelled later.
        package var cups = Array(repeating: 0, count: 24)
        /// The clock hours of the day, in the order of its course.
        package var hours: [Int] = []
        /// The minutes from the first booking to the latest one.
        package var minutes = 0
    }

    /// The figures of the shift so far.
    package struct Figures: Sendable, Equatable {
        /// The numbers of orders that were served, short, and cancelled.
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
        /// The shift books nothing until the counter is opened again, since a row could not be written; the system's
        /// message.
        case stuck(String)
        case closed
    }

    /// The warning about a shift that the clock gives cause for.
    package enum Clock: Sendable, Equatable {
        /// The clock shows the shift's business day.
        case onTheDay
        /// The clock shows a later day; bookings stay on the shift's.
        case dayHasPassed
        /// The clock is earlier than the latest booking, whose time new bookings get, or than the shift's day.
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

    /// The sales so far; nil if a juice that was served has no price.
    package var sales: Money? {
        var sum: Int128 = 0
        for juice in juices where juice.day.cups != 0 {
            guard let price = juice.price else { return nil }
            sum += Int128(juice.day.cups) * Int128(price.hundredths)
        }
        return Money(hundredths: Int(clamping: sum))
    }
}
