import Foundation
import JuiceBatch
import JuiceCore
import JuiceReports
import TestSupport
import Testing

@Suite struct NearestNameTests {
    @Test(
        arguments: [
            ("딸기주수", .order, "딸기쥬스"), ("딸바쥬", .order, "딸바쥬스"), ("바나", .restock, "바나나"), ("strawbery", .count, "딸기"),
            ("키위", nil, "키위"), ("kiwy", nil, "키위쥬스"), ("망고키위", .order, "망고키위쥬스"), ("딸바", .order, nil),
            ("딸기쥬스 요약", .order, nil), ("딸기쥬스 두잔", .order, nil),
        ] as [(String, Action?, String?)])
    func suggestsTheNearestName(spelling: String, action: Action?, name: String?) {
        #expect(NearestName(menu: .builtIn).nearest(to: spelling, action: action) == name)
    }

    /// The index gives what comparing with every name gives, for menus and spellings that are near each other and not.
    @Test(arguments: 0..<12)
    func indexAgreesWithComparingAllNames(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let alphabets = ["가각나난다쥬스", "딸기바나쥬스키위망고배감귤", "ab", "abcdefghij0123456789", "가a나b쥬스1", "竹木水火土金月日쥬스"]
        let alphabet = random.pick(alphabets).map(String.init)
        let lengthMax = random.pick([3, 6, 12, 20], else: 6)
        func word() -> [String] { (0..<random.int(1...lengthMax)).map { _ in random.pick(alphabet) } }
        func names(_ countMax: Int) -> [[String]] {
            (0..<random.int(1...countMax)).map { _ in (0..<random.int(1...3)).map { _ in word().joined() } }
        }
        let fruits = names(20).map { Fruit(name: $0[0], aliases: Array($0.dropFirst())) }
        let recipe = Recipe([.init(fruit: 0, quantity: 1)])
        let juices = names(60).map { Juice(name: $0[0], recipe: recipe, aliases: Array($0.dropFirst())) }
        let index = NearestName(menu: Menu(fruits: fruits, juices: juices))
        let plainJuices = juices.flatMap { juice in ([juice.name] + juice.aliases).map { PlainName($0, juice.name) } }
        let plainFruits = fruits.flatMap { fruit in ([fruit.name] + fruit.aliases).map { PlainName($0, fruit.name) } }
        for _ in 0..<20 {
            var letters =
                random.chance(60) ? random.pick(juices.map(\.name) + fruits.map(\.name)).map(String.init) : word()
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
            for (action, names) in [
                (Action.order, plainJuices), (.restock, plainFruits), (nil, plainJuices + plainFruits),
            ] {
                let wanted = PlainName.nearest(to: spelling, names)
                #expect(index.nearest(to: spelling, action: action) == wanted, "\(spelling) \(action?.name ?? "-")")
            }
            let all = juices.map(\.name)
            let wanted = PlainName.nearest(to: spelling, all.map { PlainName($0, $0) })
            #expect(NearestName.nearest(to: spelling, among: all) == wanted, "\(spelling)")
        }
    }
}

/// A spelling of a name, found by plain comparison with every one.
private struct PlainName {
    private let letters: [UInt32]
    private let name: String

    init(_ spelling: String, _ name: String) {
        letters = PlainText.matchable(spelling).decomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
        self.name = name
    }

    static func nearest(to spelling: String, _ names: [PlainName]) -> String? {
        let wanted = PlainName(String(spelling.prefix(100)), "")
        func max(_ name: PlainName) -> Int { Swift.max(name.letters.count, wanted.letters.count) / 3 }
        // Names whose lengths differ more are farther.
        let near = names.filter { abs($0.letters.count - wanted.letters.count) <= max($0) }
            .map { (name: $0, distance: $0.distance(to: wanted)) }.filter { $0.distance <= max($0.name) }
        return near.min { $0.distance < $1.distance }?.name.name
    }

    private func distance(to other: PlainName) -> Int {
        var row = Array(0...other.letters.count)
        for (i, letter) in letters.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, otherLetter) in other.letters.enumerated() {
                let changed = diagonal + (letter == otherLetter ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(changed, min(diagonal, row[j]) + 1)
            }
        }
        return row[other.letters.count]
    }
}

