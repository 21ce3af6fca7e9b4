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
