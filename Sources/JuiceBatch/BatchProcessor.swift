internal import JuiceCore

/// Applies instructions in sequence: the only stage of the pipeline that runs in turn from row to row.
///
/// It reads and writes the small integers of a batch and knows no file, no text and no clock.
struct BatchProcessor: ~Copyable {
    private(set) var tally: Tally
    /// Stock over the run.
    private(set) var history: StockTimeline
    private var maker: JuiceMaker
    private var ids = IDTable()
    /// Stock as it would be, had nobody been turned away; each id counts once.
    private let unbounded: DeficitTracker
    private let counts: RunningCounts

    init(menu: Menu, opening: [Int], inputCount: Int) {
        tally = Tally(menu: menu, opening: opening, inputCount: inputCount)
        history = StockTimeline(opening: opening)
        maker = JuiceMaker(menu: menu, store: FruitStore(stock: opening))
        unbounded = DeficitTracker(opening: opening)
        counts = RunningCounts(juiceCount: menu.juices.count, fruitCount: menu.fruits.count)
    }

    /// The stock as it stands.
    var stock: [Int] { maker.store.stock }

    /// Applies the rows of a batch and writes what became of them into `codes`.
    ///
    /// - Throws: `inputOutput` where the system has no memory for their ids.
    mutating func apply(_ rows: inout DecodedRows, input: Int) throws(BatchError) {
        if rows.hasIDs { try ids.reserve(rows.count) }
        let successBefore = successCount
        var start = 0
        while start < rows.count {
            let end = min(start + history.room, rows.count)
            if rows.hasIDs {
                applyWithIDs(&rows, start..<end)
            } else {
                applyWithoutIDs(&rows, start..<end)
            }
            history.advance(by: end - start, stock: stock)
            start = end
        }
        tally.inputs[input].rows += rows.rowCount
        tally.inputs[input].blank += rows.blankCount
        tally.inputs[input].success += successCount - successBefore
    }

    /// How many rows have been applied so far.
    private var successCount: Int {
        Action.allCases.reduce(0) { $0 + counts.count($1, .success) }
    }

    private mutating func applyWithoutIDs(_ rows: inout DecodedRows, _ range: Range<Int>) {
        for row in range {
            let code = rows.codes[row]
            if code == OutcomeCode.success.rawValue {
                finish(carryOut(rows, row, isFirst: true), &rows, row)
            } else if code != DecodedRows.None.row {
                finish(rows.outcome(row), &rows, row)
            }
        }
    }

    private mutating func applyWithIDs(_ rows: inout DecodedRows, _ range: Range<Int>) {
        // So far that memory has answered when a row's turn comes, and so near that its answer has not left the cache.
        let distance = 16
        for row in range.prefix(distance) { ids.prefetch(rows.ids[row]) }
        for row in range {
            if row + distance < rows.count { ids.prefetch(rows.ids[row + distance]) }
            let code = rows.codes[row]
            if code == OutcomeCode.success.rawValue {
                finish(executeOnce(rows, row), &rows, row)
            } else if code != DecodedRows.None.row {
                finish(rows.outcome(row), &rows, row)
            }
        }
    }

    /// Carries out a row unless its id has been used.
    private mutating func executeOnce(_ rows: borrowing DecodedRows, _ row: Int) -> OutcomeCode {
        let id = rows.ids[row]
        guard id.low | id.high != 0 else { return carryOut(rows, row, isFirst: true) }
        let slot = ids.slot(of: id)
        let known = rows.hasEarlierUses ? rows.earlierUse(row: row) ?? ids.entry(at: slot) : ids.entry(at: slot)
        var entry = IDTable.Entry(
            action: rows.action(row), item: Int(rows.items[row]), quantity: Int(rows.quantities[row]), isUsed: true)
        if let known, known.isUsed { return known.asksSame(as: entry) ? .alreadyProcessed : .idConflict }
        let outcome = carryOut(rows, row, isFirst: known == nil)
        switch outcome {
        case .success:
            if let known { takeBackNeed(known) }
            ids.store(entry, id: id, at: slot)
        case .insufficientStock where known == nil:
            entry.isUsed = false
            ids.store(entry, id: id, at: slot)
        default: break
        }
        return outcome
    }

    /// Carries out an instruction, or changes nothing.
    ///
    /// - Parameter isFirst: whether no row before had the same id: only then does it count for what was missing.
    @inline(__always)
    private mutating func carryOut(_ rows: borrowing DecodedRows, _ row: Int, isFirst: Bool) -> OutcomeCode {
        let item = Int(rows.items[row])
        let quantity = Int(rows.quantities[row])
        switch rows.action(row).effect {
        case .making: return order(item, cups: quantity, isFirst: isFirst)
        case .movement(let movement):
            let outcome = move(movement, fruit: item, quantity)
            if isFirst && outcome != .stockLimit { unbounded.apply(movement, quantity, of: item) }
            if isFirst && outcome == .insufficientStock { counts.addNeed(quantity, of: item) }
            return outcome
        }
    }