/// Explanations of rows with a wrong number of cells.
@Suite struct WidthWordingTests {
    /// The problem of a row below a header, and of a row that fits it, without which the whole input would be ambiguous.
    private func problems(_ header: String, _ rows: [String]) throws -> [Substring] {
        let delimiter: Character = header.contains(";") ? ";" : ","
        let cells = header.split(separator: delimiter, omittingEmptySubsequences: false)
        let fitting = cells.map { $0.isEmpty ? "" : "x" }.joined(separator: String(delimiter))
        let text = ([header] + rows + [fitting]).map { $0 + "\n" }.joined()
        return try ReportRun.problems(text).split(separator: "\n").filter { $0.contains(": wrong_field_count: ") }
    }

    @Test(arguments: [
        ("구분,과일,수량,비고", "입고,바나나,1,200,", "4 cells, but has 5. Cells 3 to 4 look like one number"),
        ("품목,단가,수량,메모", "바나나쥬스,3,500,2,", "4 cells, but has 5. Cells 2 to 3 look like one number"),
        ("과일,수량", "딸기,1,200,300", "2 cells, but has 4. Cells 2 to 4 look like one number"),
        ("item,quantity", "키위쥬스,1,", "2 cells, but has 3. Delete the extra delimiters at the end"),
        ("item,quantity,,", "키위쥬스,1,,,", "2 cells, but has 5. Delete the extra delimiters"),
        ("item,memo,quantity", "키위쥬스,no ice, please,2", "3 cells, but has 4. Cells 2 to 3 look like one cell."),
        ("item,quantity,memo", "키위쥬스,2,a,b,c", "3 cells, but has 5. Cells 3 to 5 look like one cell."),
        ("item,quantity", "\u{1A}", "2 cells, but has 1. This is an end-of-file mark (0x1A, Ctrl-Z), not an order."),
        ("item;quantity", "딸기;1;200", "2 cells, but has 3. Check quotes and delimiters."),
        ("item,quantity", "수박,1,x", "2 cells, but has 3. Check quotes and delimiters."),
        ("item,memo,note", "키위쥬스,a,b,c", "3 cells, but has 4. Check quotes"),
        ("item,quantity", "키위쥬스;1", "2 cells, but has 1. Cell 1 contains another delimiter, ';'."),
        ("item,quantity", "키위쥬스\t1", "2 cells, but has 1. Cell 1 contains another delimiter, '\\t'."),
        ("item,memo,quantity", "키위쥬스,\"a\n키위쥬스,b\"", "3 cells, but has 2. Cell 2 spans several"),
        ("id,action,item,quantity", "1,order키위쥬스,2", "4 cells, but has 3. A delimiter seems to be missing in cell 2"),
        ("id,action,item,quantity,memo", "8,주문", "5 cells, but has 2. Check quotes"),
        ("item", "키위쥬스,1", "1 cell, but has 2. Check quotes"),
        ("item", "키위쥬스" + String(repeating: ",x", count: 1_000), "1 cell, but has 1,001. Check quotes"),
    ])
    func explainsTheLikelyFieldCountMistake(header: String, row: String, said: String) throws {
        let problem = try #require(problems(header, [row]).first)
        #expect(problem.hasPrefix("a.csv:2: wrong_field_count: This row should have \(said)"), "\(problem)")
    }

    @Test func retriedRowHasNoCellsToExplain() throws {
        let header = "file,line,id,action,item,quantity,code,message,shortage,raw"
        let problem = try #require(problems(header, ["a,4,,,,,wrong_field_count,,,\"8,주문\""]).first)
        #expect(problem.contains("In an earlier run this row had the wrong number of cells."))
    }

    @Test func rowsOfOneWidthAreDiagnosedIndividually() throws {
        let rows = ["키위쥬스,1,", "딸기,1,200", "키위쥬스,1,,", "키위쥬스"]
        let lines = try problems("item,quantity", (0..<200).map { rows[$0 % 4] }).map { $0.drop { $0 != " " } }
        #expect(lines == (0..<200).map { lines[$0 % 4] })
        #expect(Set(lines.prefix(4)).count == 4)
    }
}
