internal import FlatMemory
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
    private let deficits: DeficitTracker
    private let counts: RunningCounts

    init(menu: Menu, opening: [Int], inputCount: Int) {
        tally = Tally(menu: menu, opening: opening, inputCount: inputCount)
        history = StockTimeline(opening: opening)
        maker = JuiceMaker(menu: menu, store: FruitStore(stock: opening))
        deficits = DeficitTracker(opening: opening)
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
            let code = rows.codes[unchecked: row]
            if code == OutcomeCode.success.rawValue {
                finish(carryOut(rows.instruction(row), isFirst: true), &rows, row)
            } else if code != DecodedRows.None.row {
                finish(rows.outcome(row), &rows, row)
            }
        }
    }

    private mutating func applyWithIDs(_ rows: inout DecodedRows, _ range: Range<Int>) {
        // So far that memory has answered when a row's turn comes, and so near that its answer has not left the cache.
        let distance = 16
        for row in range.prefix(distance) { ids.prefetch(rows.ids[unchecked: row]) }
        for row in range {
            if row + distance < rows.count { ids.prefetch(rows.ids[unchecked: row + distance]) }
            let code = rows.codes[unchecked: row]
            if code == OutcomeCode.success.rawValue {
                finish(executeOnce(rows, row), &rows, row)
            } else if code != DecodedRows.None.row {
                finish(rows.outcome(row), &rows, row)
            }
        }
    }

    /// Carries out a row unless its id has been used.
    private mutating func executeOnce(_ rows: borrowing DecodedRows, _ row: Int) -> OutcomeCode {
        let id = rows.ids[unchecked: row]
        guard id.low | id.high != 0 else { return carryOut(rows.instruction(row), isFirst: true) }
        let slot = ids.slot(of: id)
        let known = rows.hasEarlierUses ? rows.earlierUse(row: row) ?? ids.entry(at: slot) : ids.entry(at: slot)
        let instruction = rows.instruction(row)
        var entry = IDTable.Entry(instruction, isUsed: true)
        if let known, known.isUsed { return known.asksSame(as: entry) ? .alreadyProcessed : .idConflict }
        let outcome = carryOut(instruction, isFirst: known == nil)
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
    private mutating func carryOut(_ instruction: Instruction, isFirst: Bool) -> OutcomeCode {
        guard instruction.action == .order else { return move(instruction, isFirst: isFirst) }
        // Said once more, so that nobody looks again at what action it is.
        let order = Instruction(.order, item: instruction.item, quantity: instruction.quantity)
        let isMade = maker.carryOut(order) == .done
        counts.add(order.item, cups: order.quantity, isMade: isMade)
        if isFirst { deficits.apply(order, maker.recipes) }
        if isMade { return .success }
        noteLack(order, isFirst: isFirst)
        return .insufficientStock
    }

    /// Adds to a fruit, takes from it or sets it, or changes nothing.
    @inline(never)
    private mutating func move(_ instruction: Instruction, isFirst: Bool) -> OutcomeCode {
        let fruit = instruction.item
        let before = maker.store[fruit]
        let outcome = maker.carryOut(instruction)
        if outcome == .stockLimit { return .stockLimit }
        if isFirst { deficits.apply(instruction, maker.recipes) }
        if outcome == .insufficientStock {
            noteLack(instruction, isFirst: isFirst)
            return .insufficientStock
        }
        let after = maker.store[fruit]
        if after > before {
            history.raise(fruit, from: before, to: after, isRestock: instruction.action == .restock)
        }
        switch instruction.action {
        case .restock: addClamped(after - before, to: &tally.fruits[fruit].restocked)
        case .discard: addClamped(before - after, to: &tally.fruits[fruit].discarded)
        case .count: addClamped(after - before, to: &tally.fruits[fruit].counted)
        case .order: preconditionFailure("an order is made")
        }
        return .success
    }

    /// Notes what an instruction lacked that was short.
    // On its own, since what it touches would have to be looked at for every order otherwise.
    @inline(never)
    private mutating func noteLack(_ instruction: Instruction, isFirst: Bool) {
        let isOrder = instruction.action == .order
        maker.recipes.forEachChange(by: instruction) { fruit, _, need in
            if isFirst { counts.addNeed(need, of: fruit) }
            guard isOrder else { return }
            let isShort = need > maker.store[fruit]
            counts.addLostOrder(fruit, isLost: isShort)
            // Asked in this order, since that a fruit is sold out is mostly known already.
            if !history.isSoldOut(fruit), isShort { history.lose(fruit) }
        }
    }

    /// Takes what a short instruction needed off what restocking has to cover, since its id is used now.
    private mutating func takeBackNeed(_ entry: IDTable.Entry) {
        maker.recipes.forEachChange(by: entry.instruction) { fruit, _, need in
            counts.takeBackNeed(need, of: fruit)
        }
    }

    @inline(__always)
    private mutating func finish(_ outcome: OutcomeCode, _ rows: inout DecodedRows, _ row: Int) {
        rows.codes[unchecked: row] = outcome.rawValue
        counts.add(rows.actions[unchecked: row], outcome)
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
            let order = Instruction(.order, item: juice, quantity: figures.cupsServed)
            maker.recipes.forEachChange(by: order) { fruit, _, need in
                addClamped(need, to: &tally.fruits[fruit].used)
            }
        }
        for fruit in tally.fruits.indices {
            tally.fruits[fruit].closing = maker.store[fruit]
            tally.fruits[fruit].lostOrders = min(counts.lostOrders(fruit), Tally.sumMax)
            tally.fruits[fruit].shortageNeed = counts.shortageNeed(fruit)
            tally.fruits[fruit].peakDeficit = min(deficits.peakDeficit(of: fruit), Tally.sumMax)
        }
        return tally
    }
}
