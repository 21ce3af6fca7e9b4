import Foundation
import TestSupport
import Testing

/// Help texts in both languages.
@Suite struct HelpTests {
    static let commands = [
        "init", "run", "nightly", "chain", "check", "inspect", "menu", "diff", "index", "stock", "plan", "counter",
        "history", "status", "reverse", "settle", "restore", "verify", "config",
    ]
    private static let widthMax = 80
    private static let linesMax = 50

    /// The number of terminal columns that a line needs.
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

    /// The options that a page lists, by the spelling that stands first.
    private func options(_ page: String) -> [String] {
        page.split(separator: "\n").filter { $0.hasPrefix("  -") }
            .compactMap { $0.split { " ,".contains($0) }.first.map(String.init) }
    }

    private func page(_ words: [String], _ language: String, in shop: Shop) throws -> String {
        let page = try shop.run(words, environment: ["JUICE_BATCH_LANGUAGE": language])
        #expect(page.exit == 0 && page.errors.isEmpty, "\(words)")
        let wide = page.outputText.split(separator: "\n").filter { width($0) > Self.widthMax || $0.hasSuffix(" ") }
        #expect(wide.isEmpty, "\(words)")
        return page.outputText
    }

    @Test(arguments: ["ko", "en"]) func helpPagesFitTheTerminal(language: String) throws {
        let shop = try Shop()
        for words in [["help"]] + Self.commands.flatMap({ [["help", $0], [$0, "-h"], [$0, "--help-hidden"]] }) {
            let page = try page(words, language, in: shop)
            #expect((1...3).contains(examples(page).count), "\(words)")
            #expect(page.contains(language == "ko" ? "사용법: juice-batch" : "Usage: juice-batch"))
            if words.last == "--help-hidden" { continue }
            #expect(!page.contains("chunk-bytes"), "\(words)")
            #expect(
                page.split(separator: "\n", omittingEmptySubsequences: false).count <= Self.linesMax + 1, "\(words)")
            if words.last == "-h" { #expect(options(page).count <= 10, "\(words)") }
        }
        #expect(options(try page(["help", "run"], language, in: shop)).count <= 20)
    }

    @Test(arguments: ["ko", "en"]) func exportHelpListsTheExportOptions(language: String) throws {
        let shop = try Shop()
        let about = try page(["help", "export"], language, in: shop)
        for command in ["run", "check", "inspect"] {
            let usual = options(try page(["help", command], language, in: shop))
            let all = options(try page([command, "--help-hidden"], language, in: shop))
            let left = all.filter { !usual.contains($0) && !$0.hasPrefix("--settled") && $0 != "--chunk-bytes" }
            #expect(left.contains("--ignore") && usual.contains("--column"))
            let rare = [
                "--threads", "--closed", "--missing-percent", "--overstock-days", "--currency", "--annotations",
                "--no-progress", "--no-color",
            ]
            for option in left where !rare.contains(option) {
                #expect(about.contains(" \(option) "), "\(command) \(option)")
            }
        }
        // Settings come first, as juice-batch.json has them, each with its option beside it.
        let ignored = language == "ko" ? #""ignore": {"열": ["값"]}"# : #""ignore": {"column": ["value"]}"#
        let line = try #require(about.split(separator: "\n").first { $0.hasPrefix("  " + ignored) })
        #expect(line.contains("  --ignore "))
        let settings = try #require(about.range(of: ignored))
        let typed = try #require(about.range(of: "\n  --delimiter "))
        #expect(settings.lowerBound < typed.lowerBound)
    }

    @Test(arguments: ["ko", "en"]) func exitCodesAreListed(language: String) throws {
        let page = try page(["help", "exit-codes"], language, in: Shop())
        for code in [0, 1, 3, 4, 5, 6, 64, 65, 66, 70, 73, 74, 75, 78, 129, 130, 143] {
            #expect(page.contains("\n  \(code) "), "\(code)")
        }
    }

