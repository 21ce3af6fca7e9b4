import JuiceCore
import Testing

@Suite struct FruitStoreTests {
    @Test func addsRemovesAndCounts() throws {
        var store = FruitStore(stock: [1, 2, 3])
        try store.add(5, of: 0)
        try store.remove(2, of: 1)
        try store.setCount(0, of: 2)
        #expect(store.stock == [6, 0, 0])
        try store.setCount(FruitStore.stockMax, of: 2)
        try store.remove(FruitStore.stockMax, of: 2)
        #expect(store.stock == [6, 0, 0])
    }

    @Test func fillsToTheLimitAndNoFurther() throws {
        var store = FruitStore(stock: [FruitStore.stockMax - 1])
        try store.add(1, of: 0)
        #expect(throws: FruitStoreError.stockLimit) { try store.add(1, of: 0) }
        #expect(store.stock == [FruitStore.stockMax])
    }

    @Test func removesAllOrNothing() {
        var store = FruitStore(stock: [4])
        #expect(throws: FruitStoreError.insufficientStock) { try store.remove(5, of: 0) }
        #expect(store.stock == [4])
    }

    @Test func makesJuicesOfAMenuOfItsOwn() throws {
        let recipe = Recipe([.init(fruit: 1, quantity: 10_000), .init(fruit: 0, quantity: 1)])
        let menu = Menu(fruits: [Fruit(name: "배"), Fruit(name: "포도")], juices: [Juice(name: "배포도쥬스", recipe: recipe)])
        var maker = JuiceMaker(menu: menu, store: FruitStore(stock: [2, 20_000]))
        try maker.make(0, cups: 2)
        #expect(maker.store.stock == [0, 0])
        #expect(throws: JuiceMakerError.insufficientStock) { try maker.make(0, cups: 1) }
    }
}
