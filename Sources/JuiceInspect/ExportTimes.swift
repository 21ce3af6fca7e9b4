internal import CSV
package import JuiceBatch

/// The time columns of an export, in the order in which they are joined; empty if there are no times.
///
/// `orders` are the orders of year, month and day with which all dates can be read, or empty if none is needed. `date`
/// is the first column of dates without a time of day, whether it is a time column or not.
typealias TimeColumns = (columns: [ExportColumn], orders: [DateOrder], date: ExportColumn?)

extension ExportTable {
    /// Finds the time columns, given those that settings or their names give this role, and the date order in settings.
    func timeColumns(named: [ExportColumn], order: DateOrder?) -> TimeColumns {
        let candidates = columns.compactMap { column in
            named.contains(column) || column.words.hasAny(HeaderHints.time)
                ? column.timeReading(order).map { (column: column, kind: $0.kind, orders: $0.orders) } : nil
        }
        let dates = candidates.filter { $0.kind == .date }
        let date = dates.first?.column
        if named.count > 1 {
            let orders = candidates.first { named.contains($0.column) && $0.kind.contains(.date) }?.orders ?? []
            return (named, orders, date)
        }
        let configured = candidates.first { named.contains($0.column) }
        let others = candidates.filter { $0.kind != .date }
        let ofSale = others.filter { $0.column.words.hasAny(HeaderHints.saleTime) }
        let possible = configured.map { [$0] } ?? ofSale + others
        if let whole = possible.first(where: { $0.kind.contains(.date) }) {
            return ([whole.column], whole.orders, date)
        }
        guard let clock = possible.first else { return ([], [], date) }
        return (dates.prefix(1).map(\.column) + [clock.column], dates.first?.orders ?? [], date)
    }
}

extension ExportColumn {
    /// The kind of the column's times, and the date orders with which all of them can be read; nil if more than a tenth
    /// of the values are not times, or if their kinds differ.
    fileprivate func timeReading(_ order: DateOrder?) -> (kind: Timestamp.Kind, orders: [DateOrder])? {
        // A few cells may be damaged: those that cannot be read with any order of dates.
        let all = self.values.prefix(1_000).map { Array($0.text.utf8) }
        let readers = ([nil] + DateOrder.allCases as [DateOrder?]).map { TimeReader(dateOrder: $0) }
        let values = all.filter { text in readers.contains { $0.read(text) != nil } }
        guard values.count * 10 >= all.count * 9 else { return nil }
        func kind(_ order: DateOrder?) -> Timestamp.Kind? {
            let reader = TimeReader(dateOrder: order)
            let kinds = values.map { reader.read($0)?.kind }
            return kinds.allSatisfy { $0 == kinds[0] } ? kinds.first ?? nil : nil
        }
        if let plain = kind(order) { return (plain, order.map { [$0] } ?? []) }
        let orders = DateOrder.allCases.filter { kind($0) != nil }
        return orders.first.flatMap(kind).map { ($0, orders) }
    }
}

/// The direction of the times in an export from row to row: forward, backward or mixed.
package struct TimeDirection: Sendable {
    /// The columns that the times are joined from, in order.
    package let columns: [ExportColumn]
    /// The steps from row to row, if both times can be read.
    package private(set) var steps = TimeSteps()
    /// The number of rows whose time cannot be read.
    package private(set) var unreadable = 0
    /// The first time, as spelled in its cells; empty if there are no times.
    package private(set) var first = ""
    /// The last time, as spelled in its cells; empty if there are no times.
    package private(set) var last = ""
    /// The number of steps from an evening time (from 18:00) to a morning time on the same date.
    package private(set) var midnights = 0
    /// The latest time before noon since the first of these steps, in minutes after midnight.
    package private(set) var latestMorningMinutes = 0

    init(_ times: TimeColumns, rows: [Int]) {
        columns = times.columns
        let reader = TimeReader(dateOrder: times.orders.first)
        // Empty cells of merged cells have the value above them.
        var filled = columns.map { _ in ExportColumn.empty }
        var (text, latestText): ([UInt8], [UInt8]) = ([], [])
        var latest: Timestamp?
        for row in rows {
            for (index, column) in columns.enumerated() where column.codes[row] != ExportColumn.empty {
                filled[index] = column.codes[row]
            }
            text.removeAll(keepingCapacity: true)
            for (index, column) in columns.enumerated() where filled[index] != ExportColumn.other {
                if index > 0 { text.append(Ascii.space) }
                text += column.bytes(filled[index])
            }
            guard !filled.contains(ExportColumn.other), let time = reader.read(text) else {
                unreadable += 1
                continue
            }
            if first.isEmpty { first = String(decoding: text, as: UTF8.self) }
            swap(&text, &latestText)
            guard steps.add(time, line: 0) else { continue }
            if let latest { addMidnight(from: latest, to: time) }
            latest = time
        }
        last = String(decoding: latestText, as: UTF8.self)
    }

    private mutating func addMidnight(from last: Timestamp, to time: Timestamp) {
        guard time.secondsOfDay < 12 * 3_600 else { return }
        if time.day == last.day, last.secondsOfDay >= 18 * 3_600 { midnights += 1 }
        if midnights > 0 { latestMorningMinutes = max(latestMorningMinutes, time.secondsOfDay / 60) }
    }

    var hasDates: Bool { steps.kind?.contains(.date) ?? false }
    /// Whether all times can be read, and most steps are backward.
    var isNewestFirst: Bool { steps.areNewestFirst && unreadable == 0 }
}
