/// A deliberately plain implementation of the contract for one run.
package struct PlainModel {
    /// The most of a fruit a shop can hold.
    package static let stockLimit = 1_000_000_000_000
    /// Where sums stop.
    package static let sumLimit = 9_007_199_254_740_991
    /// Failure codes in the contract's order.
    package static let codeOrder = [
        "wrong_field_count", "unknown_action", "missing_item", "unknown_item", "missing_action", "invalid_quantity",
        "already_processed", "id_conflict", "stock_limit", "insufficient_stock",
    ]

    /// What a run must come to.
    package enum Result {
        /// Nothing is applied: this exit status, and with 65 this refusal.
        case stopped(exit: Int, refusal: PlainRefusal?)
        /// Reports are written.
        case done(PlainRun)
    }

    /// Runs inputs (last path component and bytes, in order), on top of what a ledger holds, if there is one.
    package static func run(
        inputs: [(name: String, bytes: [UInt8])], menu menuText: String? = nil, stock stockText: String? = nil,
        options: PlainOptions = PlainOptions(), ledger: PlainLedger? = nil
    ) -> Result {
        var read: [PlainInput] = []
        var names: [[UInt8]: Int] = [:]
        for input in inputs {
            let count = names[Array(input.name.utf8), default: 0] + 1
            names[Array(input.name.utf8)] = count
            let file = count == 1 ? input.name : "\(input.name)#\(count)"
            read.append(PlainInputReader.read(input.bytes, file: file, options: options))
        }
        let menu = menuText.map { PlainMenu.read($0) } ?? PlainMenu.builtIn
        let opening = menu.map { ledger?.opening(menu: $0) ?? PlainList.stock(stockText, menu: $0) } ?? nil
        guard let menu, let opening else { return .stopped(exit: 78, refusal: nil) }
        let found = read.reduce(into: Set<Int>()) { $0.formUnion($1.usedColumns) }
        let wanted = options.columns.indices.filter { !options.columns[$0].name.isEmpty }
        if read.allSatisfy(\.isHeaderReadable), !found.isSuperset(of: wanted) {
            return .stopped(exit: 64, refusal: nil)
        }
        let extras = unionOfExtras(read)
        let refusals =
            read.compactMap(\.headerRefusal) + [extras.refusal].compactMap { $0 } + read.compactMap(\.rowRefusal)
        if let first = refusals.first { return .stopped(exit: 65, refusal: first) }
        var run = PlainRun(menu: menu, inputs: read, extras: extras.union, opening: opening, options: options)
        if let ledger { run.take(ledger) }
        run.apply()
        return .done(run)
    }

    /// The extras of all inputs, and the refusal where there are too many of them.
    private static func unionOfExtras(_ inputs: [PlainInput]) -> (union: [PlainExtra], refusal: PlainRefusal?) {
        var union: [PlainExtra] = []
        for input in inputs {
            for extra in input.extras where !union.contains(extra) { union.append(extra) }
            if union.count > 256 {
                return (union, PlainRefusal(file: input.file, line: input.headerLine, code: "too_many_columns"))
            }
        }
        return (union, nil)
    }
}

/// A run that was not refused: its rows one after the other.
package struct PlainRun {
    /// The shop's menu.
    package let menu: PlainMenu
    /// The inputs.
    package let inputs: [PlainInput]
    /// Extra columns of all inputs in order of first appearance.
    package let extras: [PlainExtra]
    /// Stock before the first row.
    package let opening: [Int]
    /// The run's options.
    package let options: PlainOptions
    /// What became of every row, in order.
    package private(set) var outcomes: [PlainOutcome] = []
    /// Stock after the last row.
    package private(set) var stock: [Int]
    /// What the rows that used an id did, by the id's bytes.
    package private(set) var usedIDs: [[UInt8]: String] = [:]
    /// The run's number in its ledger, if it has one.
    package private(set) var number: Int?

    init(menu: PlainMenu, inputs: [PlainInput], extras: [PlainExtra], opening: [Int], options: PlainOptions) {
        self.menu = menu
        self.inputs = inputs
        self.extras = extras
        self.opening = opening
        self.options = options
        stock = opening
    }

    /// The rows that failed.
    package var failures: [PlainOutcome] { outcomes.filter { $0.code != nil } }
    /// The rows that were applied.
    package var successes: [PlainOutcome] { outcomes.filter { $0.code == nil } }

    /// The exit status.
    package var exit: Int {
        let skippedOrShort = ["already_processed", "insufficient_stock"]
        let hasRejected = failures.contains { !skippedOrShort.contains($0.code ?? "") }
        let hasShort = failures.contains { $0.code == "insufficient_stock" }
        if hasRejected && options.failOn != .none { return 4 }
        return hasShort && options.failOn == .shortage ? 3 : 0
    }

    /// Starts with what earlier runs have left.
    mutating func take(_ ledger: PlainLedger) {
        number = ledger.runs.count + 1
        usedIDs = ledger.usedIDs
    }

    mutating func apply() {
        for row in inputs.flatMap(\.rows) {
            var outcome = PlainOutcome.resolve(row, menu: menu)
            if outcome.code == nil { apply(&outcome) }
            outcome.stockAfter = stock
            outcomes.append(outcome)
        }
    }

    private mutating func apply(_ outcome: inout PlainOutcome) {
        guard let action = outcome.action, let item = outcome.item, let quantity = outcome.quantity else { return }
        let id = Array((outcome.row.roles[.id] ?? "").utf8)
        let name = action == .order ? menu.juices[item].name : menu.fruits[item].name
        let meaning = "\(action.rawValue) \(PlainText.matchable(name)) \(quantity)"
        if !id.isEmpty, let earlier = usedIDs[id] {
            outcome.code = earlier == meaning ? "already_processed" : "id_conflict"
            return
        }
        switch action {
        case .order:
            for use in menu.juices[item].uses { outcome.needs[use.fruit] = use.quantity * quantity }
        case .discard:
            outcome.needs[item] = quantity
        case .restock:
            if stock[item] + quantity > PlainModel.stockLimit {
                outcome.code = "stock_limit"
                return
            }
            stock[item] += quantity
        case .count:
            stock[item] = quantity
        }
        for (fruit, need) in outcome.needs where need > stock[fruit] { outcome.missing[fruit] = need - stock[fruit] }
        if !outcome.missing.isEmpty {
            outcome.code = "insufficient_stock"
            return
        }
        for (fruit, need) in outcome.needs { stock[fruit] -= need }
        if !id.isEmpty { usedIDs[id] = meaning }
    }
}
