import Foundation
import TestSupport
import Testing

@Suite struct ExitCodeTests {
    private static let good = "item,quantity\n키위쥬스,2\n"
    private static let short = "item,quantity\n딸기쥬스,1\n키위쥬스,1\n"
    private static let wrong = "item,quantity\n모름,1\n딸기쥬스,1\n키위쥬스,1\n"

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
