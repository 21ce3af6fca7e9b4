internal import CSV
package import JuiceCore

/// A shop's own menu: `juice,fruit,quantity` with one row per ingredient, and optionally `alias`, `fruit_alias`,
/// `price` of a cup and `fruit_cost` of a piece.
///
/// A row with a fruit but no juice and no quantity only names the fruit. Such rows determine the order of fruits in
/// reports, before the first recipe that uses them.
package enum MenuFile {
    /// The maximum length of a name, in bytes of UTF-8.
    package static let nameBytesMax = 100

    /// Reads a menu file, and returns the menu with the index of its names.
    package static func load(
        path: String, cancellation: CancellationToken
    ) throws(BatchError) -> (menu: Menu, names: NameIndex) {
        try menu(of: CSVTable(path: path, cancellation: cancellation))
    }

    /// Parses the bytes of a menu file.
    ///
    /// - Parameter path: The path that messages show.
    package static func parse(_ bytes: [UInt8], path: String) throws(BatchError) -> (menu: Menu, names: NameIndex) {
        var buffer = ByteBuffer()
        buffer.append(bytes)
        return try menu(of: CSVTable(path: path, bytes: buffer))
    }

    private static func menu(of table: CSVTable) throws(BatchError) -> (menu: Menu, names: NameIndex) {
        var builder = MenuBuilder(table: table)
        let columns = try MenuColumns(table)
        builder.hasMoney = columns.price != nil || columns.fruitCost != nil
        for row in table.rows {
            try table.checkWidth(row)
            try builder.add(row, columns)
        }
        guard !builder.isEmpty else { throw table.error(.empty, line: table.headerLine) }
        let menu = builder.menu
        do throws(NameIndex.NameConflict) {
            return (menu, try NameIndex(menu: menu))
        } catch {
            let line = table.rows.last { $0.cells.contains { $0.contains(error.name) } }?.line
            throw table.error(.ambiguousName(error.name), line: line ?? table.headerLine)
        }
    }

    /// The text of a menu file that, when read, results in this menu.
    package static func text(of menu: Menu) -> String {
        rows(menu).map { row in
            String(decoding: csvRecord(row.map { Array($0.utf8) }), as: UTF8.self) + "\n"
        }.joined()
    }

    /// The rows of a menu file that, when read, result in this menu; the header comes first.
    package static func rows(_ menu: Menu) -> [[String]] {
        var rows = [
            ["juice", "fruit", "quantity", "alias", "fruit_alias"] + (menu.hasMoney ? ["price", "fruit_cost"] : [])
        ]
        var seen: Set<Int> = []
        /// Adds a row; aliases, prices and costs are written only in the first row of a juice or fruit.
        func add(_ juice: Juice?, fruit: Int, quantity: String, isFirst: Bool) {
            let isFirstOfFruit = seen.insert(fruit).inserted
            let named = isFirst ? juice : nil
            let row = [
                juice?.name ?? "", menu.fruits[fruit].name, quantity, named?.aliases.joined(separator: "|") ?? "",
                isFirstOfFruit ? menu.fruits[fruit].aliases.joined(separator: "|") : "",
            ]
            let money = [named?.price?.digits ?? "", isFirstOfFruit ? menu.fruits[fruit].cost?.digits ?? "" : ""]
            rows.append(row + (menu.hasMoney ? money : []))
        }
        func nameFruits(before fruit: Int) {
            for earlier in 0..<fruit where !seen.contains(earlier) {
                add(nil, fruit: earlier, quantity: "", isFirst: false)
            }
        }
        for juice in menu.juices {
            for (index, ingredient) in juice.recipe.ingredients.enumerated() {
                nameFruits(before: ingredient.fruit)
                add(juice, fruit: ingredient.fruit, quantity: String(ingredient.quantity), isFirst: index == 0)
            }
        }
        nameFruits(before: menu.fruits.count)
        return rows
    }
}

/// The columns of a menu file.
private struct MenuColumns {
    let juice: Int
    let fruit: Int
    let quantity: Int
    let alias: Int?
    let fruitAlias: Int?
    let price: Int?
    let fruitCost: Int?

    /// The words in headers of amounts of money.
    private static let moneyWords = ["가격", "단가", "금액", "판매가", "원가", "price", "cost", "amount"]

