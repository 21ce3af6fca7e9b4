internal import JuiceCore

/// Applies instructions in sequence: the only stage of the pipeline that runs in turn from row to row.
///
/// It reads and writes the small integers of a batch and knows no file, no text and no clock.
struct BatchProcessor: ~Copyable {
    private(set) var tally: Tally
    /// Stock over the run.
    private(set) var history: StockHistory
    private var maker: JuiceMaker
    private var ids = IDTable()
    /// Stock as it would be, had nobody been turned away; each id counts once.
    private var unbounded: [UnboundedLevel]
    /// How often each action came to each code; actions that could not be read are one more.
    private var outcomes = [Int](repeating: 0, count: (Action.allCases.count + 1) * outcomes_stride)
    private static let outcomes_stride = 16

    init(menu: Menu, opening: [Int], inputCount: Int) {
        tally = Tally(menu: menu, opening: opening, inputCount: inputCount)
        history = StockHistory(opening: opening)
        maker = JuiceMaker(menu: menu, store: FruitStore(stock: opening))
        unbounded = opening.map { UnboundedLevel(stock: $0, low: $0) }
    }

    /// The stock as it stands.
    var stock: [Int] { maker.store.stock }

    /// Applies the rows of a batch and writes what became of them into `codes`.
    mutating func apply(_ rows: inout DecodedRows, input: Int) {
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
    }

    private mutating func applyWithoutIDs(_ rows: inout DecodedRows, _ range: Range<Int>) {
        for row in range {
            let code = rows.codes[row]
            if code == OutcomeCode.success.rawValue {
                let outcome = execute(rows.actions[row], Int(rows.items[row]), Int(rows.quantities[row]))
                if outcome != .stockLimit {
                    replay(rows.actions[row], Int(rows.items[row]), Int(rows.quantities[row]))
                }
                if outcome == .insufficientStock {
                    addNeed(rows.actions[row], Int(rows.items[row]), Int(rows.quantities[row]), sign: 1)
                }
                finish(outcome, &rows, row)
            } else if code != DecodedRows.None.row {
                finish(OutcomeCode(rawValue: code) ?? .wrongFieldCount, &rows, row)
            }
        }
    }

    private mutating func applyWithIDs(_ rows: inout DecodedRows, _ range: Range<Int>) {
        let block = 64
        var start = range.lowerBound
        while start < range.upperBound {
            let end = min(start + block, range.upperBound)
            // The answer is of no use; asking early is.
            precondition(ids.warm(rows.ids + start, count: end - start) != 4, "no entry looks like this")
            for row in start..<end {
                let code = rows.codes[row]
                if code == OutcomeCode.success.rawValue {
                    finish(executeOnce(rows, row), &rows, row)
                } else if code != DecodedRows.None.row {
                    finish(OutcomeCode(rawValue: code) ?? .wrongFieldCount, &rows, row)
                }
            }
            start = end
        }
    }

    /// Carries out a row unless its id has been used.
    private mutating func executeOnce(_ rows: borrowing DecodedRows, _ row: Int) -> OutcomeCode {
        let action = rows.actions[row]
        let item = Int(rows.items[row])
        let quantity = Int(rows.quantities[row])
        let id = rows.ids[row]
        guard id.low | id.high != 0 else {
            let outcome = execute(action, item, quantity)
            if outcome != .stockLimit { replay(action, item, quantity) }
            if outcome == .insufficientStock { addNeed(action, item, quantity, sign: 1) }
            return outcome
        }
        let slot = ids.slot(of: id)
        let known = ids.entry(at: slot)
        let kind = Action(rawValue: action) ?? .order
        if let known, known.isUsed {
            let same = known.asksSame(as: .init(action: kind, item: item, quantity: quantity, isUsed: true))
            return same ? .alreadyProcessed : .idConflict
        }
        let outcome = execute(action, item, quantity)
        guard outcome != .stockLimit else { return outcome }
        if known == nil { replay(action, item, quantity) }
        if outcome == .success {
            if let known { addNeed(known.action.rawValue, known.item, known.quantity, sign: -1) }
            ids.store(.init(action: kind, item: item, quantity: quantity, isUsed: true), id: id, at: slot)
        } else if known == nil {
            addNeed(action, item, quantity, sign: 1)
            ids.store(.init(action: kind, item: item, quantity: quantity, isUsed: false), id: id, at: slot)
        }
        return outcome
    }

