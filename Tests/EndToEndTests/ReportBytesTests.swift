import Foundation
import TestSupport
import Testing

@Suite struct ReportBytesTests {
    private static let awkward: [String: [UInt8]] = [
        "quotes.csv": Array(
            "id,item,quantity,메모\r\n1,딸기,\"1,200\",\"a\nb\r\nc\"\r\n\r\n2, 키위 주스 ,２잔,\"say \"\"hi\"\"\"\r3,\"딸바\n쥬스\",1,\n,,,\n1,딸기,1200,x\n4,망고,-1,\"\"\"\"\n6,키위\n\"7\",망고쥬스,4,\"\r\""
                .utf8),
        "cp949.csv": Array("item,quantity,note\r\n".utf8) + [0xB5, 0xFE, 0xB1, 0xE2] + Array(",3,\"".utf8)
            + [0xB0, 0xA1, 0x0A, 0xC8, 0xFE] + Array("\"\r\n".utf8)
            + Array((0..<40).map { _ in [0xC5, 0xB0, 0xC0, 0xA7] + Array(",1,x\r\n".utf8) }.joined()),
        "wide.csv": Array("item;action;memo\n".utf8)
            + Array((0..<60).map { "\($0 % 3 == 0 ? "딸기쥬스" : "키위");;\"\($0)\n\"\"긴 메모;\"\n" }.joined().utf8),
    ]

    @Test(arguments: awkward.keys.sorted())
    func threadsAndChunksDoNotChangeReports(name: String) throws {
        let shop = try Shop()
        try shop.folder.write(Self.awkward[name] ?? [], to: name)
        // Its ids are repeated on purpose.
        let named = name == "quotes.csv" ? ["--column", "id=id"] : []
        let exit = try shop.run(["run", name, "--output", "out", "--threads", "1"] + named).exit
        #expect([0, 4].contains(exit))
        let wanted = shop.files("out")
        #expect(Set(wanted.keys).isSuperset(of: ReportSet.names))
        let checked = try shop.run(["check", name] + named).output
        for threads in ["1", "2", "5"] {
            for size in ["1", "16", "17", "100", "4096"] {
                let options = ["--threads", threads, "--chunk-bytes", size]
                #expect(try shop.run(["run", name, "--output", "again"] + named + options).exit == exit)
                #expect(shop.files("again") == wanted, "\(options)")
            }
            let options = ["--threads", threads, "--chunk-bytes", "17"]
            #expect(try shop.run(["check", name] + named + options).output == checked)
        }
    }

    @Test func folderLocaleAndTimeZoneDoNotChangeReports() throws {
        let first = try Shop(["a.csv": mixedOrders])
        let second = try Shop(["deep/er/a.csv": mixedOrders])
        try first.run(["run", "a.csv", "--output", "out"], environment: ["LC_ALL": "C", "TZ": "UTC"])
        let wanted = first.files("out")
        #expect(wanted.count >= 6)
        for (locale, zone) in [("ko_KR.UTF-8", "Asia/Seoul"), ("tr_TR.UTF-8", "America/New_York"), ("C.UTF-8", "")] {
            let environment = ["LC_ALL": locale, "LANG": locale, "TZ": zone, "COLUMNS": "20", "USER": "somebody"]
            try second.run(["run", "deep/er/a.csv", "--output", "x/y/z"], environment: environment)
            #expect(second.files("x/y/z") == wanted, "\(locale)")
        }
        try second.run(["run", second.folder.path + "/deep/er/a.csv", "--output", second.folder.path + "/absolute"])
        #expect(second.files("absolute") == wanted)
        let all = String(decoding: wanted.values.joined(), as: UTF8.self)
        #expect(!all.contains(first.folder.path))
    }
}

/// Lost reports, made again from the inputs of their run.
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

    /// Reports lost in a crash are reported until they are made again.
    @Test func lostReportsAreReportedUntilRemade() throws {
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

/// Replacing earlier reports.
@Suite struct ReplacedReportsTests {
    private let shop: Shop

    init() throws {
        shop = try Shop([
            "monday.csv": "item,quantity\n키위쥬스,9\n키위쥬스,1\n키위쥬스,8\n", "tuesday.csv": "item,quantity\n키위쥬스,1\n",
            "wrong.csv": "item,quantity\n키위쥬스,x\n키위쥬스,99\n",
        ])
    }

    private func said(_ input: String, _ options: String...) throws -> String {
        try shop.run(["run", input, "--output", "out", "--quiet"] + options).errorText
    }

    @Test func replacingReportsWithShortOrdersIsReported() throws {
        #expect(try said("monday.csv") == "")
        #expect(
            try said("tuesday.csv") == "juice-batch: out: 이전 보고서를 새 보고서로 바꾸었습니다. 이전 failure.csv에는 못 만든 주문 2건이 들어 "
                + "있었습니다. 따로 남기려면 --output에 {date}나 {name}을 넣으세요.\n")
        // The replaced reports had nothing open.
        #expect(try said("monday.csv") == "")
    }

    @Test func replacingReportsWithRejectedRowsIsReported() throws {
        _ = try said("wrong.csv")
        #expect(
            try said("tuesday.csv", "--language", "en").contains(
                "contained 1 short order and 1 row to correct. To keep"))
    }

    /// The same inputs lose nothing, and a dry run replaces nothing.
    @Test func replacingResolvedReportsIsSilent() throws {
        _ = try said("monday.csv")
        #expect(try said("monday.csv", "--threads", "1") == "")
        #expect(try said("tuesday.csv", "--dry-run") == "")
        #expect(try said("tuesday.csv").contains("못 만든 주문 2건이"))
    }

    @Test func reportsDoNotDependOnEarlierReports() throws {
        _ = try said("monday.csv")
        _ = try said("tuesday.csv")
        try shop.run(["run", "tuesday.csv", "--output", "new", "--quiet"])
        for name in ["report.html", "report.md", "summary.json", "failure.csv"] {
            #expect(shop.folder.read("out/" + name) == shop.folder.read("new/" + name), "\(name)")
        }
    }

    @Test func unreadableEarlierSummaryIsIgnored() throws {
        _ = try said("monday.csv")
        try shop.write("{", to: "out/summary.json")
        #expect(try said("tuesday.csv") == "")
    }
}
