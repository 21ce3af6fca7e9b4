internal import CSV
internal import FlatMemory
internal import JuiceCore

/// Applies the rows from the first short order on again with each restock in front, to find those that save orders.
struct WhatIfReplay: Sendable {
    /// A row that could be read, so that only its id and the stock decided its outcome.
    private struct Row: Sendable {
        let instruction: Instruction
        let id: IDHash?
        let outcome: OutcomeCode
        /// Whether its id was already used for the same instruction.
        let isRepeat: Bool
        let origin: RowOrigin
    }

    /// The first short order: its row in the batch, and the stock and the net cups of each juice before it.
    typealias Start = (row: Int, stock: [Int], netCups: [Int])

    private let menu: Menu
    /// The first row, where the replay starts; nil if no order has been lost yet.
    private var start: Start?
    private var rows: [Row] = []
    /// Whether 10,000 rows are kept, which is the maximum, so that further rows are not added.
    private var isFull = false

    init(menu: Menu) { self.menu = menu }

    /// Adds the rows of a batch that has been applied, of which the first short order, if any so far, is `start`.
    mutating func add(_ batch: RowBatch, from start: Start?) {
        guard let start, !isFull else { return }
        let first = self.start == nil ? start.row : 0
        self.start = start
        for index in first..<batch.rows.count {
            // Rows that could not be read, whose codes come first, and rows that keep earlier codes have no effect.
            guard let outcome = OutcomeCode(rawValue: batch.rows.codes[index]),
                outcome == .success || outcome.rawValue > OutcomeCode.invalidTime.rawValue,
                !batch.rows.keepsCode(index)
            else { continue }
            isFull = rows.count == 10_000
            if isFull { return }
            rows.append(
                Row(
                    instruction: batch.rows.instruction(index), id: batch.rows.id(of: index), outcome: outcome,
                    isRepeat: batch.rows.isRepeat(index), origin: batch.origin(of: index)))
        }
    }

    /// Tries the restocks that might have saved an order; nil if no order was lost.
    func result() -> WhatIfResult? {
        guard let start else { return nil }
        let candidates = candidates(start.stock)
        // At most 200 trials, which together apply at most 200,000 rows: that takes some milliseconds.
        let tries = min(candidates.count, 200, max(1, 200_000 / max(rows.count, 1)))
        let ids = numberedIDs()
        let count = shortOrders(from: start, ids, first: nil)
        let restocks = candidates.prefix(tries).map { index in
            WhatIfResult.Restock(
                input: rows[index].origin.input, line: rows[index].origin.line, fruit: rows[index].instruction.item,
                quantity: rows[index].instruction.quantity, saved: count - shortOrders(from: start, ids, first: index))
        }
        // The sort is stable, so of equal restocks, the earlier comes first.
        let helpful = restocks.filter { $0.saved > 0 }.sorted { $0.saved > $1.saved }
        return WhatIfResult(
            restocks: Array(helpful.prefix(10)), candidates: candidates.count, tried: tries, rows: rows.count,
            coversAll: !isFull)
    }

    /// The number, from 0, of each row's id, and how many different ids there are.
    ///
    /// −1 stands for no id, and −2 for an id used before the first row that is kept, so that the row has no effect.
    private func numberedIDs() -> (ofRows: [Int], count: Int) {
        var numbers: [IDHash: Int] = [:]
        var used: Set<Int> = []
        let ofRows = rows.map { row in
            guard let id = row.id else { return -1 }
            let number = numbers[id] ?? numbers.count
            numbers[id] = number
            let isDone = row.outcome == .alreadyProcessed || row.outcome == .idConflict || row.isRepeat
            guard !isDone || used.contains(number) else { return -2 }
            if row.outcome == .success { used.insert(number) }
            return number
        }
        return (ofRows, numbers.count)
    }

    /// The number of orders that are short if the row `first`, or none, is applied before all others.
    private func shortOrders(from start: Start, _ ids: (ofRows: [Int], count: Int), first: Int?) -> Int {
        var maker = JuiceMaker(menu: menu, store: FruitStore(stock: start.stock))
        // The row that has used each id, by the id's number; −1 if it is unused.
        var users = [Int](repeating: -1, count: ids.count)
        var netCups = start.netCups
        var count = 0
        for index in [first].compactMap(\.self) + rows.indices.filter({ $0 != first }) {
            let instruction = rows[index].instruction
            let id = ids.ofRows[index]
            if id == -2 { continue }
            if id >= 0, users[id] >= 0 {
                if instruction.action == .order && rows[users[id]].instruction != instruction { count += 1 }
                continue
            }
            if instruction.action == .cancel, instruction.quantity > netCups[instruction.item] { continue }
            if maker.carryOut(instruction) == .done {
                if let sign = instruction.action.cupSign { netCups[instruction.item] += sign * instruction.quantity }
                if id >= 0 { users[id] = index }
            } else if instruction.action == .order {
                count += 1
            }
        }
        return count
    }

    /// The restocks that succeeded after an order was lost for lack of their fruit.
    private func candidates(_ opening: [Int]) -> [Int] {
        var maker = JuiceMaker(menu: menu, store: FruitStore(stock: opening))
        var isAffected = [Bool](repeating: false, count: opening.count)
        return rows.indices.filter { index in
            let row = rows[index]
            let instruction = row.instruction
            switch (instruction.action, row.outcome) {
            case (.order, .insufficientStock):
                maker.recipes.forEachChange(by: instruction) { fruit, _, need in
                    if need > maker.store[fruit] { isAffected[fruit] = true }
                }
            case (_, .success): _ = maker.carryOut(instruction)
            default: break
            }
            return instruction.action == .restock && row.outcome == .success && isAffected[instruction.item]
        }
    }
}

/// The restocks that would have saved orders if they had come before the first short order of the run.
package struct WhatIfResult: Sendable, Equatable {
    /// A restock, and the number of orders that it would have saved.
    package struct Restock: Sendable, Equatable {
        /// The index of the restock's input, from 0.
        package let input: Int
        /// The line on which the restock's row starts, from 1.
        package let line: Int
        /// The fruit's index on the menu.
        package let fruit: Int
        package let quantity: Int
        /// The number of orders that the restock would have saved; at least 1.
        package let saved: Int
    }

    /// Up to ten restocks that would have saved the most orders, in descending order; of equal ones, the earlier first.
    package let restocks: [Restock]
    /// The number of restocks that came after an order was short of their fruit.
    package let candidates: Int
    /// The number of candidates that were tried, starting with the first.
    package let tried: Int
    /// The number of rows that each trial applied.
    package let rows: Int
    /// Whether the trials covered all rows to the end of the run.
    package let coversAll: Bool
}