    /// Makes all cups of an order, or none.
    private mutating func order(_ juice: Int, cups: Int, isFirst: Bool) -> OutcomeCode {
        let isMade = maker.makeIfStocked(juice, cups: cups)
        counts.add(juice, cups: cups, isMade: isMade)
        if isFirst { maker.forEachPart(juice, cups: cups) { unbounded.take($1, of: $0) } }
        guard !isMade else { return .success }
        lose(juice, cups: cups, isFirst: isFirst)
        return .insufficientStock
    }

    /// Notes what an order lacked.
    // On its own, since what it touches would have to be looked at for every order otherwise.
    @inline(never)
    private mutating func lose(_ juice: Int, cups: Int, isFirst: Bool) {
        maker.forEachPart(juice, cups: cups) { fruit, need in
            let isShort = need > maker.store[fruit]
            counts.addLostOrder(fruit, isLost: isShort)
            // Asked in this order, since that a fruit is sold out is mostly known already.
            if !history.isSoldOut(fruit), isShort { history.lose(fruit) }
            if isFirst { counts.addNeed(need, of: fruit) }
        }
    }

    /// Adds to a fruit, takes from it or sets it, or changes nothing.
    private mutating func move(_ movement: StockMovement, fruit: Int, _ quantity: Int) -> OutcomeCode {
        let before = maker.store[fruit]
        do throws(FruitStoreError) {
            try maker.move(movement, quantity, of: fruit)
        } catch {
            return error == .stockLimit ? .stockLimit : .insufficientStock
        }
        let after = maker.store[fruit]
        if after > before { history.raise(fruit, from: before, to: after, isRestock: movement == .restock) }
        let change = after - before
        switch movement {
        case .restock: addClamped(change, to: &tally.fruits[fruit].restocked)
        case .discard: addClamped(-change, to: &tally.fruits[fruit].discarded)
        case .count: addClamped(change, to: &tally.fruits[fruit].counted)
        }
        return .success
    }

    /// Takes what a short instruction needed off what restocking has to cover, since its id is used now.
    private mutating func takeBackNeed(_ entry: IDTable.Entry) {
        switch entry.action.effect {
        case .making:
            maker.forEachNeed(entry.item, cups: entry.quantity) { fruit, need in
                counts.takeBackNeed(need, of: fruit)
            }
        case .movement: counts.takeBackNeed(entry.quantity, of: entry.item)
        }
    }

    @inline(__always)
    private mutating func finish(_ outcome: OutcomeCode, _ rows: inout DecodedRows, _ row: Int) {
        rows.codes[row] = outcome.rawValue
        counts.add(rows.actions[row], outcome)
    }

    /// Whether an order has been lost for lack of fruit so far.
    var hasLostOrders: Bool { counts.count(.order, .insufficientStock) > 0 }

    /// Stock over the whole run.
    func finalHistory() -> StockTimeline {
        var history = history
        history.finish(stock: stock)
        return history
    }

    /// Counts empty lines of an input as blank rows.
    mutating func addBlank(_ count: Int, input: Int) {
        tally.inputs[input].blank += count
    }

    /// The figures of the run, with closing stock and deficits.
    func finalTally() -> Tally {
        var tally = tally
        for code in OutcomeCode.allCases {
            tally.codes[Int(code.rawValue)] = counts.count(nil, code)
            for action in Action.allCases {
                let count = counts.count(action, code)
                tally.codes[Int(code.rawValue)] += count
                if code == .success {
                    tally.actions[Int(action.rawValue)].success += count
                } else {
                    tally.actions[Int(action.rawValue)].failure += count
                }
            }
        }
        tally.juices = counts.juiceFigures
        for (juice, figures) in tally.juices.enumerated() where figures.cupsServed > 0 {
            maker.forEachNeed(juice, cups: figures.cupsServed) { fruit, need in
                addClamped(need, to: &tally.fruits[fruit].used)
            }
        }
        for fruit in tally.fruits.indices {
            tally.fruits[fruit].closing = maker.store[fruit]
            tally.fruits[fruit].lostOrders = min(counts.lostOrders(fruit), Tally.sumMax)
            tally.fruits[fruit].shortageNeed = counts.shortageNeed(fruit)
            tally.fruits[fruit].peakDeficit = min(unbounded.peakDeficit(of: fruit), Tally.sumMax)
        }
        return tally
    }
}