    /// - Throws: An error for a missing column, or for a column of money that would not be read.
    init(_ table: CSVTable) throws(BatchError) {
        juice = try table.neededColumn(["juice", "메뉴"])
        fruit = try table.neededColumn(["fruit", "과일"])
        quantity = try table.neededColumn(["quantity", "수량"])
        alias = try table.column(["alias"])
        fruitAlias = try table.column(["fruit_alias"])
        price = try table.column(["price", "판매가"])
        fruitCost = try table.column(["fruit_cost", "원가"])
        let read = [juice, fruit, quantity, alias, fruitAlias, price, fruitCost].compactMap(\.self)
        let unread = table.header.indices.first { column in
            !read.contains(column) && TextWords(table.header[column]).hasAny(Self.moneyWords)
        }
        if let unread { throw table.error(.unreadColumn(table.header[unread]), line: table.headerLine) }
    }
}

/// A builder that adds the rows of a menu file to a menu.
private struct MenuBuilder {
    let table: CSVTable
    var juices = MenuParts(countMax: Menu.juicesMax)
    var fruits = MenuParts(countMax: Menu.fruitsMax)
    /// The English names of the built-in menu's fruits, which are accepted with any menu.
    let builtInAliases = Dictionary(
        uniqueKeysWithValues: Menu.builtIn.fruits.map { (nameKey($0.name), $0.aliases) })
    /// Whether the menu has a column of prices or costs.
    var hasMoney = false

    /// Whether no juice has been added yet.
    var isEmpty: Bool { juices.all.isEmpty }

    var menu: Menu {
        Menu(
            fruits: fruits.all.map { Fruit(name: $0.name, aliases: $0.aliases, cost: $0.money) },
            juices: juices.all.map {
                Juice(name: $0.name, recipe: Recipe($0.ingredients), aliases: $0.aliases, price: $0.money)
            }, hasMoney: hasMoney)
    }

    mutating func add(_ row: CSVTable.Row, _ columns: MenuColumns) throws(BatchError) {
        do throws(SettingError) {
            try add(row.cells, columns, line: row.line)
        } catch {
            throw table.error(error, line: row.line)
        }
    }

    private mutating func add(_ cells: [String], _ columns: MenuColumns, line: Int) throws(SettingError) {
        let fruitCount = fruits.all.count
        let fruit = try fruits.position(of: cells[columns.fruit])
        if fruits.all.count > fruitCount {
            // The English names that the fruits of the built-in menu keep on any menu.
            for alias in builtInAliases[nameKey(cells[columns.fruit])] ?? [] { try fruits.add(alias: alias, to: fruit) }
        }
        if let column = columns.fruitAlias { try fruits.add(aliases: cells[column], to: fruit) }
        if let column = columns.fruitCost { try fruits.set(money: cells[column], of: fruit) }
        // A row with a price is not about a fruit only: without a juice it is an error, so that no price is lost.
        let isFruitOnly =
            cells[columns.juice].isEmpty && cells[columns.quantity].isEmpty
            && columns.price.map { cells[$0].isEmpty } != false
        if isFruitOnly { return }
        let juice = try juices.position(of: cells[columns.juice], line: line)
        if let column = columns.alias { try juices.add(aliases: cells[column], to: juice) }
        if let column = columns.price { try juices.set(money: cells[column], of: juice) }
        guard let quantity = parseQuantity(cells[columns.quantity]), (1...Recipe.quantityMax).contains(quantity)
        else { throw .badQuantity(cells[columns.quantity]) }
        guard juices.add(Recipe.Ingredient(fruit: fruit, quantity: quantity), to: juice) else {
            throw .repeatedFruit(fruits.all[fruit].name)
        }
    }
}

/// The juices or the fruits of a menu file, in order of first appearance.
///
/// Names are found in dictionaries, so that reading a menu takes time in proportion to its size.
private struct MenuParts {
    struct Part {
        let name: String
        /// The line of the file, from 1, on which its name first appears; 0 if other spellings of the name are not an
        /// error.
        let line: Int
        fileprivate(set) var aliases: [String] = []
        /// The price of a juice or the cost of a fruit.
        fileprivate(set) var money: Money?
        fileprivate(set) var ingredients: [Recipe.Ingredient] = []
        fileprivate var aliasKeys: Set<String> = []
        fileprivate var fruits: Set<Int> = []
    }

    private(set) var all: [Part] = []
    let countMax: Int
    /// The indices by `nameKey`.
    var indices: [String: Int] = [:]
    /// The indices by exact spelling, because computing a `nameKey` is what takes longest.
    var indicesOfSpellings: [String: Int] = [:]

