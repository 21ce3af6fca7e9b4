import Glibc
import JuiceBatch
import JuiceShop
import Testing

@Suite struct EndingTests {
    /// The codes that scripts and timers go by: none of them ever changes.
    @Test func eachEndingHasACodeOfItsOwn() {
        let endings: [Ending] = [
            .done, .bug, .short, .rejected, .known, .attention, .different, .usage, .refused, .missing, .broken,
            .cannotCreate,
            .inputOutput,
            .busy, .badSetting, .interrupted(signal: 2), .interrupted(signal: 15),
        ]
        #expect(endings.map(\.code) == [0, 1, 3, 4, 5, 6, 7, 64, 65, 66, 70, 73, 74, 75, 78, 130, 143])
        #expect(endings.sorted() == endings && endings.max() == .interrupted(signal: 15))
    }

    @Test(arguments: [
        (BatchError.unreadable(path: "a", errno: ENOENT), Ending.missing),
        (.unreadable(path: "a", errno: EMFILE), .inputOutput), (.cannotCreate(path: "a", errno: EACCES), .cannotCreate),
        (.cannotCreate(path: "a", errno: ENOLCK), .inputOutput), (.outputNotOurs(path: "a", entry: "b"), .cannotCreate),
        (.knownInputs([]), .known), (.usage(.standardInputTwice), .usage), (.invariant("x"), .broken),
        (.irreversible(run: 1, obstacles: [], inTheWay: []), .refused), (.inDoubt(run: 1, ledger: "l"), .inputOutput),
        (.ledgerBusy(path: "l", holder: 7), .busy), (.badLedger(path: "l", fault: .missing), .badSetting),
        (.interrupted(signal: 1), .interrupted(signal: 1)),
    ])
    func anErrorBringsAboutAnEnding(error: BatchError, ending: Ending) {
        #expect(Ending(of: error) == ending)
    }

    @Test func whatIsNoErrorOfOursIsABug() {
        #expect(Ending(of: CancellationError()) == .bug)
    }

    @Test(arguments: [
        (FailOn.none, Ending.done, Ending.done), (.rejected, .done, .rejected), (.shortage, .short, .rejected),
    ])
    func aRunEndsAsItsUserWants(failOn: FailOn, ofShort: Ending, ofRejected: Ending) throws {
        let given = try GivenShop([
            "short.csv": "item,quantity\n키위쥬스,9\n", "rejected.csv": "item,quantity\n키위쥬스,9\nx,1\n",
        ])
        for (name, ending) in [("short.csv", ofShort), ("rejected.csv", ofRejected)] {
            var request = given.request(name)
            request.input.failOn = failOn
            #expect(try given.shop().run(request, telling: Hearer()).ending == ending)
        }
    }
}
