import JuiceCore
import Testing

@Suite struct MenuTests {
    @Test func builtInMenuMatchesTheContract() {
        let menu = Menu.builtIn
        #expect(menu.fruits.map(\.name) == ["딸기", "바나나", "파인애플", "키위", "망고"])
        #expect(menu.fruits.map(\.aliases) == [["strawberry"], ["banana"], ["pineapple"], ["kiwi"], ["mango"]])
        let recipes = menu.juices.map { juice in
            let parts = juice.recipe.ingredients.map { "\(menu.fruits[$0.fruit].name) \($0.quantity)" }
            return juice.name + ": " + parts.joined(separator: " + ")
        }
        #expect(
            recipes == [
                "딸기쥬스: 딸기 16", "바나나쥬스: 바나나 2", "키위쥬스: 키위 3", "파인애플쥬스: 파인애플 2", "딸바쥬스: 딸기 10 + 바나나 1",
                "망고쥬스: 망고 3", "망고키위쥬스: 망고 2 + 키위 1",
            ])
        #expect(
            menu.juices.map(\.aliases) == [
                ["strawberry"], ["banana"], ["kiwi"], ["pineapple"], ["딸기바나나쥬스", "strawberry banana"], ["mango"],
                ["망키쥬스", "mango kiwi"],
            ])
    }

    @Test func limitsMatchTheContract() {
        #expect(FruitStore(menu: .builtIn).stock == [10, 10, 10, 10, 10])
        #expect(FruitStore.stockMax == 1_000_000_000_000)
        #expect(Recipe.quantityMax == 10_000)
    }
}
