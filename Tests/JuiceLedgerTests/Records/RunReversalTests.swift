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

    /// What is said to be in the way is in it, and nothing else has to be taken back.
    @Test func whatIsInTheWayCanBeTakenBackAndMakesRoom() {
        var random = SeededGenerator(seed: 17)
        var (advised, spared) = (0, 0)
        for _ in 0..<500 {
            var stock = [1: 10, 2: 10, 3: 10]
            var runs: [RunContent] = []
            for number in 1...Int(2 + random.next() % 8) {
                var run = RunContent(number: number, recordedAt: "")
                for fruit in 1...3 where random.next() % 2 == 0 {
                    let closing = Int(random.next() % 25)
                    run.movements.append(movement(fruit, from: stock[fruit] ?? 0, to: closing))
                    stock[fruit] = closing
                }
                runs.append(run)
            }
            let later = Array(runs.dropFirst().reversed())
            let taken = RunReversal.runs(inTheWayOf: runs[0], later: later, stock: stock, cancellable: [:])
            #expect(taken == taken.sorted(by: >))
            let isFree = RunReversal(of: runs[0], stock: stock, cancellable: [:]).obstacles.isEmpty
            #expect(taken.isEmpty == isFree)
            for number in taken {
                let reversal = RunReversal(of: runs[number - 1], stock: stock, cancellable: [:])
                #expect(reversal.obstacles.isEmpty)
                for movement in reversal.movements { stock[movement.fruit] = movement.closing }
            }
            #expect(RunReversal(of: runs[0], stock: stock, cancellable: [:]).obstacles.isEmpty)
            advised += taken.isEmpty ? 0 : 1
            spared += !taken.isEmpty && taken != later.prefix(taken.count).map(\.number) ? 1 : 0
        }
        #expect(advised > 50 && spared > 10)
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
