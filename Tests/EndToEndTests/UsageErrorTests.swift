import Foundation
import TestSupport
import Testing

/// Command lines that make no sense: each ends with 64, says what is wrong, and offers what was probably meant.
@Suite struct UsageErrorTests {
    private func said(_ words: [String], in shop: Shop, language: String = "en") throws -> String {
        let result = try shop.run(words, environment: ["JUICE_BATCH_LANGUAGE": language])
        #expect(result.exit == 64, "\(words): \(result.errorText)")
        #expect(result.errorText.hasPrefix("juice-batch: "), "\(words)")
        return result.errorText
    }

    @Test(arguments: [
        ("chekc", "check"), ("ru", "run"), ("rnu", "run"), ("stcok", "stock"), ("hsitory", "history"),
        ("histroy", "history"), ("inspec", "inspect"), ("nightyl", "nightly"), ("verfy", "verify"), ("hlep", "help"),
        ("Menu", "menu"), ("couter", "counter"), ("confgi", "config"), ("revers", "reverse"),
    ]) func misspeltCommandsAreKnown(typed: String, meant: String) throws {
        let shop = try Shop()
        let english = try said([typed], in: shop)
        #expect(english.contains("No such command: '\(typed)'. Did you mean '\(meant)'?"), "\(english)")
        #expect(try said([typed, "x"], in: shop, language: "ko").contains("혹시 '\(meant)'인가요?"))
        #expect(try said(["help", typed], in: shop).contains("Did you mean '\(meant)'?"))
        #expect(try said([typed, "--help"], in: shop).contains("Did you mean '\(meant)'?"))
    }

    @Test(
        arguments: [
            (["run", "a.csv", "--lang", "en"], "--language"), (["nightly", "--fodler", "x"], "--folder"),
            (["nightly", "--max-rejcted", "3"], "--max-rejected"), (["run", "a.csv", "--skip"], "--skip-known"),
            (["run", "a.csv", "--jsno"], "--json"), (["menu", "--cvs"], "--csv"),
            (["run", "a.csv", "--no-colour"], "--no-color"),
            (["run", "a.csv", "--ouput=x"], "--output"), (["config", "--curency", "x"], "--currency"),
            (["plan", "--ledger", "x", "--order", "y"], "--ordered"), (["--versoin"], "--version"),
            (["--hlep"], "--help"),
            (["run", "a.csv", "-json"], "--json"), (["help", "run", "--ledger"], nil),
            (["run", "a.csv", "--zzzz"], nil),
        ] as [([String], String?)]) func misspeltOptionsAreKnown(words: [String], meant: String?) throws
    {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n"])
        let english = try said(words, in: shop)
        #expect(english.contains("No such option: --") || english.contains("No such option: -json"), "\(english)")
        #expect(english.contains("Did you mean '\(meant ?? "")'?") == (meant != nil), "\(english)")
        #expect(english.contains("Did you mean") == (meant != nil), "\(english)")
    }

    @Test func aFileForACommandMeansRun() throws {
        let shop = try Shop(["orders.csv": "item\n키위쥬스\n", "friday.txt": "item\n키위쥬스\n", "a b.csv": "item\n키위쥬스\n"])
        for (words, meant) in [
            (["orders.csv"], "juice-batch run orders.csv"), (["none.CSV"], "juice-batch run none.CSV"),
            (["friday.txt", "--json"], "juice-batch run friday.txt --json"),
            (["a b.csv"], "juice-batch run 'a b.csv'"), (["-"], "juice-batch run -"),
        ] {
            #expect(try said(words, in: shop).contains("Did you mean '\(meant)'?"), "\(words)")
            #expect(try said(words, in: shop, language: "ko").contains("명령이 빠졌습니다. 혹시 '\(meant)'인가요?"))
        }
        #expect(try said(["nothing"], in: shop).hasPrefix("juice-batch: No such command: 'nothing'.\n"))
        #expect(!shop.folder.holds("reports"))
    }

