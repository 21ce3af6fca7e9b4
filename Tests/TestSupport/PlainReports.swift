extension PlainRun {
    /// success.csv as rows, header first; nil for a message that the model does not predict.
    package var successRows: [[String?]] {
        let header = ["file", "line", "id", "action", "item", "quantity", "message"]
        return [header + menu.fruits.map { "재고_" + $0.name } + extraNames]
            + successes.map { outcome in
                let juice = outcome.action == .order ? outcome.item.map { menu.juices[$0].name } : nil
                return commonCells(outcome) + [juice.map { $0 + " 나왔습니다! 맛있게 드세요!" }]
                    + outcome.stockAfter.map { String($0) } + extraCells(outcome)
            }
    }

    /// failure.csv as rows, header first; nil for a message that the model does not predict.
    package var failureRows: [[String?]] {
        let header = ["file", "line", "id", "action", "item", "quantity", "code", "message", "shortage", "raw"]
        return [header + extraNames]
            + failures.map { outcome in
                let isShort = outcome.code == "insufficient_stock"
                let shortage = outcome.missing.sorted { $0.key < $1.key }
                    .map { "\(menu.fruits[$0.key].name):\($0.value)" }.joined(separator: ";")
                let message = isShort ? "재료가 모자라요. 재고를 수정할까요?" : nil
                return commonCells(outcome) + [outcome.code, message, shortage, outcome.row.raw] + extraCells(outcome)
            }
    }

    package var stockRows: [[String]] {
        [["fruit", "stock"]] + menu.fruits.indices.map { [menu.fruits[$0].name, String(stock[$0])] }
    }

    package var restockRows: [[String]] {
        let need = needs(of: [.order, .discard])
        let digests = inputs.map { $0.sha256 + "\n" }.joined() + (number.map { "\($0)\n" } ?? "")
        let prefix = "restock-" + String(PlainSHA256.hex(Array(digests.utf8)).prefix(12))
        var rows = [["id", "action", "item", "quantity"]]
        for fruit in menu.fruits.indices {
            var left = min(need[fruit, default: 0], PlainModel.stockLimit) - stock[fruit]
            while left > 0 {
                let part = min(left, 1_000_000_000)
                rows.append(["\(prefix)-\(rows.count)", "restock", menu.fruits[fruit].name, String(part)])
                left -= part
            }
        }
        return rows
    }

    /// The pieces of a fruit to buy for the short orders: restock.csv without the needs of discards.
    func purchase(_ fruit: Int) -> Int {
        max(0, min(needs(of: [.order])[fruit, default: 0], PlainModel.stockLimit) - stock[fruit])
    }

    /// The needs by fruit of short rows with some actions; each id counts once for all actions, and not at all if it
    /// was used.
    private func needs(of actions: Set<PlainAction>) -> [Int: Int] {
        var need: [Int: Int] = [:]
        var seen: Set<[UInt8]> = []
        for outcome in failures where outcome.code == "insufficient_stock" {
            let id = outcome.row.id
            if !id.isEmpty && (usedIDs[id] != nil || !seen.insert(id).inserted) { continue }
            guard let action = outcome.action, actions.contains(action) else { continue }
            for (fruit, pieces) in outcome.needs { need[fruit, default: 0] += pieces }
        }
        return need
    }

    private var extraNames: [String] { extras.map { String(decoding: $0.name, as: UTF8.self) } }

    private func extraCells(_ outcome: PlainOutcome) -> [String?] { extras.map { outcome.row.extras[$0] ?? "" } }

    /// The cells that success.csv and failure.csv begin with.
    func commonCells(_ outcome: PlainOutcome) -> [String?] {
        let row = outcome.row
        var item = row.roles[.item] ?? ""
        if let action = outcome.action, let number = outcome.item {
            item = action.concernsJuice ? menu.juices[number].name : menu.fruits[number].name
        }
        let action = outcome.action?.rawValue ?? row.roles[.action] ?? ""
        let quantity = outcome.quantity.map { String($0) } ?? row.roles[.quantity] ?? ""
        return [row.file, String(row.line), row.roles[.id] ?? "", action, item, quantity]
    }
}

extension PlainRun {
    /// Whether failure.csv, run after restock.csv without a ledger, must leave no shortage: no id appears twice.
    ///
    /// - Parameter second: that run; a row that it reads though its values were unknown takes fruit which restock.csv
    ///   does not reckon with.
    package func promisesRetry(in second: PlainRun) -> Bool {
        let ids = outcomes.map(\.row.id).filter { !$0.isEmpty }
        func unknown(_ run: PlainRun) -> Int { run.failures.count { $0.code == "unknown_value" } }
        return Set(ids).count == ids.count && unknown(second) == unknown(self) && promisesRetryWithLedger
    }

    /// Whether it must leave no shortage with a ledger: the stock limit cannot be reached.
    package var promisesRetryWithLedger: Bool {
        let moved = outcomes.map { outcome in
            (outcome.quantity ?? 0) + (outcome.needs.values.reduce(0, +)) + (outcome.returned.values.reduce(0, +))
        }
        let highest = (opening + stock).max() ?? 0
        // Values may have replaced an item by one that its action does not allow, while the name in failure.csv is allowed.
        let isNamedAnew = !options.values.isEmpty && failures.contains { $0.code == "unknown_item" }
        return moved.reduce(0, +) + highest < PlainModel.stockLimit && !isNamedAnew
    }
}
