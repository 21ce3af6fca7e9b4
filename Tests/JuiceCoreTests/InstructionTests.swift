import JuiceCore
import Testing

@Suite struct InstructionTests {
    @Test(
        arguments: [
            (.order, 6, 7, ["3 removing 7", "4 removing 14"]), (.cancel, 6, 3, ["3 adding 3", "4 adding 6"]),
            (.order, 6, .max, ["3 removing \(Int.max)", "4 removing \(Int.max)"]),
            (.cancel, 0, .max, ["0 adding \(Int.max)"]), (.restock, 2, 5, ["2 adding 5"]),
            (.discard, 2, 0, ["2 removing 0"]), (.count, 2, 0, ["2 setting 0"]), (.assert, 2, 5, []),
        ] as [(Action, Int, Int, [String])])
    func instructionChangesItsFruits(action: Action, item: Int, quantity: Int, wanted: [String]) {
        var changes: [String] = []
        let instruction = Instruction(action, item: item, quantity: quantity)
        RecipeTable(menu: .builtIn).forEachChange(by: instruction) { fruit, change, pieces in
            if !action.isOfJuice || pieces > 0 { changes.append("\(fruit) \(change) \(pieces)") }
        }
        #expect(changes == wanted)
    }

    @Test func stockSumsSaturate() {
        #expect(StockChange.adding.stock(after: 1, Int.max) == Int.max)
        #expect(StockChange.removing.stock(after: -2, Int.max) == Int.min)
        #expect(StockChange.removing.stock(after: 3, 5) == -2)
        #expect(StockChange.setting.stock(after: 3, 5) == 5)
    }

    @Test func instructionIsAppliedWhollyOrNotAtAll() {
        let juice = Juice(name: "A", recipe: Recipe([.init(fruit: 0, quantity: 2), .init(fruit: 1, quantity: 3)]))
        let menu = Menu(fruits: [Fruit(name: "B"), Fruit(name: "C")], juices: [juice])
        var maker = JuiceMaker(menu: menu, store: FruitStore(stock: [4, 5]))
        #expect(maker.carryOut(Instruction(.order, item: 0, quantity: 2)) == .insufficientStock)
        #expect(maker.store.stock == [4, 5])
        #expect(maker.carryOut(Instruction(.order, item: 0, quantity: 1)) == .done)
        #expect(maker.store.stock == [2, 2])
        #expect(maker.carryOut(Instruction(.order, item: 0, quantity: Int.max)) == .insufficientStock)
        #expect(maker.carryOut(Instruction(.discard, item: 1, quantity: 3)) == .insufficientStock)
        #expect(maker.carryOut(Instruction(.restock, item: 1, quantity: FruitStore.stockMax - 1)) == .stockLimit)
        #expect(maker.carryOut(Instruction(.restock, item: 1, quantity: Int.max)) == .stockLimit)
        #expect(maker.carryOut(Instruction(.count, item: 0, quantity: FruitStore.stockMax + 1)) == .stockLimit)
        #expect(maker.store.stock == [2, 2])
        #expect(maker.carryOut(Instruction(.restock, item: 1, quantity: FruitStore.stockMax - 2)) == .done)
        #expect(maker.carryOut(Instruction(.count, item: 0, quantity: 0)) == .done)
        #expect(maker.store.stock == [0, FruitStore.stockMax])
        #expect(maker.carryOut(Instruction(.cancel, item: 0, quantity: 1)) == .stockLimit)
        #expect(maker.store.stock == [0, FruitStore.stockMax])
        #expect(maker.carryOut(Instruction(.discard, item: 1, quantity: 3)) == .done)
        #expect(maker.carryOut(Instruction(.cancel, item: 0, quantity: 1)) == .done)
        #expect(maker.store.stock == [2, FruitStore.stockMax])
        #expect(maker.carryOut(Instruction(.cancel, item: 0, quantity: Int.max)) == .stockLimit)
        #expect(maker.carryOut(Instruction(.assert, item: 0, quantity: 2)) == .done)
        #expect(maker.carryOut(Instruction(.assert, item: 0, quantity: 1)) == .assertionFailed)
        #expect(maker.carryOut(Instruction(.assert, item: 1, quantity: FruitStore.stockMax)) == .done)
        #expect(maker.store.stock == [2, FruitStore.stockMax])
    }

