/// Checks a report set on its own, without knowing what went into it.
package struct CheckedInvariants {
    private let success: [[String]]
    private let failure: [[String]]
    private let stock: [[String]]
    private let summary: OrderedJSON
    private var violations: [String] = []

    /// What the set violates; empty when all holds.
    ///
    /// - Parameter isInFileOrder: whether rows were applied as they stand.
    package static func violations(
        in set: ReportSet, isInFileOrder: Bool = true
    ) -> [String] {
        var check = CheckedInvariants(set)
        guard check.success.count > 0, check.failure.count > 0, check.stock.count > 0 else {
            return ["a report has no header"]
        }
        check.checkRows()
        if isInFileOrder { check.checkOrder() }
        check.checkCodesAndActions()
        check.checkFruits()
        check.checkStockColumns()
        check.checkStockOverRun()
        // Who took what is found by the places of rows.
        if isInFileOrder { check.checkLostOrders() }
        return check.violations
    }

    private init(_ set: ReportSet) {
        success = ReportSet.rows(set.success)
        failure = ReportSet.rows(set.failure)
        stock = ReportSet.rows(set.stock)
        summary = set.summary
    }

    private mutating func expect(_ holds: Bool, _ what: String) {
        if !holds { violations.append(what) }
    }

    private func number(_ key: String) -> Int { summary[key]?.int ?? -1 }

    /// Every row of every input is in exactly one of the two CSVs.
    private mutating func checkRows() {
        let done = Array(success.dropFirst())
        let failed = Array(failure.dropFirst())
        for (rows, header) in [(done, success[0]), (failed, failure[0])] {
            expect(rows.allSatisfy { $0.count == header.count }, "a row is not as wide as the header")
        }
        expect(number("success") == done.count, "success \(number("success")), rows \(done.count)")
        expect(number("failure") == failed.count, "failure \(number("failure")), rows \(failed.count)")
        expect(number("rows") == done.count + failed.count, "rows is not success + failure")
        let inputs = summary["inputs"]?.elements ?? []
        expect(inputs.compactMap { $0["rows"]?.int }.reduce(0, +) == number("rows"), "rows is not the inputs' sum")
        let places = (done + failed).map { "\($0[0]):\($0[1])" }
        expect(Set(places).count == places.count, "a line is in the reports twice")
        for input in inputs {
            let file = input["file"]?.text ?? ""
            let count = (done + failed).count { $0[0] == file }
            expect(count == input["rows"]?.int, "\(file): \(count) rows in the reports")
        }
    }

    /// The rows of both CSVs stand as they stood in the inputs.
    private mutating func checkOrder() {
        let order = (summary["inputs"]?.elements ?? []).compactMap { $0["file"]?.text }
        for rows in [Array(success.dropFirst()), Array(failure.dropFirst())] {
            let positions = rows.map { [order.firstIndex(of: $0[0]) ?? -1, Int($0[1]) ?? -1] }
            let isSorted = zip(positions, positions.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
            expect(isSorted, "rows are not in the order of the inputs")
        }
    }

    private mutating func checkCodesAndActions() {
        let codes = summary["codes"]
        let counts = (codes?.keys ?? []).map { codes?[$0]?.int ?? -1 }
        expect(counts.reduce(0, +) == number("failure"), "the codes do not sum up to failure")
        for code in codes?.keys ?? [] {
            let count = failure.dropFirst().count { $0[6] == code }
            expect(count == codes?[code]?.int, "\(code): \(count) rows in failure.csv")
        }
        let actions = summary["actions"]?.keys ?? []
        expect(actions == PlainAction.allCases.map(\.rawValue), "actions: \(actions)")
        for action in actions {
            let count = success.dropFirst().count { $0[3] == action }
            expect(summary["actions"]?[action]?["success"]?.int == count, "\(action): \(count) rows in success.csv")
        }
        let known = actions.map { summary["actions"]?[$0]?["success"]?.int ?? -1 }
        expect(known.reduce(0, +) == number("success"), "the actions do not sum up to success")
        for juice in summary["juices"]?.elements ?? [] {
            let sum = (juice["served"]?.int ?? -1) + (juice["short"]?.int ?? -1)
            expect(juice["orders"]?.int == sum, "orders is not served + short: \(juice)")
        }
    }

    private mutating func checkFruits() {
        let fruits = summary["fruits"]?.elements ?? []
        expect(fruits.count == stock.count - 1, "stock.csv has other fruits than summary.json")
        for (fruit, row) in zip(fruits, stock.dropFirst()) {
            func value(_ key: String) -> Int { fruit[key]?.int ?? -1 }
            let sum = value("opening") + value("restocked") - value("discarded") + value("counted") - value("used")
            expect(sum == value("closing"), "\(row[0]): the movements make \(sum), closing \(value("closing"))")
            expect(row == [fruit["fruit"]?.text ?? "", String(value("closing"))], "stock.csv: \(row)")
            expect((0...PlainModel.stockLimit).contains(value("closing")), "\(row[0]): closing out of bounds")
            expect(value("peak_deficit") >= 0 && value("lost_orders") >= 0, "\(row[0]): a negative number")
        }
    }

    /// Follows the stock columns of success.csv from row to row.
    private mutating func checkStockColumns() {
        let fruits = summary["fruits"]?.elements ?? []
        var level = fruits.map { $0["opening"]?.int ?? -1 }
        let names = stock.dropFirst().map { $0[0] }
        for row in success.dropFirst() where row.count >= 7 + names.count {
            let after = row[7..<7 + names.count].map { Int($0) ?? -1 }
            let quantity = Int(row[5]) ?? -1
            let place = "\(row[0]):\(row[1])"
            expect(after.allSatisfy { (0...PlainModel.stockLimit).contains($0) }, "\(place): stock out of bounds")
            let wanted = Self.level(level, after: row, names: names, reached: after)
            expect(after == wanted, "\(place): \(row[3]) \(row[4]) \(quantity) from \(level) to \(after)")
            level = after
        }
        expect(level == fruits.map { $0["closing"]?.int ?? -1 }, "the last row's stock is not the closing stock")
    }

    /// What stock must be after a row; `reached` where the row moves whole cups of a juice.
    private static func level(_ level: [Int], after row: [String], names: [String], reached: [Int]) -> [Int]? {
        let quantity = Int(row[5]) ?? -1
        var wanted = level
        let fruit = names.firstIndex(of: row[4])
        switch (row[3], fruit) {
        case ("order", _), ("cancel", _):
            let sign = row[3] == "order" ? -1 : 1
            let isWhole = zip(level, reached).allSatisfy { before, after in
                (after - before) * sign >= 0 && (after - before) % max(quantity, 1) == 0
            }
            return isWhole && reached != level ? reached : nil
        case ("restock", let fruit?): wanted[fruit] += quantity
        case ("discard", let fruit?): wanted[fruit] -= quantity
        case ("count", let fruit?): wanted[fruit] = quantity
        case ("assert", let fruit?): return level[fruit] == quantity ? level : nil
        default: return nil
        }
        return wanted
    }

    /// The levels of stock lie within what success.csv says, and reach it.
    private mutating func checkStockOverRun() {
        let names = stock.dropFirst().map { $0[0] }
        let charted = summary["stock_over_run"]?["fruits"]?.elements ?? []
        expect(charted.count == min(names.count, 12), "\(charted.count) fruits in stock_over_run")
        let rows = success.dropFirst().filter { $0.count >= 7 + names.count }
        for fruit in charted {
            let name = fruit["fruit"]?.text ?? ""
            let place = names.firstIndex(of: name) ?? 0
            let opening = summary["fruits"]?.elements.first { $0["fruit"]?.text == name }?["opening"]?.int ?? -1
            let levels = [opening] + rows.map { Int($0[7 + place]) ?? -1 }
            let low = fruit["low"]?.elements.compactMap(\.int) ?? []
            let high = fruit["high"]?.elements.compactMap(\.int) ?? []
            expect(low.count == high.count && zip(low, high).allSatisfy { $0 <= $1 }, "\(name): low above high")
            // Without any record there are no stretches.
            guard !low.isEmpty else { continue }
            expect(low.min() == levels.min(), "\(name): lowest \(low.min() ?? -1), rows say \(levels.min() ?? -1)")
            expect(high.max() == levels.max(), "\(name): highest \(high.max() ?? -1), rows say \(levels.max() ?? -1)")
            let closing = levels.last ?? -1
            expect((low[low.count - 1]...high[high.count - 1]).contains(closing), "\(name): closing \(closing)")
            expect((low[0]...high[0]).contains(opening), "\(name): opening \(opening)")
        }
    }

    /// The first short orders are those of failure.csv, and who took what they lacked is the last row that did.
    private mutating func checkLostOrders() {
        let listed = summary["first_lost_orders"]?.elements ?? []
        let rows = failure.dropFirst().filter { $0[3] == "order" && $0[6] == "insufficient_stock" }
        expect(listed.count == min(rows.count, 50), "\(listed.count) short orders of \(rows.count)")
        let names = stock.dropFirst().map { $0[0] }
        let opening = (summary["fruits"]?.elements ?? []).map { $0["opening"]?.int ?? -1 }
        let files = summary["inputs"]?.elements.compactMap { $0["file"]?.text } ?? []
        func position(_ row: [String]) -> (Int, Int) { (files.firstIndex(of: row[0]) ?? -1, Int(row[1]) ?? -1) }
        let done = success.dropFirst().filter { $0.count >= 7 + names.count }.map { (position($0), $0) }
        for (order, row) in zip(listed, rows) {
            let place = "\(row[0]):\(row[1])"
            expect(order["file"]?.text == row[0] && order["line"]?.int == Int(row[1]), "\(place): not listed")
            let missing = order["missing"]?.elements ?? []
            let cell = missing.map { "\($0["fruit"]?.text ?? ""):\($0["pieces"]?.int ?? -1)" }.joined(separator: ";")
            expect(cell == row[8], "\(place): \(cell) is not \(row[8])")
            let before = done.prefix { $0.0 < position(row) }
            for part in missing {
                guard let fruit = names.firstIndex(of: part["fruit"]?.text ?? "") else { continue }
                var level = opening[fruit]
                var taker: String?
                for (_, cells) in before {
                    let after = Int(cells[7 + fruit]) ?? -1
                    if after < level { taker = "\(cells[0]):\(cells[1])" }
                    level = after
                }
                let told = part["taken_by"].map { "\($0["file"]?.text ?? ""):\($0["line"]?.int ?? -1)" }
                expect(told == taker, "\(place): taken by \(told ?? "nobody"), not \(taker ?? "nobody")")
            }
        }
    }
}
