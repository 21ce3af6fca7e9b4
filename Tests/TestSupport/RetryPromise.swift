extension PlainRun {
    /// True where the contract says that failure.csv, run after restock.csv without a ledger, leaves no shortage: no id
    /// appears twice.
    ///
    /// - Parameter second: that run; a row that it reads though its values were unknown takes fruit which restock.csv does
    ///   not reckon with.
    package func promisesRetry(in second: PlainRun) -> Bool {
        let ids = outcomes.map(\.row.id).filter { !$0.isEmpty }
        func unknown(_ run: PlainRun) -> Int { run.failures.count { $0.code == "unknown_value" } }
        return Set(ids).count == ids.count && unknown(second) == unknown(self) && promisesRetryWithLedger
    }

    /// True where the contract says so with a ledger: the stock limit stays out of reach.
    package var promisesRetryWithLedger: Bool {
        let moved = outcomes.map { outcome in
            (outcome.quantity ?? 0) + (outcome.needs.values.reduce(0, +)) + (outcome.givenBack.values.reduce(0, +))
        }
        let highest = (opening + stock).max() ?? 0
        return moved.reduce(0, +) + highest < PlainModel.stockLimit && !failures.contains { isNamedAnew($0) }
    }

    /// True for a row whose item the settings gave another name, under which it is no item of its action, and which is one
    /// under the name that failure.csv has.
    private func isNamedAnew(_ outcome: PlainOutcome) -> Bool {
        guard outcome.code == "unknown_item", !options.values.isEmpty else { return false }
        var row = outcome.row
        let cells = commonCells(outcome)
        for (role, place) in [PlainRole.id: 2, .action: 3, .item: 4, .quantity: 5] { row.roles[role] = cells[place] }
        row.itemHeader = "item"
        return PlainOutcome.resolve(row, menu: menu).code != "unknown_item"
    }
}
