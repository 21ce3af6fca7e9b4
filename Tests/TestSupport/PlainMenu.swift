/// A shop's recipes and the names of its juices and fruits.
package struct PlainMenu {
    package struct Item {
        /// The menu's spelling.
        package var name: String
        package var aliases: [String]
        /// The recipe of one cup of a juice: the number of each fruit, from 0, and its pieces.
        package var uses: [(fruit: Int, quantity: Int)] = []
        /// The price of a cup, or the cost of a piece, in hundredths.
        package var price: Int?

        package var names: [String] { [name] + aliases }
    }

    /// Whether it has a column for prices.
    package private(set) var hasMoney = false

    package var juices: [Item] = []
    /// In the order of all reports.
    package var fruits: [Item] = []

    /// The English name of a built-in fruit, which an own menu keeps.
    private static func english(_ fruit: String) -> [String] {
        let names = ["딸기": "strawberry", "바나나": "banana", "파인애플": "pineapple", "키위": "kiwi", "망고": "mango"]
        return names[fruit].map { [$0] } ?? []
    }

    /// The menu of a shop that brings none.
    package static let builtIn: PlainMenu = {
        var menu = PlainMenu()
        menu.fruits = ["딸기", "바나나", "파인애플", "키위", "망고"].map { Item(name: $0, aliases: english($0)) }
        menu.juices = [
            Item(name: "딸기쥬스", aliases: ["strawberry"], uses: [(0, 16)]),
            Item(name: "바나나쥬스", aliases: ["banana"], uses: [(1, 2)]),
            Item(name: "키위쥬스", aliases: ["kiwi"], uses: [(3, 3)]),
            Item(name: "파인애플쥬스", aliases: ["pineapple"], uses: [(2, 2)]),
            Item(name: "딸바쥬스", aliases: ["딸기바나나쥬스", "strawberry banana"], uses: [(0, 10), (1, 1)]),
            Item(name: "망고쥬스", aliases: ["mango"], uses: [(4, 3)]),
            Item(name: "망고키위쥬스", aliases: ["망키쥬스", "mango kiwi"], uses: [(4, 2), (3, 1)]),
        ]
        return menu
    }()

    package func juice(named cell: String) -> Int? {
        juices.firstIndex { juice in
            PlainText.matches(cell, juice.names + juice.names.filter { PlainText.isASCII($0) }.map { $0 + "juice" })
        }
    }

    package func fruit(named cell: String) -> Int? {
        fruits.firstIndex { PlainText.matches(cell, $0.names) }
    }

    /// Reads a menu file; nil when it is a bad one (exit 78).
    package static func read(_ text: String) -> PlainMenu? {
        let columns = [
            ["juice", "메뉴"], ["fruit", "과일"], ["quantity", "수량"], ["alias"], ["fruit_alias"], ["price", "판매가"],
            ["fruit_cost", "원가"],
        ]
        guard let rows = PlainList.read(text, columns: columns, required: 3) else { return nil }
        var menu = PlainMenu()
        menu.hasMoney = columns[5...].joined().contains { PlainList.read(text, columns: [[$0]], required: 1) != nil }
        for row in rows where !menu.add(row) { return nil }
        for index in menu.fruits.indices { menu.fruits[index].aliases += english(menu.fruits[index].name) }
        return menu.juices.isEmpty || menu.hasAmbiguousName ? nil : menu
    }

    private mutating func add(_ row: [String]) -> Bool {
        if row[1].isEmpty { return false }
        let fruit = Self.declare(row[1], aliases: row[4], in: &fruits)
        if !Self.set(&fruits[fruit].price, row[6]) { return false }
        // A fruit without juice and quantity is declared only, so that the order of fruits can be written down.
        if row[0].isEmpty && row[2].isEmpty && row[5].isEmpty { return true }
        guard !row[0].isEmpty, let quantity = PlainText.quantity(row[2], in: 1...10_000) else { return false }
        let juice = Self.declare(row[0], aliases: row[3], in: &juices)
        guard PlainText.cell(row[0], isAmong: [juices[juice].name]), Self.set(&juices[juice].price, row[5]),
            !juices[juice].uses.contains(where: { $0.fruit == fruit })
        else { return false }
        juices[juice].uses.append((fruit, quantity))
        return true
    }

    /// Sets an amount that an empty cell leaves as it is; false where it is none, or was another one before.
    private static func set(_ amount: inout Int?, _ cell: String) -> Bool {
        if cell.isEmpty { return true }
        guard let read = PlainMoney.price(cell), [nil, read].contains(amount) else { return false }
        amount = read
        return true
    }

    /// The number, from 0, of an item, which is added if the menu does not have it yet; aliases are separated by `|`.
    private static func declare(_ name: String, aliases cell: String, in items: inout [Item]) -> Int {
        let aliases = cell.unicodeScalars.split(separator: "|").map { PlainText.trimmed(String($0)) }
        let known = items.firstIndex { PlainText.matches(name, [$0.name]) }
        if known == nil { items.append(Item(name: name, aliases: [])) }
        let index = known ?? items.count - 1
        items[index].aliases += aliases.filter { !$0.isEmpty }
        return index
    }

    /// Whether one name means two juices or two fruits.
    private var hasAmbiguousName: Bool {
        [juices, fruits].contains { items in
            let spellings = items.map { Set($0.names.map { PlainText.matchable($0) }) }
            return Set(spellings.joined()).count != spellings.map(\.count).reduce(0, +)
        }
    }
}

/// Reads the small files a shop keeps: its menu and its opening stock.
package enum PlainList {
    /// The trimmed cells of every row that is not blank, in the order of `columns` (each with all its names); the first
    /// `required` columns must be there, the others are empty when they are not.
    ///
    /// Nil for a broken file.
    package static func read(_ text: String, columns: [[String]], required: Int) -> [[String]]? {
        let decoded = PlainEncoding.decode(Array(text.utf8), forced: nil)
        guard !decoded.isCut, let start = PlainStart.find(decoded.text) else { return nil }
        let body = Array(decoded.text[start.offset...])
        let table = PlainCSVReader.read(body, delimiter: start.delimiter, firstLine: start.line)
        guard table.badQuotingLine == nil, let header = table.records.first else { return nil }
        let names = PlainColumns.trimmed(header.cells)
        let places = columns.map { known in names.firstIndex { PlainText.matches($0, known) } }
        if places.prefix(required).contains(nil) { return nil }
        var rows: [[String]] = []
        for record in table.records.dropFirst() where !record.cells.allSatisfy({ PlainText.isBlank($0) }) {
            let cells = record.cells.map { PlainText.trimmed($0) }
            let isPadded = cells.count == header.cells.count && cells.dropFirst(names.count).allSatisfy { $0.isEmpty }
            guard cells.count == names.count || isPadded else { return nil }
            rows.append(places.map { index in index.map { cells[$0] } ?? "" })
        }
        return rows
    }

    /// Opening stock by fruit: what `--stock` says, or 10 of each; nil for a bad stock file (exit 78).
    package static func stock(_ text: String?, menu: PlainMenu) -> [Int]? {
        guard let text else { return menu.fruits.map { _ in 10 } }
        guard let rows = read(text, columns: [["fruit", "과일"], ["stock", "재고"]], required: 2) else { return nil }
        var stock = menu.fruits.map { _ in 0 }
        var named: Set<Int> = []
        for row in rows {
            guard let fruit = menu.fruit(named: row[0]), named.insert(fruit).inserted else { return nil }
            guard let pieces = PlainText.quantity(row[1], in: 0...PlainModel.stockLimit) else { return nil }
            stock[fruit] = pieces
        }
        return stock
    }
}
