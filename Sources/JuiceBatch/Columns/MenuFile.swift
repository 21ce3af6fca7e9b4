internal import CSV
package import JuiceCore

/// The format of a menu file: `juice,fruit,quantity` with one row per ingredient, and optionally `alias`,
/// `fruit_alias`, `price` of a cup and `fruit_cost` of a piece.
///
/// A row with a fruit alone only names it, to determine its place in reports before the recipes that use it.
extension Menu {
    /// Reads a menu file, and returns the menu with the index of its names.
    package static func load(
        path: String, cancellation: CancellationToken
    ) throws(BatchError) -> (menu: Menu, names: NameIndex) {
        try parse(readSmallFile(path, cancellation: cancellation), path: path)
    }

    /// Parses the bytes of a menu file, with the path that messages show.
    package static func parse(_ bytes: [UInt8], path: String) throws(BatchError) -> (menu: Menu, names: NameIndex) {
        let table = try CSVTable(path: path, bytes: bytes)
        var builder = try MenuBuilder(table)
        for row in table.rows {
            try table.checkWidth(row)
            do throws(SettingError) {
                try builder.add(row)
            } catch {
                throw table.error(error, line: row.line)
            }
        }
        let menu = builder.menu
        guard !menu.juices.isEmpty else { throw table.error(.empty, line: table.headerLine) }
        do throws(SettingError) {
            return (menu, try NameIndex(menu: menu))
        } catch {
            guard case .ambiguousName(let name) = error,
                let row = table.rows.last(where: { $0.cells.contains { $0.contains(name) } })
            else { throw table.error(error, line: table.headerLine) }
            throw table.error(error, line: row.line)
        }
    }

    /// The text of a menu file that, when read, results in this menu.
    package var fileText: String { Self.text(of: fileRows) }

    private static func text(of rows: [[String]]) -> String {
        rows.map { String(decoding: csvRecord($0.map { Array($0.utf8) }), as: UTF8.self) + "\n" }.joined()
    }

    /// The rows of a menu file that, when read, result in this menu; the header comes first.
    package var fileRows: [[String]] {
        let header = ["juice", "fruit", "quantity", "alias", "fruit_alias"]
        var rows = [header + (hasMoney ? ["price", "fruit_cost"] : [])]
        var seen: Set<Int> = []
        /// Adds a row; aliases, prices and costs are written only in the first row of a juice or fruit.
        func add(_ juice: Juice?, fruit: Int, quantity: String, isFirst: Bool) {
            let isFirstOfFruit = seen.insert(fruit).inserted
            let named = isFirst ? juice : nil
            let row = [
                juice?.name ?? "", fruits[fruit].name, quantity, named?.aliases.joined(separator: "|") ?? "",
                isFirstOfFruit ? fruits[fruit].aliases.joined(separator: "|") : "",
            ]
            let money = [named?.price?.digits ?? "", isFirstOfFruit ? fruits[fruit].cost?.digits ?? "" : ""]
            rows.append(row + (hasMoney ? money : []))
        }
        /// Adds rows for the fruits before an index that no row has named yet.
        func nameFruits(before fruit: Int) {
            for earlier in 0..<fruit where !seen.contains(earlier) {
                add(nil, fruit: earlier, quantity: "", isFirst: false)
            }
        }
        for juice in juices {
            for (index, ingredient) in juice.recipe.ingredients.enumerated() {
                nameFruits(before: ingredient.fruit)
                add(juice, fruit: ingredient.fruit, quantity: String(ingredient.quantity), isFirst: index == 0)
            }
        }
        nameFruits(before: fruits.count)
        return rows
    }
}