    /// Carries out an instruction, or changes nothing.
    @inline(__always)
    private mutating func execute(_ action: UInt8, _ item: Int, _ quantity: Int) -> OutcomeCode {
        switch Action(rawValue: action) {
        case .order:
            do throws(JuiceMakerError) {
                try maker.make(item, cups: quantity)
            } catch {
                noteShortOrder(item, quantity)
                return .insufficientStock
            }
            tally.juices[item].addServed(cups: quantity)
            return .success
        case .restock: return change(item) { (store) throws(FruitStoreError) in try store.add(quantity, of: item) }
        case .discard: return change(item) { (store) throws(FruitStoreError) in try store.remove(quantity, of: item) }
        case .count: return change(item) { (store) throws(FruitStoreError) in try store.setCount(quantity, of: item) }
        case nil: preconditionFailure("a row without an action was applied")
        }
        func change(_ fruit: Int, _ body: (inout FruitStore) throws(FruitStoreError) -> Void) -> OutcomeCode {
            let before = maker.store.stock[fruit]
            do throws(FruitStoreError) {
                try body(&maker.store)
            } catch {
                return error == .stockLimit ? .stockLimit : .insufficientStock
            }
            let after = maker.store.stock[fruit]
            if after > before {
                history.raise(fruit, from: before, to: after, isRestock: action == Action.restock.rawValue)
            }
            switch Action(rawValue: action) {
            case .restock: add(after - before, to: &tally.fruits[fruit].restocked)
            case .discard: add(before - after, to: &tally.fruits[fruit].discarded)
            default: add(after - before, to: &tally.fruits[fruit].counted)
            }
            return .success
        }
    }

    private mutating func noteShortOrder(_ juice: Int, _ cups: Int) {
        tally.juices[juice].addShort(cups: cups)
        maker.forEachNeed(juice, cups: cups) { fruit, need in
            if need > maker.store.stock[fruit] {
                add(1, to: &tally.fruits[fruit].lostOrders)
                history.lose(fruit)
            }
        }
    }

    /// Lets an instruction have its way with the stock that may go negative.
    private mutating func replay(_ action: UInt8, _ item: Int, _ quantity: Int) {
        switch Action(rawValue: action) {
        case .order: maker.forEachNeed(item, cups: quantity) { fruit, need in unbounded[fruit].take(need) }
        case .discard: unbounded[item].take(quantity)
        case .restock: unbounded[item].stock += quantity
        case .count: unbounded[item].stock = quantity
        case nil: break
        }
    }

    /// Adds what a short instruction needs to what restocking has to cover, or takes it off again.
    private mutating func addNeed(_ action: UInt8, _ item: Int, _ quantity: Int, sign: Int128) {
        if action == Action.order.rawValue {
            maker.forEachNeed(item, cups: quantity) { fruit, need in
                tally.fruits[fruit].shortageNeed += sign * Int128(need)
            }
        } else {
            tally.fruits[item].shortageNeed += sign * Int128(quantity)
        }
    }

    @inline(__always)
    private mutating func finish(_ outcome: OutcomeCode, _ rows: inout DecodedRows, _ row: Int) {
        rows.codes[row] = outcome.rawValue
        let action = min(Int(rows.actions[row]), Action.allCases.count)
        outcomes[action &* Self.outcomes_stride &+ Int(outcome.rawValue)] &+= 1
    }

    /// Whether an order has been lost for lack of fruit so far.
    var hasLostOrders: Bool {
        let order = Int(Action.order.rawValue) * Self.outcomes_stride
        return outcomes[order + Int(OutcomeCode.insufficientStock.rawValue)] > 0
    }

    /// Stock over the whole run.
    func finalHistory() -> StockHistory {
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
        for (index, count) in outcomes.enumerated() where count > 0 {
            let (action, code) = index.quotientAndRemainder(dividingBy: Self.outcomes_stride)
            tally.codes[code] += count
            guard action < tally.actions.count else { continue }
            if code == OutcomeCode.success.rawValue {
                tally.actions[action].success += count
            } else {
                tally.actions[action].failure += count
            }
        }
        for (juice, figures) in tally.juices.enumerated() {
            maker.forEachNeed(juice, cups: figures.cups_served) { fruit, need in
                add(need, to: &tally.fruits[fruit].used)
            }
        }
        for fruit in tally.fruits.indices {
            tally.fruits[fruit].closing = stock[fruit]
            let deepest = min(0, unbounded[fruit].low)
            tally.fruits[fruit].peakDeficit = deepest < -Tally.sum_max ? Tally.sum_max : -deepest
        }
        return tally
    }
}

/// The stock of a fruit that may go below zero, and the deepest it went.
private struct UnboundedLevel {
    var stock: Int
    var low: Int

    @inline(__always)
    mutating func take(_ quantity: Int) {
        let (rest, overflow) = stock.subtractingReportingOverflow(quantity)
        stock = overflow ? Int.min : rest
        low = min(low, stock)
    }
}
