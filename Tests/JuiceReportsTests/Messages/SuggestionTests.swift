import Foundation
import JuiceBatch
import JuiceCore
import JuiceReports
import TestSupport
import Testing

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("딸기주수", Action?.some(.order), String?.some("딸기쥬스")), ("딸바쥬", .order, "딸바쥬스"),
        ("바나", .restock, "바나나"), ("strawbery", .count, "딸기"),
        ("키위", nil, "키위"), ("kiwy", nil, "키위쥬스"), ("망고키위", .order, "망고키위쥬스"), ("딸바", .order, nil),
    ])
    func suggestsTheNearestName(spelling: String, action: Action?, name: String?) {
        #expect(PlainNearest(menu: .builtIn).nearest(to: spelling, action: action) == name)
        #expect(NearestName(menu: .builtIn).nearest(to: spelling, action: action) == name)
    }

    /// The index gives what comparing with every name gives, for menus and spellings that are near each other and not.
    @Test(arguments: 0..<12)
    func indexAgreesWithComparingAllNames(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let alphabets = ["가각나난다쥬스", "딸기바나쥬스키위망고배감귤", "ab", "abcdefghij0123456789", "가a나b쥬스1", "竹木水火土金月日쥬스"]
        let alphabet = random.pick(alphabets).map(String.init)
        let lengthMax = random.pick([3, 6, 12, 30], else: 6)
        func word(_ random: inout SeededGenerator) -> String {
            (0..<random.int(1...lengthMax)).map { _ in random.pick(alphabet) }.joined()
        }
        func names(_ count: Int, _ random: inout SeededGenerator) -> [[String]] {
            (0..<count).map { _ in (0..<random.int(1...3)).map { _ in word(&random) } }
        }
        let fruits = names(random.int(1...20), &random).map { Fruit(name: $0[0], aliases: Array($0.dropFirst())) }
        let recipe = Recipe([.init(fruit: 0, quantity: 1)])
        let juices = names(random.int(1...60), &random).map {
            Juice(name: $0[0], recipe: recipe, aliases: Array($0.dropFirst()))
        }
        let menu = Menu(fruits: fruits, juices: juices)
        let index = NearestName(menu: menu)
        let plain = PlainNearest(menu: menu)
        let known = (juices.map(\.name) + fruits.map(\.name)).map { $0.map(String.init) }
        for _ in 0..<60 {
            var letters = random.chance(60) ? random.pick(known, else: []) : word(&random).map(String.init)
            for _ in 0..<random.int(0...4) where !letters.isEmpty {
                let position = random.int(0...letters.count - 1)
                if random.chance(40) {
                    letters.remove(at: position)
                } else {
                    letters.insert(random.pick(alphabet + ["X", " ", "뷁"]), at: position)
                }
            }
            if random.chance(3) { letters = Array(repeating: letters, count: 20).flatMap { $0 } }
            let spelling = letters.joined()
            for action in [Action.order, .restock, nil] {
                let wanted = plain.nearest(to: spelling, action: action)
                #expect(index.nearest(to: spelling, action: action) == wanted, "\(spelling) \(action?.name ?? "-")")
            }
            let all = juices.map(\.name)
            let wanted = plain.nearest(to: spelling, action: nil, names: all)
            #expect(NearestName.nearest(to: spelling, among: all) == wanted, "\(spelling)")
        }
    }
}

/// The nearest name by plain comparison with every name.
private struct PlainNearest {
    private typealias Known = (letters: [UInt32], name: String)
    private let juices: [Known]
    private let fruits: [Known]

    init(menu: Menu) {
        juices = menu.juices.flatMap { juice in
            ([juice.name] + juice.aliases).map { (Self.letters($0), juice.name) }
        }
        fruits = menu.fruits.flatMap { fruit in
            ([fruit.name] + fruit.aliases).map { (Self.letters($0), fruit.name) }
        }
    }

    func nearest(to spelling: String, action: Action?, names: [String]? = nil) -> String? {
        let ofMenu = (action == nil || action == .order ? juices : []) + (action == .order ? [] : fruits)
        let letters = Self.letters(String(spelling.prefix(100)))
        var best: (name: String, distance: Int)?
        for (others, name) in names.map({ $0.map { (Self.letters($0), $0) } }) ?? ofMenu {
            let distance = Self.distance(letters, others)
            if distance <= max(letters.count, others.count) / 3, distance < best?.distance ?? .max {
                best = (name, distance)
            }
        }
        return best?.name
    }

    private static func letters(_ name: String) -> [UInt32] {
        PlainText.matchable(name).decomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
    }

