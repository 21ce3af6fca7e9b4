internal import CSV
internal import FlatMemory

/// Batches that are filled row by row, from other batches or from what was kept of them.
extension RowBatch {
    /// Empties the batch, to be filled with at most `rowCount` rows of any inputs.
    package func prepareCopies(rowCount: Int) {
        records.removeAll()
        rows.prepare(count: rowCount)
        rows.count = 0
        rows.hasIDs = false
        origins.removeAll(keepingCapacity: true)
    }

    /// Appends some rows (from 0) of a batch that has been read and decoded; blank records are left out.
    ///
    /// What an earlier run used their ids for is not copied, but looked up in the batch that they come to.
    package func append(_ range: Range<Int>, of other: RowBatch) {
        for row in range where other.rows.codes[row] != DecodedRows.None.row {
            records.append(row, of: other.records)
            rows.append(row, of: other.rows)
            origins.append(other.origin(of: row))
        }
    }
}

extension DecodedRows {
    /// Appends what a record of another batch was decoded to, where `prepare` has made room.
    mutating func append(_ row: Int, of other: borrowing DecodedRows) {
        let place = beginCopy(code: other.codes[row], id: other.id(of: row))
        actions[place] = other.actions[row]
        items[place] = other.items[row]
        quantities[place] = other.quantities[row]
        if other.keepsCode(row) { keepCode(other.outcome(row), row: place) }
    }

    /// Counts in a row with its code and id, where `prepare` has made room.
    ///
    /// - Returns: its place, from 0.
    @inline(__always)
    mutating func beginCopy(code: UInt8, id: IDHash?) -> Int {
        precondition(count < codes.count && code != None.row, "rows are copied to where there is room for them")
        let place = count
        count += 1
        rowCount += 1
        codes[place] = code
        if id != nil && !hasIDs {
            hasIDs = true
            for earlier in 0..<place { ids[earlier] = IDHash(low: 0, high: 0) }
        }
        if hasIDs { ids[place] = id ?? IDHash(low: 0, high: 0) }
        return place
    }
}
