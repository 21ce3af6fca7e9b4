internal import FlatMemory
package import JuiceCore

/// The settings of a run apart from its inputs.
package struct RunSettings: Sendable {
    package var menu: Menu
    package var names: NameIndex
    /// Opening stock, by the fruit's index on the menu.
    package var opening: [Int]
    /// The cups of each juice, by its index on the menu, that earlier runs served minus those cancelled.
    package var servedBefore: [Int]
    package var reading: ReadingOptions
    /// The number of workers; the result does not depend on it.
    package var threads: Int
    /// The seed of the hashes of ids; it must be the one with which the keys in `idHistory` were made.
    package var hashSeed: HashSeed
    /// The folder in which rows that are being sorted are stored if they do not fit into memory.
    package var spillFolder = "/tmp"
    /// The memory, in bytes, that rows being sorted may take before they are written to `spillFolder`.
    package var sortMemoryBytes = 64 << 20
    /// The ids of earlier runs; nil without a ledger.
    package var idHistory: IDHistory?
    /// The newest times that earlier runs have applied; nil without a ledger.
    package var newestBefore: Watermarks?
    /// The recorded inputs of earlier runs; nil without a ledger.
    package var earlierInputs: EarlierInputs?

    package init(
        menu: Menu, names: NameIndex, opening: [Int], reading: ReadingOptions, threads: Int, hashSeed: HashSeed
    ) {
        precondition(threads >= 1 && opening.count == menu.fruits.count, "a run needs a worker and a stock")
        (self.menu, self.names, self.opening, self.reading) = (menu, names, opening, reading)
        (self.threads, self.hashSeed) = (threads, hashSeed)
        servedBefore = Array(repeating: 0, count: menu.juices.count)
    }

    /// Removes all that comes from a ledger, for a run that has none.
    mutating func removeLedger() { (idHistory, newestBefore, earlierInputs) = (nil, nil, nil) }
}

/// Applies the instructions of `DecodedRows`, in the only stage of the pipeline that handles rows one after the other.
struct BatchProcessor: ~Copyable {
    private(set) var tally: Tally
    private(set) var timeline: StockTimeline
    private(set) var maker: JuiceMaker
    private var ids = IDTable()
    private let counts: RunningCounts
    private let plans: [InputPlan]
    /// The cups of each juice that earlier runs served minus those cancelled, by the juice's index.
    private let servedBefore: [Int]
    /// Whether an earlier run has read the rows that are being applied, so that their orders are not new demand.
    private var appliesRetries = false
    /// The figures of retries: the net cups by the juice's index, the orders that reached stock, and the short ones.
    private var retried: (netCups: [Int], orders: Int, ordersShort: Int)
    /// Whether two rows of the run may have the same id.
    private let idsMayRepeat: Bool
    /// Whether the ids of all readable rows are remembered, because a repeated id may be ambiguous.
    private let recordsIDs: Bool
    /// Whether a repeated id is ambiguous in the input whose rows are being applied.
    private var isIDAmbiguous = false
    /// The index, in the last applied batch, of the first row with an ambiguous id; nil if there is none.
    private(set) var firstAmbiguousID: Int?
    /// The first order that was short of stock, in the batch in which it was found; nil if there is none so far.
    private(set) var firstShortOrder: WhatIfReplay.Start?
    /// The repeated cups and lost pieces of each business day; all other figures of a day are counted by workers.
    private(set) var days: DayCounts
    /// The time at which a business day begins; nil if the run does not count rows by day.
    private let dayStartOfRun: DayStart?
    /// The value of `dayStartOfRun` for the input whose rows are being applied; nil also if the input has no times.
    private var dayStart: DayStart?
    /// Whether the rows of each input have times.
    private let readsTimes: [Bool]
    /// Whether the rows of any input have times, so that sold-out periods can be recorded.
    private let recordsSoldOut: Bool
    /// The `Timestamp.clockSeconds` of the last row of earlier batches that reached the stock; nil without one.
    private var lastSeconds: Int64?

