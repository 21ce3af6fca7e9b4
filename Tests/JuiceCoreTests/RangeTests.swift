import JuiceCore
import Testing

/// What only a mistake in the program could ask for ends it.
@Suite struct RangeTests {
    private static func maker() -> JuiceMaker {
        JuiceMaker(menu: .builtIn, store: FruitStore(menu: .builtIn))
    }

    @Test func negativeQuantities() async {
        await #expect(processExitsWith: .failure) {
            var store = FruitStore(stock: [10])
            try store.add(-1, of: 0)
        }
        await #expect(processExitsWith: .failure) {
            var store = FruitStore(stock: [10])
            try store.remove(-5, of: 0)
        }
        await #expect(processExitsWith: .failure) {
            var store = FruitStore(stock: [10])
            try store.setCount(-7, of: 0)
        }
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            try maker.add(-50, of: 0)
        }
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            try maker.remove(-5, of: 0)
        }
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            try maker.setCount(-7, of: 0)
        }
    }

    @Test func noCups() async {
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            try maker.make(0, cups: -3)
        }
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            try maker.make(0, cups: 0)
        }
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            _ = maker.makeIfStocked(0, cups: -1)
        }
        await #expect(processExitsWith: .failure) { RangeTests.maker().forEachNeed(0, cups: 0) { _, _ in } }
        await #expect(processExitsWith: .failure) { RangeTests.maker().forEachNeed(0, cups: -1) { _, _ in } }
        await #expect(processExitsWith: .failure) { RangeTests.maker().forEachPart(0, cups: 0) { _, _ in } }
        await #expect(processExitsWith: .failure) { RangeTests.maker().forEachPart(0, cups: -1) { _, _ in } }
    }

    @Test func unknownItems() async {
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            try maker.make(7, cups: 1)
        }
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            try maker.make(-1, cups: 1)
        }
        await #expect(processExitsWith: .failure) { RangeTests.maker().forEachNeed(7, cups: 1) { _, _ in } }
        await #expect(processExitsWith: .failure) { RangeTests.maker().forEachPart(-1, cups: 1) { _, _ in } }
        await #expect(processExitsWith: .failure) { _ = FruitStore(stock: [1])[1] }
        await #expect(processExitsWith: .failure) { _ = FruitStore(stock: [1])[-1] }
        await #expect(processExitsWith: .failure) {
            var store = FruitStore(stock: [1])
            try store.add(1, of: 1)
        }
        await #expect(processExitsWith: .failure) {
            var store = FruitStore(stock: [1])
            try store.remove(0, of: -1)
        }
        await #expect(processExitsWith: .failure) {
            var store = FruitStore(stock: [1])
            try store.setCount(1, of: 1)
        }
    }

    @Test func impossibleStock() async {
        await #expect(processExitsWith: .failure) { _ = FruitStore(stock: [-1]) }
        await #expect(processExitsWith: .failure) { _ = FruitStore(stock: [1, FruitStore.stockMax + 1]) }
    }

    @Test func storeOfAnotherMenu() async {
        await #expect(processExitsWith: .failure) { _ = JuiceMaker(menu: .builtIn, store: FruitStore(stock: [1, 2])) }
        await #expect(processExitsWith: .failure) {
            _ = JuiceMaker(menu: .builtIn, store: FruitStore(stock: [1, 2, 3, 4, 5, 6]))
        }
    }

    @Test func impossibleRecipes() async {
        await #expect(processExitsWith: .failure) { _ = Recipe.Ingredient(fruit: 0, quantity: 0) }
        await #expect(processExitsWith: .failure) { _ = Recipe.Ingredient(fruit: 0, quantity: Recipe.quantityMax + 1) }
        await #expect(processExitsWith: .failure) { _ = Recipe([]) }
        await #expect(processExitsWith: .failure) {
            _ = Recipe([.init(fruit: 0, quantity: 1), .init(fruit: 0, quantity: 2)])
        }
        await #expect(processExitsWith: .failure) {
            _ = Recipe.Ingredient(fruit: -1, quantity: 1)
        }
        await #expect(processExitsWith: .failure) {
            let juice = Juice(name: "A", recipe: Recipe([.init(fruit: 1, quantity: 1)]))
            _ = Menu(fruits: [Fruit(name: "B")], juices: [juice])
        }
    }

    /// Each test above would see the process fail; this one sees that what is in range does not.
    @Test func whatIsInRange() async {
        await #expect(processExitsWith: .success) {
            var maker = RangeTests.maker()
            try maker.add(0, of: 0)
            try maker.remove(0, of: 4)
            try maker.setCount(0, of: 1)
            try maker.make(2, cups: 1)
            maker.forEachNeed(6, cups: 1) { _, _ in }
        }
    }
}