    @Test(arguments: [
        (["run", "a.csv", "--output", "--json"], "--output: the value is missing. Write --output <dir>."),
        (["run", "a.csv", "--ledger"], "--ledger: the value is missing. Write --ledger <file>."),
        (["run", "a.csv", "--config", "--json"], "--config: the value is missing."),
        (["run", "a.csv", "--language"], "--language: the value is missing."),
        (["nightly", "--settle", "--quiet"], "--settle: the value is missing."),
        (["nightly", "--max-rejected"], "--max-rejected: the value is missing."),
        (["config", "--threads"], "--threads: the value is missing."),
        (["run", "a.csv", "--json=1"], "--json: takes no value."),
        (["run", "a.csv", "--threads", "many"], "--threads: 'many' cannot be used."),
        (["run", "a.csv", "--threads", "0"], "--threads takes 1 to "),
        (["run", "a.csv", "--language", "fr"], "--language: 'fr' cannot be used. It takes ko, en."),
        (["run", "a.csv", "--delimiter", "xx"], "--delimiter takes , ; | \\t, not 'xx'."),
        (["run", "a.csv", "--date", "20-11"], "--date takes YYYY-MM-DD, not '20-11'."),
        (["run", "a.csv", "--date", "2026-02-29"], "--date takes YYYY-MM-DD, not '2026-02-29'."),
        (["run", "a.csv", "--encoding", "latin1"], "--encoding: 'latin1' cannot be used."),
        (["run", "a.csv", "--fail-on", "all"], "--fail-on: 'all' cannot be used."),
        (["run"], "Missing: <file>."), (["run", ""], "An input file has no name."),
        (["stock"], "Missing: --ledger <file>."), (["diff", "a"], "Missing: <report2>."),
        (["stock", "shop.sqlite", "--ledger", "x"], "Unexpected argument: 'shop.sqlite'."),
        (["diff", "a", "b", "c"], "Unexpected argument: 'c'."),
        (["help", "run", "now"], "Unexpected argument: 'now'."),
        (["reverse", "x", "--ledger", "y"], "<run>: 'x' cannot be used."),
        (["counter", "colse", "--ledger", "y"], "<close>: 'colse' cannot be used. It takes close, forget."),
        (["check", "a.csv", "--ledger", "x"], "check has no option --ledger. These have: run, stock,"),
        (["--json", "run", "a.csv"], "--json: write options after the command, as in juice-batch run … --json"),
        (["run", "a.csv", "--again"], "--again, --skip-known, --remake, --lock-wait: only together with --ledger."),
        (["stock", "--ledger", "x", "--csv", "--json"], "--csv, --json: cannot be used together."),
        (["run", "a.csv", "--output", ""], "--output: the name is empty."),
        (["nightly", "--ledger", "x"], "--ledger: for run, not for nightly"),
        (["nightly", "a.csv"], "'a.csv' is not an option: nightly takes files from inbox/."),
        (["config", "extra"], "'extra' is not a setting."),
        (["plan", "--ledger", "x", "--days", "9"], "--days takes 1 to 7, not '9'."),
    ]) func whatIsWrongIsSaid(words: [String], sentence: String) throws {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n"])
        let english = try said(words, in: shop)
        #expect(english.contains(sentence), "\(english)")
        let usage =
            HelpTests.commands.contains(words[0])
            ? "\nUsage: juice-batch \(words[0])" : "\nUsage: juice-batch <command>"
        #expect(english.contains(usage), "\(english)")
        let korean = try said(words, in: shop, language: "ko")
        #expect(korean.contains("\n사용법: juice-batch"), "\(korean)")
        let sentence = korean.prefix { $0 != "\n" }
        #expect(sentence.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }, "\(korean)")
        #expect(!shop.folder.holds("reports"))
    }

    @Test func whatIsSettledIsNotMissing() throws {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n", "juice-batch.json": #"{"ledger": "shop.sqlite"}"#])
        #expect(try shop.run(["run", "a.csv"]).exit == 0)
        #expect(try said(["stock", "--jsno"], in: shop).contains("Did you mean '--json'?"))
        #expect(try said(["stock", "--ledger"], in: shop).contains("--ledger: the value is missing."))
    }
}