    /// - Parameter checksIDs: Whether a repeated id is reported if it may mean another row.
    init(_ settings: RunSettings, _ plans: [InputPlan], checksIDs: Bool) {
        let (menu, opening) = (settings.menu, settings.opening)
        precondition(settings.servedBefore.count == menu.juices.count, "a number for each juice")
        // Ids are unique only if a single input has them, and all of them contain occurrence numbers.
        let idLayouts = plans.map(\.columns).filter { $0.id != nil }
        let idsMayRepeat = idLayouts.count > 1 || idLayouts.contains { $0.idComposite?.isDistinct != true }
        let recordsIDs = checksIDs && plans.contains(where: \.hasAmbiguousIDs)
        precondition(idsMayRepeat || !recordsIDs, "ids that are checked may repeat")
        let readsTimes = plans.map { $0.timeReader != nil }
        // No property is read until all are set: the optimizer of Swift 6.3 would release one that is not set yet.
        (self.idsMayRepeat, self.recordsIDs, self.readsTimes) = (idsMayRepeat, recordsIDs, readsTimes)
        recordsSoldOut = readsTimes.contains(true)
        self.plans = plans
        servedBefore = settings.servedBefore
        retried = (Array(repeating: 0, count: menu.juices.count), 0, 0)
        dayStartOfRun = settings.newestBefore == nil ? nil : settings.reading.exportSettings.dayStart
        days = DayCounts(menu)
        tally = Tally(menu: menu, opening: opening, inputCount: plans.count)
        timeline = StockTimeline(opening: opening, leastUses: menu.leastUses)
        maker = JuiceMaker(menu: menu, store: FruitStore(stock: opening))
        counts = RunningCounts(juiceCount: menu.juices.count, opening: opening)
    }

    var stock: [Int] { maker.store.stock }

    /// Applies the rows of a batch and writes their outcomes into `codes`; throws `inputOutput` without memory for ids.
    mutating func apply(_ batch: RowBatch) throws(BatchError) {
        firstAmbiguousID = nil
        if mayRepeatIDs(batch.rows) { try ids.reserve(batch.rows.count) }
        for segment in batch.segments { apply(&batch.rows, segment.rows, input: segment.input) }
        if recordsSoldOut {
            for change in timeline.changes {
                let seconds = seconds(before: change.row + 1, of: batch) ?? .min
                timeline.addPeriodEdge(change, (row: batch.origin(of: change.row), seconds: seconds))
            }
            lastSeconds = seconds(before: batch.rows.count, of: batch)
        }
        timeline.changes = []
        // Only batches of a single input contain records that are not rows; these were counted as rows above.
        tally.inputs[batch.input].rows -= batch.rows.count - batch.rows.rowCount
    }

    /// The time, as `Timestamp.clockSeconds`, of the last row before `end` that reached the stock; nil without one.
    private func seconds(before end: Int, of batch: RowBatch) -> Int64? {
        let row = (0..<end).last { batch.rows.reachedStock($0) && readsTimes[batch.input(of: $0)] }
        return row.map { batch.rows.times[$0].clockSeconds } ?? lastSeconds
    }

    /// Records the ids of a batch that is not applied; throws `inputOutput` without memory for them.
    mutating func recordIDs(_ rows: borrowing DecodedRows, input: Int) throws(BatchError) {
        firstAmbiguousID = nil
        guard recordsIDs, rows.hasIDs else { return }
        isIDAmbiguous = plans[input].hasAmbiguousIDs
        try ids.reserve(rows.count)
        for row in 0..<rows.count where rows.showsID(row) { recordID(rows, row) }
    }

