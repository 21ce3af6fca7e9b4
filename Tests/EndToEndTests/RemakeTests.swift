import Foundation
import TestSupport
import Testing

/// Reports that are lost, and made again from the inputs of their run.
@Suite struct RemakeTests {
    private let shop: Shop
    private let ledger = ["--ledger", "l.sqlite"]

    init() throws {
        shop = try Shop([
            "one.csv": "id,juice,quantity\nA-1,키위쥬스,2\nA-2,딸기쥬스,1\n",
            "two.csv": "id,action,item,quantity\nA-1,order,키위쥬스,2\nA-2,order,딸기쥬스,1\nB-1,restock,딸기,9\n",
            "three.csv": "id,action,item,quantity\nB-1,restock,딸기,9\nC-1,count,키위,30\n,order,모름,1\n",
        ])
        for (number, name) in ["one", "two", "three"].enumerated() {
            let date = number == 1 ? ["--date", "2026-11-21"] : []
            try shop.run(["run", "\(name).csv", "--output", name] + ledger + date)
        }
    }

    private func files(_ folder: String) throws -> [String: [UInt8]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: shop.folder.path + "/" + folder)
        return Dictionary(uniqueKeysWithValues: names.map { ($0, shop.folder.read("\(folder)/\($0)") ?? []) })
    }

    /// The same bytes, whatever has been applied since, and nothing of the ledger is another.
    @Test(arguments: [("one", 1, 0), ("two", 2, 0), ("three", 3, 4)])
    func reportsAreMadeAgain(name: String, run: Int, exit: Int) throws {
        let before = try files(name)
        let stock = try shop.run(["stock", "--csv"] + ledger).output
        try FileManager.default.removeItem(atPath: shop.folder.path + "/" + name)
        let result = try shop.run(["run", "\(name).csv", "--output", name, "--remake", "\(run)"] + ledger)
        #expect(result.exit == exit, "\(result.errorText)")
        #expect(before.count == 8)
        #expect(try files(name) == before)
        #expect(try shop.run(["stock", "--csv"] + ledger).output == stock)
        #expect(try shop.run(["history", "--json"] + ledger).outputText.contains("\"run\": 3"))
        #expect(try !shop.run(["history", "--json"] + ledger).outputText.contains("\"run\": 4"))
        #expect(try shop.run(["verify"] + ledger).exit == 0)
    }

    @Test func whatIsNotTheSameIsNotMade() throws {
        try shop.write("juice,fruit,quantity\n키위쥬스,키위,1\n딸기쥬스,딸기,1\n", to: "menu.csv")
        let cases: [([String], String)] = [
            (["two.csv", "--remake", "1"], "not the inputs of run 1"),
            (["one.csv", "--remake", "1", "--menu", "menu.csv"], "With these settings"),
            (
                ["one.csv", "--remake", "1", "--column", "quantity=", "--accept", "quantity"], "With these settings"
            ),
            (["one.csv", "--remake", "9"], "no run 9"),
            (["one.csv", "--remake", "1", "--again"], "cannot be used together"),
            (["one.csv", "--remake", "1", "--dry-run"], "cannot be used together"),
        ]
        let before = shop.folder.read("l.sqlite")
        for (arguments, text) in cases {
            let result = try shop.run(["run"] + arguments + ["--output", "again", "--language", "en"] + ledger)
            #expect(result.exit == 64, "\(arguments)")
            #expect(result.errorText.contains(text), "\(arguments): \(result.errorText)")
        }
        #expect(!shop.folder.holds("again"))
        #expect(shop.folder.read("l.sqlite") == before)
    }

    /// Reports of which a crash and a careless hand have left nothing: the ledger says so until they are made again.
    @Test func lostReportsAreToldOfUntilTheyAreMadeAgain() throws {
        let digest = String(repeating: "0", count: 64)
        let target = shop.folder.path + "/two"
        let edited = try shop.edit(
            "l.sqlite", "INSERT INTO report_set VALUES (2, 'staged', '\(target)', '/nowhere', 1, 1, '\(digest)')")
        try #require(edited.exit == 0, "\(edited.errorText)")
        let told = "The reports of run 2 cannot be found"
        let verified = try shop.run(["verify", "--language", "en"] + ledger)
        #expect(verified.exit == 0)
        #expect(verified.errorText.contains(told) && verified.outputText.contains(told))
        #expect(try shop.run(["history", "--language", "en"] + ledger).outputText.contains(told))
        #expect(try shop.run(["history", "--json"] + ledger).outputText.contains("\"reports\": \"lost\""))
        #expect(try shop.run(["run", "two.csv", "--output", "two", "--remake", "2"] + ledger).exit == 0)
        #expect(try !shop.run(["verify", "--language", "en"] + ledger).outputText.contains(told))
    }
}
