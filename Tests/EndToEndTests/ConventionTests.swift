import Foundation
import TestSupport
import Testing

/// Conventions of command-line programs.
@Suite struct ConventionTests {
    private let orders = "item\n키위쥬스\n"

    @Test(arguments: [
        (["LC_ALL": "ko_KR.UTF-8"], true), (["LC_ALL": "en_US.UTF-8", "LANG": "ko_KR.UTF-8"], false),
        (["LC_ALL": "", "LC_MESSAGES": "de_DE", "LANG": "ko_KR.UTF-8"], false), (["LANG": "ko"], true),
        (["LANG": "en_GB.UTF-8", "JUICE_BATCH_LANGUAGE": "ko"], true), (["LANG": "C.UTF-8"], true), ([:], true),
    ]) func messagesFollowTheLocale(environment: [String: String], isKorean: Bool) throws {
        let shop = try Shop(["a.csv": orders])
        for words in ["help", "chekc", "run none.csv", "run a.csv --dry-run"] {
            let result = try shop.run(words, environment: environment)
            let hasKorean = (result.outputText + result.errorText).contains { "습니다요".contains($0) }
            #expect(hasKorean == isKorean, "\(words)")
        }
        let english = try shop.run("run none.csv --language en", environment: environment)
        #expect(english.errorText.contains("cannot be read"))
    }

    @Test func nightlyRunUsesTheLocaleLanguage() throws {
        let english = ["LANG": "en_US.UTF-8"]
        let shop = try Shop.chain(["chain.json": "{}", "a/inbox/a.csv": orders, "b/inbox/b.csv": orders])
        try shop.write(orders, to: "inbox/a.csv")
        for words in ["nightly --settle 0 --dry-run", "nightly --settle 0"] {
            let result = try shop.run(words, environment: english)
            #expect(result.exit == 0 && !result.outputText.contains(/적용|실행/))
        }
        #expect(shop.text("reports/index.html").contains("주문"))
        let chain = try shop.run("chain run c --date 2026-11-20", environment: english)
        #expect(chain.exit == 0 && !chain.outputText.contains("매장"))
        #expect(shop.text("c/reports/2026-11-20/index.html").contains("매장"))
    }

    @Test func commonOptionsHaveShortNames() throws {
        let shop = try Shop(["a.csv": orders, "juice-batch.json": #"{"output": "settled"}"#])
        #expect(try shop.run("-V").output == shop.run("--version").output)
        #expect(try shop.run("-V --verbose").output == shop.run("--version --verbose").output)
        let quiet = try shop.run("run a.csv -q -o out")
        #expect(quiet.exit == 0 && quiet.output.isEmpty && shop.folder.holds("out") && !shop.folder.holds("settled"))
        #expect(try shop.exits("run a.csv -n -o none", "nightly -n") == [0, 0])
        #expect(!shop.folder.holds("none"))
    }

    @Test(arguments: [
        ("run d", 66, "d: this is a folder. Name the files in it, as in d/*.csv"),
        ("menu --menu a.csv", 78, "a.csv:1: The column 'juice' or '메뉴' is missing, or appears "),
    ]) func inputErrorsNameTheMistake(words: String, exit: Int, says: String) throws {
        let shop = try Shop(["a.csv": orders, "d/b.csv": orders])
        let result = try shop.run(words, environment: ["LANG": "en_US.UTF-8"])
        #expect(result.exit == exit && result.errorText.contains(says), "\(result.errorText)")
    }

    @Test(arguments: [
        "run none.csv", "check none.csv", "menu --menu none.csv", "index none", "nightly --folder none",
        "status --folder none", "chain run none", "chain rollup none", "restore --folder none", "stock --ledger none",
        "inspect none.csv", "diff none none",
    ]) func missingFileOrFolderIsExit66(line: String) throws {
        let result = try Shop().run(line, environment: ["LANG": "en"])
        #expect(result.exit == 66 && result.errorText.contains("cannot be read (No such file or directory)"))
    }

    @Test func unknownEnvironmentVariablesAreReported() throws {
        let shop = try Shop(["a.csv": orders])
        let environment = ["JUICE_BATCH_LEDGR": "x", "JUICE_BATCH_PROGRAM": "x", "LANG": "en", "JUICE_BATCH_SHOP": "A"]
        let result = try shop.run("run a.csv -q", environment: environment)
        let told = "JUICE_BATCH_LEDGR: no setting uses this environment variable, so it is ignored."
        #expect(result.exit == 0)
        #expect(result.errorText == "juice-batch: \(told)\n")
    }

    @Test func standardInputLeavesFreeDiskSpace() throws {
        let shop = try Shop()
        let inside =
            "mount -t tmpfs -o size=1m none t 2>/dev/null || exit 99; head -c 1000000 /dev/zero | TMPDIR=t LANG=en"
        let result = try shop.shell("mkdir t; unshare -rm sh -c '\(inside) \"$0\" check -' \"$0\" || exit $?")
        // Skipped if the system does not allow private mounts.
        if result.exit == 99 || result.errorText.contains("unshare") { return }
        let told = "standard input is too large. Its copy may use at most 90% of the free disk space"
        #expect(result.exit == 74 && result.errorText.contains(told))
    }

    @Test func helpListsEverydayCommandsFirst() throws {
        let page = try Shop().run("help", environment: ["LANG": "en"]).outputText
        let lines = page.split(separator: "\n").drop { !$0.hasPrefix("EVERY DAY") }
        let first = lines.dropFirst().prefix { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first }
            .filter { HelpTests.commands.contains(String($0)) }
        #expect(first == ["run", "check", "inspect", "nightly", "status", "plan", "counter"])
        for command in HelpTests.commands { #expect(page.contains("\n  \(command) ")) }
    }

    @Test func completionsUseTheUsersLanguage() throws {
        for shell in ["zsh", "fish"] {
            let words = ["--generate-completion-script", shell]
            #expect(try Shop().run(words, environment: ["LANG": "ko_KR.UTF-8"]).outputText.contains("보고서"))
            #expect(try !Shop().run(words, environment: ["LANG": "en_US.UTF-8"]).outputText.contains("보고서"))
        }
    }
}
