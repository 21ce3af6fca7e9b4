internal import CSV
internal import FlatMemory
internal import JuiceCore

/// The rows from the first lost order on, as far as memory is given to them.
struct HindsightLog: Sendable {
    /// An instruction that got as far as ids and stock.
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
    /// Cups of each juice that had been served before that row, less those that had been cancelled.
    private var netCups: [Int] = []
    private var rows: [Row] = []
    private var coversAll = true

    /// Whether it takes no more rows.
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
    func hindsight() -> Hindsight? {
        guard let opening else { return nil }
        let candidates = candidates(opening)
        let trial = HindsightTrial(menu: menu, opening: opening, netCups: netCups, rows: rows)
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

extension [Int] {
    /// Counts the cups that an order served or a cancel took back, by the juice's place on the menu.
    ///
    /// - Parameter sign: 1, or −1 where it is taken back that it was carried out.
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
