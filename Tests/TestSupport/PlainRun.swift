/// A run that was not refused: its rows one after the other.
package struct PlainRun {
    package let menu: PlainMenu
    package let inputs: [PlainInput]
    /// Extra columns of all inputs in order of first appearance.
    package let extras: [PlainExtra]
    package let opening: [Int]
    package let options: PlainOptions
    /// The outcome of every row, in the order in which they were applied.
    package private(set) var outcomes: [PlainOutcome] = []
    package private(set) var stock: [Int]
    /// The instructions of the rows that used an id, by the id's bytes.
    package private(set) var usedIDs: [[UInt8]: String] = [:]
    /// The run's number in its ledger, if it has one.
    package private(set) var number: Int?
    /// By juice, in the form in which names match: cups that this run served less those it cancelled.
    package private(set) var ownCups: [String: Int] = [:]
    /// The cups served minus those cancelled in earlier runs, by juice.
    private var earlierCups: [String: Int] = [:]

    init(menu: PlainMenu, inputs: [PlainInput], extras: [PlainExtra], opening: [Int], options: PlainOptions) {
        (self.menu, self.inputs, self.extras, self.options) = (menu, inputs, extras, options)
        (self.opening, stock) = (opening, opening)
    }

    package var failures: [PlainOutcome] { outcomes.filter { $0.code != nil } }
    package var successes: [PlainOutcome] { outcomes.filter { $0.code == nil } }

    package var exit: Int {
        let skippedOrShort = ["ignored", "already_processed", "insufficient_stock"]
        let hasRejected = failures.contains { !skippedOrShort.contains($0.code ?? "") }
        let hasShort = failures.contains { $0.code == "insufficient_stock" }
        let isAllIgnored = !outcomes.isEmpty && outcomes.allSatisfy { $0.code == "ignored" }
        if (hasRejected || isAllIgnored) && options.failOn != .none { return 4 }
        return hasShort && options.failOn == .shortage ? 3 : 0
    }

    /// Starts with the stock, ids and cups of earlier runs.
    mutating func take(_ ledger: PlainLedger) {
        number = ledger.runs.count + 1
        usedIDs = ledger.usedIDs
        earlierCups = ledger.cups
    }

    mutating func apply(_ rows: [PlainOutcome]) {
        for row in rows {
            var outcome = row
            if outcome.code == nil { apply(&outcome) }
            outcome.stockAfter = stock
            outcomes.append(outcome)
        }
    }

    private mutating func apply(_ outcome: inout PlainOutcome) {
        guard let action = outcome.action, let item = outcome.item, let quantity = outcome.quantity else { return }
        let id = outcome.row.id
        let name = action.concernsJuice ? menu.juices[item].name : menu.fruits[item].name
        let meaning = "\(action.rawValue) \(PlainText.matchable(name)) \(quantity)"
        if !id.isEmpty, let earlier = usedIDs[id] {
            // An assert is checked each time.
            if earlier != meaning || action != .assert {
                outcome.code = earlier == meaning ? "already_processed" : "id_conflict"
                return
            }
        }
        switch action {
        case .order:
            take(uses(juice: item, cups: quantity), &outcome)
            if outcome.code == nil { ownCups[PlainText.matchable(name), default: 0] += quantity }
        case .cancel: cancel(&outcome, juice: item, cups: quantity)
        case .discard: take([item: quantity], &outcome)
        case .restock: give([item: quantity], &outcome)
        case .count: stock[item] = quantity
        case .assert: if stock[item] != quantity { outcome.code = "assertion_failed" }
        }
        if outcome.code == nil && !id.isEmpty { usedIDs[id] = meaning }
    }

    private func uses(juice: Int, cups: Int) -> [Int: Int] {
        Dictionary(uniqueKeysWithValues: menu.juices[juice].uses.map { ($0.fruit, $0.quantity * cups) })
    }

    private mutating func cancel(_ outcome: inout PlainOutcome, juice: Int, cups: Int) {
        let name = PlainText.matchable(menu.juices[juice].name)
        if cups > ownCups[name, default: 0] + earlierCups[name, default: 0] {
            outcome.code = "nothing_to_cancel"
            return
        }
        outcome.returned = uses(juice: juice, cups: cups)
        give(outcome.returned, &outcome)
        if outcome.code == nil { ownCups[name, default: 0] -= cups }
    }

    /// Removes pieces of fruits from the stock, all or none.
    private mutating func take(_ pieces: [Int: Int], _ outcome: inout PlainOutcome) {
        outcome.needs = pieces
        for (fruit, need) in pieces where need > stock[fruit] { outcome.missing[fruit] = need - stock[fruit] }
        if !outcome.missing.isEmpty { outcome.code = "insufficient_stock" }
        if outcome.code == nil { for (fruit, need) in pieces { stock[fruit] -= need } }
    }

    /// Adds pieces of fruits to the stock, all or none.
    private mutating func give(_ pieces: [Int: Int], _ outcome: inout PlainOutcome) {
        if pieces.contains(where: { stock[$0.key] + $0.value > PlainModel.stockLimit }) { outcome.code = "stock_limit" }
        if outcome.code == nil { for (fruit, more) in pieces { stock[fruit] += more } }
    }
}
