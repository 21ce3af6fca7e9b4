import JuiceCore
import Testing

@Suite struct JuiceMakerTests {
    private func maker(_ stock: [Int]) -> JuiceMaker {
        JuiceMaker(menu: .builtIn, store: FruitStore(stock: stock))
    }

    private func index(_ name: String) throws -> Int {
        try #require(Menu.builtIn.juices.firstIndex { $0.name == name })
    }

    @Test func restocksDiscardsAndCounts() {
        var maker = maker([1, 2, 3, 0, 0])
        #expect(maker.carryOut(Instruction(.restock, item: 0, quantity: 5)) == .done)
        #expect(maker.carryOut(Instruction(.discard, item: 1, quantity: 2)) == .done)
        #expect(maker.carryOut(Instruction(.count, item: 2, quantity: FruitStore.stockMax)) == .done)
        #expect(maker.carryOut(Instruction(.discard, item: 2, quantity: FruitStore.stockMax)) == .done)
        #expect(maker.store.stock == [6, 0, 0, 0, 0] && maker.store[0] == 6)
    }

    @Test func makesAllCupsOfAnOrderOrNone() throws {
        var maker = maker([20, 7, 0, 0, 0])
        let (both, banana) = try (index("딸바쥬스"), index("바나나쥬스"))
        #expect(maker.carryOut(Instruction(.order, item: both, quantity: 3)) == .insufficientStock)
        #expect(maker.carryOut(Instruction(.order, item: banana, quantity: 4)) == .insufficientStock)
        #expect(maker.carryOut(Instruction(.order, item: both, quantity: 1)) == .done)
        #expect(maker.store.stock == [10, 6, 0, 0, 0])
        #expect(maker.carryOut(Instruction(.order, item: banana, quantity: 3)) == .done)
        #expect(maker.carryOut(Instruction(.order, item: both, quantity: 1)) == .insufficientStock)
        #expect(maker.store.stock == [10, 0, 0, 0, 0])
    }

    @Test func makesJuicesOfACustomMenu() {
        let recipe = Recipe([.init(fruit: 1, quantity: 10_000), .init(fruit: 0, quantity: 1)])
        let menu = Menu(fruits: [Fruit(name: "배"), Fruit(name: "포도")], juices: [Juice(name: "배포도쥬스", recipe: recipe)])
        var maker = JuiceMaker(menu: menu, store: FruitStore(stock: [2, 20_000]))
        #expect(maker.carryOut(Instruction(.order, item: 0, quantity: 2)) == .done)
        #expect(maker.store.stock == [0, 0])
        #expect(maker.carryOut(Instruction(.order, item: 0, quantity: 1)) == .insufficientStock)
    }
}

@Suite struct MenuTests {
    @Test func builtInMenuMatchesTheContract() {
        let menu = Menu.builtIn
        #expect(menu.fruits.map(\.name) == ["딸기", "바나나", "파인애플", "키위", "망고"])
        #expect(menu.fruits.map(\.aliases) == [["strawberry"], ["banana"], ["pineapple"], ["kiwi"], ["mango"]])
        let recipes = menu.juices.map { juice in
            juice.name + ": "
                + juice.recipe.ingredients.map { "\(menu.fruits[$0.fruit].name) \($0.quantity)" }.joined(
                    separator: " + ")
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

    @Test func everyFruitStartsAtTen() {
        #expect(FruitStore(menu: .builtIn).stock == [10, 10, 10, 10, 10])
    }

    @Test func limitsMatchTheContract() {
        #expect(FruitStore.stockMax == 1_000_000_000_000)
        #expect(Recipe.quantityMax == 10_000)
    }
}
