import Testing

/// The order of a commit under everything that two processes, a crash, a power cut and a fault can do to it.
@Suite struct RunCommitTests {
    private static let one = "/shop/one.sqlite"
    private static let two = "/shop/two.sqlite"

    /// The second process of each pair; the first is a run with a ledger.
    static let others: [ModelProgram] = [
        .run(ledger: one), .settle(ledger: one), .run(ledger: two), .settle(ledger: two), .runAlone,
    ]

    @Test(arguments: others.map { ($0, true) } + [(.run(ledger: one), false), (.runAlone, false)])
    func twoProcessesLoseNothing(other: ModelProgram, hasEarlierSet: Bool) {
        var check = ModelCheck(programs: [.run(ledger: Self.one), other])
        check.explore(hasEarlierSet: hasEarlierSet, kills: 1, powerCuts: 1, faults: 1)
        print("run and \(other): \(check.moments) moments, \(check.ends) ends")
        #expect(check.violations.isEmpty, "\(check.violations.first ?? "")")
        #expect(check.ends > 10)
    }

    /// Three at once, of which one may be killed anywhere.
    @Test func threeProcessesLoseNothing() {
        var check = ModelCheck(programs: [.run(ledger: Self.one), .settle(ledger: Self.one), .runAlone])
        check.explore(hasEarlierSet: true, kills: 1, powerCuts: 0, faults: 0)
        print("three runs: \(check.moments) moments, \(check.ends) ends")
        #expect(check.violations.isEmpty, "\(check.violations.first ?? "")")
        #expect(check.ends > 10)
    }

    /// The model sees what it is made to see: without the turn, two runs on one ledger lose something.
    @Test func withoutTheTurnTheModelFindsWhatIsLost() {
        var check = ModelCheck(programs: [.run(ledger: Self.one), .run(ledger: Self.one)], turnsCount: false)
        check.explore(hasEarlierSet: true, kills: 0, powerCuts: 0, faults: 1)
        #expect(!check.violations.isEmpty)
    }
}
