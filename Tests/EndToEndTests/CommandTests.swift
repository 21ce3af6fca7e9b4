import Foundation
import TestSupport
import Testing

@Suite struct CommandTests {
    @Test func dryRunWritesNothing() throws {
        let shop = try Shop(["a.csv": mixedOrders, "mine/note.txt": "x"])
        let real = try shop.run(["run", "a.csv", "--output", "out", "--json"])
        let dry = try shop.run(["run", "a.csv", "--output", "dry", "--json", "--dry-run"])
        #expect(dry.exit == 4)
        #expect(dry.output == real.output && real.output == shop.folder.read("out/summary.json"))
        #expect(dry.errors == real.errors)
        #expect(shop.entries == ["a.csv", "mine", "out"])
        #expect(try shop.run(["run", "a.csv", "--dry-run"]).exit == 4)
        #expect(shop.entries == ["a.csv", "mine", "out"])
        #expect(try shop.run(["run", "a.csv", "--dry-run", "--max-rejected", "1"]).exit == 65)
    }

    @Test func speaksEnglishWhenAskedTo() throws {
        let shop = try Shop(["a.csv": mixedOrders, "bad.csv": "x\n1\n"])
        let english = ["--language", "en"]
        // The fixed sentence and the names in these orders; juices before the fruits that they begin with.
        let kept = ["재료가 모자라요. 재고를 수정할까요?", "키위쥬스", "딸기쥬스", "모름쥬스", "딸기", "바나나", "파인애플", "키위", "망고", "메모"]
        func isEnglish(_ text: String) -> Bool {
            let rest = kept.reduce(text) { $0.replacingOccurrences(of: $1, with: "") }
            return !rest.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
        }
        let run = try shop.run(["run", "a.csv", "--output", "out"] + english)
        #expect(run.exit == 4)
        #expect(isEnglish(run.outputText) && isEnglish(run.errorText), "\(run.outputText)\(run.errorText)")
        let report = shop.text("out/report.md")
        #expect(isEnglish(report) && report.contains("## To do now"), "\(report)")
        for arguments in [["check", "a.csv"], ["run", "bad.csv"], ["check", "nowhere.csv"]] {
            let result = try shop.run(arguments + english)
            #expect(isEnglish(result.outputText + result.errorText), "\(result.outputText)\(result.errorText)")
            let korean = try shop.run(arguments)
            #expect(!isEnglish(korean.outputText + korean.errorText))
        }
        #expect(try shop.run(["menu"] + english).outputText.hasPrefix("Juice"))
        #expect(try shop.run(["menu", "--language", "fr"]).exit == 64)
    }

    @Test func noProgressWithoutATerminal() throws {
        let shop = try Shop(["a.csv": "action,item,quantity\n" + String(repeating: "입고,키위,1\n", count: 20_000)])
        for options in [[], ["--no-progress"], ["--no-color"]] {
            let result = try shop.run(["run", "a.csv", "--output", "out"] + options, environment: ["TERM": "xterm"])
            #expect(result.errors.isEmpty)
            #expect(!result.output.contains(0x1B))
        }
    }

    @Test func menuRoundTrips() throws {
        let orders =
            "item,quantity\nStrawberry Juice,1\n망키쥬스,2\n딸기바나나쥬스,1\nkiwi,2\n바나나,3\nmango kiwi juice,9\n파인애플 주스,1\n딸기주수,1\n"
        let shop = try Shop(["a.csv": orders])
        let menu = try shop.run(["menu", "--csv"])
        #expect(menu.exit == 0)
        try shop.folder.write(menu.output, to: "menu.csv")
        #expect(try shop.run(["menu", "--csv", "--menu", "menu.csv"]).output == menu.output)
        try shop.run(["run", "a.csv", "--output", "builtin"])
        try shop.run(["run", "a.csv", "--output", "own", "--menu", "menu.csv"])
        let wanted = shop.files("builtin")
        #expect(wanted.count >= 6)
        #expect(shop.files("own") == wanted)
        let table = try shop.run(["menu"]).outputText
        #expect(table == (try shop.run(["menu", "--menu", "menu.csv"]).outputText))
        for name in ["딸기쥬스", "망고키위쥬스", "16"] { #expect(table.contains(name)) }
    }

    @Test func readsStandardInput() throws {
        let shop = try Shop(["a.csv": mixedOrders])
        let bytes = Array(mixedOrders.utf8)
        let result = try shop.run(["run", "-"], input: bytes)
        #expect(result.exit == 4)
        #expect(result.errorText.hasPrefix("-:4: unknown_item: "))
        try shop.run(["run", "a.csv", "--output", "out"])
        let wanted = shop.text("out/failure.csv").replacingOccurrences(of: "a.csv,", with: "-,")
        #expect(shop.text("reports/stdin/failure.csv") == wanted)
        let piped = try shop.shell("cat a.csv | \"$0\" run - --output piped --quiet")
        #expect(piped.exit == 4)
        #expect(shop.files("piped") == shop.files("reports/stdin"))
        #expect(try shop.run(["check", "-"], input: Array("item\n\"".utf8)).errorText.hasPrefix("-:2: bad_quoting: "))
        #expect(try shop.run(["run", "-", "--output", "empty"]).errorText.hasPrefix("-:1: no_header: "))
    }

    @Test func outputFolderRules() throws {
        let good = "item\n키위쥬스\n"
        let shop = try Shop([
            "in/a.csv": good, "b.csv": good, "set/stock.svg": "x", "link-target/x": "", "alone/c.csv": good,
        ])
        #expect(try shop.run(["run", "in/a.csv", "--output", "in"]).exit == 64)
        #expect(try shop.run(["run", "b.csv", "in/a.csv", "--output", "./in/../in"]).exit == 64)
        #expect(try shop.shell("ln -s alone l; \"$0\" run l/c.csv --output alone").exit == 64)
        #expect(shop.files("in") == ["a.csv": Array(good.utf8)])
        #expect(try shop.run(["run", "b.csv", "--output", "link-target"]).exit == 73)
        #expect(try shop.run(["run", "b.csv", "--output", "new/deep/folder"]).exit == 0)
        #expect(Set(shop.files("new/deep/folder").keys).isSuperset(of: ReportSet.names))
        try shop.write("2", to: "new/deep/folder/extra")
        let before = shop.files("new/deep/folder")
        #expect(try shop.run(["run", "b.csv", "--output", "new/deep/folder"]).exit == 73)
        #expect(shop.files("new/deep/folder") == before)
        #expect(try shop.shell("mkdir empty; \"$0\" run b.csv --output empty/").exit == 0)
        #expect(shop.files("empty").keys.contains("report.md"))
    }

    @Test(arguments: [["--version", "--verbose"], ["--verbose", "--version"]])
    func verboseVersionListsBuildFacts(words: [String]) throws {
        let result = try Shop().run(words + ["--language", "en"])
        #expect(result.exit == 0 && result.errors.isEmpty)
        let names = result.outputText.split(separator: "\n").map { $0.prefix { $0 != ":" } }
        #expect(names == ["juice-batch 1.0.0-rc.1", "commit", "compiler", "libcsv", "SQLite", "libcrypto"])
    }

    @Test func verboseWithoutVersionIsRefused() throws {
        #expect(try Shop().run(["--verbose"]).exit == 64)
        #expect(try Shop().run(["--version"]).outputText == "1.0.0-rc.1\n")
    }
}
