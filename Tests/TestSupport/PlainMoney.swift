/// Money, in hundredths.
package enum PlainMoney {
    /// The price that a cell of a menu file says: digits, 0 … 1,000,000,000, with at most two decimals; nil for anything else.
    package static func price(_ cell: String) -> Int? {
        let parts = PlainText.trimmed(cell).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, !parts[0].contains(where: { "개잔컵,，".contains($0) }),
            let whole = PlainNumber.unsigned(parts[0], decimal: nil)
        else { return nil }
        var hundredths = 0
        if parts.count == 2 {
            guard (1...2).contains(parts[1].count), parts[1].allSatisfy({ "0123456789".contains($0) }),
                let fraction = Int(parts[1])
            else { return nil }
            hundredths = parts[1].count == 1 ? fraction * 10 : fraction
        }
        let all = min(whole, 10_000_000_000) * 100 + hundredths
        return all <= 100_000_000_000 ? all : nil
    }

    /// An amount as summary.json says it.
    static func json(_ hundredths: Int128?) -> OrderedJSON {
        guard let hundredths else { return .null }
        let limit = Int128(PlainModel.sumLimit)
        let amount = max(-limit, min(limit, hundredths))
        let size = amount < 0 ? -amount : amount
        let decimals = size % 100 == 0 ? "" : "." + String(String(100 + size % 100).dropFirst())
        return .string((amount < 0 ? "-" : "") + String(size / 100) + decimals)
    }

    /// What so many of each come to; unknown where one of which there are some has no price.
    static func sum(_ counts: [Int128], at prices: [Int?]) -> Int128? {
        var sum: Int128 = 0
        for (count, price) in zip(counts, prices) where count != 0 {
            guard let price else { return nil }
            sum += count * Int128(price)
        }
        return sum
    }
}

extension PlainRun {
    /// `money` of summary.json; nil where the menu has no prices.
    var moneySummary: OrderedJSON? {
        guard menu.hasMoney else { return nil }
        let juices = menu.juices.indices.map { juiceSummary($0) }
        let fruits = menu.fruits.indices.map { fruitSummary($0) }
        func sum(_ things: [OrderedJSON], _ key: String, less other: String? = nil, _ prices: [Int?]) -> OrderedJSON {
            let counts = things.map { thing in
                let taken = other.flatMap { thing[$0]?.int } ?? 0
                return Int128(thing[key]?.int ?? 0) - Int128(taken)
            }
            return PlainMoney.json(PlainMoney.sum(counts, at: prices))
        }
        let prices = menu.juices.map(\.price)
        let costs = menu.fruits.map(\.cost)
        var needs: [String: Int] = [:]
        for row in restockRows.dropFirst() { needs[row[2], default: 0] += Int(row[3]) ?? 0 }
        let restock = PlainMoney.sum(menu.fruits.map { Int128(needs[$0.name] ?? 0) }, at: costs)
        return .object([
            ("currency", .string(options.currency ?? "원")),
            ("sales", sum(juices, "cups_served", less: "cups_cancelled", prices)),
            ("lost_sales", sum(juices, "cups_short", prices)),
            ("fruit_used", sum(fruits, "used", costs)),
            ("discarded", sum(fruits, "discarded", costs)),
            ("counted", sum(fruits, "counted", costs)),
            ("restock", PlainMoney.json(restock)),
        ])
    }

    /// What the figures of a juice come to.
    func salesOfJuice(_ juice: Int) -> (sales: Int128?, lost: Int128?) {
        let figures = juiceSummary(juice)
        let price = menu.juices[juice].price.map { Int128($0) }
        func cups(_ key: String) -> Int128 { Int128(figures[key]?.int ?? 0) }
        return (
            price.map { $0 * (cups("cups_served") - cups("cups_cancelled")) }, price.map { $0 * cups("cups_short") }
        )
    }

    /// What the figures of a fruit come to.
    func costsOfFruit(_ fruit: Int) -> (used: Int128?, discarded: Int128?, counted: Int128?) {
        let figures = fruitSummary(fruit)
        let cost = menu.fruits[fruit].cost.map { Int128($0) }
        func pieces(_ key: String) -> Int128 { Int128(figures[key]?.int ?? 0) }
        return (
            cost.map { $0 * pieces("used") }, cost.map { $0 * pieces("discarded") }, cost.map { $0 * pieces("counted") }
        )
    }
}
