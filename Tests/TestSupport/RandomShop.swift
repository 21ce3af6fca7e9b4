import Foundation

/// Creates random cases; most of them have both successes and shortages.
package struct RandomShop {
    private var random: SeededGenerator
    private var shop = PlainMenu.builtIn
    private var distinctIDs = true
    private var idNumber = 0

    private init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// The case of a seed.
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

/// Makes random menu files.
package enum RandomMenu {
    /// A menu file; now and then a bad one.
    package static func make(_ random: inout SeededGenerator) -> String {
        let fruitPool = ["딸기", "바나나", "사과", "배", "Apple", "Pear", "귤", "fig", "키위", "용과 열매"]
        let juicePool = ["사과쥬스", "Apple", "배주스", "모듬쥬스", "Mixed", "귤", "딸기 라떼", "Dragon-Fruit", "fig"]
        let fruits = Array(fruitPool.shuffled(using: &random).prefix(random.int(1...6)))
        let juices = Array(juicePool.shuffled(using: &random).prefix(random.int(1...6)))
        let hasAliases = random.chance(50)
        let isKorean = random.chance(40)
        var header = isKorean ? ["메뉴", "과일", "수량"] : ["juice", "fruit", "quantity"]
        if hasAliases { header += ["alias", "fruit_alias"] }
        var rows = [header]
        var fruitAliases = ["능금": "사과", "pomme": "Apple", "ya|pyrus": "배"]
        for (number, juice) in juices.enumerated() {
            for (index, fruit) in fruits.shuffled(using: &random).prefix(random.int(1...3)).enumerated() {
                let quantity = random.chance(95) ? random.int(1...6) : random.int(1...10_000)
                var row = [juice, fruit, String(quantity)]
                if hasAliases {
                    row.append(index == 0 ? random.pick(["", "M\(number)", "M\(number)|메뉴 \(number)호"]) : "")
                    let alias = fruitAliases.first { $0.value == fruit }?.key
                    if let alias { fruitAliases[alias] = nil }
                    row.append(alias ?? "")
                }
                rows.append(row)
            }
        }
        if random.chance(10), hasAliases { rows.insert(["", random.pick(fruits), "", "", ""], at: 1) }
        spoil(&rows, &random)
        // The numbers drawn for them do not affect the rest of the case.
        var draws = random
        if draws.chance(40) { addPrices(to: &rows, isKorean: isKorean, &draws) }
        let text = PlainCSVWriter.file(rows, excel: false)
        return (random.chance(20) ? "\u{FEFF}" : "") + text
    }

    /// Adds prices and costs, here and there, now and then a bad one.
    private static func addPrices(to rows: inout [[String]], isKorean: Bool, _ random: inout SeededGenerator) {
        rows[0] += isKorean ? ["판매가", "원가"] : ["price", "fruit_cost"]
        let hasAll = random.chance(50)
        let share = random.chance(5) ? 0 : 70
        var known: [String: String] = [:]
        for row in rows.indices.dropFirst() {
            let names = [rows[row][0].isEmpty ? nil : "juice \(rows[row][0])", "fruit \(rows[row][1])"]
            for name in names {
                guard let name, hasAll || random.chance(share) else {
                    rows[row].append("")
                    continue
                }
                let price = known[name] ?? makePrice(&random)
                known[name] = price
                rows[row].append(
                    random.chance(1) ? random.pick(["-1", "1.234", "1000000000.01", "1,000", "4500원"]) : price)
            }
        }
    }

    private static func makePrice(_ random: inout SeededGenerator) -> String {
        let odd = random.int(0...9)
        if odd < 5 { return ["0", "1000000000", "12.5", "0.01", "４500"][odd] }
        return String(random.int(1...20_000)) + random.pick(["", "", ".25", ".0", "00"])
    }

    private static func spoil(_ rows: inout [[String]], _ random: inout SeededGenerator) {
        guard random.chance(4), let last = rows.last else { return }
        let kind = random.int(1...3)
        rows.append(last)
        if kind == 2 { rows[rows.count - 1][2] = random.pick(["0", "10001", "x"]) }
        if kind == 3 { rows[rows.count - 1][1] = "" }
    }
}
