internal import GRDB
package import JuiceBatch

/// The effects of later runs on a run that applied inputs.
package struct RunFollowUp: Sendable, Equatable {
    /// The run's number in the ledger, from 1.
    package let number: Int
    /// Its rows in all.
    package let rows: Int
    /// Rows that were applied.
    package let success: Int
    /// Rows that were short of stock.
    package let shortage: Int
    /// Rows that were rejected.
    package let rejected: Int
    /// The run that reversed it; nil if it stands.
    package let reversedBy: Int?
    /// Whether a run of a later business day stands, so that rows short of stock are lost sales by now; false for a run
    /// without a business day.
    package let isPastDay: Bool
    /// The lines of its rejected rows that standing runs have closed, by the name of their input in the reports.
    package let settled: [String: LineSet]
}

extension LedgerSnapshot {
    /// The follow-ups of all runs that applied inputs, in the order of their numbers.
    ///
    /// A business day that only a wrong clock names makes no other day a past one.
    package func followUps() throws -> [RunFollowUp] {
        let newest = try businessDays().newest
        let settled = Dictionary(grouping: try settlements(), by: \.settled)
        return try Row.fetchAll(
            database,
            sql: """
                SELECT number, rows, success, shortage, rejected, coalesce(business.date, run.date) AS day,
                    (SELECT number FROM run AS other WHERE other.reverses = run.number) AS reversed_by
                FROM run LEFT JOIN business ON business.run = number WHERE reverses IS NULL AND settles IS NULL ORDER BY number
                """
        ).map { row in
            let text: String? = try row.decode(forColumn: "day")
            let day = text.flatMap { CalendarDay($0) }
            let number: Int = try row.decode(forColumn: "number")
            return RunFollowUp(
                number: number, rows: try row.decode(forColumn: "rows"),
                success: try row.decode(forColumn: "success"), shortage: try row.decode(forColumn: "shortage"),
                rejected: try row.decode(forColumn: "rejected"), reversedBy: try row.decode(forColumn: "reversed_by"),
                isPastDay: day.flatMap { day in newest.map { day < $0 } } ?? false,
                settled: try settledLines(settled[number]?.map(\.rows) ?? [], of: number))
        }
    }

    private func settledLines(_ rows: [RunContent.Settlement.Rows], of run: Int) throws -> [String: LineSet] {
        var lines: [String: LineSet] = [:]
        for rows in rows {
            let name = try String.fetchOne(
                database, sql: "SELECT name FROM input WHERE run = ? AND place = ?", arguments: [run, rows.place])
            if let name { lines[name] = (lines[name] ?? LineSet()).union(rows.lines) }
        }
        return lines
    }
}
