import Foundation
import TestSupport
import Testing

/// What help says, in both languages.
@Suite struct HelpTests {
    static let commands = [
        "init", "run", "nightly", "chain", "check", "inspect", "menu", "diff", "index", "stock", "plan", "counter",
        "history",
        "status", "reverse", "settle", "restore", "verify", "config",
    ]
    private static let widthMax = 78

    /// How many columns a terminal needs for a line.
    private func width(_ line: Substring) -> Int {
        line.unicodeScalars.reduce(0) { sum, scalar in
            switch scalar.value {
            case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60: sum + 2
            default: sum + 1
            }
        }
    }

    private func hasHangul(_ text: String) -> Bool {
        text.replacingOccurrences(of: "원", with: "").unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
    }

    private func dump(_ shop: Shop, _ language: String) throws -> [OrderedJSON] {
        let dump = try shop.run(["--experimental-dump-help"], environment: ["JUICE_BATCH_LANGUAGE": language])
        let root = try #require(OrderedJSONParser.parse(dump.outputText)?["command"])
        return [root] + (root["subcommands"]?.elements ?? []).filter { $0["commandName"]?.text != "help" }
    }

    /// The lines of a page that stand under the heading of examples.
    private func examples(_ page: String) -> [String] {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        guard let heading = lines.firstIndex(where: { $0 == "예시" || $0 == "EXAMPLES" }) else { return [] }
        return lines[(heading + 1)...].prefix { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
    }

    @Test(arguments: ["ko", "en"]) func everyPageFits(language: String) throws {
        let shop = try Shop()
        for words in [["help"]] + Self.commands.flatMap({ [["help", $0], [$0, "--help-hidden"]] }) {
            let page = try shop.run(words, environment: ["JUICE_BATCH_LANGUAGE": language])
            #expect(page.exit == 0 && page.errors.isEmpty, "\(words)")
            let wide = page.outputText.split(separator: "\n").filter { width($0) > Self.widthMax || $0.hasSuffix(" ") }
            #expect(wide.isEmpty, "\(words)")
            #expect((1...3).contains(examples(page.outputText).count), "\(words)")
            let usage = language == "ko" ? "사용법: juice-batch" : "Usage: juice-batch"
            #expect(page.outputText.contains(usage))
        }
    }

    @Test func allHasTextInBothLanguages() throws {
        let shop = try Shop()
        let (korean, english) = (try dump(shop, "ko"), try dump(shop, "en"))
        #expect(korean.dropFirst().map { $0["commandName"]?.text } == Self.commands)
        var count = 0
        for (ko, en) in zip(korean, english) {
            #expect(ko["commandName"]?.text == en["commandName"]?.text)
            #expect(hasHangul(ko["abstract"]?.text ?? "") && !hasHangul(en["abstract"]?.text ?? "한"))
            #expect(hasHangul(ko["discussion"]?.text ?? ""))
            for (ko, en) in zip(ko["arguments"]?.elements ?? [], en["arguments"]?.elements ?? []) {
                let name = ko["preferredName"]?["name"]?.text
                // Those are the parser's own, which a page replaces.
                if name == "help" || name == "version" { continue }
                count += 1
                #expect(hasHangul(ko["abstract"]?.text ?? ""), "\(name ?? "")")
                let text = en["abstract"]?.text ?? ""
                #expect(!text.isEmpty && !hasHangul(text), "\(name ?? "")")
            }
        }
        #expect(count > 100)
        for language in ["ko", "en"] {
            let page = try shop.run(["help"], environment: ["JUICE_BATCH_LANGUAGE": language]).outputText
            #expect(hasHangul(page) == (language == "ko"))
        }
    }

    @Test func theSameHelpIsHadInManyWays() throws {
        let shop = try Shop()
        let whole = try shop.run([]).output
        for words in [["help"], ["-h"], ["--help"], ["help", "--help"], ["--language", "ko", "--help"]] {
            #expect(try shop.run(words).output == whole, "\(words)")
        }
        let run = try shop.run(["help", "run"]).output
        for words in [["run", "-h"], ["run", "a.csv", "--help"], ["help", "--language", "ko", "run"]] {
            #expect(try shop.run(words).output == run, "\(words)")
        }
        #expect(run != whole)
        #expect(try shop.run(["help", "counter", "close"]).exit == 0)
    }

    @Test func helpSpeaksTheLanguageOfTheRest() throws {
        let shop = try Shop(["juice-batch.json": #"{"language": "en"}"#, "other.json": #"{"language": "ko"}"#])
        func isKorean(_ words: [String], _ environment: [String: String] = [:]) throws -> Bool {
            let result = try shop.run(words, environment: environment)
            return hasHangul(result.outputText + result.errorText)
        }
        for words in [
            ["help"], ["help", "run"], ["run", "--help"], ["chekc"], ["help", "nosuch"], ["run"], ["stock"],
        ] {
            #expect(try !isKorean(words), "\(words)")
            #expect(try isKorean(words, ["JUICE_BATCH_LANGUAGE": "ko"]), "\(words)")
        }
        #expect(try isKorean(["run", "--help", "--language", "ko"]))
        #expect(try isKorean(["run", "--language=ko"]))
        #expect(try isKorean(["run", "--config", "other.json"]))
        #expect(try shop.run(["help", "run"], environment: ["JUICE_BATCH_LANGUAGE": "fr"]).exit == 0)
        try shop.write("no JSON", to: "juice-batch.json")
        #expect(try shop.run(["help", "run"]).exit == 0)
    }

    /// Examples are there to be copied: each does what it says, in a folder that has the files it names.
    @Test(arguments: [""] + HelpTests.commands) func examplesWork(command: String) throws {
        let shop = try Shop([
            "orders.csv": "주문번호,품목,옵션\n7,바나나쥬스,얼음\n8,키위쥬스,얼음\n", "coming.csv": "fruit,quantity\n딸기,5\n",
            "first.csv": "item\n망고쥬스\n", "wrong.csv": "item\n포도쥬스\n귤쥬스\n",
            "shop/inbox/.keep": "", "inbox/.keep": "",
        ])
        for day in ["friday", "saturday"] {
            try shop.run(["run", "first.csv", "--output", "reports/\(day)"])
        }
        #expect(try shop.run(["run", "first.csv", "--ledger", "shop.sqlite", "--date", "2026-11-20"]).exit == 0)
        #expect(try shop.run(["run", "wrong.csv", "--ledger", "shop.sqlite", "--output", "wrong"]).exit == 4)
        #expect(try shop.run(["nightly", "--folder", "shop", "--settle", "0"]).exit == 0)
        #expect(try shop.shell("mkdir backup && cp shop.sqlite backup/1.sqlite").exit == 0)
        let pages = try ["ko", "en"].map { language in
            try shop.run(["help", command].filter { !$0.isEmpty } + ["--language", language]).outputText
        }
        let lines = examples(pages[0])
        #expect(!lines.isEmpty && lines == examples(pages[1]))
        for line in lines where !opensScreens(line) {
            let words = line.replacingOccurrences(of: "juice-batch ", with: "\"$0\" ")
            let called =
                line == "juice-batch \(command)" ? line.replacingOccurrences(of: "juice-batch", with: "\"$0\"") : words
            let result = try shop.shell(called)
            #expect(result.exit == 0, "\(line): \(result.errorText)")
        }
    }

    /// The screens that stay until they are closed are opened in the counter's own tests.
    private func opensScreens(_ line: String) -> Bool {
        line.hasPrefix("juice-batch counter --")
    }
}
