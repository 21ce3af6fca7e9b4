import JuiceBatch
import JuiceCore
import JuiceLedger
import TestSupport
import Testing

/// What takes a run back, and what keeps it from being taken back.
@Suite struct RunReversalTests {
    private typealias Movement = RunContent.Movement

    private func movement(_ fruit: Int, from opening: Int, to closing: Int) -> Movement {
        let change = closing - opening
        return Movement(
            fruit: fruit, opening: opening, restocked: max(0, change), discarded: 0, counted: 0, used: max(0, -change),
            closing: closing)
    }

    @Test func eachFigureGetsTheOppositeSign() {
        let movement = Movement(
            fruit: 7, opening: 10, restocked: 5, discarded: 2, counted: -3, used: 4, closing: 9, givenBack: 3)
        let inverse = movement.inverse(on: 20)
        let wanted = Movement(
            fruit: 7, opening: 20, restocked: -5, discarded: -2, counted: 3, used: -4, closing: 21, givenBack: -3)
        #expect(inverse == wanted)
        #expect(inverse.isSound)
    }

    @Test func whatIsTakenBackTwiceIsWhatItWas() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<1_000 {
            let (opening, closing) = (Int(random.next() % 1_000), Int(random.next() % 1_000))
            let movement = movement(1, from: opening, to: closing)
            let inverse = movement.inverse(on: closing)
            #expect(inverse.closing == opening && inverse.isSound)
            #expect(inverse.inverse(on: opening) == movement)
        }
    }

    @Test func stockDecidesWhetherARunCanBeTakenBack() {
        let movements = [
            movement(1, from: 0, to: 10), movement(2, from: 10, to: 0), movement(3, from: 5, to: 5),
            movement(4, from: 0, to: 1),
        ]
        let full = FruitStore.stockMax
        var run = RunContent(number: 1, recordedAt: "")
        run.movements = movements
        let possible = RunReversal(of: run, stock: [1: 10, 2: full - 10, 3: 0, 4: full], cancellable: [:])
        #expect(possible.obstacles.isEmpty)
        #expect(possible.movements.map(\.closing) == [0, full, 0, full - 1])
        let impossible = RunReversal(of: run, stock: [1: 7, 2: full - 8, 3: 9], cancellable: [:])
        #expect(
            impossible.obstacles
                == [.stock(fruit: 1, missing: 3), .stock(fruit: 2, missing: -2), .stock(fruit: 4, missing: 1)])
    }

    @Test func laterCancelsDecideToo() {
        var run = RunContent(number: 1, recordedAt: "")
        run.cups = [.init(juice: 6, served: 9, cancelled: 2), .init(juice: 8, served: 1, cancelled: 4)]
        let possible = RunReversal(of: run, stock: [:], cancellable: [6: 7])
        #expect(possible.obstacles.isEmpty)
        #expect(
            possible.cups == [.init(juice: 6, served: -9, cancelled: -2), .init(juice: 8, served: -1, cancelled: -4)])
        let impossible = RunReversal(of: run, stock: [:], cancellable: [6: 5, 8: 0])
        #expect(impossible.obstacles == [.cancelled(juice: 6, cups: 2)])
    }

    /// A sum that has stopped at its limit says no more what stock was.
    @Test func figuresAddUpUnlessASumHasStopped() {
        #expect(movement(1, from: 3, to: 9).isSound)
        var wrong = movement(1, from: 3, to: 9)
        wrong.closing = 8
        #expect(!wrong.isSound)
        wrong.used = Tally.sumMax
        #expect(wrong.isSound)
        wrong.used = -Tally.sumMax
        #expect(wrong.isSound)
    }
}
