/// The columns of an input that hold its times, and the format of these.
package struct TimeColumns: Equatable, Sendable {
    /// The indices of the columns, from 0, in the order in which they are joined; empty where there are no times.
    package var columns: [Int] = []
    /// The orders under which all dates can be read; none where they can be read without one.
    package var orders: [DateOrder] = []
    /// A column of dates without a time of day, from 0, whether it is one of `columns` or not.
    package var date: Int?

    /// The value for an input without times.
    static let none = TimeColumns()

    private init() {}

    private struct Candidate {
        let column: Int
        let kind: RowTime.Kind
        let orders: [DateOrder]
    }

    static let words = [
        "date", "time", "datetime", "timestamp", "created", "날짜", "일자", "시각", "일시", "시간",
    ]
    private static let saleWords = ["주문", "판매", "거래", "결제", "order", "ordered", "sale", "sold", "created"]

    /// Finds the columns of the times.
    ///
    /// - Parameters:
    ///   - named: the columns that are the times by a setting or by their header alone; none if nothing says so.
    ///   - order: the settled order of dates.
    package init(_ survey: InputSurvey, named: [Int], order: DateOrder?) {
        let candidates = survey.columns.compactMap { column in
            named.contains(column.place) || TextWords(column.name).hasAny(Self.words)
                ? Self.candidate(column, order) : nil
        }
        let dates = candidates.filter { $0.kind == .date }
        date = dates.first?.column
        if named.count > 1 {
            columns = named
            orders = candidates.first { named.contains($0.column) && $0.kind.contains(.date) }?.orders ?? []
            return
        }
        let all = candidates.filter { $0.kind.contains(.date) && $0.kind.contains(.timeOfDay) }
        let clocks = candidates.filter { !$0.kind.contains(.date) }
        func isOfSale(_ candidate: Candidate) -> Bool {
            TextWords(survey.header[candidate.column]).hasAny(Self.saleWords)
        }
        let own = candidates.first { named.contains($0.column) }
        let whole = own.map { $0.kind.contains(.date) ? $0 : nil } ?? all.first(where: isOfSale) ?? all.first
        if let whole {
            columns = [whole.column]
            orders = whole.orders
        } else if let clock = own ?? clocks.first(where: isOfSale) ?? clocks.first, !clock.kind.contains(.date) {
            columns = (dates.first.map { [$0.column] } ?? []) + [clock.column]
            orders = dates.first?.orders ?? []
        } else if let date = dates.first, named == [date.column] {
            columns = named
            orders = date.orders
        }
    }

    /// The form of a column's values as times; nil where they are none.
    private static func candidate(_ column: ColumnSurvey, _ order: DateOrder?) -> Candidate? {
        guard !column.values.isEmpty else { return nil }
        func kind(_ order: DateOrder?) -> RowTime.Kind? {
            let reader = TimeReader(dateOrder: order)
            var found: RowTime.Kind?
            for value in column.values.prefix(1_000) {
                let time = Array(value.text.utf8).withUnsafeBufferPointer { reader.read($0) }
                guard let time, found == nil || found == time.kind else { return nil }
                found = time.kind
            }
            return found
        }
        if let plain = kind(order) {
            return Candidate(column: column.place, kind: plain, orders: order.map { [$0] } ?? [])
        }
        let orders = DateOrder.allCases.filter { kind($0) != nil }
        guard let first = orders.first, let found = kind(first) else { return nil }
        return Candidate(column: column.place, kind: found, orders: orders)
    }
}