    /// Adds the counts so far to the figures of retries (sign 1), or subtracts them (sign −1).
    private mutating func addToRetried(_ sign: Int) {
        for juice in retried.netCups.indices { retried.netCups[juice] += sign * counts.netCups(juice) }
        retried.orders += sign * counts.orders
        retried.ordersShort += sign * counts.ordersShort
    }

    /// Applies consecutive rows of one input, and counts them separately if they are retries.
    private mutating func apply(_ rows: inout DecodedRows, _ range: Range<Int>, input: Int) {
        let readsTimes = readsTimes[input]
        dayStart = readsTimes ? dayStartOfRun : nil
        isIDAmbiguous = recordsIDs && plans[input].hasAmbiguousIDs
        appliesRetries = plans[input].columns.isFailureFile
        if appliesRetries { addToRetried(-1) }
        defer { if appliesRetries { addToRetried(1) } }
        let successBefore = counts.success
        let assertsBefore = counts.count(.assert, .success)
        var start = range.lowerBound
        while start < range.upperBound {
            let end = min(start + timeline.room, range.upperBound)
            if mayRepeatIDs(rows) {
                applyWithIDs(&rows, start..<end)
            } else {
                applyWithoutIDs(&rows, start..<end)
            }
            recordSoldOut(before: end, rows)
            timeline.advance(by: end - start, stock: stock, times: readsTimes ? rows.stockTimes(in: start..<end) : nil)
            start = end
        }
        tally.inputs[input].rows += range.count
        let success = counts.success - successBefore
        tally.inputs[input].success += success
        tally.inputs[input].changes += success - (counts.count(.assert, .success) - assertsBefore)
    }

    /// Whether a row of a batch may have an id that another row, of this run or an earlier one, had before.
    private func mayRepeatIDs(_ rows: borrowing DecodedRows) -> Bool {
        rows.hasIDs && (idsMayRepeat || rows.hasEarlierUses)
    }

    /// Applies rows that cannot have an id in common with another row.
    private mutating func applyWithoutIDs(_ rows: inout DecodedRows, _ range: Range<Int>) {
        for row in range {
            let code = rows.code(row)
            if code == OutcomeCode.success.rawValue {
                recordOutcome(carryOut(rows.instruction(row), isFirst: true, &rows, row), &rows, row)
            } else if code != DecodedRows.notARow {
                recordOutcome(rows.outcome(row), &rows, row)
            }
        }
    }

    /// Applies rows whose ids may have been used by other rows.
    private mutating func applyWithIDs(_ rows: inout DecodedRows, _ range: Range<Int>) {
        for row in range.prefix(prefetchDistance) { ids.prefetch(rows.ids[unchecked: row]) }
        for row in range {
            let ahead = row + prefetchDistance
            if ahead < rows.count { ids.prefetch(rows.ids[unchecked: ahead]) }
            let code = rows.code(row)
            if code == OutcomeCode.success.rawValue {
                recordOutcome(carryOutOnce(&rows, row), &rows, row)
            } else if code != DecodedRows.notARow {
                // The codes of rows that could not be read up to their quantities come first.
                if recordsIDs && code > OutcomeCode.invalidQuantity.rawValue { recordID(rows, row) }
                recordOutcome(rows.outcome(row), &rows, row)
            }
        }
    }

    /// Remembers the id of a row that could be read but is not applied.
    private mutating func recordID(_ rows: borrowing DecodedRows, _ row: Int) {
        let id = rows.ids[row]
        guard !id.isNone else { return }
        let slot = ids.slot(of: id)
        recordAmbiguity(rows, row, slot)
        ids.markSeen(id: id, at: slot)
    }

    /// Records a row as ambiguous if its id was used before and may mean another row.
    @inline(__always)
    private mutating func recordAmbiguity(_ rows: borrowing DecodedRows, _ row: Int, _ slot: Int) {
        guard isIDAmbiguous, firstAmbiguousID == nil else { return }
        if ids.isSeen(at: slot) || rows.isUsedEarlier(row) { firstAmbiguousID = row }
    }

