import JuiceCore
import Testing

@Suite struct FruitStoreTests {
    /// A juice maker of a shop that has fruits, and one juice that takes one of the first.
    private func maker(_ stock: [Int]) -> JuiceMaker {
        let menu = Menu(
            fruits: stock.indices.map { Fruit(name: "f\($0)") },
            juices: [Juice(name: "j", recipe: Recipe([.init(fruit: 0, quantity: 1)]))])
        return JuiceMaker(menu: menu, store: FruitStore(stock: stock))
    }

    @Test func restocksDiscardsAndCounts() {
        var maker = maker([1, 2, 3])
        #expect(maker.carryOut(Instruction(.restock, item: 0, quantity: 5)) == .done)
        #expect(maker.carryOut(Instruction(.discard, item: 1, quantity: 2)) == .done)
        #expect(maker.carryOut(Instruction(.count, item: 2, quantity: 0)) == .done)
        #expect(maker.store.stock == [6, 0, 0])
        #expect(maker.carryOut(Instruction(.count, item: 2, quantity: FruitStore.stockMax)) == .done)
        #expect(maker.carryOut(Instruction(.discard, item: 2, quantity: FruitStore.stockMax)) == .done)
        #expect(maker.store.stock == [6, 0, 0] && maker.store[0] == 6)
    }

    @Test func fillsToTheLimitAndNoFurther() {
        var maker = maker([FruitStore.stockMax - 1])
        #expect(maker.carryOut(Instruction(.restock, item: 0, quantity: 1)) == .done)
        #expect(maker.carryOut(Instruction(.restock, item: 0, quantity: 1)) == .stockLimit)
        #expect(maker.store.stock == [FruitStore.stockMax])
    }

    @Test func discardsAllOrNothing() {
        var maker = maker([4])
        #expect(maker.carryOut(Instruction(.discard, item: 0, quantity: 5)) == .insufficientStock)
        #expect(maker.store.stock == [4])
    }

    @Test func opensAtTenOfEachFruit() {
        #expect(FruitStore(menu: .builtIn).stock == [10, 10, 10, 10, 10])
    }
}

@Suite struct JuiceMakerTests {
    private func maker(_ stock: [Int]) -> JuiceMaker {
        JuiceMaker(menu: .builtIn, store: FruitStore(stock: stock))
    }

    private func place(_ name: String) throws -> Int {
        try #require(Menu.builtIn.juices.firstIndex { $0.name == name })
    }

    @Test func usesTheFruitsOfTheRecipe() throws {
        var maker = maker([10, 10, 10, 10, 10])
        #expect(try maker.carryOut(Instruction(.order, item: place("딸바쥬스"), quantity: 1)) == .done)
        #expect(maker.store.stock == [0, 9, 10, 10, 10])
    }

    @Test func usesNothingWhenOneIngredientIsShort() throws {
        var maker = maker([100, 1, 0, 0, 0])
        let juice = try place("딸바쥬스")
        #expect(maker.carryOut(Instruction(.order, item: juice, quantity: 2)) == .insufficientStock)
        #expect(maker.store.stock == [100, 1, 0, 0, 0])
    }

    @Test func makesAllCupsOrNone() throws {
        var maker = maker([0, 7, 0, 0, 0])
        let juice = try place("바나나쥬스")
        #expect(maker.carryOut(Instruction(.order, item: juice, quantity: 4)) == .insufficientStock)
        #expect(maker.carryOut(Instruction(.order, item: juice, quantity: 3)) == .done)
        #expect(maker.store.stock == [0, 1, 0, 0, 0])
    }

    @Test func overflowIsAResult() throws {
        var maker = maker([FruitStore.stockMax, 0, 0, 0, 0])
        let juice = try place("딸기쥬스")
        #expect(maker.carryOut(Instruction(.order, item: juice, quantity: Int.max)) == .insufficientStock)
        #expect(maker.carryOut(Instruction(.restock, item: 0, quantity: Int.max)) == .stockLimit)
        #expect(maker.carryOut(Instruction(.restock, item: 0, quantity: 1)) == .stockLimit)
        #expect(maker.carryOut(Instruction(.count, item: 0, quantity: FruitStore.stockMax + 1)) == .stockLimit)
        #expect(maker.carryOut(Instruction(.discard, item: 1, quantity: 1)) == .insufficientStock)
        #expect(maker.store.stock == [FruitStore.stockMax, 0, 0, 0, 0])
    }

    @Test func makesJuicesOfAMenuOfItsOwn() {
        let recipe = Recipe([.init(fruit: 1, quantity: 10_000), .init(fruit: 0, quantity: 1)])
        let menu = Menu(fruits: [Fruit(name: "배"), Fruit(name: "포도")], juices: [Juice(name: "배포도쥬스", recipe: recipe)])
        var maker = JuiceMaker(menu: menu, store: FruitStore(stock: [2, 20_000]))
        #expect(maker.carryOut(Instruction(.order, item: 0, quantity: 2)) == .done)
        #expect(maker.store.stock == [0, 0])
        #expect(maker.carryOut(Instruction(.order, item: 0, quantity: 1)) == .insufficientStock)
    }
}

@Suite struct MenuTests {
    @Test func builtInMenuIsTheShops() {
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

    @Test func everyFruitOpensAtTen() {
        #expect(FruitStore(menu: .builtIn).stock == [10, 10, 10, 10, 10])
    }

    @Test func limitsAreTheContracts() {
        #expect(FruitStore.stockMax == 1_000_000_000_000)
        #expect(Recipe.quantityMax == 10_000)
    }
}
