internal import CSV
internal import JuiceCore

/// Carries the rows of a log out anew.
struct HindsightTrial {
    private let menu: Menu
    private let opening: [Int]
    /// Cups of each juice that had been served before the rows, less those that had been cancelled.
    private let netCups: [Int]
    private let rows: [HindsightLog.Row]
    /// Whether it has to be known what has been served.
    private let hasCancels: Bool
    /// The number of each row's id among those of the log, from 0; −1 without an id, −2 for an id used before the log
    /// starts, whose row does nothing in any case.
    private var ids: [Int] = []
    private var idCount = 0

    init(menu: Menu, opening: [Int], netCups: [Int], rows: [HindsightLog.Row]) {
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