    /// Applies a row unless its id has been used.
    private mutating func carryOutOnce(_ rows: inout DecodedRows, _ row: Int) -> OutcomeCode {
        let id = rows.ids[unchecked: row]
        guard !id.isNone else { return carryOut(rows.instruction(row), isFirst: true, &rows, row) }
        let slot = ids.slot(of: id)
        recordAmbiguity(rows, row, slot)
        let known = rows.hasEarlierUses ? rows.earlierUse(row: row) ?? ids.entry(at: slot) : ids.entry(at: slot)
        let instruction = rows.instruction(row)
        let entry = IDTable.Entry(instruction, isUsed: true)
        if let known, known.isUsed {
            let isSame = known.requestsSame(as: entry)
            guard isSame, instruction.action == .assert else {
                if rows.isUsedEarlier(row) { tally.earlierIDs.add(run: rows.earlierRun(row), isConflict: !isSame) }
                return isSame ? .alreadyProcessed : .idConflict
            }
            rows.repeatedRows.append(row)
            return checkAssert(instruction, &rows, row)
        }
        let outcome = carryOut(instruction, isFirst: known == nil, &rows, row)
        switch outcome {
        case .success:
            if let known { undoNeed(known) }
            ids.store(entry, id: id, at: slot)
        case .insufficientStock where known == nil:
            let isDemand = instruction.action == .order && !appliesRetries
            let day = isDemand ? days.index(of: businessDay(rows, row)) : nil
            ids.store(IDTable.Entry(instruction, isUsed: false, demandDay: day), id: id, at: slot)
        default: ids.markSeen(id: id, at: slot)
        }
        return outcome
    }

    /// Carries out an instruction, or changes nothing; a shortage counts if no earlier row had the same id (`isFirst`).
    @inline(__always) private mutating func carryOut(
        _ instruction: Instruction, isFirst: Bool, _ rows: inout DecodedRows, _ row: Int
    ) -> OutcomeCode {
        guard instruction.action == .order else { return carryOutOther(instruction, isFirst: isFirst, &rows, row) }
        // A constant action lets the compiler drop the inlined checks of the action below.
        let order = Instruction(.order, item: instruction.item, quantity: instruction.quantity)
        let isServed = maker.carryOut(order) == .done
        counts.add(order.item, cups: order.quantity, isServed: isServed)
        if isFirst { counts.addDeficit(of: order, maker.recipes) }
        if isServed { return .success }
        addShortage(order, isFirst: isFirst, rows, row)
        return .insufficientStock
    }

    /// Carries out an instruction other than an order, or changes nothing.
    @inline(never) private mutating func carryOutOther(
        _ instruction: Instruction, isFirst: Bool, _ rows: inout DecodedRows, _ row: Int
    ) -> OutcomeCode {
        switch instruction.action {
        case .cancel: cancel(instruction, isFirst: isFirst, rows, row)
        case .assert: checkAssert(instruction, &rows, row)
        case .order, .restock, .discard, .count: changeStock(instruction, isFirst: isFirst, rows, row)
        }
    }

    private mutating func checkAssert(_ instruction: Instruction, _ rows: inout DecodedRows, _ row: Int) -> OutcomeCode
    {
        if maker.carryOut(instruction) == .done { return .success }
        rows.failedAsserts.append((row, maker.store[instruction.item]))
        return .assertionFailed
    }

    /// Cancels cups of a juice and returns their fruit to the stock, unless fewer cups can be cancelled.
    private mutating func cancel(
        _ instruction: Instruction, isFirst: Bool, _ rows: borrowing DecodedRows, _ row: Int
    ) -> OutcomeCode {
        let (juice, cups) = (instruction.item, instruction.quantity)
        guard cups <= netCups(juice) else { return .nothingToCancel }
        recordSoldOut(before: row, rows)
        guard maker.carryOut(instruction) == .done else { return .stockLimit }
        if isFirst { counts.addDeficit(of: instruction, maker.recipes) }
        maker.recipes.forEachChange(by: instruction) { fruit, _, pieces in
            guard pieces > 0 else { return }
            let after = maker.store[fruit]
            timeline.recordRaise(of: fruit, from: after - pieces, to: after, isRestock: false, row: row)
        }
        counts.addCancel(juice, cups: cups)
        return .success
    }

