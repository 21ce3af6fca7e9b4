import Foundation
import TestSupport
import Testing

@Suite struct ExitCodeTests {
    private static let good = "item,quantity\n키위쥬스,2\n"
    private static let short = "item,quantity\n딸기쥬스,1\n키위쥬스,1\n"
    private static let wrong = "item,quantity\n모름,1\n딸기쥬스,1\n키위쥬스,1\n"

    @Test func doneIs0() throws {
        let shop = try Shop(["good.csv": Self.good, "short.csv": Self.short])
        let result = try shop.run(["run", "good.csv", "--output", "out"])
        #expect(result.exit == 0)
        #expect(result.errors.isEmpty)
        #expect(result.outputText.contains("행 1 = 성공 1 + 실패 0"))
        #expect(
            shop.text("out/success.csv") == """
                file,line,id,action,item,quantity,message,재고_딸기,재고_바나나,재고_파인애플,재고_키위,재고_망고
                good.csv,2,,order,키위쥬스,2,키위쥬스 나왔습니다! 맛있게 드세요!,10,10,10,4,10

                """)
        #expect(shop.text("out/failure.csv") == "file,line,id,action,item,quantity,code,message,shortage,raw\n")
        #expect(shop.text("out/stock.csv") == "fruit,stock\n딸기,10\n바나나,10\n파인애플,10\n키위,4\n망고,10\n")
        #expect(try shop.run(["run", "short.csv", "--output", "out"]).exit == 0)
    }

    @Test func failOnDecidesBetween0And3And4() throws {
        let shop = try Shop(["good.csv": Self.good, "short.csv": Self.short, "wrong.csv": Self.wrong])
        let wanted = [
            "good.csv": ["none": 0, "rejected": 0, "shortage": 0],
            "short.csv": ["none": 0, "rejected": 0, "shortage": 3],
            "wrong.csv": ["none": 0, "rejected": 4, "shortage": 4],
        ]
        for (file, exits) in wanted {
            for (failOn, exit) in exits {
                for command in [["run", file, "--output", "out"], ["check", file]] {
                    #expect(try shop.run(command + ["--fail-on", failOn]).exit == exit, "\(command) \(failOn)")
                }
            }
        }
        let result = try shop.run(["run", "wrong.csv"])
        #expect(result.exit == 4)
        #expect(result.errorText.hasPrefix("wrong.csv:2: unknown_item: "))
        #expect(shop.lines("reports/wrong/success.csv").count == 2)
        #expect(shop.lines("reports/wrong/failure.csv").count == 3)
    }

    @Test(arguments: [
        [], ["run"], ["frobnicate"], ["run", "a.csv", "--no-such-option"], ["run", "a.csv", "--delimiter", "x"],
        ["run", "a.csv", "--encoding", "latin1"], ["run", "a.csv", "--fail-on", "all"],
        ["run", "a.csv", "--threads", "0"],
        ["run", "a.csv", "--date", "20-11-2026"], ["run", "a.csv", "--date", "2026-02-29"],
        ["run", "a.csv", "--output", ""],
        ["run", "a.csv", "--max-rejected", "-1"], ["run", "a.csv", "--max-rejected", "x"], ["run", "-", "-"],
        ["run", "a.csv", "--column", "item"], ["run", "a.csv", "--column", "fruit=item"], ["run", ""],
        ["run", "a.csv", "--column", "item=item", "--column", "item=x"], ["run", "a.csv", "--column", "quantity=없음"],
        ["run", "a.csv", "--output", "."], ["check"],
        ["check", "a.csv", "--output", "out"], ["menu", "extra"],
    ])
    func usageIs64(arguments: [String]) throws {
        let shop = try Shop(["a.csv": Self.good, "same.csv": Self.good])
        let result = try shop.run(arguments)
        // Called with nothing at all the program may as well explain itself.
        #expect(arguments.isEmpty ? [0, 64].contains(result.exit) : result.exit == 64, "\(result.errorText)")
        #expect(!(result.errors + result.output).isEmpty)
        #expect(shop.files("reports").isEmpty)
        #expect(!shop.folder.holds("out"))
    }

    @Test func refusedIs65AndLeavesEarlierReports() throws {
        let shop = try Shop(["good.csv": Self.good, "bad.csv": "item\na\"b\n"])
        try shop.run(["run", "good.csv", "--output", "out"])
        let before = shop.files("out")
        #expect(before.count >= 6)
        for arguments in [["bad.csv"], ["good.csv", "bad.csv"]] {
            let result = try shop.run(["run"] + arguments + ["--output", "out"])
            #expect(result.exit == 65)
            #expect(result.output.isEmpty)
            #expect(result.errorText.hasPrefix("bad.csv:2: bad_quoting: "))
        }
        #expect(shop.files("out") == before)
        #expect(shop.entries == ["bad.csv", "good.csv", "out"])
    }

    @Test func tooManyRejectedIs65() throws {
        let shop = try Shop(["a.csv": "item,quantity\n모름,1\n키위쥬스,1\n모름,2\n키위쥬스,-1\n딸기쥬스,1\n"])
        let result = try shop.run(["run", "a.csv", "--output", "out", "--max-rejected", "2"])
        #expect(result.exit == 65)
        #expect(!shop.folder.holds("out"))
        for place in ["a.csv:2: unknown_item: ", "a.csv:4: unknown_item: ", "a.csv:5: invalid_quantity: "] {
            #expect(result.errorText.contains(place))
        }
        #expect(!result.errorText.contains("insufficient_stock"))
        #expect(try shop.run(["run", "a.csv", "--output", "out", "--max-rejected", "3"]).exit == 4)
        #expect(shop.lines("out/failure.csv").count == 5)
    }

    @Test(arguments: [
        ["run", "none.csv"], ["run", "a.csv", "none.csv"], ["run", "a.csv", "--menu", "none.csv"],
        ["run", "a.csv", "--stock", "none.csv"], ["run", "folder"], ["check", "none.csv"],
        ["menu", "--menu", "none.csv"],
        ["run", "a.csv/b.csv"],
    ])
    func missingFilesAre66(arguments: [String]) throws {
        let shop = try Shop(["a.csv": Self.good, "folder/x": ""])
        let result = try shop.run(arguments)
        #expect(result.exit == 66, "\(result.errorText)")
        #expect(result.errorText.hasPrefix("juice-batch: "))
        #expect(!shop.folder.holds("reports/a/success.csv"))
    }

    @Test func outputThatCannotBeIs73() throws {
        let shop = try Shop(["a.csv": Self.good, "out/mine.txt": "mine", "file": "x"])
        for output in ["out", "file", "file/deeper", "/proc/nowhere"] {
            let result = try shop.run(["run", "a.csv", "--output", output])
            #expect(result.exit == 73, "\(output): \(result.errorText)")
            #expect(result.errorText.contains(output))
        }
        #expect(shop.files("out") == ["mine.txt": Array("mine".utf8)])
        #expect(shop.text("file") == "x")
        #expect(shop.entries == ["a.csv", "file", "out"])
    }

    @Test func fullStandardOutputIs74() throws {
        let shop = try Shop(["a.csv": Self.good, "b.csv": Self.short])
        try shop.run(["run", "a.csv", "--output", "out"])
        let before = shop.files("out")
        for option in ["", "--json"] {
            let result = try shop.shell("\"$0\" run b.csv --output out \(option) > /dev/full")
            #expect(result.exit == 74, "\(result.errorText)")
        }
        #expect(shop.files("out") == before)
        #expect(try shop.shell("\"$0\" check b.csv > /dev/full").exit == 74)
        #expect(try shop.shell("\"$0\" menu > /dev/full").exit == 74)
        #expect(try shop.shell("\"$0\" run b.csv --output out --quiet > /dev/full").exit == 0)
        #expect(shop.files("out") != before)
    }

    @Test func badSettingsAre78() throws {
        let shop = try Shop([
            "a.csv": Self.good, "menu.csv": "juice,fruit,quantity\n배쥬스,배,0\n", "stock.csv": "fruit,stock\n\n배,1\n",
        ])
        let menu = try shop.run(["run", "a.csv", "--menu", "menu.csv"])
        #expect(menu.exit == 78)
        #expect(menu.errorText.hasPrefix("menu.csv:2: "))
        let stock = try shop.run(["run", "a.csv", "--stock", "stock.csv"])
        #expect(stock.exit == 78)
        #expect(stock.errorText.hasPrefix("stock.csv:3: "))
        #expect(try shop.run(["menu", "--menu", "menu.csv"]).exit == 78)
        #expect(!shop.folder.holds("reports"))
    }

    @Test(arguments: [("HUP", 129), ("INT", 130), ("TERM", 143)])
    func signalsEndARunWithNothingApplied(signal: String, exit: Int) throws {
        let shop = try Shop(["a.csv": Self.good])
        try shop.run(["run", "a.csv", "--output", "out"])
        let before = shop.files("out")
        // The pipe stays open behind the rows; the wait for the reader to block on it decides nothing. The shell of
        // a test may have SIGINT ignored for what it starts in the background, so the program starts in front.
        let result = try shop.shell(
            """
            mkfifo pipe; exec 3<>pipe; printf 'item\\n키위쥬스\\n' >&3
            ( sleep 0.4; kill -\(signal) $$ ) &
            exec "$0" run - --output out < pipe 3>&-
            """)
        #expect(result.exit == exit, "\(result.errorText) \(String(describing: result.signal))")
        #expect(!result.errors.isEmpty)
        #expect(shop.files("out") == before)
        #expect(shop.entries == ["a.csv", "out", "pipe"])
    }
}
