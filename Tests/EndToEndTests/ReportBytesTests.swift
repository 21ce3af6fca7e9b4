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
    func threadsAndChunksMakeNoDifference(name: String) throws {
        let shop = try Shop()
        try shop.folder.write(Self.awkward[name] ?? [], to: name)
        // Its ids stand twice, and mean the same row.
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

    @Test func folderLocaleAndTimeZoneMakeNoDifference() throws {
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

    @Test func theDateIsInTheHeadlineOnly() throws {
        let shop = try Shop(["a.csv": mixedOrders])
        try shop.run(["run", "a.csv", "--output", "plain"])
        #expect(try shop.run(["run", "a.csv", "--output", "dated", "--date", "2024-02-29"]).exit == 4)
        #expect(shop.lines("dated/report.md").first?.contains("2024-02-29") == true)
        for name in ["success.csv", "failure.csv", "stock.csv", "restock.csv"] {
            #expect(shop.text("dated/" + name) == shop.text("plain/" + name))
        }
    }
}
