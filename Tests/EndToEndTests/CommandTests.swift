import Foundation
import TestSupport
import Testing

@Suite struct CommandTests {
    @Test func menuRoundTrips() throws {
        let orders =
            "item,quantity\nStrawberry Juice,1\n망키쥬스,2\n딸기바나나쥬스,1\nkiwi,2\n바나나,3\nmango kiwi juice,9\n파인애플 주스,1\n딸기주수,1\n"
        let shop = try Shop(["a.csv": orders])
        try shop.folder.write(shop.run("menu --csv").output, to: "menu.csv")
        #expect(try shop.run("menu --csv --menu menu.csv").output == shop.folder.read("menu.csv"))
        #expect(try shop.run("menu --menu menu.csv").output == shop.run("menu").output)
        try shop.run("run a.csv --output builtin")
        try shop.run("run a.csv --output own --menu menu.csv")
        let wanted = shop.files("builtin")
        #expect(wanted.count >= 6 && shop.files("own") == wanted)
    }

    @Test func outputFolderRules() throws {
        let good = "item\n키위쥬스\n"
        let shop = try Shop(["in/a.csv": good, "b.csv": good, "link-target/x": "", "alone/c.csv": good])
        #expect(try shop.exits("run in/a.csv --output in", "run b.csv in/a.csv --output ./in/../in") == [64, 64])
        #expect(try shop.shell("ln -s alone l; \"$0\" run l/c.csv --output alone").exit == 64)
        #expect(shop.files("in") == ["a.csv": Array(good.utf8)])
        #expect(try shop.exits("run b.csv --output link-target", "run b.csv --output new/deep/folder") == [73, 0])
        #expect(Set(shop.files("new/deep/folder").keys).isSuperset(of: ReportSet.names))
        try shop.write("2", to: "new/deep/folder/extra")
        let before = shop.files("new/deep/folder")
        #expect(try shop.run("run b.csv --output new/deep/folder").exit == 73)
        #expect(shop.files("new/deep/folder") == before)
        #expect(try shop.shell("mkdir empty; \"$0\" run b.csv --output empty/").exit == 0)
        #expect(shop.files("empty").keys.contains("report.md"))
    }

    @Test(arguments: ["--version --verbose", "--verbose --version"])
    func verboseVersionListsBuildInfo(words: String) throws {
        let result = try Shop().run("\(words) --language en")
        #expect(result.exit == 0 && result.errors.isEmpty)
        let names = result.outputText.split(separator: "\n").map { $0.prefix { $0 != ":" } }
        #expect(names == ["juice-batch 1.0.0-rc.1", "commit", "compiler", "libcsv", "SQLite", "libcrypto"])
        #expect(try Shop().run("--version").outputText == "1.0.0-rc.1\n")
        let changelog = try ProjectFile.text("Sources/juice-batch/Manual.docc/Changelog.md").split(separator: "\n")
        #expect(changelog.filter { $0.hasPrefix("## ") }[1] == "## 1.0.0-rc.1")
    }
}