    /// Returns the index of a name, and adds the name if it is new.
    ///
    /// - Parameter line: The line of the name, from 1, if later spellings must match it as cells match; otherwise 0.
    mutating func position(of name: String, line: Int = 0) throws(SettingError) -> Int {
        // Swift compares canonically equivalent strings as equal, but one of them may be too long in UTF-8.
        if name.utf8.count <= MenuFile.nameBytesMax, let position = indicesOfSpellings[name] { return position }
        let key = try Self.checkedKey(name)
        let position: Int
        if let known = indices[key] {
            position = known
            let first = all[known]
            if first.line > 0, cellKey(first.name) != cellKey(name) {
                throw .twoSpellings(first.name, line: first.line, name)
            }
        } else {
            guard all.count < countMax else { throw .tooMany(countMax) }
            position = all.count
            indices[key] = position
            all.append(Part(name: name, line: line))
        }
        indicesOfSpellings[name] = position
        return position
    }

    /// Adds the names of a cell that are not known yet.
    mutating func add(aliases cell: String, to position: Int) throws(SettingError) {
        for word in cell.unicodeScalars.split(separator: "|") {
            let alias = trimmedText(String(word))
            if !alias.isEmpty { try add(alias: alias, to: position) }
        }
    }

    mutating func add(alias: String, to position: Int) throws(SettingError) {
        let key = try Self.checkedKey(alias)
        if all[position].aliasKeys.insert(key).inserted { all[position].aliases.append(alias) }
    }

    /// Sets the price or cost from a cell; an error if an earlier row has a different one.
    mutating func set(money cell: String, of position: Int) throws(SettingError) {
        if cell.isEmpty { return }
        guard let money = parsePrice(cell) else { throw .badPrice(cell) }
        if let known = all[position].money, known != money { throw .differingPrices(all[position].name) }
        all[position].money = money
    }

    /// Adds an ingredient to a recipe; returns false if the recipe already contains its fruit.
    mutating func add(_ ingredient: Recipe.Ingredient, to position: Int) -> Bool {
        guard all[position].fruits.insert(ingredient.fruit).inserted else { return false }
        all[position].ingredients.append(ingredient)
        return true
    }

    private static func checkedKey(_ name: String) throws(SettingError) -> String {
        guard MenuFile.isUsable(name) else { throw .badName(name) }
        return nameKey(name)
    }
}

extension MenuFile {
    /// Whether a name is allowed for a fruit or juice: it can be matched, and contains no character that reports or
    /// recipes use as a separator.
    package static func isUsable(_ name: String) -> Bool {
        !nameKey(name).isEmpty && name.utf8.count <= nameBytesMax
            && !name.unicodeScalars.contains {
                ":;|".unicodeScalars.contains($0) || $0.properties.generalCategory == .control
            }
    }
}

/// A file with the opening stock of a run: `fruit,stock` with one row per fruit.
///
/// The stock of fruits without a row is 0.
package enum StockFile {
    /// Reads a stock file; returns the stock of each fruit, by the fruit's index on the menu.
    package static func load(
        path: String, menu: Menu, names: NameIndex, cancellation: CancellationToken
    ) throws(BatchError) -> [Int] {
        let table = try CSVTable(path: path, cancellation: cancellation)
        let fruitColumn = try table.neededColumn(ReportHeader.fruitNames)
        let stockColumn = try table.neededColumn(ReportHeader.stockNames)
        var stock = [Int?](repeating: nil, count: menu.fruits.count)
        for row in table.rows {
            try table.checkWidth(row)
            let name = row.cells[fruitColumn]
            guard let fruit = names.fruit(name) else { throw table.error(.unknownFruit(name), line: row.line) }
            guard stock[fruit] == nil else { throw table.error(.repeatedFruit(name), line: row.line) }
            guard let quantity = parseQuantity(row.cells[stockColumn]), quantity <= FruitStore.stockMax else {
                throw table.error(.badQuantity(row.cells[stockColumn]), line: row.line)
            }
            stock[fruit] = quantity
        }
        return stock.map { $0 ?? 0 }
    }

    /// The text of a stock file with the stock of each fruit, by the fruit's index on the menu.
    package static func text(of menu: Menu, stock: [Int]) -> String {
        "fruit,stock\n"
            + zip(menu.fruits, stock).map { fruit, pieces in
                String(decoding: csvRecord([Array(fruit.name.utf8), Array("\(pieces)".utf8)]), as: UTF8.self) + "\n"
            }.joined()
    }
}

/// A menu or stock file as rows of text: a small CSV file written by hand.
struct CSVTable {
    /// A row that is not blank.
    struct Row {
        /// The physical line on which it starts, from 1.
        let line: Int
        let cells: [String]
    }

    let path: String
    let headerLine: Int
    /// The names of the columns; empty cells at the end of the header are not columns.
    let header: [String]
    /// The number of cells in the header's record, including empty ones at its end.
    private let recordCount: Int
    let rows: [Row]

