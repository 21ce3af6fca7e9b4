import Foundation
import TestSupport
import Testing

@Suite struct ExitCodeTests {
    private static let good = "item,quantity\n키위쥬스,2\n"
    private static let short = "item,quantity\n딸기쥬스,1\n키위쥬스,1\n"

    @Test func refusedInputIsExit65AndKeepsEarlierReports() throws {
        let shop = try Shop(["good.csv": Self.good, "bad.csv": "item\na\"b\n"])
        try shop.run("run good.csv --output out")
        let before = shop.files("out")
        #expect(before.count >= 6)
        for inputs in ["bad.csv", "good.csv bad.csv"] {
            let result = try shop.run("run \(inputs) --output out")
            #expect(result.exit == 65 && result.output.isEmpty)
            #expect(result.errorText.hasPrefix("bad.csv:2: bad_quoting: "))
        }
        #expect(shop.files("out") == before && shop.entries == ["bad.csv", "good.csv", "out"])
    }

    @Test func fullStandardOutputIsExit74() throws {
        let shop = try Shop(["a.csv": Self.good, "b.csv": Self.short])
        try shop.run("run a.csv --output out")
        let before = shop.files("out")
        for command in [
            "run b.csv --output out", "run b.csv --output out --json", "check b.csv", "menu", "-V",
            "--version --verbose",
            "--help", "run -h", "--generate-completion-script bash", "--experimental-dump-help",
        ] {
            #expect(try shop.shell("\"$0\" \(command) > /dev/full").exit == 74, "\(command)")
        }
        #expect(shop.files("out") == before)
        #expect(try shop.shell("\"$0\" run b.csv --output out --quiet > /dev/full").exit == 0)
        #expect(shop.files("out") != before)
    }
}

/// Invalid command lines: exit code 64, the mistake, and a suggestion.
@Suite struct UsageErrorTests {
    private func said(_ words: String, in shop: Shop, language: String = "en") throws -> String {
        let result = try shop.run(words, environment: ["JUICE_BATCH_LANGUAGE": language])
        #expect(result.exit == 64, "\(words): \(result.errorText)")
        #expect(result.errorText.hasPrefix("juice-batch: "), "\(words)")
        return result.errorText
    }

    @Test(arguments: [
        ("chekc", "check"), ("ru", "run"), ("rnu", "run"), ("stcok", "stock"), ("hsitory", "history"),
        ("histroy", "history"), ("inspec", "inspect"), ("nightyl", "nightly"), ("verfy", "verify"), ("hlep", "help"),
        ("Menu", "menu"), ("couter", "counter"), ("confgi", "config"), ("revers", "reverse"),
    ]) func suggestsMisspeltCommands(typed: String, meant: String) throws {
        let shop = try Shop()
        #expect(try said(typed, in: shop).contains("No such command: '\(typed)'. Did you mean '\(meant)'?"))
        guard typed == "chekc" else { return }
        #expect(try said("\(typed) x", in: shop, language: "ko").contains("혹시 '\(meant)'인가요?"))
        #expect(try said("help \(typed)", in: shop).contains("Did you mean '\(meant)'?"))
        #expect(try said("\(typed) --help", in: shop).contains("Did you mean '\(meant)'?"))
    }

    @Test(
        arguments: [
            ("run a.csv --lang en", "--language"), ("nightly --fodler x", "--folder"), ("--hlep", "--help"),
            ("nightly --max-rejcted 3", "--max-rejected"), ("run a.csv --skip", "--skip-known"),
            ("run a.csv --jsno", "--json"), ("menu --cvs", "--csv"), ("run a.csv --no-colour", "--no-color"),
            ("run a.csv --ouput=x", "--output"), ("menu --curency x", "--currency"), ("--versoin", "--version"),
            ("plan --ledger x --order y", "--ordered"), ("run a.csv -json", "--json"), ("help run --ledger", nil),
            ("run a.csv --zzzz", nil),
        ] as [(String, String?)])
    func suggestsMisspeltOptions(words: String, meant: String?) throws {
        let english = try said(words, in: Shop(["a.csv": "item\n키위쥬스\n"]))
        #expect(english.contains("No such option: --") || english.contains("No such option: -json"), "\(english)")
        #expect(english.contains("Did you mean '\(meant ?? "")'?") == (meant != nil), "\(english)")
        #expect(english.contains("Did you mean") == (meant != nil), "\(english)")
    }

    @Test func fileInPlaceOfACommandMeansRun() throws {
        let shop = try Shop(["orders.csv": "item\n키위쥬스\n", "friday.txt": "item\n키위쥬스\n", "a b.csv": "item\n키위쥬스\n"])
        for words in ["orders.csv", "none.CSV", "friday.txt --json", "-"] {
            #expect(try said(words, in: shop).contains("Did you mean 'juice-batch run \(words)'?"), "\(words)")
        }
        let korean = try shop.run(["a b.csv"]).errorText
        #expect(korean.contains("명령이 빠졌습니다. 혹시 'juice-batch run 'a b.csv''인가요?"), "\(korean)")
        #expect(try said("nothing", in: shop).hasPrefix("juice-batch: No such command: 'nothing'.\n"))
        #expect(!shop.folder.holds("reports"))
    }

