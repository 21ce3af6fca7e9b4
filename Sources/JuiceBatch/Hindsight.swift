internal import CSV
internal import JuiceCore

/// Which restocks would have saved orders, had they come in time.
///
/// In time means: directly before the first order of the run that was lost. For each restock that was tried, the rows
/// from that order on are carried out once more with that one restock moved to their front and everything else as
/// it was; what it saves is how many orders fewer are lost. So an order that is served then may cost a later one its
/// fruit, and that is counted.
package struct Hindsight: Sendable, Equatable {
    /// A restock, and what it would have done.
    package struct Restock: Sendable, Equatable {
        /// Its input, from 0.
        package let input: Int
        /// The line it starts on, from 1.
        package let line: Int
        /// The fruit's place on the menu.
        package let fruit: Int
        package let quantity: Int
        /// How many orders fewer would have been lost; at least 1.
        package let saved: Int

        package init(input: Int, line: Int, fruit: Int, quantity: Int, saved: Int) {
            self.input = input
            self.line = line
            self.fruit = fruit
            self.quantity = quantity
            self.saved = saved
        }
    }

    /// How many restocks are told of.
    package static let restocksMax = 10

    /// Those that would have saved most, the most first; of equal ones the earlier.
    package let restocks: [Restock]
    /// How many restocks came after an order had been lost for lack of their fruit.
    package let candidates: Int
    /// How many of them were tried: the first ones.
    package let tried: Int
    /// How many rows each trial carried out.
    package let rows: Int
    /// Whether these are all rows up to the run's end.
    package let coversAll: Bool
}

/// The rows from the first lost order on, as far as memory is given to them.
struct HindsightLog: Sendable {
    /// An instruction that got as far as ids and stock.
    fileprivate struct Row: Sendable {
        let instruction: Instruction
        let id: IDHash?
        let outcome: OutcomeCode
        let input: Int
        let line: Int
    }

    /// The most rows that are kept.
    static let rowsMax = 10_000
    /// The most rows that all trials together carry out: some milliseconds.
    static let stepsMax = 200_000
    /// The most trials.
    static let trialsMax = 200

    private let menu: Menu
    /// The stock before the first row; nil while no order has been lost.
    private var opening: [Int]?
    private var rows: [Row] = []
    private var coversAll = true

    /// Whether it takes no more rows.
    var isFull: Bool { !coversAll }

    init(menu: Menu) {
        self.menu = menu
    }

    /// Takes in the rows of a batch that was applied.
    ///
    /// - Parameter hasLost: whether the run has lost an order so far, in this batch or before it.
    mutating func add(_ batch: RowBatch, hasLost: Bool) {
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
            input: batch.input, line: batch.firstLine + batch.records.line(index))
    }

    /// Tries the restocks that may have saved an order; nil if none was lost.
    func hindsight() -> Hindsight? {
        guard let opening else { return nil }
        let candidates = candidates(opening)
        let trial = HindsightTrial(menu: menu, opening: opening, rows: rows)
        let tries = min(candidates.count, Self.trialsMax, max(1, Self.stepsMax / max(rows.count, 1)))
        let lost = trial.lostOrders(first: nil)
        let restocks = candidates.prefix(tries).map { index in
            Hindsight.Restock(
                input: rows[index].input, line: rows[index].line, fruit: rows[index].instruction.item,
                quantity: rows[index].instruction.quantity, saved: lost - trial.lostOrders(first: index))
        }
        let helpful = restocks.enumerated().filter { $0.element.saved > 0 }
            .sorted { ($1.element.saved, $0.offset) < ($0.element.saved, $1.offset) }
        return Hindsight(
            restocks: helpful.prefix(Hindsight.restocksMax).map(\.element), candidates: candidates.count, tried: tries,
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

/// Carries the rows of a log out anew.
private struct HindsightTrial {
    private let menu: Menu
    private let opening: [Int]
    private let rows: [HindsightLog.Row]
    /// For each row the number of its id among those of the log, from 0; −1 without one, and −2 where the id had been
    /// used before the log starts, so that the row does nothing in any case.
    private var ids: [Int] = []
    private var idCount = 0

    init(menu: Menu, opening: [Int], rows: [HindsightLog.Row]) {
        self.menu = menu
        self.opening = opening
        self.rows = rows
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
            let isDone = row.outcome == .alreadyProcessed || row.outcome == .idConflict
            ids.append(isDone && !isUsed[number] ? -2 : number)
            if row.outcome == .success { isUsed[number] = true }
        }
        idCount = numbers.count
    }

    /// How many orders are lost when the row `first` comes before all others; nil for the order that was.
    func lostOrders(first: Int?) -> Int {
        var maker = JuiceMaker(menu: menu, store: FruitStore(stock: opening))
        var users = [Int](repeating: -1, count: idCount)
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
            if maker.carryOut(row.instruction) == .done {
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

extension OutcomeCode {
    /// Whether a row with this code could be read, so that ids or stock decided what became of it.
    fileprivate var isPastReading: Bool {
        switch self {
        case .success, .alreadyProcessed, .idConflict, .stockLimit, .insufficientStock: true
        default: false
        }
    }
}
