import JuiceCore
import Testing

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
