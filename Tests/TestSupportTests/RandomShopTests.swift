import TestSupport
import Testing

/// The random cases and the model, checked against each other and against the invariants.
@Suite("Random cases")
struct RandomShopTests {
    @Test("The model's own reports keep the invariants, and its shortages can be retried")
    func modelKeepsInvariants() {
        var (done, stopped, served, short, retried) = (0, 0, 0, 0, 0)
        for seed in UInt64(1)...200 {
            let randomCase = RandomShop.makeCase(seed: seed)
            guard case .done(let run) = randomCase.modelResult() else {
                stopped += 1
                continue
            }
            done += 1
            served += run.successes.count
            short += run.failures.count { $0.code == "insufficient_stock" }
            let set = run.reportSet()
            #expect(CheckedInvariants.violations(in: set, isModel: true) == [], "seed \(seed)")
            #expect(run.differences(from: set) == [], "seed \(seed)")
            let stock = String(decoding: set.stock, as: UTF8.self)
            let inputs = [(name: "restock.csv", bytes: set.restock), (name: "failure.csv", bytes: set.failure)]
            guard case .done(let again) = PlainModel.run(inputs: inputs, menu: randomCase.menu, stock: stock) else {
                Issue.record("seed \(seed): failure.csv is refused")
                continue
            }
            if run.promisesRetry(in: again) {
                retried += 1
                #expect(!again.failures.contains { $0.code == "insufficient_stock" }, "seed \(seed)")
            }
        }
        #expect(done > 110 && stopped > 5, "\(done) done, \(stopped) stopped")
        #expect(served > 400 && short > 400, "\(served) served, \(short) short")
        #expect(retried > 40, "\(retried) retried")
        print("random cases: \(done) done, \(stopped) stopped, \(served) served, \(short) short, \(retried) retried")
    }

    @Test("A seed always makes the same case")
    func seedsAreRepeatable() {
        let first = RandomShop.makeCase(seed: 7)
        let second = RandomShop.makeCase(seed: 7)
        #expect(first.inputs.map(\.bytes) == second.inputs.map(\.bytes))
        #expect(first.options.arguments == second.options.arguments)
    }
}
