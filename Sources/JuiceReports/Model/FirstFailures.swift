internal import CSV
internal import FlatMemory
package import JuiceBatch
package import JuiceCore

/// The first failed rows of a run by outcome code, and the first rejected and short ones.
package struct FirstFailures: Sendable {
    static let perCodeMax = 5
    /// The maximum number of rejected rows that are listed beside reports, which have all of them.
    package static let rejectedMax = 20
    /// The maximum number of rejected rows kept if there may be no reports.
    package static let rejectedWithoutReportsMax = 10_000
    static let shortOrdersMax = 50
    private static let shortMax = 10
    private static let unknownCellsMax = 20

    /// The kept rows of each code, by `OutcomeCode.rawValue`, in the order of the input.
    package private(set) var byCode = [[FailureDetail]](repeating: [], count: OutcomeCode.allCases.count)
    /// The first rejected rows in their order.
    package private(set) var rejected: [FailureDetail] = []
    private(set) var rejectedMax = Self.rejectedMax
    /// The first rows that were short of stock, in their order.
    package private(set) var short: [FailureDetail] = []
    /// The first short orders, in the order of the input.
    package fileprivate(set) var shortOrders: [ShortOrderDetail] = []
    /// The different values that the settings do not list for their columns, in the order of their first rows.
    package private(set) var unknownCells: [UnknownCell] = []
    /// The number of rows with further unlisted values, which are not counted individually.
    package private(set) var otherUnknownCells = 0

    @inline(__always)
    func hasRoom(for code: OutcomeCode) -> Bool {
        byCode[Int(code.rawValue)].count < Self.perCodeMax
            || (code.failureClass == .rejected && rejected.count < rejectedMax)
            || (code == .insufficientStock && (shortOrders.count < Self.shortOrdersMax || short.count < Self.shortMax))
    }

    /// Adds a failure; failures must be added in the order of the rows.
    mutating func add(_ failure: FailureDetail) {
        let code = Int(failure.code.rawValue)
        if byCode[code].count < Self.perCodeMax { byCode[code].append(failure) }
        switch failure.code.failureClass {
        case .rejected: if rejected.count < rejectedMax { rejected.append(failure) }
        case .shortage: if short.count < Self.shortMax { short.append(failure) }
        case .skipped, nil: break
        }
    }

    /// Counts a value that the settings do not list; values must be added in the order of the rows.
    mutating func add(_ cell: UnknownCell) {
        if let known = unknownCells.firstIndex(where: { $0.column == cell.column && $0.cell == cell.cell }) {
            unknownCells[known].rows += cell.rows
        } else if unknownCells.count < Self.unknownCellsMax {
            unknownCells.append(cell)
        } else {
            otherUnknownCells += cell.rows
        }
    }

    /// Adds the failures of a later part of the run; `lastUses` has the last row before it that used each fruit.
    mutating func add(_ later: borrowing FirstFailures, lastUses: [RowPosition?]) {
        for var order in later.shortOrders.prefix(Self.shortOrdersMax - shortOrders.count) {
            for index in order.missing.indices where order.missing[index].lastUse == nil {
                order.missing[index].lastUse = lastUses[order.missing[index].fruit]
            }
            shortOrders.append(order)
        }
        for code in byCode.indices { byCode[code] += later.byCode[code].prefix(Self.perCodeMax - byCode[code].count) }
        rejected += later.rejected.prefix(rejectedMax - rejected.count)
        short += later.short.prefix(Self.shortMax - short.count)
        for cell in later.unknownCells { add(cell) }
        otherUnknownCells += later.otherUnknownCells
    }
}

