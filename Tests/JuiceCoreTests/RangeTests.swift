import JuiceCore
import Testing

/// What only a mistake in the program could ask for ends it.
@Suite struct RangeTests {
    private static func maker() -> JuiceMaker {
        JuiceMaker(menu: .builtIn, store: FruitStore(menu: .builtIn))
    }

    private static func change(by instruction: Instruction) {
        RecipeTable(menu: .builtIn).forEachChange(by: instruction) { _, _, _ in }
    }

    @Test func negativeQuantities() async {
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            _ = maker.carryOut(Instruction(.restock, item: 0, quantity: -1))
        }
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            _ = maker.carryOut(Instruction(.discard, item: 0, quantity: -5))
        }
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            _ = maker.carryOut(Instruction(.count, item: 0, quantity: -7))
        }
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            _ = maker.carryOut(Instruction(.assert, item: 0, quantity: -1))
        }
    }

    @Test func noCups() async {
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            _ = maker.carryOut(Instruction(.order, item: 0, quantity: -3))
        }
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            _ = maker.carryOut(Instruction(.order, item: 0, quantity: 0))
        }
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            _ = maker.carryOut(Instruction(.order, item: 0, quantity: -1))
        }
        await #expect(processExitsWith: .failure) { RangeTests.change(by: Instruction(.order, item: 0, quantity: 0)) }
        await #expect(processExitsWith: .failure) { RangeTests.change(by: Instruction(.order, item: 0, quantity: -1)) }
        await #expect(processExitsWith: .failure) { RangeTests.change(by: Instruction(.cancel, item: 0, quantity: 0)) }
    }

    @Test func unknownItems() async {
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            _ = maker.carryOut(Instruction(.order, item: 7, quantity: 1))
        }
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            _ = maker.carryOut(Instruction(.order, item: -1, quantity: 1))
        }
        await #expect(processExitsWith: .failure) { RangeTests.change(by: Instruction(.order, item: 7, quantity: 1)) }
        await #expect(processExitsWith: .failure) { RangeTests.change(by: Instruction(.order, item: -1, quantity: 1)) }
        await #expect(processExitsWith: .failure) { _ = FruitStore(stock: [1])[1] }
        await #expect(processExitsWith: .failure) { _ = FruitStore(stock: [1])[-1] }
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            _ = maker.carryOut(Instruction(.restock, item: 5, quantity: 1))
        }
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            _ = maker.carryOut(Instruction(.discard, item: -1, quantity: 0))
        }
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            _ = maker.carryOut(Instruction(.count, item: 5, quantity: 1))
        }
        await #expect(processExitsWith: .failure) {
            var maker = RangeTests.maker()
            _ = maker.carryOut(Instruction(.assert, item: 5, quantity: 1))
        }
        await #expect(processExitsWith: .failure) { RangeTests.change(by: Instruction(.assert, item: 5, quantity: 1)) }
        await #expect(processExitsWith: .failure) { RangeTests.change(by: Instruction(.cancel, item: 7, quantity: 1)) }
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
            _ = maker.carryOut(Instruction(.restock, item: 0, quantity: 0))
            _ = maker.carryOut(Instruction(.discard, item: 4, quantity: 0))
            _ = maker.carryOut(Instruction(.count, item: 1, quantity: 0))
            _ = maker.carryOut(Instruction(.order, item: 2, quantity: 1))
            _ = maker.carryOut(Instruction(.cancel, item: 2, quantity: 1))
            _ = maker.carryOut(Instruction(.assert, item: 4, quantity: 0))
            RangeTests.change(by: Instruction(.order, item: 6, quantity: 1))
        }
    }
}
