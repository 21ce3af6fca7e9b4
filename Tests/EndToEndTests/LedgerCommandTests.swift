import Foundation
import TestSupport
import Testing

/// The stock, history, reverse and verify commands, and earlier runs in report.md.
@Suite struct LedgerCommandTests {
    private let shop: Shop
    private let orders = "id,juice,quantity\nA-1,키위쥬스,2\nA-2,바나나쥬스,1\n"
    private let delivery = "id,action,item,quantity\nB-1,restock,키위,5\nB-2,count,망고,3\nB-3,discard,딸기,4\n"

    init() throws {
        shop = try Shop(["orders.csv": orders, "delivery.csv": delivery])
        #expect(try run("orders.csv", "one").exit == 0)
    }

    @discardableResult
    private func run(_ words: String, _ output: String) throws -> ProgramResult {
        try shop.run("run --ledger l.sqlite --output \(output) --quiet \(words)")
    }

    private func ask(_ words: String) throws -> ProgramResult {
        try shop.run("\(words) --ledger l.sqlite --language en")
    }

    @Test func stockIsAfterTheLastRun() throws {
        #expect(try ask("stock --csv").output == shop.folder.read("one/stock.csv"))
        let table = try ask("stock").outputText
        #expect(table.contains("키위") && table.contains("4\n") && table.contains("Cups possible"), "\(table)")
        #expect(table.contains("파인애플쥬스              5\n"), "\(table)")
        let json = try shop.json("stock --json --ledger l.sqlite")
        #expect(json["run"]?.int == 1)
        let cups = json["juices"]?.elements.map { "\($0["juice"]?.text ?? "") \($0["cups_possible"]?.int ?? -1)" }
        #expect(
            cups == ["딸기쥬스 0", "바나나쥬스 4", "키위쥬스 1", "파인애플쥬스 5", "딸바쥬스 1", "망고쥬스 3", "망고키위쥬스 4"])
    }

    /// Uses the shop's own menu; a fruit unknown to the ledger has no stock.
    @Test func stockShowsPossibleCupsOfTheMenu() throws {
        try shop.write("juice,fruit,quantity\n연하게,키위,1\n연하게,바나나,4\n배쥬스,배,1\n", to: "menu.csv")
        try shop.write(#"{"menu": "menu.csv"}"#, to: "settings.json")
        for option in ["--menu menu.csv", "--config settings.json"] {
            let table = try ask("stock \(option)").outputText
            #expect(table.contains("연하게              2\n") && table.contains("배쥬스              0\n"), "\(table)")
        }
        #expect(try ask("stock --menu none.csv").exit == 66 && ask("stock --menu none.csv --csv").exit == 0)
    }

    @Test func historyIsNewestFirst() throws {
        try run("delivery.csv --date 2026-11-20", "two")
        let lines = try ask("history").outputText.split(separator: "\n")
        #expect(lines[3] == "The ledger was made by juice-batch 1.0.0-rc.1 (format 1).")
        #expect(lines[1].contains("delivery.csv") && lines[1].contains("2026-11-20"))
        #expect(lines[2].contains("orders.csv"))
    }

    @Test func historyCanBeLimited() throws {
        for day in 1...30 { try run("delivery.csv --again --date 2026-01-\(day < 10 ? "0" : "")\(day)", "again") }
        func runs(_ words: String) throws -> [Int] {
            try shop.json("history --ledger l.sqlite --json \(words)")["runs"]?.elements.compactMap { $0["run"]?.int }
                ?? []
        }
        #expect(try runs("--last 2") == [31, 30])
        // The first run has no business day; it was recorded today.
        #expect(try runs("--since 2026-01-29") == [31, 30, 1])
        #expect(try runs("--since 2026-01-29 --last 1") == [31] && runs("--since 9999-12-31") == [])
        // Without options a table shows thirty runs.
        let table = try ask("history").outputText
        #expect(table.contains("1 earlier run is not shown. See --last and --since.\n"), "\(table)")
        #expect(table.split(separator: "\n").count { $0.contains("delivery.csv") } == 30)
        #expect(try !ask("history --last 40").outputText.contains("earlier") && runs("").count == 31)
    }

    @Test func historyShowsLocalTime() throws {
        let json = try shop.json("history --ledger l.sqlite --json")
        let recorded = json["runs"]?.elements.first?["recorded_at"]?.text ?? ""
        for (zone, hours) in [("UTC", 0), ("Asia/Seoul", 9), ("XYZ+3", -3)] {
            let table = try shop.run("history --ledger l.sqlite --language en", environment: ["TZ": zone]).outputText
            let hour = ((Int(recorded.dropFirst(11).prefix(2)) ?? 0) + hours + 24) % 24
            let clock = " \(hour < 10 ? "0" : "")\(hour):" + recorded.dropFirst(14).prefix(2)
            #expect(table.contains(clock), "\(zone): \(table)")
        }
    }

    @Test func dryRunWithAnotherMenuLeavesTheLedgerUnchanged() throws {
        try shop.write("juice,fruit,quantity\n배쥬스,배,1\n", to: "menu.csv")
        try run("delivery.csv --menu menu.csv --dry-run", "two")
        let sound = "Ledger OK: 1 run, 5 fruits and 2 ids were recomputed from the start.\n"
        #expect(try ask("verify").outputText.hasPrefix(sound))
    }

    @Test(arguments: [
        ("UPDATE stock SET pieces = 3 WHERE fruit = 4", "키위: stock is 3, but all movements add up to 4."),
        ("UPDATE movement SET used = 5 WHERE fruit = 4", "The record of run 1 is wrong (changed later, "),
        ("UPDATE run SET rejected = 1, rows = rows + 1", "The record of run 1 is wrong (changed later, "),
        ("DELETE FROM used_id WHERE use < 8000000", "The record of run 1 is wrong (ids that it used)."),
        ("UPDATE used_id SET use = use + 4194304", "The record of run 1 is wrong (ids that it used)."),
        ("UPDATE input SET bytes = bytes + 1", "The record of run 1 is wrong (changed later, "),
        ("UPDATE ledger SET seed_low = seed_low + 1", "The ledger header"),
        ("UPDATE ledger SET made_by = 'x'", "The ledger header"),
        ("UPDATE used_id SET run = 99", "Two records contradict each other (used_id)."),
        (
            "INSERT INTO run SELECT 9223372036854775807, NULL, NULL, NULL, recorded_at, rows, success, shortage, "
                + "rejected, skipped, cups_served, ids, ids_sha256, '', '', sha256 FROM run",
            "figures of run 9223372036854775807"
        ),
        ("DELETE FROM record_print", "The record of run 1 is wrong (changed later, "),
        ("UPDATE record_print SET prints = zeroblob(length(prints))", "The record of run 1 is wrong (changed later, "),
        ("UPDATE record_print SET place = 2", "Two records contradict each other (record_print)."),
    ])
    func verifyFindsEveryChange(sql: String, finding: String) throws {
        let edited = try shop.edit("l.sqlite", sql)
        try #require(edited.exit == 0, "\(edited.errorText)")
        let result = try ask("verify")
        #expect(result.exit == 70)
        #expect(result.errorText.contains(finding), "\(result.errorText)")
    }

    @Test(arguments: ["UPDATE failed_ids SET ids = zeroblob(length(ids))", "DELETE FROM failed_ids WHERE short"])
    func verifyFindsChangedIDsOfFailedRows(sql: String) throws {
        try shop.write("id,juice,quantity\nC-1,키위쥬스,9\nC-2,포도쥬스,1\n", to: "failed.csv")
        try run("failed.csv", "two")
        #expect(try ask("verify").exit == 0 && shop.edit("l.sqlite", sql).exit == 0)
        #expect(try ask("verify").errorText.contains("The record of run 2 is wrong (changed later, "))
    }

    @Test func constraintsKeepStockWithinItsLimits() throws {
        for pieces in ["-1", "1000000000001", "'many'"] {
            let edited = try shop.edit("l.sqlite", "UPDATE stock SET pieces = \(pieces)")
            #expect(edited.errorText.contains("IntegrityError"))
        }
    }

    /// The run log keeps the options that affect the result.
    @Test func reportsMadeAgainFollowTheirOptions() throws {
        let shop = try Shop([
            "inbox/a.csv": "item\n키위쥬스\n", "b.csv": "item,note\n망고쥬스,=1\n포도쥬스,2\n",
            "menu.csv": "juice,fruit,quantity,price\n키위쥬스,키위,3,1000\n망고쥬스,망고,3,2000\n",
        ])
        #expect(try shop.run("nightly --settle 0").exit == 0)
        let options = "--excel --language=en --currency=$ --shop=Seoul --menu=menu.csv --accept=note"
        #expect(try shop.run("run b.csv --ledger shop.sqlite --output out \(options)").exit == 4)
        let reports = shop.files("out")
        try shop.remove("out")
        try shop.write("damaged", to: "shop.sqlite")
        #expect(try shop.run("restore").exit == 0)
        #expect(reports.count > 5 && shop.files("out") == reports)
    }

    @Test func readingCommandsCreateNoLedger() throws {
        for command in ["stock", "history", "reverse 1", "verify"] {
            let commands = ["none.sqlite", "orders.csv"].map { "\(command) --ledger \($0)" }
            #expect(try shop.exits(commands[0], commands[1]) == [66, 78], "\(command)")
        }
        #expect(!shop.folder.holds("none.sqlite"))
        try shop.folder.write([], to: "empty.sqlite")
        #expect(try shop.run("verify --ledger empty.sqlite").exit == 78)
        #expect(shop.folder.read("empty.sqlite") == [])
    }

    @Test func historyInReportsNamesTheInputs() throws {
        try shop.write("id,juice\nX,딸기쥬스\n", to: "x.csv")
        try run("x.csv", "x")
        try run("x/failure.csv", "y")
        #expect(try shop.run("reverse 2 --ledger l.sqlite").exit == 0)
        try shop.write("id,juice\nZ,키위쥬스\n", to: "z.csv")
        try run("z.csv", "z")
        let lines = shop.text("z/report.md").split(separator: "\n").filter { $0.contains(" | – | ") }
        let kinds = lines.map { $0.split(separator: "|")[2].trimmingCharacters(in: .whitespaces) }
        #expect(kinds == ["주문", "실행 취소", "실패한 행 재실행", "실행 #4에서 취소", "주문"])
    }

    @Test func reportsCompareWithEarlierRuns() throws {
        try run("delivery.csv --date 2026-11-21", "two")
        let report = shop.text("two/report.md")
        #expect(report.contains("| 2 | 2026-11-21 | 주문 없음 | 3 | 0 | 0 | 0 |"))
        #expect(report.contains("| 1 | – | 주문 | 2 | 3 | 0 | 0 |"))
        for number in 0..<16 {
            try shop.write("id,juice\nC-\(number),망고쥬스\n", to: "c\(number).csv")
            try run("c\(number).csv", "three")
        }
        let rows = shop.lines("three/report.md").filter { $0.hasPrefix("| ") && $0.hasSuffix(" | 1 | 0 | 1 | 0 |") }
        #expect(rows.count == 14)
    }
}