/// Collects the first failures of a run, and for its short orders the rows that last used the missing fruit.
package final class FirstFailuresSink: OutcomeSink {
    fileprivate let menu: Menu
    fileprivate let language: MessageLanguage
    fileprivate let terminal: MessageLanguage
    fileprivate let empty: FirstFailures
    /// The first failures of the batches added so far, and the last row that used each fruit of the menu.
    private let state: LockedValue<(firstFailures: FirstFailures, lastUses: [RowPosition?])>

    /// The first failures of the batches added so far.
    package var firstFailures: FirstFailures { state.withLock { $0.firstFailures } }

    /// Creates a sink for the first failures; without a language of the terminal, its messages are those of reports.
    package init(
        menu: Menu, language: MessageLanguage, terminal: MessageLanguage? = nil,
        rejectedMax: Int = FirstFailures.rejectedMax
    ) {
        self.menu = menu
        self.language = language
        self.terminal = terminal ?? language
        empty = FirstFailures(rejectedMax: rejectedMax)
        state = LockedValue((empty, Array(repeating: nil, count: menu.fruits.count)))
    }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        Collector(sink: self, inputs: inputs)
    }

    package func startOver() throws { state.withLock { $0 = (empty, Array(repeating: nil, count: menu.fruits.count)) } }

    /// The codes for which another failure would be kept, one bit for each `OutcomeCode.rawValue`.
    var neededCodes: UInt32 {
        let first = firstFailures
        return OutcomeCode.failures.reduce(0) { first.hasRoom(for: $1) ? $0 | 1 << UInt32($1.rawValue) : $0 }
    }

    /// Adds the failures of the next batch; batches must be added in their order.
    func add(_ first: FirstFailures, lastUses later: [RowPosition?]) {
        state.withLock { state in
            state.firstFailures.add(first, lastUses: state.lastUses)
            for (fruit, lastUse) in later.enumerated() { state.lastUses[fruit] = lastUse ?? state.lastUses[fruit] }
        }
    }
}

/// Collects, for one worker, the failures of batches that may be among the first of the run.
private final class Collector: OutcomeRenderer {
    private let sink: FirstFailuresSink
    private let inputs: [InputPlan]
    private let recipes: RecipeTable
    private let messages: FailureMessages
    /// The messages for the terminal; nil if its language is that of the reports.
    private let terminalMessages: FailureMessages?
    private let countsUnknownCells: Bool
    /// The codes to collect, one bit for each raw value; updated only when this worker is next in sequence.
    private var codesToCollect: UInt32 = 0
    // The state of the current batch.
    private var first = FirstFailures()
    private var lastUses: [RowPosition?] = []

    init(sink: FirstFailuresSink, inputs: [InputPlan]) {
        let menu = sink.menu
        self.sink = sink
        self.inputs = inputs
        recipes = RecipeTable(menu: menu)
        messages = FailureMessages(menu: menu, language: sink.language)
        terminalMessages = sink.terminal == sink.language ? nil : FailureMessages(menu: menu, language: sink.terminal)
        countsUnknownCells = inputs.contains(where: \.listsCells)
        codesToCollect = neededCodes
    }

    private var neededCodes: UInt32 { sink.neededCodes | (countsUnknownCells ? Self.bit(.unknownValue) : 0) }

    func render(_ batch: RowBatch) throws {
        first = sink.empty
        lastUses = []
        guard codesToCollect != 0 else { return }
        let shortOrders = collect(batch.records, batch.rows, batch)
        guard codesToCollect & Self.bit(.insufficientStock) != 0 else { return }
        let rows =
            (shortOrders.isEmpty ? lastUses(batch.rows) : nil)
            ?? replay(batch.records, batch.rows, shortOrders: shortOrders, batch)
        for row in rows { lastUses.append(row < 0 ? nil : position(row, batch)) }
    }

    func reserve() throws {
        sink.add(first, lastUses: lastUses)
        codesToCollect = neededCodes
    }

    private static func bit(_ code: OutcomeCode) -> UInt32 { 1 << UInt32(code.rawValue) }

    private func plan(_ row: Int, _ batch: RowBatch) -> InputPlan { inputs[batch.input(of: row)] }

    private func position(_ row: Int, _ batch: RowBatch) -> RowPosition {
        (plan(row, batch).name, batch.line(of: row))
    }

    /// Collects the failures that may be among the first of the run, and returns the rows of such short orders.
    private func collect(_ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ batch: RowBatch) -> [Int] {
        var shortOrders: [Int] = []
        for row in 0..<rows.count {
            let number = rows.code(row)
            // A record that is not a row has a number of 32 or more.
            guard number < 32, codesToCollect & (1 << UInt32(number)) != 0, let code = OutcomeCode(rawValue: number)
            else { continue }
            if first.hasRoom(for: code) {
                first.add(FailureDetail(batch, row, code, plan(row, batch), messages, terminalMessages))
            }
            if code == .unknownValue, countsUnknownCells {
                for (column, cell) in plan(row, batch).unknownCells(records, row) {
                    first.add((column, cell, 1, position(row, batch)))
                }
            }
            if code == .insufficientStock, shortOrders.count < FirstFailures.shortOrdersMax,
                rows.instruction(row).action == .order
            {
                shortOrders.append(row)
            }
        }
        return shortOrders
    }