private struct MenuBuilder {
    private let juiceColumn: Int
    private let fruitColumn: Int
    private let quantityColumn: Int
    private let aliasColumn: Int?
    private let fruitAliasColumn: Int?
    private let priceColumn: Int?
    private let fruitCostColumn: Int?
    private var juices = MenuParts(countMax: Menu.juicesMax)
    private var fruits = MenuParts(countMax: Menu.fruitsMax)
    /// The English names of the built-in menu's fruits, which are accepted with any menu, by the fruits' keys.
    private let builtInAliases = Dictionary(
        uniqueKeysWithValues: Menu.builtIn.fruits.map { (nameKey($0.name), $0.aliases) })

    private static let moneyWords = ["가격", "단가", "금액", "판매가", "원가", "price", "cost", "amount"]

    /// Creates a builder, or throws the error of a missing column or of a column of money that would not be read.
    init(_ table: CSVTable) throws(BatchError) {
        juiceColumn = try table.requiredColumn(["juice", "메뉴"])
        fruitColumn = try table.requiredColumn(["fruit", "과일"])
        quantityColumn = try table.requiredColumn(["quantity", "수량"])
        aliasColumn = try table.column(["alias"])
        fruitAliasColumn = try table.column(["fruit_alias"])
        priceColumn = try table.column(["price", "판매가"])
        fruitCostColumn = try table.column(["fruit_cost", "원가"])
        let optional = [aliasColumn, fruitAliasColumn, priceColumn, fruitCostColumn].compactMap(\.self)
        let read = [juiceColumn, fruitColumn, quantityColumn] + optional
        let unread = table.header.indices.first { column in
            !read.contains(column) && TextWords(table.header[column]).hasAny(Self.moneyWords)
        }
        if let unread { throw table.error(.unreadColumn(table.header[unread]), line: table.headerLine) }
    }

    var menu: Menu {
        Menu(
            fruits: fruits.all.map { Fruit(name: $0.name, aliases: $0.aliases, cost: $0.money) },
            juices: juices.all.map {
                Juice(name: $0.name, recipe: Recipe($0.ingredients), aliases: $0.aliases, price: $0.money)
            }, hasMoney: priceColumn != nil || fruitCostColumn != nil)
    }

    mutating func add(_ row: CSVTable.Row) throws(SettingError) {
        // A column that the file lacks is the same as empty cells.
        func cell(_ column: Int?) -> String { column.map { row.cells[$0] } ?? "" }
        let (fruitName, juiceName, quantityText) = (cell(fruitColumn), cell(juiceColumn), cell(quantityColumn))
        let fruitCount = fruits.all.count
        let fruit = try fruits.index(of: fruitName)
        if fruits.all.count > fruitCount {
            // The English names that the fruits of the built-in menu keep on any menu.
            for alias in builtInAliases[nameKey(fruitName)] ?? [] { try fruits.add(alias: alias, to: fruit) }
        }
        try fruits.add(aliases: cell(fruitAliasColumn), to: fruit)
        try fruits.set(money: cell(fruitCostColumn), of: fruit)
        // A row with a price is not about a fruit only: without a juice it is an error, so that no price is lost.
        if juiceName.isEmpty && quantityText.isEmpty && cell(priceColumn).isEmpty { return }
        let juice = try juices.index(of: juiceName, line: row.line)
        try juices.add(aliases: cell(aliasColumn), to: juice)
        try juices.set(money: cell(priceColumn), of: juice)
        guard let quantity = parseQuantity(quantityText), (1...Recipe.quantityMax).contains(quantity) else {
            throw .badQuantity(quantityText)
        }
        guard !juices.all[juice].ingredients.contains(where: { $0.fruit == fruit }) else {
            throw .repeatedFruit(fruits.all[fruit].name)
        }
        juices.all[juice].ingredients.append(Recipe.Ingredient(fruit: fruit, quantity: quantity))
    }
}

/// The juices or the fruits of a menu file, in order of first appearance.
private struct MenuParts {
    struct Part {
        let name: String
        /// The line of the file, from 1, on which the name first appears; 0 if other spellings of it are not an error.
        let line: Int
        var aliases: [String] = []
        /// The price of a juice or the cost of a fruit.
        var money: Money?
        var ingredients: [Recipe.Ingredient] = []
        var aliasKeys: Set<String> = []
    }