    @Test(arguments: [
        "--verbose", "chain rollup c --keep-days 3", "chain run c --expect-files -1", "chain run c --keep-days 0",
        "chain run c -n", "chain run c -o x", "config --config=", "config --nope", "config --threads 2 extra",
        "counter --host ''", "counter --host counter.lan:8300", "counter --listen 0.0.0.0:8300",
        "counter --listen 127.0.0.1:99999", "counter --listen 192.168.0.10:8300", "counter --listen 8300",
        "counter --listen [::]:8300", "history --last 0", "history --last x", "history --since 9",
        "history --since 2026-13-01", "init ''", "init --day-start 4", "init --night 24:00", "init --shop ''",
        "init --shop a\nb", "init --zone ../passwd", "init --zone Asia/Nowhere", "init a b", "nightly -o x",
        "plan --cover min", "plan --csv --json", "plan --days 0", "plan --for 2026-02-30", "run a.csv --date",
        "run a.csv --overstock-days 8", "run a.csv --report-by ''", "run a.csv --shop ''", "run a.csv --shop a\nb",
        "run a.csv --shop a\u{202E}b", "status --closed someday", "status --fail-on all", "status --folder ''",
        "status --folder . --ledger x", "status --json --metrics", "status --ledger ''", "status --max-age -1h",
        "status --max-age 0h", "status --max-age 26", "status --max-age 367d", "status x",
    ])
    func invalidValuesAreUsageErrors(words: String) throws {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n"])
        let needsLedger = ["counter", "history", "plan"].contains { words.hasPrefix($0) }
        #expect(try shop.run(words, needsLedger ? ["--ledger", "l.sqlite"] : []).exit == 64)
        #expect(shop.entries == ["a.csv"])
    }

    @Test(arguments: [
        ("run a.csv --output --json", "--output: the value is missing. Write --output <dir>."),
        ("run a.csv --ledger", "--ledger: the value is missing. Write --ledger <file>."),
        ("nightly --settle --quiet", "--settle: the value is missing."),
        ("run a.csv --json=1", "--json takes no value."),
        ("run a.csv --threads many", "--threads takes a number, not 'many'."),
        (
            "counter --ledger l.sqlite --listen 8300",
            "--listen takes an address and a port, such as 127.0.0.1:8300, not '8300'."
        ),
        ("run a.csv --threads -3", "--threads takes 1 to 256, not '-3'."),
        ("run a.csv --max-rejected -1", "--max-rejected takes 0 or more, not '-1'."),
        ("nightly --keep-days -1", "--keep-days takes 1 to "),
        ("chain", "The argument <run|add|close|rename|report|rollup> is missing."),
        ("chain foo", "'foo' is not a valid value. Valid values: run, add, close, rename, report, rollup."),
        ("run a.csv --language fr", "--language: 'fr' is not a valid value. Valid values: ko, en."),
        ("run a.csv --delimiter xx", "--delimiter takes , ; | \\t, not 'xx'."),
        ("run a.csv --date 2026-02-29", "--date takes YYYY-MM-DD, not '2026-02-29'."),
        ("run", "The argument <file> is missing. To read standard input, write -."),
        ("run ''", "FILE: the name is empty."),
        ("stock", "The option --ledger <file> is missing. In a shop's folder, write --ledger shop.sqlite."),
        ("diff a", "The argument <report2> is missing."),
        ("stock shop.sqlite --ledger x", "Unexpected argument: 'shop.sqlite'."),
        ("help run now", "Unexpected argument: 'now'."),
        ("reverse x --ledger y", "<run> takes a number, not 'x'."),
        ("counter colse --ledger y", "<close>: 'colse' is not a valid value. Valid values: close, forget."),
        ("check a.csv --ledger x", "No such option: --ledger.\n"),
        ("--json run a.csv", "No such option: --json. Did you mean 'juice-batch run --json a.csv'?"),
        ("run a.csv --again", "--again, --skip-known, --remake, --lock-wait can only be used with --ledger."),
        ("stock --ledger x --csv --json", "--csv, --json cannot be used together."),
        ("run a.csv --output ''", "--output: the name is empty."),
        ("nightly --ledger x", "--ledger cannot be used with nightly, which uses"),
        ("nightly --again", "--again, --remake cannot be used with nightly, which uses its own"),
        ("nightly a.csv", "'a.csv': nightly takes no file names. It applies the files in inbox/."),
        ("config extra", "Unexpected argument: 'extra'."),
        ("plan --ledger x --days 9", "--days takes 1 to 7, not '9'."),
    ]) func explainsUsageErrors(words: String, sentence: String) throws {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n"])
        let english = try said(words, in: shop)
        #expect(english.contains(sentence), "\(english)")
        let command = words.split(separator: " ").first.map(String.init) ?? ""
        let usage = HelpTests.commands.contains(command) ? command : "<command>"
        #expect(english.contains("\nUsage: juice-batch \(usage)"), "\(english)")
        let korean = try said(words, in: shop, language: "ko")
        #expect(korean.contains("\n사용법: juice-batch"), "\(korean)")
        let sentence = korean.prefix { $0 != "\n" }
        #expect(sentence.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }, "\(korean)")
        #expect(!shop.folder.holds("reports"))
    }

    @Test func configuredOptionIsNotMissing() throws {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n", "juice-batch.json": #"{"ledger": "shop.sqlite"}"#])
        #expect(try shop.run("run a.csv").exit == 0)
        #expect(try said("stock --jsno", in: shop).contains("Did you mean '--json'?"))
        #expect(try said("stock --ledger", in: shop).contains("--ledger: the value is missing."))
    }
}
