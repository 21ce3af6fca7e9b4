import JuiceBatch
import Testing

@Suite struct SettingsProposalTests {
    @Test func saysFirstWhatItSaidBefore() {
        var first = SettingsProposal()
        first.columns = [.item: .single("A")]
        first.decimal = .point
        first.rules.readings = [.init(role: .item, from: "키위 쥬스", to: "키위쥬스")]
        first.rules.accept = ["a", "b"]
        var second = SettingsProposal()
        second.columns = [.item: .single("B"), .quantity: .single("C")]
        second.decimal = .comma
        second.sequence = .time
        second.rules.readings = [
            .init(role: .item, from: "키위  쥬스", to: "ignore"), .init(role: .action, from: "키위쥬스", to: "order"),
        ]
        second.rules.accept = ["b", "c"]
        let sum = first.adding(second)
        #expect(sum.columns == [.item: .single("A"), .quantity: .single("C")])
        #expect(sum.decimal == .point && sum.sequence == .time)
        // Of two readings of the same cell, as cells match, the first holds.
        #expect(sum.rules.readings.map(\.to) == ["키위쥬스", "order"])
        #expect(sum.rules.accept == ["a", "b", "c"])
    }

    @Test func isNothingWithNothing() {
        #expect(SettingsProposal().isEmpty)
        #expect(SettingsProposal().adding(SettingsProposal()).isEmpty)
        var proposal = SettingsProposal()
        proposal.trailing = .drop
        #expect(!proposal.isEmpty && proposal.adding(SettingsProposal()) == proposal)
    }

    @Test func isGoodOnlyIfRowsAreLeft() {
        var trial = TrialOutcome()
        #expect(trial.isGood)
        trial.rows = 2
        trial.codes = [(.success, 1), (.insufficientStock, 1)]
        #expect(trial.isGood)
        trial.codes = [(.ignored, 2)]
        #expect(!trial.isGood)
        trial.codes = [(.success, 1), (.unknownItem, 1)]
        #expect(!trial.isGood)
        trial.codes = []
        trial.refusal = Refusal(file: "a.csv", line: 1, reason: .noHeader)
        #expect(!trial.isGood)
    }
}
