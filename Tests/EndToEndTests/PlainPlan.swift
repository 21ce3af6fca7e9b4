import Foundation
import TestSupport

/// A plain plan of what to buy, computed from the reports of all runs with Foundation's calendar.
enum PlainPlan {
    /// A run according to its reports.
    struct NightlyRun {
        /// The business day, `YYYY-MM-DD`; nil if it is unknown.
        let date: String?
        /// Requested pieces by fruit.
        private(set) var demand: [String: Int] = [:]
        /// Whether an order of its own reached stock.
        private(set) var hasOrders = false

        /// Reads a run from its reports; rows of a failure.csv were tried again.
        init(date: String?, _ reports: ReportSet, _ menu: PlainMenu) {
            self.date = date
            let isOwn = { (row: [String]) in row[0] != "failure.csv" }
            let successes = ReportSet.rows(reports.success).dropFirst().filter(isOwn)
            for row in successes where row[3] == "order" || row[3] == "cancel" {
                add(row, row[3] == "order" ? 1 : -1, menu)
            }
            // An id that was finally served, or short twice, counts once.
            var seen = Set(successes.map { $0[2] }).subtracting([""])
            for row in ReportSet.rows(reports.failure).dropFirst() where row[6] == "insufficient_stock" {
                let isNew = row[2].isEmpty || seen.insert(row[2]).inserted
                guard row[3] == "order", isOwn(row) else { continue }
                add(row, isNew ? 1 : 0, menu)
            }
            demand = demand.mapValues { max(0, $0) }
        }

        private mutating func add(_ row: [String], _ sign: Int, _ menu: PlainMenu) {
            if row[3] == "order" { hasOrders = true }
            for use in menu.juices.first(where: { $0.name == row[4] })?.uses ?? [] {
                demand[menu.fruits[use.fruit].name, default: 0] += sign * use.quantity * (Int(row[5]) ?? 0)
            }
        }
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static let format = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()

    /// The date so many days later.
    static func date(_ date: String, plus days: Int) -> String? {
        guard let day = try? format.parse(date) else { return nil }
        return calendar.date(byAdding: .day, value: days, to: day).map { format.format($0) }
    }

    private static func weekday(_ date: String) -> Int? {
        (try? format.parse(date)).map { calendar.component(.weekday, from: $0) }
    }

    private static func isWeekend(_ date: String) -> Bool { [1, 7].contains(weekday(date)) }

    /// The needs of each fruit; nil if no order has a business day.
    ///
    /// - Parameters:
    ///   - runs: those that were not reversed.
    ///   - first: the first day; nil for the one after the newest.
    ///   - cover: `max` or `mean`.
    static func needs(
        _ runs: [NightlyRun], first: String?, days: Int, cover: String, fruits: [String]
    ) -> [String: Int]? {
        let byDay = Dictionary(grouping: runs.filter { $0.date != nil }) { $0.date ?? "" }
        let counted = byDay.filter { $0.value.contains(where: \.hasOrders) }.keys.sorted(by: >)
        guard let newest = byDay.keys.max(), !counted.isEmpty, let start = first ?? date(newest, plus: 1)
        else { return nil }
        var needs: [String: Int] = [:]
        for day in (0..<days).compactMap({ date(start, plus: $0) }) {
            var like = counted.filter { weekday($0) == weekday(day) }.prefix(4)
            if like.isEmpty { like = counted.filter { isWeekend($0) == isWeekend(day) }.prefix(7) }
            if like.isEmpty { like = counted.prefix(14) }
            for fruit in fruits {
                let demands = like.map { date in (byDay[date] ?? []).reduce(0) { $0 + ($1.demand[fruit] ?? 0) } }
                let mean = (demands.reduce(0, +) + demands.count - 1) / demands.count
                needs[fruit, default: 0] += cover == "max" ? demands.max() ?? 0 : mean
            }
        }
        return needs
    }
}
