internal import CSV
internal import FlatMemory
internal import JuiceCore

/// Applies the rows of a `WhatIfLog` again, with one of them moved to the front.
///
/// Used to find the restocks that would have saved orders if they had come in time.
struct WhatIfReplay {
    private let menu: Menu
    private let opening: [Int]
    /// The cups of each juice served before the first row of the log, minus those cancelled.
    private let netCups: [Int]
    private let rows: [WhatIfLog.Row]
    /// Whether any row is a cancel, so that the cups served have to be counted.
    private let hasCancels: Bool
    /// The number, from 0, of each row's id in the log.
    ///
    /// −1 if the row has no id; −2 if the id was used before the log starts, so that the row never has an effect.
    private var ids: [Int] = []
    private var idCount = 0

    init(menu: Menu, opening: [Int], netCups: [Int], rows: [WhatIfLog.Row]) {
        self.menu = menu
        self.opening = opening
        self.netCups = netCups
        self.rows = rows
        hasCancels = rows.contains { $0.instruction.action == .cancel }
        var numbers: [IDHash: Int] = [:]
        var isUsed: [Bool] = []
        for row in rows {
            guard let id = row.id else {
                ids.append(-1)
                continue
            }
            let number = numbers[id] ?? numbers.count
            if number == numbers.count {
                numbers[id] = number
                isUsed.append(false)
            }
            let isDone = row.outcome == .alreadyProcessed || row.outcome == .idConflict || row.isRepeat
            guard !isDone || isUsed[number] else {
                ids.append(-2)
                continue
            }
            ids.append(number)
            if row.outcome == .success { isUsed[number] = true }
        }
        idCount = numbers.count
    }

    /// The number of orders that are short if the row `first` is applied before all others; nil keeps the original
    /// order.
    func shortOrders(first: Int?) -> Int {
        var maker = JuiceMaker(menu: menu, store: FruitStore(stock: opening))
        var users = [Int](repeating: -1, count: idCount)
        var netCups = netCups
        var count = 0
        func carryOut(_ index: Int) {
            let row = rows[index]
            let id = ids[index]
            if id == -2 { return }
            if id >= 0, users[id] >= 0 {
                let isSame = rows[users[id]].instruction == row.instruction
                if row.instruction.action == .order && !isSame { count += 1 }
                return
            }
            if row.instruction.action == .cancel, row.instruction.quantity > netCups[row.instruction.item] { return }
            if maker.carryOut(row.instruction) == .done {
                if hasCancels { netCups.count(row.instruction) }
                if id >= 0 { users[id] = index }
            } else if row.instruction.action == .order {
                count += 1
            }
        }
        if let first { carryOut(first) }
        for index in rows.indices where index != first { carryOut(index) }
        return count
    }
}

/// The rows from the first short order on, up to a maximum number of rows.
struct WhatIfLog: Sendable {
    /// An instruction whose row could be read, so that only ids and the stock decided its outcome.
    struct Row: Sendable {
        let instruction: Instruction
        let id: IDHash?
        let outcome: OutcomeCode
        /// Whether its id was already used for the same instruction.
        let isRepeat: Bool
        let input: Int
        let line: Int
    }

    /// The maximum number of rows that are kept.
    static let rowsMax = 10_000
    /// The maximum number of rows that all trials together apply, which takes some milliseconds.
    static let stepsMax = 200_000
    /// The maximum number of trials.
    static let trialsMax = 200

    private let menu: Menu
    /// The stock before the first row; nil if no order has been lost yet.
    private var opening: [Int]?
    /// The cups of each juice served before the first row, minus those cancelled.
    private var netCups: [Int] = []
    private var rows: [Row] = []
    private var coversAll = true

    /// Whether the log is full, so that further rows are not kept.
    var isFull: Bool { !coversAll }

    init(menu: Menu) {
        self.menu = menu
    }

