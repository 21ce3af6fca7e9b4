internal import GRDB
package import JuiceBatch
internal import JuiceCore

/// A change to a ledger, whole or not at all.
package struct LedgerTransaction {
    let ledger: Ledger
    let database: Database

    /// The content of the ledger in this transaction.
    package var snapshot: LedgerSnapshot { LedgerSnapshot(ledger: ledger, database: database) }

    /// Adds a run that applied inputs.
    ///
    /// - Parameters:
    ///   - recordedAt: UTC, as in `2026-11-20T18:30:00Z`.
    ///   - date: the date that the user gave the run, or that stood for `@date`, `YYYY-MM-DD`.
    ///   - day: the business day; nil where nothing says it.
    ///   - money: what it came to; nil where the menu has no prices.
    ///   - log: the content of the line in the run log.
    ///   - interruption: is asked while ids are stored.
    package func record(
        _ result: RunResult, settings: RunSettings, recordedAt: String, date: String?, day: BusinessDay? = nil,
        money: RecordedMoney? = nil, log: String = "", interruption: Interruption
    ) throws -> RunReceipt {
        let menu = settings.menu
        var items = try LedgerItems(database)
        let number = try snapshot.lastRun() + 1
        let newItems = items.add(menu)
        let numbers = items.numbers(on: menu)
        var content = try content(number, result, menu, items)
        content.recordedAt = recordedAt
        content.date = date
        content.business?.day = day
        content.business?.money = money
        content.newItems = newItems
        content.log = log
        var openings: [Int: Int] = [:]
        for (fruit, figures) in zip(numbers.fruits, result.tally.fruits) {
            openings[fruit] = number == 1 ? figures.opening : 0
        }
        try content.insert(into: database, openings: openings)
        try UsedIDWriter(database, run: number, numbers: numbers).write(result.usedIDs, interruption: interruption)
        if let history = settings.idHistory as? LedgerIDHistory {
            try history.keepFilter(adding: result.usedIDs, run: number, in: database)
        }
        return RunReceipt(run: number, sha256: try RunContent.storedDigest(number, in: database))
    }

    /// The content of a run's record.
    func content(_ number: Int, _ result: RunResult, _ menu: Menu, _ items: LedgerItems) throws -> RunContent {
        let tally = result.tally
        var content = RunContent(number: number, recordedAt: "")
        content.success = tally.success
        content.shortage = tally.count(.shortage)
        content.rejected = tally.count(.rejected)
        content.skipped = tally.count(.skipped)
        content.cupsServed = tally.cupsServed
        content.inputs = result.inputs.indices.map { index in
            RunContent.Input(
                name: result.inputs[index].name, sha256: result.digests[index],
                bytes: result.inputs[index].file.sizeBytes, rows: tally.inputs[index].rows,
                blank: tally.inputs[index].blank, success: tally.inputs[index].success,
                asserts: tally.inputs[index].success - tally.inputs[index].changes,
                records: result.records[index]?.count ?? 0, recordsHash: result.records[index]?.hex ?? "",
                rejected: result.rejectedLines?[index] ?? LineSet())
        }
        content.newestTimes = result.newest.times.map { time in
            RunContent.NewestTime(kind: Int(time.kind.rawValue), seconds: Int(time.seconds))
        }
        content.movements = try movements(tally, menu, items)
        content.cups = cups(tally, items.numbers(on: menu))
        content.business = RunContent.Business(
            day: nil, orders: tally.firstOrders, short: tally.firstOrdersShort,
            retries: tally.retriedOrders,
            demands: demands(tally, items.numbers(on: menu)))
        content.ids = result.usedIDs.count
        content.idsDigest = digest(of: result.usedIDs, items.numbers(on: menu))
        return content
    }

    private func movements(_ tally: Tally, _ menu: Menu, _ items: LedgerItems) throws -> [RunContent.Movement] {
        try zip(menu.fruits, tally.fruits).map { fruit, figures in
            guard let number = items.number(of: fruit) else {
                throw BatchError.invariant("the ledger does not know \(fruit.name)")
            }
            return RunContent.Movement(
                fruit: number, opening: figures.opening, restocked: figures.restocked, discarded: figures.discarded,
                counted: figures.counted, used: figures.taken, closing: figures.closing, givenBack: figures.givenBack)
        }.sorted { $0.fruit < $1.fruit }
    }

    private func cups(_ tally: Tally, _ numbers: ItemNumbers) -> [RunContent.Cups] {
        zip(numbers.juices, tally.juices).filter { $1.cupsServed > 0 || $1.cupsCancelled > 0 }.map { juice, figures in
            RunContent.Cups(juice: juice, served: figures.cupsServed, cancelled: figures.cupsCancelled)
        }.sorted { $0.juice < $1.juice }
    }

    private func demands(_ tally: Tally, _ numbers: ItemNumbers) -> [RunContent.Business.Demand] {
        zip(numbers.fruits, tally.fruits).filter { $1.demand > 0 }.map { fruit, figures in
            RunContent.Business.Demand(fruit: fruit, pieces: figures.demand)
        }.sorted { $0.fruit < $1.fruit }
    }

    private func digest(of ids: [UsedID], _ numbers: ItemNumbers) -> String {
        var digest = IDDigest()
        for id in ids { digest.add(id.key, numbers.use(of: id)) }
        return digest.finishHex()
    }
}
