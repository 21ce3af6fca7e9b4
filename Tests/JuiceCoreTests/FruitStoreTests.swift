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

    @Test func saysWhatCupsNeed() throws {
        let maker = JuiceMaker(menu: .builtIn, store: FruitStore(menu: .builtIn))
        let juice = try #require(Menu.builtIn.juices.firstIndex { $0.name == "망고키위쥬스" })
        var needs: [Int: Int] = [:]
        maker.forEachNeed(juice, cups: 7) { needs[$0] = $1 }
        #expect(needs == [4: 14, 3: 7])
        maker.forEachNeed(juice, cups: Int.max) { needs[$0] = $1 }
        #expect(needs == [4: Int.max, 3: Int.max])
    }

    @Test func partsAddUpToNeeds() {
        let maker = JuiceMaker(menu: .builtIn, store: FruitStore(menu: .builtIn))
        for juice in Menu.builtIn.juices.indices {
            var (needs, parts): ([Int: Int], [Int: Int]) = ([:], [:])
            maker.forEachNeed(juice, cups: 3) { needs[$0] = $1 }
            maker.forEachPart(juice, cups: 3) { parts[$0, default: 0] += $1 }
            #expect(parts.filter { $0.value > 0 } == needs)
        }
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
