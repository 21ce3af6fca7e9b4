import TestSupport
import Testing

/// What counts as demand of a day, and what does not.
@Suite struct DemandTests {
    private let shop: Shop

    init() throws { shop = try Shop() }

    private func run(_ name: String, _ rows: String, _ options: [String] = ["--date", "2026-11-20"]) throws {
        try shop.write("id,action,item,quantity\n" + rows, to: name + ".csv")
        try run([name + ".csv"], to: name, options)
    }

    private func run(_ files: [String], to name: String, _ options: [String] = ["--date", "2026-11-20"]) throws {
        let result = try shop.run(
            ["run"] + files + ["--ledger", "l.sqlite", "--output", name, "--column", "id=id", "--fail-on", "none"]
                + options)
        #expect(result.exit == 0, "\(result.errorText)")
    }

    /// What the next day needs of kiwis; nil where no day counts.
    private func need() throws -> Int? {
        let result = try shop.run(["plan", "--ledger", "l.sqlite", "--json"])
        if result.exit == 65 { return nil }
        let fruits = OrderedJSONParser.parse(result.outputText)?["fruits"]?.elements ?? []
        return fruits.first { $0["fruit"]?.text == "키위" }?["need"]?.int
    }

    @Test func isWhatWasUsedAndWhatWasShort() throws {
        try run("a", ",주문,키위쥬스,2\n,주문,키위쥬스,5\n,폐기,키위,90\n,취소,키위쥬스,1\n")
        #expect(try need() == 3 + 15)
    }

    @Test func anIDCountsOnce() throws {
        try run("a", "A,주문,키위쥬스,4\nA,주문,키위쥬스,4\nB,주문,키위쥬스,5\n,입고,키위,20\nB,주문,키위쥬스,5\n")
        #expect(try need() == 12 + 15)
    }

    @Test func aRetryCountsOnNoDay() throws {
        try run("a", "A,주문,키위쥬스,4\nB,주문,키위쥬스,1\n")
        try run("b", ",입고,키위,50\n", ["--date", "2026-11-21"])
        try run(["a/failure.csv"], to: "c", ["--date", "2026-11-27"])
        #expect(try need() == 15)
        let history = try shop.run(["history", "--ledger", "l.sqlite", "--json"])
        #expect(OrderedJSONParser.parse(history.outputText)?["runs"]?.elements.first?["cups_served"]?.int == 4)
    }

    @Test func whatARetryServesWasAskedForBefore() throws {
        try run("a", "A,주문,키위쥬스,4\n")
        try run("b", "A,주문,키위쥬스,4\n,입고,키위,50\n")
        try shop.write("id,action,item,quantity\nC,주문,키위쥬스,1\nA,주문,키위쥬스,4\n,입고,키위,0\n", to: "c.csv")
        try run(["c.csv", "b/failure.csv"], to: "c")
        #expect(try need() == 12 + 12 + 15)
    }

    @Test func aDayWithoutOrdersIsNone() throws {
        try run("a", ",입고,키위,3\n,주문,커피,1\n")
        #expect(try need() == nil)
        try run("b", ",주문,키위쥬스,1\n", [])
        #expect(try need() == nil)
        try run("c", ",주문,키위쥬스,2\n")
        #expect(try need() == 6)
    }

    @Test func aRunThatIsTakenBackCountsOnNoDay() throws {
        try run("a", ",주문,키위쥬스,1\n")
        try run("b", ",주문,키위쥬스,2\n", ["--date", "2026-11-21"])
        #expect(try shop.run(["reverse", "2", "--ledger", "l.sqlite"]).exit == 0)
        #expect(try need() == 3)
        let plan = try shop.run(["plan", "--ledger", "l.sqlite", "--json"])
        #expect(OrderedJSONParser.parse(plan.outputText)?["for"]?.text == "2026-11-21")
    }
}
