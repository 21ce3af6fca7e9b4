import Foundation
import TestSupport

/// A plain plan of what to buy, computed from the reports of all runs with Foundation's calendar.
struct PlainPlan {
    /// A run according to its reports.
    struct NightlyRun {
        /// The business day, `YYYY-MM-DD`; nil if it is unknown.
        var date: String?
        /// Requested pieces by fruit.
        var demand: [String: Int] = [:]
        /// Whether an order of its own reached stock.
        var hasOrders = false
        var isReversed = false

        /// Reads a run from its reports.
        ///
        /// - Parameter retries: the names of the files in them that were a failure.csv.
        init(date: String?, _ reports: ReportSet, _ menu: PlainMenu, retries: Set<String>) {
            self.date = date
            var pieces = menu.fruits.map { _ in 0 }
            func add(_ name: String, _ cups: Int) {
                guard let juice = menu.juices.first(where: { $0.name == name }) else { return }
                for use in juice.uses { pieces[use.fruit] += cups * use.quantity }
            }
            let successes = ReportSet.rows(reports.success).dropFirst()
            for row in successes where !retries.contains(row[0]) {
                if row[3] == "order" { add(row[4], Int(row[5]) ?? 0) }
                if row[3] == "cancel" { add(row[4], -(Int(row[5]) ?? 0)) }
                if row[3] == "order" { hasOrders = true }
            }
            // An id that was finally served, or short twice, counts once.
            var seen = Set(successes.filter { !retries.contains($0[0]) }.map { $0[2] }).subtracting([""])
            for row in ReportSet.rows(reports.failure).dropFirst() where row[6] == "insufficient_stock" {
                let isNew = row[2].isEmpty || seen.insert(row[2]).inserted
                guard row[3] == "order", !retries.contains(row[0]) else { continue }
                hasOrders = true
                if isNew { add(row[4], Int(row[5]) ?? 0) }
            }
            for (fruit, count) in zip(menu.fruits, pieces) { demand[fruit.name] = max(0, count) }
        }
    }

    /// The plan of one fruit.
    struct Line: Equatable, CustomStringConvertible {
        var need: Int
        var buy: Int

        var description: String { "need \(need), buy \(buy)" }
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static let format = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()

    /// The date so many days later.
    static func date(_ date: String, plus days: Int) -> String? {
        guard let day = try? format.parse(date), let later = calendar.date(byAdding: .day, value: days, to: day)
        else { return nil }
        return format.format(later)
    }

    private static func weekday(_ date: String) -> Int? {
        (try? format.parse(date)).map { calendar.component(.weekday, from: $0) }
    }

    private static func isWeekend(_ date: String) -> Bool { [1, 7].contains(weekday(date)) }

    /// The needs and purchases of each fruit; nil if no order has a business day.
    ///
    /// - Parameters:
    ///   - first: the first day; nil for the one after the newest.
    ///   - cover: `max` or `mean`.
    ///   - fruits: those of the menu.
    static func lines(
        _ nightlyRuns: [NightlyRun], first: String?, days: Int, cover: String, fruits: [String], stock: [String: Int],
        ordered: [String: Int]
    ) -> [String: Line]? {
        let standing = nightlyRuns.filter { !$0.isReversed && $0.date != nil }
        var byDay: [String: [NightlyRun]] = [:]
        for nightlyRun in standing { byDay[nightlyRun.date ?? "", default: []].append(nightlyRun) }
        let counted = byDay.filter { $0.value.contains { $0.hasOrders } }.keys.sorted().reversed().map(\.self)
        guard let newest = byDay.keys.max(), !counted.isEmpty, let start = first ?? date(newest, plus: 1)
        else { return nil }
        var lines: [String: Line] = [:]
        for fruit in fruits {
            var need = 0
            for offset in 0..<days {
                guard let day = date(start, plus: offset) else { return nil }
                var like = Array(counted.filter { weekday($0) == weekday(day) }.prefix(4))
                if like.isEmpty { like = Array(counted.filter { isWeekend($0) == isWeekend(day) }.prefix(7)) }
                if like.isEmpty { like = Array(counted.prefix(14)) }
                let demands = like.map { date in
                    (byDay[date] ?? []).reduce(0) { $0 + ($1.demand[fruit] ?? 0) }
                }
                let sum = demands.reduce(0, +)
                need += cover == "max" ? demands.max() ?? 0 : (sum + demands.count - 1) / demands.count
            }
            lines[fruit] = Line(need: need, buy: max(0, need - (stock[fruit] ?? 0) - (ordered[fruit] ?? 0)))
        }
        return lines
    }
}