    /// The texts of a language's resource by command and option.
    private func texts(_ language: String) throws -> [(command: String, name: String, text: String)] {
        let resource = try ProjectFile.text("Sources/juice-batch/Help/help.\(language).txt")
        var texts: [(command: String, name: String, text: String)] = []
        for line in resource.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# ") {
                texts.append((String(line.dropFirst(2)), "", ""))
            } else if line.hasPrefix("## "), let last = texts.last {
                texts.append((last.command, String(line.dropFirst(3).prefix { $0 != " " }), ""))
            } else if !texts.isEmpty {
                texts[texts.count - 1].text += line + "\n"
            }
        }
        return texts
    }

    @Test func bothLanguagesHaveTheSameHeadings() throws {
        let headings = try ["ko", "en"].map { try texts($0).map { "\($0.command) \($0.name)" } }
        #expect(headings[0] == headings[1])
        #expect(Set(headings[0]).count == headings[0].count)
        #expect(headings[0].count > 140)
    }

    @Test(arguments: ["ko", "en"]) func everyTextIsUsed(language: String) throws {
        let shop = try Shop()
        let dump = try dump(shop, language)
        let topics = ["", "input", "export", "exit-codes", "run"]
        let pages =
            try topics.map { try page(["help", $0].filter { !$0.isEmpty }, language, in: shop) }.joined()
        func abstracts(_ command: OrderedJSON, _ name: String) -> [String] {
            (command["arguments"]?.elements ?? []).filter {
                let option = $0["preferredName"]?["name"]?.text
                return option.map { "--" + $0 == name } ?? !name.hasPrefix("--")
            }.compactMap { $0["abstract"]?.text }
        }
        for (command, name, text) in try texts(language) where !["*", "words"].contains(command) || !name.isEmpty {
            let abstract = text.prefix(upTo: text.range(of: "\n\n")?.lowerBound ?? text.endIndex)
                .split(separator: "\n").joined(separator: " ")
            #expect(!abstract.isEmpty, "\(command) \(name)")
            let own = dump.first { $0["commandName"]?.text == command }
            switch (own, name) {
            case (nil, _) where command == "*":
                #expect(dump.contains { abstracts($0, name).contains(abstract) }, "\(name)")
            case (nil, _): #expect(pages.contains(abstract), "\(command) \(name)")
            case (let own?, ""): #expect(own["abstract"]?.text == abstract, "\(command)")
            case (let own?, _): #expect(abstracts(own, name).contains(abstract), "\(command) \(name)")
            }
        }
    }

    @Test func everythingHasTextInBothLanguages() throws {
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

    @Test func helpCanBeRequestedInManyWays() throws {
        let shop = try Shop()
        let whole = try shop.run([]).output
        for words in [["help"], ["-h"], ["--help"], ["help", "--help"], ["--language", "ko", "--help"]] {
            #expect(try shop.run(words).output == whole, "\(words)")
        }
        let run = try shop.run(["help", "run"]).output
        for words in [["run", "--help"], ["run", "a.csv", "--help"], ["help", "--language", "ko", "run"]] {
            #expect(try shop.run(words).output == run, "\(words)")
        }
        #expect(run != whole)
        #expect(try shop.run(["run", "-h"]).output == shop.run(["run", "a.csv", "-h"]).output)
        #expect(try shop.run(["run", "-h"]).output.count < run.count)
        #expect(try shop.run(["help", "counter", "close"]).exit == 0)
    }

    @Test func helpUsesTheSelectedLanguage() throws {
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

    /// Each example works in a folder with the files that it names.
    @Test func examplesWork() throws {
        let prepared = try Shop([
            "orders.csv": "주문번호,품목,옵션\n7,바나나쥬스,얼음\n8,키위쥬스,얼음\n", "coming.csv": "fruit,quantity\n딸기,5\n",
            "first.csv": "item\n망고쥬스\n", "wrong.csv": "item\n포도쥬스\n귤쥬스\n", "shop/inbox/.keep": "", "inbox/.keep": "",
        ])
        for day in ["friday", "saturday"] {
            try prepared.run(["run", "first.csv", "--output", "reports/\(day)"])
        }
        #expect(try prepared.run(["run", "first.csv", "--ledger", "shop.sqlite", "--date", "2026-11-20"]).exit == 0)
        #expect(try prepared.run(["nightly", "--folder", "shop", "--settle", "0"]).exit == 0)
        #expect(try prepared.shell("mkdir backup && cp shop.sqlite backup/1.sqlite").exit == 0)
        for command in [""] + Self.commands {
            let shop = try Shop()
            #expect(try shop.shell("cp -r \(prepared.folder.path)/. .").exit == 0)
            try expectExamplesWork(of: command, in: shop)
        }
    }

    private func expectExamplesWork(of command: String, in shop: Shop) throws {
        // Rejected rows are open until they are closed.
        if command == "settle" {
            #expect(try shop.run(["run", "wrong.csv", "--ledger", "shop.sqlite", "--output", "wrong"]).exit == 4)
        }
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

    /// Commands that keep running are tested in the counter's own tests.
    private func opensScreens(_ line: String) -> Bool {
        line.hasPrefix("juice-batch counter --")
    }
}
