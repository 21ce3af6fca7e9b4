internal import CSV
internal import FlatMemory
internal import JuiceCore

/// A replay of a log's rows.
struct WhatIfReplay {
    private let menu: Menu
    private let opening: [Int]
    /// The cups of each juice that had been served before the rows, less those that had been cancelled.
    private let netCups: [Int]
    private let rows: [WhatIfLog.Row]
    /// Whether there are cancels, for which the cups served have to be known.
    private let hasCancels: Bool
    /// The number of each row's id among those of the log, from 0; −1 without an id, −2 for an id used before the log
    /// starts, whose row does nothing in any case.
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

    /// The number of orders lost when the row `first` comes before all others; nil for the original order.
    func lostOrders(first: Int?) -> Int {
        var maker = JuiceMaker(menu: menu, store: FruitStore(stock: opening))
        var users = [Int](repeating: -1, count: idCount)
        var netCups = netCups
        var lost = 0
        func carryOut(_ index: Int) {
            let row = rows[index]
            let id = ids[index]
            if id == -2 { return }
            if id >= 0, users[id] >= 0 {
                let isSame = rows[users[id]].instruction == row.instruction
                if row.instruction.action == .order && !isSame { lost += 1 }
                return
            }
            if row.instruction.action == .cancel, row.instruction.quantity > netCups[row.instruction.item] { return }
            if maker.carryOut(row.instruction) == .done {
                if hasCancels { netCups.count(row.instruction) }
                if id >= 0 { users[id] = index }
            } else if row.instruction.action == .order {
                lost += 1
            }
        }
        if let first { carryOut(first) }
        for index in rows.indices where index != first { carryOut(index) }
        return lost
    }
}

/// The rows from the first short order on, as far as memory is given to them.
struct WhatIfLog: Sendable {
    /// An instruction that reached ids and stock.
    struct Row: Sendable {
        let instruction: Instruction
        let id: IDHash?
        let outcome: OutcomeCode
        /// Whether its id was used before for just the same.
        let isRepeat: Bool
        let input: Int
        let line: Int
    }

    /// The most rows that are kept.
    static let rowsMax = 10_000
    /// The most rows that all trials together carry out: some milliseconds.
    static let stepsMax = 200_000
    /// The maximum number of trials.
    static let trialsMax = 200

    private let menu: Menu
    /// The stock before the first row; nil while no order has been lost.
    private var opening: [Int]?
    /// The cups of each juice that had been served before that row, less those that had been cancelled.
    private var netCups: [Int] = []
    private var rows: [Row] = []
    private var coversAll = true

    /// Whether the log takes no more rows.
    var isFull: Bool { !coversAll }

    init(menu: Menu) {
        self.menu = menu
    }

    /// Takes in the rows of a batch that was applied.
    ///
    /// - Parameters:
    ///   - hasLost: whether the run has lost an order so far, in this batch or before it.
    ///   - netCups: cups of each juice that have been served up to the batch's end, less those that have been cancelled;
    ///     asked for once.
    mutating func add(_ batch: RowBatch, hasLost: Bool, netCups: @autoclosure () -> [Int]) {
        guard hasLost, coversAll else { return }
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
            // A row that keeps its code from an earlier run does nothing in any case.
            !batch.rows.keepsCode(index)
        else { return nil }
        return Row(
            instruction: batch.rows.instruction(index), id: batch.rows.id(of: index), outcome: outcome,
            isRepeat: batch.rows.isRepeat(index), input: batch.input(of: index), line: batch.line(of: index))
    }

    /// Tries the restocks that may have saved an order; nil if none was lost.
    func whatIf() -> WhatIfResult? {
        guard let opening else { return nil }
        let candidates = candidates(opening)
        let trial = WhatIfReplay(menu: menu, opening: opening, netCups: netCups, rows: rows)
        let tries = min(candidates.count, Self.trialsMax, max(1, Self.stepsMax / max(rows.count, 1)))
        let lost = trial.lostOrders(first: nil)
        let restocks = candidates.prefix(tries).map { index in
            WhatIfResult.Restock(
                input: rows[index].input, line: rows[index].line, fruit: rows[index].instruction.item,
                quantity: rows[index].instruction.quantity, saved: lost - trial.lostOrders(first: index))
        }
        let helpful = restocks.enumerated().filter { $0.element.saved > 0 }
            .sorted { ($1.element.saved, $0.offset) < ($0.element.saved, $1.offset) }
        return WhatIfResult(
            restocks: helpful.prefix(WhatIfResult.restocksMax).map(\.element), candidates: candidates.count,
            tried: tries,
            rows: rows.count, coversAll: coversAll)
    }

    /// The restocks that succeeded after an order had been lost for lack of their fruit.
    private func candidates(_ opening: [Int]) -> [Int] {
        var maker = JuiceMaker(menu: menu, store: FruitStore(stock: opening))
        var isMissed = [Bool](repeating: false, count: opening.count)
        return rows.indices.filter { index in
            let row = rows[index]
            let instruction = row.instruction
            switch (instruction.action, row.outcome) {
            case (.order, .insufficientStock):
                maker.recipes.forEachChange(by: instruction) { fruit, _, need in
                    if need > maker.store[fruit] { isMissed[fruit] = true }
                }
            case (_, .success): _ = maker.carryOut(instruction)
            default: break
            }
            return instruction.action == .restock && row.outcome == .success && isMissed[instruction.item]
        }
    }
}

extension [Int] {
    /// Counts the cups that an order served or a cancel took back, by the juice's index on the menu.
    ///
    /// - Parameter sign: 1, or −1 where it is reversed that it was carried out.
    mutating func count(_ instruction: Instruction, sign: Int = 1) {
        switch instruction.action {
        case .order: self[instruction.item] += sign * instruction.quantity
        case .cancel: self[instruction.item] -= sign * instruction.quantity
        default: break
        }
    }
}

extension OutcomeCode {
    /// Whether a row with this code could be read, so that ids or stock decided what became of it.
    fileprivate var isPastReading: Bool {
        switch self {
        case .success, .alreadyProcessed, .idConflict, .nothingToCancel, .stockLimit, .assertionFailed,
            .insufficientStock:
            true
        default: false
        }
    }
}

/// The restocks that would have saved orders, had they come in time.
///
/// In time means directly before the first short order of the run. For each restock that is tried, the rows from that
/// order on are applied once more with that restock in front and all else unchanged; it saves as many orders as fewer
/// are lost. An order that is served then may cost a later one its fruit, which is counted.
package struct WhatIfResult: Sendable, Equatable {
    /// A restock and what it would have changed.
    package struct Restock: Sendable, Equatable {
        /// The index of the restock's input, from 0.
        package let input: Int
        /// The line it starts on, from 1.
        package let line: Int
        /// The fruit's index on the menu.
        package let fruit: Int
        package let quantity: Int
        /// The number of orders fewer that would have been lost; at least 1.
        package let saved: Int
    }

    /// The maximum number of restocks reported.
    package static let restocksMax = 10

    /// The restocks that would have saved most, the most first; of equal ones the earlier.
    package let restocks: [Restock]
    /// The number of restocks after an order that was short of their fruit.
    package let candidates: Int
    /// The number of candidates tried, from the first.
    package let tried: Int
    /// The number of rows that each trial applied.
    package let rows: Int
    /// Whether all rows up to the run's end were calculated.
    package let coversAll: Bool
}