    var all: [Part] = []
    let countMax: Int
    /// The indices of the names, by `nameKey`.
    fileprivate var indices: [String: Int] = [:]

    /// Returns the index of a name, and adds the name if it is new.
    ///
    /// `line` is the line of the name, from 1, if later spellings must match it as cells match; otherwise it is 0.
    mutating func index(of name: String, line: Int = 0) throws(SettingError) -> Int {
        let key = try Self.checkedKey(name)
        if let index = indices[key] {
            let first = all[index]
            if first.line > 0, cellKey(first.name) != cellKey(name) {
                throw .twoSpellings(first.name, line: first.line, name)
            }
            return index
        }
        guard all.count < countMax else { throw .tooMany(countMax) }
        indices[key] = all.count
        all.append(Part(name: name, line: line))
        return all.count - 1
    }

    /// Adds the aliases in a cell, separated by `|`, that are not known yet.
    mutating func add(aliases cell: String, to index: Int) throws(SettingError) {
        for word in cell.unicodeScalars.split(separator: "|") {
            let alias = trimmedText(String(word))
            if !alias.isEmpty { try add(alias: alias, to: index) }
        }
    }

    mutating func add(alias: String, to index: Int) throws(SettingError) {
        let key = try Self.checkedKey(alias)
        if all[index].aliasKeys.insert(key).inserted { all[index].aliases.append(alias) }
    }

    /// Sets the price or the cost from a cell that may be empty; an error if an earlier row has a different one.
    mutating func set(money cell: String, of index: Int) throws(SettingError) {
        if cell.isEmpty { return }
        guard let money = parsePrice(cell) else { throw .badPrice(cell) }
        if let known = all[index].money, known != money { throw .differingPrices(all[index].name) }
        all[index].money = money
    }

    /// The key of a name; throws `badName` for an empty key, over 100 bytes, `:`, `;`, `|` or a control character.
    private static func checkedKey(_ name: String) throws(SettingError) -> String {
        let key = nameKey(name)
        let hasSeparator = name.unicodeScalars.contains {
            ":;|".unicodeScalars.contains($0) || $0.properties.generalCategory == .control
        }
        if key.isEmpty || name.utf8.count > 100 || hasSeparator { throw .badName(name) }
        return key
    }
}

/// The format of a stock file with the opening stock, `fruit,stock` with one row per fruit; 0 for fruits without one.
extension Menu {
    /// Reads a stock file; returns the stock of each fruit, by the fruit's index on the menu.
    package func loadStock(
        path: String, names: NameIndex, cancellation: CancellationToken
    ) throws(BatchError) -> [Int] {
        let table = try CSVTable(path: path, bytes: readSmallFile(path, cancellation: cancellation))
        let fruitColumn = try table.requiredColumn(ReportHeader.fruitNames)
        let stockColumn = try table.requiredColumn(ReportHeader.stockNames)
        var stock = [Int?](repeating: nil, count: fruits.count)
        for row in table.rows {
            try table.checkWidth(row)
            let name = row.cells[fruitColumn]
            // A stock.csv that `--excel` wrote has an apostrophe before some names.
            let plainName = Array(name.utf8).withView { String(decoding: withoutApostrophe($0), as: UTF8.self) }
            guard let fruit = names.fruit(name) ?? fruits.firstIndex(where: { $0.name == plainName }) else {
                throw table.error(.unknownFruit(name), line: row.line)
            }
            guard stock[fruit] == nil else { throw table.error(.repeatedFruit(name), line: row.line) }
            guard let quantity = parseQuantity(row.cells[stockColumn]), quantity <= FruitStore.stockMax else {
                throw table.error(.badQuantity(row.cells[stockColumn]), line: row.line)
            }
            stock[fruit] = quantity
        }
        return stock.map { $0 ?? 0 }
    }

