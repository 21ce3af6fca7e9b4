import Foundation

/// Creates random cases; most of them have both successes and shortages.
package struct RandomShop {
    private var random: SeededGenerator
    private var shop = PlainMenu.builtIn
    private var distinctIDs = true
    private var idNumber = 0

    private init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    package static func makeCase(seed: UInt64) -> RandomCase {
        var maker = RandomShop(seed: seed)
        return maker.make(seed: seed)
    }

    private mutating func make(seed: UInt64) -> RandomCase {
        var menu: String?
        if random.chance(30) {
            menu = RandomMenu.make(&random)
            shop = menu.flatMap { PlainMenu.read($0) } ?? shop
        }
        distinctIDs = random.chance(50)
        var options = PlainOptions()
        options.excel = random.chance(15)
        if random.chance(10) { options.failOn = random.chance(50) ? .none : .shortage }
        let count = random.pick([1, 1, 1, 2, 2, 3])
        var inputs: [RandomCase.Input] = []
        for number in 0..<count { inputs.append(input(number, options: &options)) }
        if count == 1 && random.chance(5) { inputs[0].path = "-" }
        if random.chance(4) { options.encoding = random.pick(["utf-8", "cp949", "utf-16"]) }
        var draws = random
        if draws.chance(5) { options.currency = draws.pick(["$", "EUR", "원", "¥"]) }
        return RandomCase(
            seed: seed, inputs: inputs, menu: menu, stock: random.chance(30) ? stockFile() : nil, options: options)
    }

    private mutating func input(_ number: Int, options: inout PlainOptions) -> RandomCase.Input {
        let name = random.pick(["orders.csv", "주문.csv", "day 1.csv", "a;b.csv", "noext", "order#2.txt"])
        let path = "\(number)/\(name)"
        var file = RandomFile(random: random, shop: shop, distinctIDs: distinctIDs, idNumber: idNumber)
        let bytes = file.make(options: &options)
        random = file.random
        idNumber = file.idNumber
        return RandomCase.Input(path: path, bytes: bytes)
    }

    private mutating func stockFile() -> String {
        var rows = [random.chance(50) ? ["fruit", "stock"] : ["과일", "재고"]]
        for fruit in shop.fruits where random.chance(85) {
            let pieces = random.pick([0, 5, 20, 60, 200, 1_000, 5_000_000, PlainModel.stockLimit - 3])
            rows.append([random.spelling(of: random.pick(fruit.names)), String(pieces)])
        }
        if random.chance(2) { rows.append(["없는과일", "3"]) }
        if random.chance(2), let last = rows.last { rows.append(last) }
        return PlainCSVWriter.file(rows, excel: random.chance(20))
    }
}

package enum RandomMenu {
    /// A menu file; now and then a bad one.
    package static func make(_ random: inout SeededGenerator) -> String {
        let fruitPool = ["딸기", "바나나", "사과", "배", "Apple", "Pear", "귤", "fig", "키위", "용과 열매"]
        let juicePool = ["사과쥬스", "Apple", "배주스", "모듬쥬스", "Mixed", "귤", "딸기 라떼", "Dragon-Fruit", "fig"]
        let fruits = Array(fruitPool.shuffled(using: &random).prefix(random.int(1...6)))
        let juices = Array(juicePool.shuffled(using: &random).prefix(random.int(1...6)))
        let names = random.chance(40) ? ["메뉴", "과일", "수량"] : ["juice", "fruit", "quantity"]
        let header = names + ["alias", "fruit_alias"] + random.pick([["판매가", "원가"], ["price", "fruit_cost"]])
        let shown = [0, 1, 2] + (random.chance(50) ? [3, 4] : []) + (random.chance(40) ? [5, 6] : [])
        let priced = random.pick([0, 70, 70, 70, 70, 100, 100, 100, 100, 100])
        var fruitAliases = ["사과": "능금", "Apple": "pomme", "배": "ya|pyrus"]
        var prices: [String: String] = [:]
        func price(_ name: String) -> String {
            if !random.chance(priced) { return "" }
            if random.chance(1) { return random.pick(["-1", "1.234", "1000000000.01", "1,000", "4500원"]) }
            let new = String(random.int(1...20_000)) + random.pick(["", "", ".25", ".0", "00"])
            let known =
                prices[name] ?? random.pick(["0", "1000000000", "12.5", "0.01", "４500", new, new, new, new, new])
            prices[name] = known
            return known
        }
        var rows: [[String]] = []
        for (number, juice) in juices.enumerated() {
            for (index, fruit) in fruits.shuffled(using: &random).prefix(random.int(1...3)).enumerated() {
                let quantity = random.chance(95) ? random.int(1...6) : random.int(1...10_000)
                let alias = index == 0 ? random.pick(["", "M\(number)", "M\(number)|메뉴 \(number)호"]) : ""
                rows.append([
                    juice, fruit, String(quantity), alias, fruitAliases.removeValue(forKey: fruit) ?? "",
                    price("juice \(juice)"), price("fruit \(fruit)"),
                ])
            }
        }
        if random.chance(5) { rows.insert(["", random.pick(fruits), "", "", "", "", ""], at: 0) }
        if random.chance(4), var bad = rows.last {
            let place = random.int(0...2)
            if place > 0 { bad[place] = place == 1 ? "" : random.pick(["0", "10001", "x"]) }
            rows.append(bad)
        }
        let text = PlainCSVWriter.file(([header] + rows).map { row in shown.map { row[$0] } }, excel: false)
        return (random.chance(20) ? "\u{FEFF}" : "") + text
    }
}