    /// The cups of a juice served by this run and earlier ones, minus the cups cancelled.
    private func netCups(_ juice: Int) -> Int { servedBefore[juice] + counts.netCups(juice) }
    private var netCups: [Int] { servedBefore.indices.map { netCups($0) } }

    /// Restocks, discards or counts a fruit, or changes nothing.
    private mutating func changeStock(
        _ instruction: Instruction, isFirst: Bool, _ rows: borrowing DecodedRows, _ row: Int
    ) -> OutcomeCode {
        let fruit = instruction.item
        let before = maker.store[fruit]
        let outcome = maker.carryOut(instruction)
        if outcome == .stockLimit { return .stockLimit }
        if isFirst { counts.addDeficit(of: instruction, maker.recipes) }
        if outcome == .insufficientStock {
            addShortage(instruction, isFirst: isFirst, rows, row)
            return .insufficientStock
        }
        let after = maker.store[fruit]
        recordSoldOut(fruit, stock: before, before: row, rows)
        if after > before {
            let isRestock = instruction.action == .restock
            timeline.recordRaise(of: fruit, from: before, to: after, isRestock: isRestock, row: row)
        } else if timeline.isNewlySoldOut(fruit, stock: after) {
            timeline.recordSoldOut(fruit, row: row)
        }
        if instruction.action != .restock, !appliesRetries {
            days.addLost(before - after, fruit: fruit, day: businessDay(rows, row))
        }
        switch instruction.action {
        case .restock: addClamped(after - before, to: &tally.fruits[fruit].restocked)
        case .discard: addClamped(before - after, to: &tally.fruits[fruit].discarded)
        case .count: addClamped(after - before, to: &tally.fruits[fruit].counted)
        case .order, .cancel, .assert: preconditionFailure("The action does not change the stock of a single fruit")
        }
        return .success
    }

    /// Records the shortage of an instruction.
    // Not inlined, because orders that succeed would otherwise pay for the accesses in it.
    @inline(never) private mutating func addShortage(
        _ instruction: Instruction, isFirst: Bool, _ rows: borrowing DecodedRows, _ row: Int
    ) {
        let isOrder = instruction.action == .order
        if isOrder && firstShortOrder == nil { firstShortOrder = (row, stock, netCups) }
        if isOrder && !appliesRetries {
            if isFirst {
                counts.addDemand(instruction.item, cups: instruction.quantity)
            } else {
                let day = days.index(of: businessDay(rows, row))
                days.addRepeated(instruction.quantity, juice: instruction.item, dayIndex: day)
            }
        }
        maker.recipes.forEachChange(by: instruction) { fruit, _, need in
            if isFirst { counts.addNeed(need, of: fruit, by: instruction.action) }
            guard isOrder else { return }
            let isShort = need > maker.store[fruit]
            // Branch-free: which fruit an order lacks is unpredictable, so that a branch would be mispredicted.
            counts.losses.modify(fruit) { $0.shortOrders &+= isShort ? 1 : 0 }
            if isShort { timeline.recordShortOrder(of: fruit, stock: maker.store[fruit], row: row) }
        }
    }

    /// Records each fruit that an order before a row has sold out and that is not yet recorded as sold out.
    private mutating func recordSoldOut(before end: Int, _ rows: borrowing DecodedRows) {
        for fruit in tally.fruits.indices { recordSoldOut(fruit, stock: maker.store[fruit], before: end, rows) }
    }