    /// The last row that lowered the stock of each fruit, or −1; nil if that depends on the stock, as after a count.
    private func lastUses(_ rows: borrowing DecodedRows) -> [Int]? {
        var lastUses = [Int](repeating: -1, count: sink.menu.fruits.count)
        var missing = lastUses.count
        // Most of these rows are near the end.
        for row in (0..<rows.count).reversed() where rows.code(row) == OutcomeCode.success.rawValue {
            if missing == 0 { break }
            let instruction = rows.instruction(row)
            if instruction.action == .count, lastUses[instruction.item] < 0 { return nil }
            recipes.forEachChange(by: instruction) { fruit, change, pieces in
                guard change == .removing, pieces > 0, lastUses[fruit] < 0 else { return }
                lastUses[fruit] = row
                missing -= 1
            }
        }
        return lastUses
    }

    /// Applies the rows of a batch again, adds the short orders with the fruit that they lacked, and returns the last
    /// row that lowered the stock of each fruit; −1 if there is none.
    private func replay(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, shortOrders: [Int], _ batch: RowBatch
    ) -> [Int] {
        var stock = batch.opening
        var lastUses = [Int](repeating: -1, count: sink.menu.fruits.count)
        var next = 0
        for row in 0..<rows.count {
            if next < shortOrders.count, shortOrders[next] == row {
                next += 1
                let (order, plan) = (rows.instruction(row), plan(row, batch))
                let missing = recipes.shortages(for: order, stock: stock).map { fruit, pieces in
                    (fruit, pieces, lastUses[fruit] < 0 ? nil : position(lastUses[fruit], batch))
                }
                let id = plan.columns.id.map { trimmedText(plan.columns.cell(records, row, $0)) }
                let time = plan.columns.time.flatMap { plan.timeReader?.read(plan.columns.cell(records, row, $0)) }
                first.shortOrders.append(
                    ShortOrderDetail(
                        position: position(row, batch), time: time.flatMap { $0.hasTimeOfDay ? $0 : nil },
                        id: id ?? "", juice: order.item, cups: order.quantity, missing: missing))
            }
            guard rows.code(row) == OutcomeCode.success.rawValue else { continue }
            recipes.forEachChange(by: rows.instruction(row)) { fruit, change, pieces in
                let after = change.stock(after: stock[fruit], pieces)
                if after < stock[fruit] { lastUses[fruit] = row }
                stock[fruit] = after
            }
        }
        return lastUses
    }
}

/// A failed row as shown in reports.
package struct FailureDetail: Sendable {
    package let position: RowPosition
    package let code: OutcomeCode
    /// The item as written in failure.csv.
    package let item: String
    /// The message in the language of the reports.
    package let message: String
    /// The message in the language of the terminal.
    package let terminalMessage: String

    /// Describes a failed row of a batch; without messages for the terminal, those are the messages of reports.
    init(
        _ batch: RowBatch, _ row: Int, _ code: OutcomeCode, _ plan: InputPlan, _ messages: FailureMessages,
        _ terminalMessages: FailureMessages? = nil
    ) {
        func text(_ messages: FailureMessages) -> String {
            String(decoding: messages.message(batch.records, batch.rows, row, code, plan), as: UTF8.self)
        }
        (self.code, message, position) = (code, text(messages), (plan.name, batch.line(of: row)))
        item = code == .wrongFieldCount ? "" : trimmedText(plan.columns.cell(batch.records, row, plan.columns.item))
        terminalMessage = terminalMessages.map(text) ?? message
    }
}

/// A trimmed cell that the settings do not list for its column, with its number of rows and the first of them.
package typealias UnknownCell = (column: String, cell: String, rows: Int, first: RowPosition)

/// An order that was short of stock, with the fruit that it lacked.
package struct ShortOrderDetail: Sendable {
    /// A fruit of the menu that an order lacked, the missing pieces, and the last row before the order that lowered its
    /// stock; nil if there is none.
    package typealias Missing = (fruit: Int, pieces: Int, lastUse: RowPosition?)

    package let position: RowPosition
    /// The time of the short order; nil if its row has none, or only a date.
    package let time: Timestamp?
    /// The order's id as written in the input; empty if it has none.
    package let id: String
    /// The juice's index on the menu.
    package let juice: Int
    package let cups: Int
    /// The missing fruits in the order of the menu.
    package fileprivate(set) var missing: [Missing]
}
