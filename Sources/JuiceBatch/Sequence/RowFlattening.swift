internal import CSV
internal import FlatMemory

extension RowBatch {
    /// Puts the cells that were made of a row behind its own, so that nothing but its record is needed of it.
    func flatten(_ columns: ColumnLayout) {
        guard columns.madeCount > 0 || columns.idComposite != nil else { return }
        var flat = RecordBatch()
        flat.removeAll()
        for row in 0..<rows.count {
            if rows.codes[row] == OutcomeCode.wrongFieldCount.rawValue || rows.codes[row] == DecodedRows.None.row {
                flat.append(row, of: records)
                flat.setLastLine(records.line(row))
            } else {
                flat.append(row, of: records, own: columns.count)
            }
        }
        flat.takeCounts(of: records)
        records = flat
    }

    /// The sort keys of a batch's rows, whose times are known.
    func keys(_ plan: InputPlan, isNewestFirst: Bool) -> [SortKey] {
        (0..<rows.count).map { row in
            let ordinal = Int64(firstRecord + row)
            let moment = plan.isTimed ? rows.moment(row) : .beforeAll
            return SortKey(
                group: Int32(plan.group), seconds: moment.seconds, nanoseconds: moment.nanoseconds, input: Int32(input),
                ordinal: isNewestFirst ? -ordinal : ordinal)
        }
    }
}