    /// Records that a fruit is sold out, unless that is known; `stock` is its stock before the row `end`.
    ///
    /// To keep orders fast, this is not checked after each of them; the one that sold the fruit out is searched for.
    private mutating func recordSoldOut(_ fruit: Int, stock: Int, before end: Int, _ rows: borrowing DecodedRows) {
        guard timeline.isNewlySoldOut(fruit, stock: stock) else { return }
        var level = stock
        var row = end
        while recordsSoldOut, row > 0, !timeline.isEnough(level, of: fruit) {
            row -= 1
            guard rows.codes[row] == OutcomeCode.success.rawValue else { continue }
            let instruction = rows.instruction(row)
            guard instruction.action == .order else { continue }
            maker.recipes.forEachChange(by: instruction) { level += $0 == fruit ? $2 : 0 }
        }
        timeline.recordSoldOut(fruit, row: row)
    }

    /// The number of the business day of a row; nil if the row has no date or is not counted by day.
    @inline(__always) private func businessDay(_ rows: borrowing DecodedRows, _ row: Int) -> Int? {
        // Not a closure, which would copy the rows.
        guard let dayStart else { return nil }
        return rows.time(row)?.businessDay(from: dayStart)?.number
    }

    /// Removes the need of a short instruction from the restocks needed, because its id is used now.
    private mutating func undoNeed(_ entry: IDTable.Entry) {
        maker.recipes.forEachChange(by: entry.instruction) { fruit, _, need in
            counts.addNeed(-need, of: fruit, by: entry.instruction.action)
        }
        guard !appliesRetries, let demandDay = entry.demandDay else { return }
        let order = entry.instruction
        counts.addDemand(order.item, cups: -order.quantity)
        days.addRepeated(order.quantity, juice: order.item, dayIndex: demandDay)
    }

    @inline(__always)
    private mutating func recordOutcome(_ outcome: OutcomeCode, _ rows: inout DecodedRows, _ row: Int) {
        rows.codes[unchecked: row] = outcome.rawValue
        counts.add(rows.action(row), outcome)
    }

    /// The final figures of the run, without blank rows, totals rows and late rows.
    func finalTally() -> Tally {
        var tally = tally
        for code in OutcomeCode.allCases {
            let result: WritableKeyPath<Tally.Counts, Int> = code == .success ? \.success : \.failure
            tally.codes[Int(code.rawValue)] = counts.count(nil, code)
            for action in Action.allCases {
                let count = counts.count(action, code)
                tally.codes[Int(code.rawValue)] += count
                tally.actions[Int(action.rawValue)][keyPath: result] += count
            }
        }
        let juices = counts.juices.indices
        tally.juices = juices.map { counts.juices[$0] }
        tally.firstOrders = counts.orders - retried.orders
        tally.firstOrdersShort = counts.ordersShort - retried.ordersShort
        let used = maker.menu.pieces(ofCups: juices.map { counts.netCups($0) })
        let returned = maker.menu.pieces(ofCups: juices.map { counts.juices[$0].cupsCancelled })
        let demand = maker.menu.pieces(
            ofCups: juices.map { counts.netCups($0) - retried.netCups[$0] + counts.shortCups[$0] })
        for fruit in tally.fruits.indices {
            tally.fruits[fruit].used = Tally.clamped(used[fruit])
            tally.fruits[fruit].returned = Tally.clamped(returned[fruit])
            tally.fruits[fruit].demand = Tally.clamped(max(0, demand[fruit]))
            tally.fruits[fruit].closing = maker.store[fruit]
            tally.fruits[fruit].shortOrders = counts.losses[fruit].shortOrders
            tally.fruits[fruit].shortageNeed = counts.losses[fruit].shortageNeed
            tally.fruits[fruit].discardNeed = counts.losses[fruit].discardNeed
            tally.fruits[fruit].peakDeficit = min(counts.peakDeficit(of: fruit), Tally.sumMax)
        }
        return tally
    }
}
