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
            if !action.concernsJuice || pieces > 0 { changes.append("\(fruit) \(change) \(pieces)") }
        }
        #expect(changes == wanted)
    }

    @Test func stockSumsSaturate() {
        #expect(StockChange.adding.stock(after: 1, Int.max) == Int.max)
        #expect(StockChange.removing.stock(after: -2, Int.max) == Int.min)
        #expect(StockChange.removing.stock(after: 3, 5) == -2)
        #expect(StockChange.setting.stock(after: 3, 5) == 5)
    }

    /// A menu of one juice of two pieces of a fruit and three of another.
    private static let menu = Menu(
        fruits: [Fruit(name: "B"), Fruit(name: "C")],
        juices: [Juice(name: "A", recipe: Recipe([.init(fruit: 0, quantity: 2), .init(fruit: 1, quantity: 3)]))])

    @Test(
        arguments: [
            (.order, 0, 1, [0, 0]), (.order, 0, 2, [0, 1]), (.order, 0, 3, [2, 4]), (.discard, 1, 5, [0, 0]),
            (.discard, 1, 6, [0, 1]), (.count, 0, 0, [0, 0]),
        ] as [(Action, Int, Int, [Int])])
    func shortagesNameAllMissingPieces(action: Action, item: Int, quantity: Int, missing: [Int]) {
        let recipes = RecipeTable(menu: Self.menu)
        let shortages = recipes.shortages(for: Instruction(action, item: item, quantity: quantity), stock: [4, 5])
        let wanted = missing.enumerated().filter { $1 > 0 }
        #expect(shortages.map(\.fruit) == wanted.map(\.offset))
        #expect(shortages.map(\.pieces) == wanted.map(\.element))
    }

    @Test func instructionIsAppliedWhollyOrNotAtAll() {
        var maker = JuiceMaker(menu: Self.menu, store: FruitStore(stock: [4, 5]))
        let most = FruitStore.stockMax
        let steps: [(Action, item: Int, quantity: Int, InstructionOutcome, stock: [Int])] = [
            (.order, 0, 2, .insufficientStock, [4, 5]), (.order, 0, 1, .done, [2, 2]),
            (.order, 0, .max, .insufficientStock, [2, 2]), (.discard, 1, 3, .insufficientStock, [2, 2]),
            (.restock, 1, most - 1, .stockLimit, [2, 2]), (.restock, 1, .max, .stockLimit, [2, 2]),
            (.count, 0, most + 1, .stockLimit, [2, 2]), (.restock, 1, most - 2, .done, [2, most]),
            (.count, 0, 0, .done, [0, most]), (.cancel, 0, 1, .stockLimit, [0, most]),
            (.discard, 1, 3, .done, [0, most - 3]), (.cancel, 0, 1, .done, [2, most]),
            (.cancel, 0, .max, .stockLimit, [2, most]), (.assert, 0, 2, .done, [2, most]),
            (.assert, 0, 1, .assertionFailed, [2, most]), (.assert, 1, most, .done, [2, most]),
        ]
        for (action, item, quantity, outcome, stock) in steps {
            #expect(maker.carryOut(Instruction(action, item: item, quantity: quantity)) == outcome)
            #expect(maker.store.stock == stock, "\(action) \(item) \(quantity)")
        }
    }

    @Test func actionNumbersRoundTrip() {
        for (number, action) in Action.allCases.enumerated() {
            #expect(action.rawValue == UInt8(number) && Action(rawValue: action.rawValue) == action)
        }
        #expect(Action(rawValue: UInt8(Action.allCases.count)) == nil && Action(rawValue: 0xFF) == nil)
    }

    @Test func ordersAndCancelsAreOfJuices() {
        #expect(Action.allCases.filter(\.concernsJuice) == [.order, .cancel])
        #expect(Action.allCases.compactMap(\.cupSign) == [1, -1])
        #expect(Action.cancel.quantities == Action.order.quantities)
        #expect(Action.assert.quantities == 0...FruitStore.stockMax)
    }
}

/// Values that only a bug could produce trap.
@Suite struct RangeTests {
    private static func carryOut(_ action: Action, item: Int, quantity: Int) {
        var maker = JuiceMaker(menu: .builtIn, store: FruitStore(menu: .builtIn))
        _ = maker.carryOut(Instruction(action, item: item, quantity: quantity))
    }

    private static func change(by action: Action, item: Int, quantity: Int) {
        RecipeTable(menu: .builtIn).forEachChange(by: Instruction(action, item: item, quantity: quantity)) { _, _, _ in
        }
    }

    private static func recipe(_ fruit: Int, _ quantity: Int) -> Recipe {
        Recipe([.init(fruit: fruit, quantity: quantity)])
    }

    private static let mistakes: [@Sendable () -> Void] = [
        // Quantities.
        { carryOut(.restock, item: 0, quantity: -1) }, { carryOut(.discard, item: 0, quantity: -5) },
        { carryOut(.count, item: 0, quantity: -7) }, { carryOut(.assert, item: 0, quantity: -1) },
        { change(by: .order, item: 0, quantity: 0) }, { change(by: .cancel, item: 0, quantity: 0) },
        // Items.
        { change(by: .order, item: 7, quantity: 1) }, { change(by: .cancel, item: -1, quantity: 1) },
        { change(by: .restock, item: 5, quantity: 1) }, { change(by: .discard, item: -1, quantity: 0) },
        { change(by: .count, item: 5, quantity: 1) }, { change(by: .assert, item: 5, quantity: 1) },
        { carryOut(.assert, item: 5, quantity: 1) }, { _ = FruitStore(stock: [1])[1] },
        { _ = FruitStore(stock: [1])[-1] },
        // Stock.
        { _ = FruitStore(stock: [-1]) }, { _ = FruitStore(stock: [1, FruitStore.stockMax + 1]) },
        { _ = JuiceMaker(menu: .builtIn, store: FruitStore(stock: [1, 2])) },
        { _ = JuiceMaker(menu: .builtIn, store: FruitStore(stock: [1, 2, 3, 4, 5, 6])) },
        // Recipes.
        { _ = recipe(0, 0) }, { _ = recipe(0, Recipe.quantityMax + 1) }, { _ = recipe(-1, 1) }, { _ = Recipe([]) },
        { _ = Recipe([.init(fruit: 0, quantity: 1), .init(fruit: 0, quantity: 2)]) },
        { _ = Menu(fruits: [Fruit(name: "B")], juices: [Juice(name: "A", recipe: recipe(1, 1))]) },
    ]

    @Test(arguments: mistakes.indices)
    func impossibleValuesTrap(index: Int) async {
        await #expect(processExitsWith: .failure) { [index] in RangeTests.mistakes[index]() }
    }

    /// Ensures that the test above does not fail for another reason.
    @Test func validValuesAreAccepted() async {
        await #expect(processExitsWith: .success) {
            for action in [Action.restock, .discard, .count, .assert] {
                RangeTests.carryOut(action, item: 4, quantity: 0)
            }
            for action in [Action.order, .cancel] { RangeTests.carryOut(action, item: 2, quantity: 1) }
            RangeTests.change(by: .order, item: 6, quantity: 1)
            _ = Menu(fruits: [Fruit(name: "B")], juices: [Juice(name: "A", recipe: RangeTests.recipe(0, 10_000))])
        }
    }
}