    /// Adds the rows of a batch that has been applied.
    ///
    /// - Parameters:
    ///   - hasShortOrders: Whether an order was short so far, in this batch or an earlier one.
    ///   - netCups: The cups of each juice served up to the end of the batch, minus those cancelled; evaluated at most
    ///     once.
    mutating func add(_ batch: RowBatch, hasShortOrders: Bool, netCups: @autoclosure () -> [Int]) {
        guard hasShortOrders, coversAll else { return }
        var start = 0
        if opening == nil {
            var maker = JuiceMaker(menu: menu, store: FruitStore(stock: batch.opening))
            while start < batch.rows.count {
                if let row = Self.row(start, of: batch) {
                    if row.outcome == .insufficientStock && row.instruction.action == .order { break }
                    if row.outcome == .success { _ = maker.carryOut(row.instruction) }
                }
                start += 1
            }
            opening = maker.store.stock
            self.netCups = netCups()
            for index in start..<batch.rows.count where batch.rows.codes[index] == OutcomeCode.success.rawValue {
                let instruction = batch.rows.instruction(index)
                self.netCups.count(instruction, sign: -1)
            }
        }
        for index in start..<batch.rows.count {
            guard let row = Self.row(index, of: batch) else { continue }
            guard rows.count < Self.rowsMax else {
                coversAll = false
                return
            }
            rows.append(row)
        }
    }

    private static func row(_ index: Int, of batch: RowBatch) -> Row? {
        guard let outcome = OutcomeCode(rawValue: batch.rows.codes[index]), outcome.isPastReading,
            // A row that keeps its code from an earlier run never has an effect.
            !batch.rows.keepsCode(index)
        else { return nil }
        return Row(
            instruction: batch.rows.instruction(index), id: batch.rows.id(of: index), outcome: outcome,
            isRepeat: batch.rows.isRepeat(index), input: batch.input(of: index), line: batch.line(of: index))
    }

    /// Tries the restocks that might have saved an order; nil if no order was lost.
    func whatIf() -> WhatIfResult? {
        guard let opening else { return nil }
        let candidates = candidates(opening)
        let trial = WhatIfReplay(menu: menu, opening: opening, netCups: netCups, rows: rows)
        let tries = min(candidates.count, Self.trialsMax, max(1, Self.stepsMax / max(rows.count, 1)))
        let count = trial.shortOrders(first: nil)
        let restocks = candidates.prefix(tries).map { index in
            WhatIfResult.Restock(
                input: rows[index].input, line: rows[index].line, fruit: rows[index].instruction.item,
                quantity: rows[index].instruction.quantity, saved: count - trial.shortOrders(first: index))
        }
        let helpful = restocks.enumerated().filter { $0.element.saved > 0 }
            .sorted { ($1.element.saved, $0.offset) < ($0.element.saved, $1.offset) }
        return WhatIfResult(
            restocks: helpful.prefix(WhatIfResult.restocksMax).map(\.element), candidates: candidates.count,
            tried: tries,
            rows: rows.count, coversAll: coversAll)
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

extension [Int] {
    /// Adds the cups that an order served, or subtracts those that a cancel returned, by the juice's index on the menu.
    ///
    /// - Parameter sign: 1, or −1 to undo an instruction that was added.
    mutating func count(_ instruction: Instruction, sign: Int = 1) {
        switch instruction.action {
        case .order: self[instruction.item] += sign * instruction.quantity
        case .cancel: self[instruction.item] -= sign * instruction.quantity
        default: break
        }
    }
}

extension OutcomeCode {
    /// Whether a row with this code could be read, so that ids or the stock decided its outcome.
    fileprivate var isPastReading: Bool {
        switch self {
        case .success, .alreadyProcessed, .idConflict, .nothingToCancel, .stockLimit, .assertionFailed,
            .insufficientStock:
            true
        default: false
        }
    }
}

/// The restocks that would have saved orders if they had come in time.
///
/// In time means directly before the first short order of the run. For each restock that is tried, the rows from that
/// order on are applied again with that restock in front and everything else unchanged. The difference in lost orders
/// is the number of orders that it saves. An order that is then served may take fruit from a later one, which is
/// included in the difference.
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

    /// The maximum number of restocks reported.
    package static let restocksMax = 10

    /// The restocks that would have saved the most orders, in descending order; of equal ones, the earlier comes first.
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
