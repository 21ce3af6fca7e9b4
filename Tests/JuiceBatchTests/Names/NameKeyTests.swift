import Foundation
import JuiceBatch
import JuiceCore
import Testing

@Suite struct NameKeyTests {
    @Test(arguments: [
        ("파인애플 주스", "파인애플쥬스"), ("Strawberry-Banana Juice", "strawberrybananajuice"), ("  딸기_쥬스\u{3000}", "딸기쥬스"),
        ("ＫＩＷＩ", "kiwi"), ("주 스", "쥬스"), ("주주스", "주쥬스"), ("O r\u{A0}d\te-r", "order"), ("", ""), ("-_ ", ""),
        ("ﬁ", "fi"),
    ])
    func foldsSpellings(spelling: String, key: String) {
        #expect(nameKey(spelling) == key)
        #expect(nameKey(spelling.decomposedStringWithCanonicalMapping) == key)
        #expect(nameKey(key) == key)
    }

    @Test func indexKnowsEveryName() throws {
        let names = try NameIndex(menu: .builtIn)
        for (place, juice) in Menu.builtIn.juices.enumerated() {
            for name in [juice.name] + juice.aliases { #expect(names.juice(name) == place) }
        }
        for (place, fruit) in Menu.builtIn.fruits.enumerated() {
            for name in [fruit.name] + fruit.aliases { #expect(names.fruit(name) == place) }
        }
        #expect(names.juice("Strawberry-Banana Juice") == 4)
        #expect(names.juice("MANGO KIWI JUICE") == 6)
        #expect(names.juice("파인애플 주스") == 3)
        #expect(names.juice("딸기") == nil)
        #expect(names.fruit("kiwi juice") == nil)
        #expect(names.juice("딸기쥬스 juice") == nil)
    }

    @Test(arguments: [
        ("order", Action.order), ("주문", .order), ("Restock", .restock), ("입고", .restock), ("재고 추가", .restock),
        ("discard", .discard), ("폐기", .discard), ("COUNT", .count), ("실사", .count), ("재고-수정", .count),
    ])
    func indexKnowsEveryAction(name: String, action: Action) throws {
        #expect(try NameIndex(menu: .builtIn).action(name) == action)
    }

    @Test func ambiguousNamesAreFound() {
        let recipe = Recipe([.init(fruit: 0, quantity: 1)])
        let menu = Menu(
            fruits: [Fruit(name: "배")],
            juices: [Juice(name: "A", recipe: recipe), Juice(name: "B", recipe: recipe, aliases: ["a"])])
        do {
            _ = try NameIndex(menu: menu)
            Issue.record("accepted")
        } catch {
            #expect(error.name == "a")
        }
    }
}
