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

@Suite struct QuantityTests {
    @Test(arguments: [
        ("0", 0), ("3", 3), ("007", 7), ("1,200", 1_200), ("12,345,678", 12_345_678), ("3개", 3), ("3 개", 3), ("２잔", 2),
        ("2\u{3000}잔", 2), ("  １，２００  ", 1_200), ("\u{3000}5\t", 5), ("0000000000000000000000004", 4),
        ("1,000,000,000", 1_000_000_000),
        ("99999999999999999999999999", 10_000_000_000_000),
    ])
    func readsQuantities(text: String, value: Int) {
        #expect(parseQuantity(text) == value)
        #expect(parseQuantity(text.decomposedStringWithCanonicalMapping) == value)
    }

    @Test(arguments: [
        "", " ", "개", "잔", " 개", "-1", "+3", "−3", "1.5", "1,00", "1,0000", ",100", "100,", "1,,000", "1234,567", "1 2",
        "12 345",
        "둘", "3개 정도", "5개잔", "1e3", "0x10", "1'000", "=1+1", "1,200,00", "½", "3병", "1,2 00", "개3",
    ])
    func refusesWhatIsNone(text: String) {
        #expect(parseQuantity(text) == nil)
    }
}
