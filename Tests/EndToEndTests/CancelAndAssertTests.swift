import Foundation
import TestSupport
import Testing

/// Cancels and asserts through the whole program.
@Suite struct CancelAndAssertTests {
    private static let nightlyRun = """
        id,action,item,quantity
        A1,order,키위쥬스,2
        A1,cancel,키위쥬스,1
        A2,취소,키위쥬스,-1
        A3,void,키위쥬스,5
        A4,재고확인,키위,7
        A5,assert,키위,99

        """
    private let shop: Shop

    init() throws { shop = try Shop(["a.csv": Self.nightlyRun, "b.csv": "item,action\n키위쥬스,취소\n"]) }

    /// With a ledger a later run may cancel; its fruit usage is then negative.
    @Test func laterRunMayCancelEarlierOrders() throws {
        let runs = ["run a.csv --ledger l.sqlite --output one", "run b.csv --ledger l.sqlite --output two"]
        #expect(try shop.exits("run b.csv --output alone", runs[0], runs[1]) == [4, 4, 0])
        let summary = try ReportSet.read(from: shop.folder, "two").summary
        #expect(summary["fruits"]?.elements.map { $0["used"]?.int } == [0, 0, 0, -3, 0])
        let juice = try #require(summary["juices"]?.elements.dropFirst(2).first)
        #expect(juice["cancelled"]?.int == 1 && juice["cups_cancelled"]?.int == 1 && juice["orders"]?.int == 0)
        #expect(summary["actions"]?["cancel"]?["success"]?.int == 1)
        let reversal = try shop.run("reverse 1 --ledger l.sqlite --language en")
        #expect(reversal.exit == 65 && reversal.errorText.contains("키위쥬스: 1 cup cancelled"))
        let history = try shop.run("history --ledger l.sqlite --json")
        #expect(history.outputText.contains("\"cups_cancelled\": 1"))
        // The first run's reports are remade unchanged, although its cups were cancelled later.
        #expect(try shop.run("run a.csv --ledger l.sqlite --remake 1 --output again").exit == 4)
        #expect(shop.folder.read("again/summary.json") == shop.folder.read("one/summary.json"))
        #expect(try shop.run("verify --ledger l.sqlite").exit == 0)
    }

    @Test func runWithOnlyIgnoredRowsNeedsAttention() throws {
        let header = "file,line,id,action,item,quantity,code,message,shortage,raw\n"
        try shop.write(header + "a,1,x,뭐,y,-3,ignored,,,\n", to: "f.csv")
        let result = try shop.run("run f.csv --output out --language en")
        #expect(result.exit == 4 && result.outputText.hasPrefix("[CHECK] The settings skip all rows."))
        #expect(try shop.run("run f.csv --output out --fail-on none").exit == 0)
        #expect(shop.text("out/failure.csv").hasPrefix(header + "f.csv,2,x,뭐,y,-3,ignored,"))
        try shop.write(header + "a,1,x,뭐,y,-3,ignored,,,\na,1,,,키위쥬스,,,,,\n", to: "f.csv")
        #expect(try shop.run("run f.csv --output out").exit == 0)
    }
}