    /// The text of a stock file with the stock of each fruit, by the fruit's index on the menu.
    package func stockFileText(_ stock: [Int]) -> String {
        Self.text(of: [["fruit", "stock"]] + zip(fruits, stock).map { [$0.name, "\($1)"] })
    }
}

/// A small CSV file as rows of text, such as a menu or stock file written by hand.
struct CSVTable {
    /// A row that is not blank, with the physical line, from 1, on which it starts.
    typealias Row = (line: Int, cells: [String])

    let path: String
    let headerLine: Int
    /// The names of the columns; empty cells at the end of the header are not columns.
    let header: [String]
    /// The number of cells in the header's record, including empty ones at its end.
    private let recordCount: Int
    let rows: [Row]

    /// Parses the bytes of a file, in UTF-8, UTF-16 with a byte order mark, or CP949, with any of the four delimiters.
    init(path: String, bytes: [UInt8]) throws(BatchError) {
        self.path = path
        var records = RecordBatch()
        if let csvError = bytes.withView({ Self.parse($0, into: &records) }) {
            throw .badSetting(path: path, line: csvError.line + 1, error: .unreadable(csvError.kind))
        }
        let rows = (0..<records.count).map { row in
            (line: records.line(row) + 1, cells: records.fields(row).map { $0.withView { trimmedText($0) } })
        }.filter { !$0.cells.allSatisfy(\.isEmpty) }
        let first = rows.first ?? (line: 1, cells: [])
        header = first.cells.lastIndex { !$0.isEmpty }.map { Array(first.cells[...$0]) } ?? []
        recordCount = first.cells.count
        headerLine = first.line
        self.rows = Array(rows.dropFirst())
    }

    /// Parses a whole file, and returns its first error, with its line counted from 0.
    private static func parse(_ raw: ByteView, into records: inout RecordBatch) -> CSVError? {
        let byteOrderMark = TextEncoding.ofByteOrderMark(Array(raw.prefix(3)))
        let body = ByteView(rebasing: raw.dropFirst(byteOrderMark?.length ?? 0))
        let encoding = byteOrderMark?.encoding ?? TextEncoding.detect(in: body)
        // The text up to the first unreadable byte.
        var text = ByteBuffer()
        var unreadable: CSVError.Kind? = encoding.decode(body, into: &text) == nil ? nil : .badEncoding
        if let offset = firstOffset(of: 0, in: text.bytes) { (text.count, unreadable) = (offset, .nulByte) }
        let delimiter = HeaderReader.mostFrequentDelimiter(
            in: text.bytes.split(whereSeparator: Ascii.isLineEnd).first.map(Array.init) ?? [])
        return firstError(
            in: text.bytes, end: .file, before: unreadable.map { CSVError($0, line: countLineEnds(text.bytes)) },
            delimiter: delimiter, limits: CSVLimits(), into: &records)
    }

    func error(_ error: SettingError, line: Int) -> BatchError { .badSetting(path: path, line: line, error: error) }

    /// The column, from 0, that has one of these names; nil if there is none.
    func column(_ names: [String]) throws(BatchError) -> Int? {
        let keys = names.map(nameKey)
        let found = header.indices.filter { keys.contains(nameKey(header[$0])) }
        guard found.count <= 1 else { throw error(.missingColumn(names), line: headerLine) }
        return found.first
    }

    func requiredColumn(_ names: [String]) throws(BatchError) -> Int {
        guard let column = try column(names) else { throw error(.missingColumn(names), line: headerLine) }
        return column
    }

    /// Checks that a row has one cell for each column, or as many as the header's record, the last of which are empty.
    func checkWidth(_ row: Row) throws(BatchError) {
        let found = row.cells.count
        let isSpare = found == recordCount && row.cells.dropFirst(header.count).allSatisfy(\.isEmpty)
        guard found == header.count || isSpare else {
            throw error(.wrongFieldCount(expected: header.count, actual: found), line: row.line)
        }
    }
}