    private static func distance(_ a: [UInt32], _ b: [UInt32]) -> Int {
        var row = Array(0...b.count)
        for i in a.indices {
            var diagonal = row[0]
            row[0] = i + 1
            for j in b.indices {
                let changed = diagonal + (a[i] == b[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(changed, min(diagonal, row[j]) + 1)
            }
        }
        return row[b.count]
    }
}

/// Explanations of rows with a wrong number of cells.
@Suite struct WidthWordingTests {
    /// Files whose last row has a wrong width, with the English explanation.
    private static let examples = [
        ("구분,과일,수량,비고\n입고,바나나,1,200,\n", "This row should have 4 cells, but has 5. Cells 3 to 4 look like one number"),
        ("품목,단가,수량,메모\n바나나쥬스,3,500,2,\n", "This row should have 4 cells, but has 5. Cells 2 to 3 look like one number"),
        ("과일,수량\n딸기,1,200,300\n", "This row should have 2 cells, but has 4. Cells 2 to 4 look like one number"),
        ("item,quantity\n키위쥬스,1,\n", "This row should have 2 cells, but has 3. Delete the extra delimiters at the end"),
        ("item,quantity,,\n키위쥬스,1,,,\n", "This row should have 2 cells, but has 5. Delete the extra delimiters"),
        (
            "item,memo,quantity\n키위쥬스,no ice, please,2\n",
            "This row should have 3 cells, but has 4. Cells 2 to 3 look like one cell."
        ),
        (
            "item,quantity\n\u{1A}\n",
            "This row should have 2 cells, but has 1. This is an end-of-file mark (0x1A, Ctrl-Z), not an order."
        ),
        ("item;quantity\n딸기;1;200\n", "This row should have 2 cells, but has 3. Check quotes"),
        (
            "item,quantity,memo\n키위쥬스,2,a,b,c\n",
            "This row should have 3 cells, but has 5. Cells 3 to 5 look like one cell."
        ),
        ("item,quantity\n수박,1,x\n", "This row should have 2 cells, but has 3. Check quotes and delimiters."),
        ("item,memo,note\n키위쥬스,a,b,c\n", "This row should have 3 cells, but has 4. Check quotes"),
        ("item,quantity\n키위쥬스;1\n", "This row should have 2 cells, but has 1. Cell 1 contains another delimiter, ';'."),
        (
            "item,quantity\n키위쥬스\t1\n",
            "This row should have 2 cells, but has 1. Cell 1 contains another delimiter, '\\t'."
        ),
        ("item,memo,quantity\n키위쥬스,\"a\n키위쥬스,b\"\n", "This row should have 3 cells, but has 2. Cell 2 spans several"),
        (
            "id,action,item,quantity\n1,order키위쥬스,2\n",
            "This row should have 4 cells, but has 3. A delimiter seems to be missing in cell 2"
        ),
        ("id,action,item,quantity,memo\n8,주문\n", "This row should have 5 cells, but has 2. Check quotes"),
        ("item\n키위쥬스,1\n", "This row should have 1 cell, but has 2. Check quotes"),
        (
            "item\n키위쥬스" + String(repeating: ",x", count: 1_000) + "\n",
            "This row should have 1 cell, but has 1,001. Check quotes"
        ),
        (
            "file,line,id,action,item,quantity,code,message,shortage,raw\na,4,,,,,wrong_field_count,,,\"8,주문\"\n",
            "In an earlier run this row had the wrong number of cells."
        ),
    ]

    @Test(arguments: examples)
    func explainsTheLikelyFieldCountMistake(text: String, said: String) throws {
        let english = try problems(text, .english)
        #expect(english.hasPrefix("a.csv:2: wrong_field_count: \(said)"), "\(english)")
        #expect(try hasHangul(problems(text, .korean)))
    }

    @Test func rowsOfOneWidthAreDiagnosedIndividually() throws {
        let rows = ["키위쥬스,1,", "딸기,1,200", "키위쥬스,1,,", "키위쥬스"]
        let text = "item,quantity\n" + (0..<200).map { rows[$0 % 4] + "\n" }.joined()
        let lines = try problems(text, .english).split(separator: "\n").map { $0.drop { $0 != " " } }
        #expect(lines.count == 200)
        for (number, line) in lines.enumerated() { #expect(line == lines[number % 4]) }
        #expect(Set(lines.prefix(4)).count == 4)
    }

    /// A row that fits the header; without any the whole input would be ambiguous.
    private func fittingRow(of text: String) -> String {
        let header = text.prefix { $0 != "\n" }
        let delimiter: Character = header.contains(";") ? ";" : ","
        return header.split(separator: delimiter, omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "x" }.joined(separator: String(delimiter)) + "\n"
    }

    /// The explanations of rows with a wrong number of cells.
    private func problems(_ text: String, _ language: MessageLanguage) throws -> String {
        try ReportRun.problems(text + fittingRow(of: text), language).split(separator: "\n")
            .filter { $0.contains(": wrong_field_count: ") }.map { $0 + "\n" }.joined()
    }
}