    /// Reads a whole file: UTF-8, UTF-16 with a byte order mark, or CP949, with any of the four delimiters.
    init(path: String, cancellation: CancellationToken) throws(BatchError) {
        try self.init(path: path, bytes: SmallFile.read(path, cancellation: cancellation))
    }

    /// Parses the bytes of a file.
    ///
    /// - Parameter path: The path that messages show.
    init(path: String, bytes: borrowing ByteBuffer) throws(BatchError) {
        self.path = path
        var records = RecordBatch()
        let csvError = Self.parse(bytes, into: &records)
        if let csvError {
            throw .badSetting(path: path, line: csvError.line + 1, error: .unreadable(csvError.kind))
        }
        var rows: [Row] = []
        for row in 0..<records.count {
            let cells = records.fields(row).map { cell in
                cell.withView { String(decoding: trimmed($0), as: UTF8.self) }
            }
            if cells.contains(where: { !$0.isEmpty }) {
                rows.append(Row(line: records.line(row) + 1, cells: cells))
            }
        }
        guard let first = rows.first else { throw .badSetting(path: path, line: 1, error: .empty) }
        header = Array(first.cells[...(first.cells.lastIndex { !$0.isEmpty } ?? 0)])
        recordCount = first.cells.count
        headerLine = first.line
        self.rows = Array(rows.dropFirst())
    }

    /// Parses a whole file, and returns its first error, with its line counted from 0.
    private static func parse(_ raw: borrowing ByteBuffer, into records: inout RecordBatch) -> CSVError? {
        let byteOrderMark = TextEncoding.ofByteOrderMark(Array(raw.bytes.prefix(3)))
        let body = ByteView(rebasing: raw.bytes.dropFirst(byteOrderMark?.length ?? 0))
        let (text, unreadable) = text(body, byteOrderMark?.encoding ?? EncodingScan.encoding(of: body))
        let delimiter = HeaderReader.mostFrequentDelimiter(
            in: text.split { $0 == Ascii.lineFeed || $0 == Ascii.carriageReturn }.first.map(Array.init) ?? [])
        return text.withView { bytes -> CSVError? in
            if let unreadable {
                return firstError(
                    in: bytes, before: CSVError(unreadable, line: countLineEnds(bytes)), delimiter: delimiter,
                    limits: CSVLimits(), into: &records)
            }
            return RecordParser(delimiter: delimiter, spacesAreData: true)
                .parse(bytes, end: .file, hasQuotes: true, limits: CSVLimits(), into: &records)
        }
    }

    /// Returns the text up to the first unreadable byte, and the error at that byte.
    private static func text(
        _ body: ByteView, _ encoding: TextEncoding
    ) -> (text: [UInt8], unreadable: CSVError.Kind?) {
        var decoded = ByteBuffer()
        var isText: Bool
        switch encoding {
        case .utf16LittleEndian, .utf16BigEndian:
            var decoder = UTF16Decoder(isBigEndian: encoding == .utf16BigEndian)
            isText = decoder.decode(body, into: &decoded)
            isText = isText && decoder.isComplete
        case .utf8:
            let invalidOffset = firstInvalidUTF8(body)
            decoded.append(ByteView(rebasing: body.prefix(invalidOffset ?? body.count)))
            isText = invalidOffset == nil
        case .cp949: isText = CP949.decode(body, into: &decoded) == nil
        }
        if let at = firstNUL(decoded.bytes) { return (Array(decoded.bytes.prefix(at)), .nulByte) }
        return (Array(decoded.bytes), isText ? nil : .badEncoding)
    }

    func error(_ error: SettingError, line: Int) -> BatchError {
        .badSetting(path: path, line: line, error: error)
    }

    /// The column, from 0, that has one of these names; nil if there is none.
    func column(_ names: [String]) throws(BatchError) -> Int? {
        let keys = names.map(nameKey)
        let found = header.indices.filter { keys.contains(nameKey(header[$0])) }
        guard found.count <= 1 else { throw error(.missingColumn(names), line: headerLine) }
        return found.first
    }

    /// The column, from 0, that has one of these names; an error if there is none.
    func neededColumn(_ names: [String]) throws(BatchError) -> Int {
        guard let column = try column(names) else { throw error(.missingColumn(names), line: headerLine) }
        return column
    }

    /// Checks that a row has one cell for each column.
    ///
    /// A row may also have as many cells as the header's record, if those beyond the columns are empty.
    func checkWidth(_ row: Row) throws(BatchError) {
        let found = row.cells.count
        let isSpare = found == recordCount && row.cells.dropFirst(header.count).allSatisfy(\.isEmpty)
        guard found == header.count || isSpare else {
            throw error(.wrongFieldCount(expected: header.count, actual: found), line: row.line)
        }
    }
}
