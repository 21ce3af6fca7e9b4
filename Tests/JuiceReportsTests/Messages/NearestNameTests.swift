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
    func offersTheNearest(spelling: String, action: Action?, name: String?) {
        #expect(PlainNearest(menu: .builtIn).nearest(to: spelling, action: action) == name)
        #expect(NearestName(menu: .builtIn).nearest(to: spelling, action: action) == name)
    }

    /// The index gives what comparing with every name gives, for menus and spellings that are near each other and not.
    @Test(arguments: 0..<25)
    func findsWhatComparingAllFinds(seed: Int) {
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
                let place = random.int(0...letters.count - 1)
                if random.chance(40) {
                    letters.remove(at: place)
                } else {
                    letters.insert(random.pick(alphabet + ["X", " ", "뷁"]), at: place)
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

/// The nearest name as the contract says it: every name, letter by letter.
private struct PlainNearest {
    let menu: Menu

    func nearest(to spelling: String, action: Action?, names: [String]? = nil) -> String? {
        var known: [(spelling: String, name: String)] = []
        if let names {
            known = names.map { ($0, $0) }
        } else {
            if action == nil || action == .order {
                for juice in menu.juices { known += ([juice.name] + juice.aliases).map { ($0, juice.name) } }
            }
            if action != .order {
                for fruit in menu.fruits { known += ([fruit.name] + fruit.aliases).map { ($0, fruit.name) } }
            }
        }
        let letters = Self.letters(String(spelling.prefix(100)))
        var best: (name: String, distance: Int)?
        for (spelling, name) in known {
            let others = Self.letters(spelling)
            let distance = Self.distance(letters, others)
            if distance <= max(letters.count, others.count) / 3, distance < best?.distance ?? .max {
                best = (name, distance)
            }
        }
        return best?.name
    }

    private static func letters(_ name: String) -> [Unicode.Scalar] {
        PlainText.matchable(name).decomposedStringWithCanonicalMapping.unicodeScalars.map { $0 }
    }

    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var row = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var next = [i + 1]
            for (j, other) in b.enumerated() {
                next.append(min(row[j] + (letter == other ? 0 : 1), row[j + 1] + 1, next[j] + 1))
            }
            row = next
        }
        return row[b.count]
    }
}
