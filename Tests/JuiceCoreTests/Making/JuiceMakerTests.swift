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
        try maker.make(place("딸바쥬스"), cups: 1)
        #expect(maker.store.stock == [0, 9, 10, 10, 10])
    }

    @Test func usesNothingWhenOneIngredientIsShort() throws {
        var maker = maker([100, 1, 0, 0, 0])
        let juice = try place("딸바쥬스")
        #expect(throws: JuiceMakerError.insufficientStock) { try maker.make(juice, cups: 2) }
        #expect(maker.store.stock == [100, 1, 0, 0, 0])
    }

    @Test func makesAllCupsOrNone() throws {
        var maker = maker([0, 7, 0, 0, 0])
        let juice = try place("바나나쥬스")
        #expect(throws: JuiceMakerError.insufficientStock) { try maker.make(juice, cups: 4) }
        try maker.make(juice, cups: 3)
        #expect(maker.store.stock == [0, 1, 0, 0, 0])
    }

    @Test func overflowIsAResult() throws {
        var maker = maker([FruitStore.stockMax, 0, 0, 0, 0])
        let juice = try place("딸기쥬스")
        #expect(throws: JuiceMakerError.insufficientStock) { try maker.make(juice, cups: Int.max) }
        #expect(maker.carryOut(Instruction(.restock, item: 0, quantity: Int.max)) == .stockLimit)
        #expect(maker.carryOut(Instruction(.restock, item: 0, quantity: 1)) == .stockLimit)
        #expect(maker.carryOut(Instruction(.count, item: 0, quantity: FruitStore.stockMax + 1)) == .stockLimit)
        #expect(maker.carryOut(Instruction(.discard, item: 1, quantity: 1)) == .insufficientStock)
        #expect(maker.store.stock == [FruitStore.stockMax, 0, 0, 0, 0])
    }
}