    @Test func actionNumbersRoundTrip() {
        for (number, action) in Action.allCases.enumerated() {
            #expect(action.rawValue == UInt8(number) && Action(rawValue: action.rawValue) == action)
        }
        #expect(Action(rawValue: UInt8(Action.allCases.count)) == nil && Action(rawValue: 0xFF) == nil)
    }

    @Test func ordersAndCancelsAreOfJuices() {
        #expect(Action.allCases.filter(\.isOfJuice) == [.order, .cancel])
        #expect(Action.cancel.quantities == Action.order.quantities)
        #expect(Action.assert.quantities == 0...FruitStore.stockMax)
    }
}

/// Instructions that only a bug could request trap.
@Suite struct RangeTests {
    private static func carryOut(_ action: Action, item: Int, quantity: Int) {
        var maker = JuiceMaker(menu: .builtIn, store: FruitStore(menu: .builtIn))
        _ = maker.carryOut(Instruction(action, item: item, quantity: quantity))
    }

    private static func change(by action: Action, item: Int, quantity: Int) {
        RecipeTable(menu: .builtIn).forEachChange(by: Instruction(action, item: item, quantity: quantity)) { _, _, _ in
        }
    }

    @Test func quantities() async {
        await #expect(processExitsWith: .failure) { RangeTests.carryOut(.restock, item: 0, quantity: -1) }
        await #expect(processExitsWith: .failure) { RangeTests.carryOut(.discard, item: 0, quantity: -5) }
        await #expect(processExitsWith: .failure) { RangeTests.carryOut(.count, item: 0, quantity: -7) }
        await #expect(processExitsWith: .failure) { RangeTests.carryOut(.assert, item: 0, quantity: -1) }
        await #expect(processExitsWith: .failure) { RangeTests.carryOut(.order, item: 0, quantity: -1) }
        await #expect(processExitsWith: .failure) { RangeTests.carryOut(.order, item: 0, quantity: 0) }
        await #expect(processExitsWith: .failure) { RangeTests.change(by: .order, item: 0, quantity: -1) }
        await #expect(processExitsWith: .failure) { RangeTests.change(by: .order, item: 0, quantity: 0) }
        await #expect(processExitsWith: .failure) { RangeTests.change(by: .cancel, item: 0, quantity: 0) }
    }

    @Test func unknownItems() async {
        await #expect(processExitsWith: .failure) { RangeTests.carryOut(.order, item: 7, quantity: 1) }
        await #expect(processExitsWith: .failure) { RangeTests.carryOut(.order, item: -1, quantity: 1) }
        await #expect(processExitsWith: .failure) { RangeTests.carryOut(.restock, item: 5, quantity: 1) }
        await #expect(processExitsWith: .failure) { RangeTests.carryOut(.discard, item: -1, quantity: 0) }
        await #expect(processExitsWith: .failure) { RangeTests.carryOut(.count, item: 5, quantity: 1) }
        await #expect(processExitsWith: .failure) { RangeTests.carryOut(.assert, item: 5, quantity: 1) }
        await #expect(processExitsWith: .failure) { RangeTests.change(by: .order, item: 7, quantity: 1) }
        await #expect(processExitsWith: .failure) { RangeTests.change(by: .order, item: -1, quantity: 1) }
        await #expect(processExitsWith: .failure) { RangeTests.change(by: .assert, item: 5, quantity: 1) }
        await #expect(processExitsWith: .failure) { RangeTests.change(by: .cancel, item: 7, quantity: 1) }
        await #expect(processExitsWith: .failure) { _ = FruitStore(stock: [1])[1] }
        await #expect(processExitsWith: .failure) { _ = FruitStore(stock: [1])[-1] }
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

    /// Ensures that the tests above do not fail for another reason.
    @Test func validValuesAreAccepted() async {
        await #expect(processExitsWith: .success) {
            RangeTests.carryOut(.restock, item: 0, quantity: 0)
            RangeTests.carryOut(.discard, item: 4, quantity: 0)
            RangeTests.carryOut(.count, item: 1, quantity: 0)
            RangeTests.carryOut(.order, item: 2, quantity: 1)
            RangeTests.carryOut(.cancel, item: 2, quantity: 1)
            RangeTests.carryOut(.assert, item: 4, quantity: 0)
            RangeTests.change(by: .order, item: 6, quantity: 1)
        }
    }
}
